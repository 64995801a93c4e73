//go:build chromium

package output

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// examine is a page that looks at another one, in frames of three kinds, and
// writes down what it sees.
const examine = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<iframe id="phone" style="width:375px;height:700px;border:0" src="/page"></iframe>
<iframe id="wide" style="width:1280px;height:800px;border:0" src="/page"></iframe>
<iframe id="plain" style="width:375px;height:700px;border:0" sandbox="allow-same-origin" src="/page"></iframe>
<pre id="seen"></pre>
<script>
const pause = () => new Promise(done => setTimeout(done, 50));
onload = async () => {
	const seen = {};
	try {
		const frame = id => document.getElementById(id).contentWindow;
		for (const id of ["phone", "wide", "plain"]) {
			const root = frame(id).document.documentElement;
			seen[id + "Overflow"] = root.scrollWidth - root.clientWidth;
		}
		const win = frame("wide"), doc = win.document, form = doc.getElementById("filter");
		const visible = selector => [...doc.querySelectorAll(selector)].filter(e => e.getClientRects().length > 0);
		const set = async (name, value) => {
			form.elements[name].value = value;
			form.elements[name].dispatchEvent(new Event("input", {bubbles: true}));
			await pause();
		};
		seen.resources = win.performance.getEntriesByType("resource").length;
		seen.findings = doc.querySelectorAll("article.finding").length;
		seen.handlers = doc.querySelectorAll("article.handler").length;
		seen.said = form.querySelector("output").value;
		seen.excerpts = doc.querySelectorAll(".finding .excerpt mark").length;
		seen.timelines = doc.querySelectorAll("ol.timeline").length;
		seen.tables = doc.querySelectorAll("table.replay").length;
		seen.deadLinks = [...doc.querySelectorAll("a[href^='#']")].map(a => a.hash.slice(1)).filter(id => !doc.getElementById(id));
		const ids = [...doc.querySelectorAll("[id]")].map(e => e.id);
		seen.twice = ids.filter((id, i) => ids.indexOf(id) !== i);

		await set("severity", "error");
		seen.errors = visible("article.finding").length;
		seen.onlyErrors = visible("article.finding").every(a => a.dataset.severity === "error");
		seen.errorsSaid = form.querySelector("output").value;
		// A link to what is hidden shows it again.
		const hidden = doc.querySelector("article.finding[hidden]");
		if (hidden) {
			win.location.hash = hidden.id;
			await pause();
			seen.revealed = !hidden.hidden && form.elements.severity.value === "";
		}
		await set("text", "no such word anywhere");
		seen.none = visible("article.finding").length + visible("article.handler").length;
		form.reset();
		await pause();
		seen.again = visible("article.finding").length;
		const rule = form.elements.rule.options[1].value;
		await set("rule", rule);
		seen.onlyRule = visible("article.finding").length > 0 && visible("article.finding").every(a => a.dataset.rule === rule);
		form.reset();
		await pause();
		const run = doc.querySelector("a.outcome[href]");
		if (run) {
			win.location.hash = run.hash;
			await pause();
			seen.unfolded = doc.getElementById(run.hash.slice(1)).closest("details").open;
		}
		const plain = frame("plain").document;
		seen.plainFindings = plain.querySelectorAll("article.finding:not([hidden])").length;
		seen.plainForm = plain.getElementById("filter").getClientRects().length;
	} catch (e) {
		seen.problem = String(e);
	}
	document.getElementById("seen").textContent = JSON.stringify(seen);
};
</script>`

// seen is what examine writes down.
type seen struct {
	PhoneOverflow, WideOverflow, PlainOverflow int
	Resources, Findings, Handlers              int
	Said, ErrorsSaid, Problem                  string
	Excerpts, Timelines, Tables                int
	DeadLinks, Twice                           []string
	Errors, None, Again                        int
	OnlyErrors, OnlyRule                       bool
	Revealed, Unfolded                         bool
	PlainFindings, PlainForm                   int
}

// inChromium loads a page and returns what was seen and what was said on the
// console.
func inChromium(t *testing.T, page []byte) (s seen, console []string) {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { w.Write([]byte(examine)) })
	mux.HandleFunc("/page", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write(page)
	})
	server := httptest.NewServer(mux)
	defer server.Close()
	cmd := exec.Command("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--user-data-dir="+t.TempDir(),
		"--enable-logging=stderr", "--virtual-time-budget=60000", "--dump-dom", server.URL)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	require.NoError(t, cmd.Run(), "%s", &stderr)
	found := regexp.MustCompile(`(?s)<pre id="seen">(.*?)</pre>`).FindSubmatch(stdout.Bytes())
	require.NotNil(t, found, "%s\n%s", &stdout, &stderr)
	require.NoError(t, json.Unmarshal([]byte(html.UnescapeString(string(found[1]))), &s), "%s", found[1])
	for line := range strings.Lines(stderr.String()) {
		// The frame without scripts is meant to have none.
		if strings.Contains(line, "CONSOLE") && !strings.Contains(line, "Blocked script execution") {
			console = append(console, line)
		}
	}
	return s, console
}

// TestPages opens the pages of IDEMLINT_PAGES, a list of files; .ci/page makes
// them.
func TestPages(t *testing.T) {
	files := filepath.SplitList(os.Getenv("IDEMLINT_PAGES"))
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			page, err := os.ReadFile(file)
			require.NoError(t, err)
			s, console := inChromium(t, page)
			assert.Empty(t, console)
			assert.Empty(t, s.Problem)
			assert.Zero(t, s.PhoneOverflow, "the page scrolls sideways at 375 px")
			assert.Zero(t, s.WideOverflow)
			assert.Zero(t, s.PlainOverflow)
			assert.Zero(t, s.Resources, "the page needs nothing but itself")
			assert.Empty(t, s.DeadLinks)
			assert.Empty(t, s.Twice, "ids are given once")

			n, h := strings.Count(string(page), `<article class="finding `), strings.Count(string(page), `<article class="handler"`)
			errs := strings.Count(string(page), `<article class="finding error"`)
			require.NotZero(t, n)
			require.NotZero(t, errs)
			require.Less(t, errs, n)
			assert.Equal(t, n, s.Findings)
			assert.Equal(t, h, s.Handlers)
			assert.Equal(t, fmt.Sprintf("%d of %d findings, %d of %d handlers", n, n, h, h), s.Said)
			assert.GreaterOrEqual(t, s.Excerpts, n, "every finding shows its line")
			assert.NotZero(t, s.Timelines)
			assert.NotZero(t, s.Tables)

			assert.Equal(t, errs, s.Errors)
			assert.True(t, s.OnlyErrors)
			assert.Contains(t, s.ErrorsSaid, fmt.Sprintf("%d of %d findings, ", errs, n))
			assert.True(t, s.Revealed, "a link leads to what the filter hid")
			assert.Zero(t, s.None)
			assert.Equal(t, n, s.Again)
			assert.True(t, s.OnlyRule)
			assert.True(t, s.Unfolded, "a link leads to what is folded")

			assert.Equal(t, n, s.PlainFindings, "without a script everything is there")
			assert.Zero(t, s.PlainForm, "without a script there is no filter")
		})
	}
}

// TestConsole makes sure that TestPages would notice an error.
func TestConsole(t *testing.T) {
	_, console := inChromium(t, []byte(`<!doctype html><title>x</title><script>undefinedFunction()</script>`))
	require.NotEmpty(t, console)
	assert.Contains(t, console[0], "undefinedFunction is not defined")
	s, _ := inChromium(t, []byte(`<!doctype html><title>x</title><div style="width:500px">wide</div>`))
	assert.Equal(t, 8+500-375, s.PhoneOverflow, "what is too wide for a phone is noticed")
}
