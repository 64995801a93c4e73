package sqltext

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Window is how far back from now the statement's conditions look, 0 for no end:
// created_at > now() - interval '5 minutes' looks back five minutes.
func (s *Statement) Window() time.Duration {
	for _, form := range windowForms {
		if m := form.FindStringSubmatch(s.WhereText); m != nil {
			return span(m[1], m[2])
		}
	}
	return 0
}

const (
	nowCall = `(?:now\s*\(\s*\)|current_timestamp(?:\s*\(\s*\))?|localtimestamp|utc_timestamp\s*\(\s*\)|sysdate)`
	amount  = `'?\s*(\d+)\s*'?\s*(second|minute|hour|day|week)s?`
)

var windowForms = []*regexp.Regexp{
	regexp.MustCompile(`(?i)>=?\s*` + nowCall + `\s*-\s*interval\s*` + amount),                     // PostgreSQL, MySQL
	regexp.MustCompile(`(?i)>=?\s*date_sub\s*\(\s*` + nowCall + `\s*,\s*interval\s*` + amount),     // MySQL
	regexp.MustCompile(`(?i)>=?\s*datetime\s*\(\s*'now'\s*,\s*'-(\d+)\s+(second|minute|hour|day)`), // SQLite
}

func span(count, unit string) time.Duration {
	n, err := strconv.Atoi(count)
	if err != nil {
		return 0
	}
	units := map[string]time.Duration{"second": time.Second, "minute": time.Minute, "hour": time.Hour, "day": 24 * time.Hour, "week": 7 * 24 * time.Hour}
	return time.Duration(n) * units[strings.ToLower(unit)]
}
