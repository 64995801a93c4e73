package sqltext

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestWindow(t *testing.T) {
	for where, want := range map[string]time.Duration{
		"id = $1 AND created_at > now() - interval '5 minutes'":               5 * time.Minute,
		"id = $1 AND created_at >= NOW() - INTERVAL '1 hour'":                 time.Hour,
		"id = ? AND created_at > CURRENT_TIMESTAMP - INTERVAL 2 DAY":          48 * time.Hour,
		"id = ? AND created_at > DATE_SUB(NOW(), INTERVAL 30 SECOND)":         30 * time.Second,
		"id = ? AND created_at > datetime('now', '-10 minutes')":              10 * time.Minute,
		"id = $1 AND created_at < now() - interval '5 minutes'":               0, // what is old
		"id = $1 AND created_at > now() - $2":                                 0,
		"id = $1":                                                             0,
		"id = $1 AND note = 'created_at > now() - interval five minutes ago'": 0,
	} {
		s := Parse("SELECT 1 FROM seen WHERE " + where)
		assert.Equal(t, want, s.Window(), where)
	}
}
