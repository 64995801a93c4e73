package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	protocol "github.com/tliron/glsp/protocol_3_16"

	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/output"
)

// enough is how long a message may take before the test gives up.
const enough = time.Minute

// client is a scripted editor.
type client struct {
	t     *testing.T
	conn  *jsonrpc2.Conn
	dir   string
	ended chan error

	published chan publication
	logged    chan string
	shown     chan string
	watching  chan json.RawMessage
}

// publication is what the server publishes for a file. The library writes codes, but
// does not read them.
type publication struct {
	protocol.PublishDiagnosticsParams
	codes []string
}

// analysis is an Analyze whose runs the test hands out.
type analysis struct {
	asked chan []string
	runs  chan func(ctx context.Context) (*output.Run, error)
}

func newAnalysis() *analysis {
	return &analysis{make(chan []string), make(chan func(context.Context) (*output.Run, error))}
}

func (a *analysis) analyze(ctx context.Context, dir string, patterns []string) (*output.Run, error) {
	select {
	case a.asked <- patterns:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	select {
	case run := <-a.runs:
		return run(ctx)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// next waits until the server wants to analyze, gives it the run and returns what
// it wanted.
func (a *analysis) next(t *testing.T, run *output.Run, err error) []string {
	t.Helper()
	select {
	case patterns := <-a.asked:
		a.runs <- func(context.Context) (*output.Run, error) { return run, err }
		return patterns
	case <-time.After(enough):
		require.FailNow(t, "nothing is analyzed")
		return nil
	}
}

// edit starts an editor in a folder with the files.
func edit(t *testing.T, a *analysis, files map[string]string) *client {
	t.Helper()
	c := &client{
		t: t, dir: t.TempDir(), ended: make(chan error, 1),
		published: make(chan publication, 100), logged: make(chan string, 100), shown: make(chan string, 100),
		watching: make(chan json.RawMessage, 1),
	}
	for name, data := range files {
		c.write(name, data)
	}
	ours, theirs := net.Pipe()
	go func() { c.ended <- Serve(theirs, Options{Analyze: a.analyze, Version: "test"}) }()
	c.conn = jsonrpc2.NewConn(context.Background(), jsonrpc2.NewBufferedStream(ours, jsonrpc2.VSCodeObjectCodec{}),
		jsonrpc2.HandlerWithError(func(_ context.Context, _ *jsonrpc2.Conn, req *jsonrpc2.Request) (any, error) {
			switch req.Method {
			case "textDocument/publishDiagnostics":
				var p publication
				err := json.Unmarshal(*req.Params, &p.PublishDiagnosticsParams)
				var raw struct {
					Diagnostics []struct{ Code string }
				}
				err = errors.Join(err, json.Unmarshal(*req.Params, &raw))
				for _, d := range raw.Diagnostics {
					p.codes = append(p.codes, d.Code)
				}
				c.published <- p
				return nil, err
			case "window/logMessage", "window/showMessage":
				var p protocol.LogMessageParams
				err := json.Unmarshal(*req.Params, &p)
				if req.Method == "window/showMessage" {
					c.shown <- p.Message
				} else {
					c.logged <- p.Message
				}
				return nil, err
			case "client/registerCapability":
				c.watching <- *req.Params
				return nil, nil
			}
			return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: req.Method}
		}))
	t.Cleanup(func() { c.conn.Close() })
	return c
}

func (c *client) path(name string) string { return filepath.Join(c.dir, name) }

func (c *client) write(name, data string) {
	c.t.Helper()
	require.NoError(c.t, os.MkdirAll(filepath.Dir(c.path(name)), 0o755))
	require.NoError(c.t, os.WriteFile(c.path(name), []byte(data), 0o644))
}

func (c *client) call(method string, params, result any) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), enough)
	defer cancel()
	require.NoError(c.t, c.conn.Call(ctx, method, params, result))
}

func (c *client) notify(method string, params any) {
	c.t.Helper()
	require.NoError(c.t, c.conn.Notify(context.Background(), method, params))
}

func (c *client) start() (result map[string]any) {
	c.t.Helper()
	c.call("initialize", map[string]any{
		"processId": nil, "rootUri": uriOf(c.dir),
		"capabilities": map[string]any{"workspace": map[string]any{"didChangeWatchedFiles": map[string]any{"dynamicRegistration": true}}},
	}, &result)
	c.notify("initialized", map[string]any{})
	return result
}

func (c *client) save(name, data string) {
	c.t.Helper()
	c.write(name, data)
	c.notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": uriOf(c.path(name))}})
}

// diagnostics waits for the next that are published, and returns their file and
// them.
func (c *client) diagnostics() (string, []protocol.Diagnostic) {
	c.t.Helper()
	p := wait(c.t, c.published)
	require.NotNil(c.t, p.Diagnostics, "a list, though it be empty")
	file, ok := pathOf(p.URI)
	require.True(c.t, ok)
	for _, code := range p.codes {
		assert.Regexp(c.t, `^IDM\d{3}$`, code)
	}
	name, err := filepath.Rel(c.dir, file)
	require.NoError(c.t, err)
	return filepath.ToSlash(name), p.Diagnostics
}

// logs waits until a text is logged.
func (c *client) logs(text string) {
	c.t.Helper()
	for !strings.Contains(wait(c.t, c.logged), text) {
	}
}

// settled waits until an analysis is over: a save would stop it.
func (c *client) settled() {
	c.t.Helper()
	c.logs(" analyzed in ")
}

func wait[T any](t *testing.T, from chan T) T {
	t.Helper()
	select {
	case v := <-from:
		return v
	case <-time.After(enough):
		require.FailNow(t, "nothing comes")
		panic("unreachable")
	}
}

func at(line, from, to int) protocol.Range {
	return protocol.Range{
		Start: protocol.Position{Line: protocol.UInteger(line), Character: protocol.UInteger(from)},
		End:   protocol.Position{Line: protocol.UInteger(line), Character: protocol.UInteger(to)},
	}
}

const goMod = "module example.com/shop\n\ngo 1.25\n"

// pay is a file with a finding in its line 5, behind characters that UTF-8, UTF-16
// and eyes count differently.
const pay = "package pay\n\n// Charge charges.\nfunc Charge() {\n\t/* 💶é */ stripe.New()\n}\n"

// between is the offset between the call's parentheses.
var between = strings.Index(pay, "New(") + len("New(")

func payFinding() finding.Finding {
	return finding.Finding{
		Rule: "IDM001", Analyzer: "nokey", Severity: finding.Error, File: "pay/pay.go", Line: 5, Column: 15,
		Handler: "orders.Handle", Message: "stripe.New carries no key", Fingerprint: "f1", Packages: []string{"example.com/shop/pay"},
		Schedule: "crash after stripe.New",
		Path:     []finding.Place{{File: "orders/orders.go", Line: 3, Note: "handles messages"}},
		Fixes: []finding.Fix{{Message: "give it a key", Edits: []finding.Edit{
			{File: "pay/pay.go", Start: between, End: between, New: "key"},
		}}},
	}
}

var files = map[string]string{
	"go.mod": goMod, "pay/pay.go": pay, "orders/orders.go": "package orders\n\nfunc Handle() {}\n",
	"a/a.go": "package a\n", "b/b.go": "package b\n", "c/c.go": "package c\n",
}

func TestSession(t *testing.T) {
	a := newAnalysis()
	c := edit(t, a, files)

	result := c.start()
	capabilities := result["capabilities"].(map[string]any)
	assert.Equal(t, map[string]any{"openClose": true, "change": 1.0, "save": true}, capabilities["textDocumentSync"])
	assert.Equal(t, true, capabilities["hoverProvider"])
	assert.Equal(t, map[string]any{"name": "idemlint", "version": "test"}, result["serverInfo"])
	assert.Contains(t, string(wait(t, c.watching)), `"globPattern":"**/*.{go,mod,`)

	table := json.RawMessage(`{"effects":[{"label":"stripe.New","key":"none","cells":[{"schedule":"crash","outcome":"twice","witnesses":[{"outcome":"twice","sentence":"x"}]}]}],
		"message":{"label":"the message","cells":[{"schedule":"crash","outcome":"once"}]}}`)
	handler := output.Handler{Name: "orders.Handle", Package: "example.com/shop/orders", File: "orders/orders.go", Line: 3, Replay: table}
	assert.Equal(t, []string{"./..."}, a.next(t, &output.Run{Findings: []finding.Finding{payFinding()}, Handlers: []output.Handler{handler}}, nil))
	file, ds := c.diagnostics()
	assert.Equal(t, "pay/pay.go", file)
	require.Len(t, ds, 1)
	d := ds[0]
	// A tab, "/* ", two units for 💶, one for é, " */ ".
	assert.Equal(t, at(4, 11, 17), d.Range)
	assert.Equal(t, "stripe.New carries no key", d.Message)
	assert.Equal(t, protocol.DiagnosticSeverityError, *d.Severity)
	assert.Equal(t, "idemlint", *d.Source)
	assert.Equal(t, "https://github.com/idemlint/idemlint/blob/main/docs/rules/nokey.md", string(d.CodeDescription.HRef))
	assert.Equal(t, []protocol.DiagnosticRelatedInformation{
		{Location: protocol.Location{URI: uriOf(c.path("orders/orders.go")), Range: at(2, 0, 16)}, Message: "handles messages"},
	}, d.RelatedInformation)

	hover := func(name string, line int) string {
		var h *struct {
			Contents protocol.MarkupContent `json:"contents"`
		}
		c.call("textDocument/hover", map[string]any{
			"textDocument": map[string]any{"uri": uriOf(c.path(name))}, "position": map[string]any{"line": line, "character": 0},
		}, &h)
		if h == nil {
			return ""
		}
		assert.Equal(t, protocol.MarkupKindMarkdown, h.Contents.Kind)
		return h.Contents.Value
	}
	text := hover("pay/pay.go", 4)
	assert.Contains(t, text, "**IDM001 nokey** (error)\n\nstripe.New carries no key\n\nSchedule: crash after stripe.New\n\n**Fix.** Give the call a key")
	assert.Contains(t, text, "| effect | key | crash |\n|---|---|---|\n| stripe.New | none | **twice** |\n| the message |  | once |\n")
	assert.Equal(t, "", hover("pay/pay.go", 3))
	assert.Contains(t, hover("orders/orders.go", 2), "What crashes and redeliveries make of orders.Handle")
	assert.Equal(t, "", hover("nowhere.go", 2))

	actions := func(r protocol.Range) []protocol.CodeAction {
		var as []protocol.CodeAction
		c.call("textDocument/codeAction", map[string]any{
			"textDocument": map[string]any{"uri": uriOf(c.path("pay/pay.go"))}, "range": r, "context": map[string]any{"diagnostics": []any{}},
		}, &as)
		return as
	}
	as := actions(at(4, 12, 12))
	require.Len(t, as, 1)
	assert.Equal(t, "give it a key", as[0].Title)
	assert.Equal(t, protocol.CodeActionKindQuickFix, *as[0].Kind)
	assert.Equal(t, map[protocol.DocumentUri][]protocol.TextEdit{
		uriOf(c.path("pay/pay.go")): {{Range: at(4, 22, 22), NewText: "key"}},
	}, as[0].Edit.Changes)
	assert.Empty(t, actions(at(3, 0, 4)), "the finding is elsewhere")

	// Once the text is another one, the fix would go to a wrong place.
	document := map[string]any{"uri": uriOf(c.path("pay/pay.go")), "languageId": "go", "version": 1, "text": pay}
	c.notify("textDocument/didOpen", map[string]any{"textDocument": document})
	assert.Len(t, actions(at(4, 12, 12)), 1)
	c.notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": document["uri"], "version": 2}, "contentChanges": []any{map[string]any{"text": "\n" + pay}},
	})
	assert.Empty(t, actions(at(4, 12, 12)))
	c.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": document["uri"]}})
	assert.Len(t, actions(at(4, 12, 12)), 1)

	c.settled()
	// A save concerns the package; when the finding is gone, so is its diagnostic.
	c.save("pay/pay.go", pay+"\n")
	assert.Equal(t, []string{"example.com/shop/pay"}, a.next(t, &output.Run{}, nil))
	file, ds = c.diagnostics()
	assert.Equal(t, "pay/pay.go", file)
	assert.Empty(t, ds)

	c.call("shutdown", nil, nil)
	c.notify("exit", nil)
	assert.NoError(t, wait(t, c.ended))
}

// TestNewerSave checks that a save stops the analysis it makes stale, and that what
// that one was about is not forgotten.
func TestNewerSave(t *testing.T) {
	a := newAnalysis()
	c := edit(t, a, files)
	c.start()
	a.next(t, &output.Run{}, nil)
	c.settled()
	c.save("a/a.go", "package a\n\n")
	assert.Equal(t, []string{"example.com/shop/a"}, wait(t, a.asked))
	stopped := make(chan bool)
	a.runs <- func(ctx context.Context) (*output.Run, error) {
		<-ctx.Done()
		stopped <- true
		return nil, ctx.Err()
	}
	c.save("b/b.go", "package b\n\n")
	wait(t, stopped)
	assert.Equal(t, []string{"example.com/shop/a", "example.com/shop/b"}, a.next(t, &output.Run{}, nil))
}

func TestTrouble(t *testing.T) {
	a := newAnalysis()
	c := edit(t, a, files)
	c.start()
	a.next(t, &output.Run{Findings: []finding.Finding{payFinding()}}, nil)
	_, ds := c.diagnostics()
	require.Len(t, ds, 1)
	c.settled()

	// Nothing could be analyzed: that is said, and what is known stays.
	c.save("go.mod", goMod+"\n")
	assert.Equal(t, []string{"./..."}, a.next(t, nil, errors.New(".idemlint.yml:1: unknown key")))
	assert.Contains(t, wait(t, c.shown), ".idemlint.yml:1: unknown key")

	// A package does not compile: what was found in it stays, without fixes.
	c.save("pay/pay.go", "\n"+pay+"func")
	a.next(t, &output.Run{Errors: []output.Error{{Package: "example.com/shop/pay", Message: "pay/pay.go:8:1: syntax error"}}}, nil)
	file, ds := c.diagnostics()
	assert.Equal(t, "pay/pay.go", file)
	require.Len(t, ds, 1)
	assert.Equal(t, at(5, 11, 17), ds[0].Range, "it moves with its line")
	var actions []protocol.CodeAction
	c.call("textDocument/codeAction", map[string]any{
		"textDocument": map[string]any{"uri": uriOf(c.path("pay/pay.go"))}, "range": ds[0].Range, "context": map[string]any{"diagnostics": []any{}},
	}, &actions)
	assert.Empty(t, actions)
	c.logs("idemlint: example.com/shop/pay: pay/pay.go:8:1: syntax error")
	c.settled()
	c.save("pay/pay.go", "package pay\n\nfunc {")
	a.next(t, &output.Run{Errors: []output.Error{{Package: "example.com/shop/pay", Message: "pay/pay.go:3:6: syntax error"}}}, nil)
	_, ds = c.diagnostics()
	assert.Empty(t, ds, "its line is gone")
	c.settled()
	// It compiles again.
	c.save("pay/pay.go", pay)
	a.next(t, &output.Run{Findings: []finding.Finding{payFinding()}}, nil)
	_, ds = c.diagnostics()
	assert.Len(t, ds, 1)

	// What the editor should not ask is refused, and all goes on.
	err := c.conn.Call(context.Background(), "textDocument/rename", map[string]any{}, nil)
	assert.ErrorContains(t, err, "method not supported")
	err = c.conn.Call(context.Background(), "textDocument/hover", []int{1}, nil)
	assert.Error(t, err)
	c.notify("$/unheardOf", map[string]any{})
	c.call("shutdown", nil, nil)
	c.notify("exit", nil)
	assert.NoError(t, wait(t, c.ended))
}

// TestNoFolder checks that a file opened by itself brings its module.
func TestNoFolder(t *testing.T) {
	a := newAnalysis()
	c := edit(t, a, files)
	err := c.conn.Call(context.Background(), "textDocument/hover", map[string]any{}, nil)
	assert.ErrorContains(t, err, "not initialized")
	// An editor may be newer than the library.
	c.call("initialize", map[string]any{"processId": nil, "rootUri": nil, "workspaceFolders": nil, "capabilities": map[string]any{
		"textDocument": map[string]any{"semanticTokens": []int{1}}, "general": map[string]any{"positionEncodings": []string{"utf-16"}},
	}}, nil)
	c.notify("initialized", map[string]any{})
	outside := filepath.Join(t.TempDir(), "x.go")
	for _, file := range []string{outside, c.path("pay/pay.go")} {
		c.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uriOf(file), "languageId": "go", "version": 1, "text": pay}})
	}
	c.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": "untitled:1", "languageId": "go", "version": 1, "text": ""}})
	assert.Equal(t, []string{"./..."}, a.next(t, &output.Run{Findings: []finding.Finding{payFinding()}}, nil))
	file, _ := c.diagnostics()
	assert.Equal(t, "pay/pay.go", file)
	// The editor dies.
	require.NoError(t, c.conn.Close())
	assert.ErrorIs(t, wait(t, c.ended), ErrNoShutdown)
}

// TestOutsideChanges checks what happens without a save: files that change on disk,
// folders that come and go.
func TestOutsideChanges(t *testing.T) {
	a := newAnalysis()
	c := edit(t, a, files)
	c.start()
	a.next(t, &output.Run{Findings: []finding.Finding{payFinding()}}, nil)
	c.diagnostics()
	c.settled()

	event := func(names ...string) {
		var changes []any
		for _, name := range names {
			changes = append(changes, map[string]any{"uri": uriOf(c.path(name)), "type": 2})
		}
		c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": changes})
	}
	event(".git/config.json", "b/b.go", "c/c.go")
	assert.Equal(t, []string{"example.com/shop/b", "example.com/shop/c"}, a.next(t, &output.Run{}, nil))
	_, ds := c.diagnostics()
	assert.Len(t, ds, 1, "pay was not looked at")
	c.settled()
	event("main.tf", "b/b.go")
	assert.Equal(t, []string{"./..."}, a.next(t, &output.Run{Findings: []finding.Finding{payFinding()}}, nil))
	c.diagnostics()
	c.settled()

	c.notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{
		"added": []any{}, "removed": []any{map[string]any{"uri": uriOf(c.dir), "name": "shop"}},
	}})
	file, ds := c.diagnostics()
	assert.Equal(t, "pay/pay.go", file)
	assert.Empty(t, ds)
	event("b/b.go") // nobody's now
	c.notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{
		"added": []any{map[string]any{"uri": uriOf(c.dir), "name": "shop"}}, "removed": []any{},
	}})
	assert.Equal(t, []string{"./..."}, a.next(t, &output.Run{}, nil))
}

// TestConcerned checks what a changed file leads to.
func TestConcerned(t *testing.T) {
	g := &graph{
		byPath:    map[string]string{"lib": "/m/lib", "svc": "/m/svc", "main": "/m/main", "other": "/m/other", "x": "/m/x", "y": "/m/y", "z": "/m/z", "w": "/m/w"},
		byDir:     map[string]string{"/m/lib": "lib", "/m/svc": "svc", "/m/main": "main", "/m/other": "other", "/m/x": "x", "/m/y": "y", "/m/z": "z", "/m/w": "w"},
		importers: map[string][]string{"lib": {"svc", "outside"}, "svc": {"main"}, "fmt": {"lib"}},
	}
	concerned := func(found []finding.Finding, files ...string) []string {
		set := make(map[string]bool)
		for _, f := range files {
			set[f] = true
		}
		return sorted(g.concerned(set, found))
	}
	assert.Equal(t, []string{"lib", "main", "svc"}, concerned(nil, "/m/lib/a.go"))
	assert.Equal(t, []string{"main"}, concerned(nil, "/m/main/a.go"))
	assert.Equal(t, []string{"main", "other"}, concerned([]finding.Finding{{Packages: []string{"main", "other"}}}, "/m/main/a.go"), "they report one thing together")
	assert.Equal(t, []string{"main", "other", "x"}, concerned([]finding.Finding{{Packages: []string{"other", "x"}}, {Packages: []string{"main", "other"}}}, "/m/main/a.go"))
	assert.Empty(t, concerned(nil, "/m/new/a.go"), "a package nobody knows: everything")
	assert.Empty(t, concerned(nil, "/m/lib/a.go", "/m/x/a.go", "/m/y/a.go"), "most packages: everything")
}

// TestUpdate checks what stays of what was found before.
func TestUpdate(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	for _, name := range []string{"a", "b"} {
		require.NoError(t, os.Mkdir(in(name), 0o755))
		require.NoError(t, os.WriteFile(in(name+"/"+name+".go"), []byte("package "+name), 0o644))
	}
	g := &graph{byPath: map[string]string{"a": in("a"), "b": in("b")}, byDir: map[string]string{in("a"): "a", in("b"): "b"}}
	f := func(rule, file string, pkgs ...string) finding.Finding {
		return finding.Finding{Rule: rule, File: in(file), Line: 1, Packages: pkgs}
	}
	old := []finding.Finding{f("IDM001", "a/a.go", "a"), f("IDM002", "b/b.go", "b"), f("IDM003", "b/b.go", "a"), f("IDM900", "a/a.go"), f("IDM901", "b/b.go")}
	rules := func(run output.Run, some map[string]bool) []string {
		folder := folder{dir: dir, findings: old, texts: map[string]*text{in("a/a.go"): newText([]byte("package a")), in("b/b.go"): newText([]byte("package b"))}}
		folder.update(&run, some, g)
		var ids []string
		for _, f := range folder.findings {
			ids = append(ids, f.Rule)
		}
		return ids
	}
	assert.Empty(t, rules(output.Run{}, nil))
	assert.Equal(t, []string{"IDM002", "IDM901"}, rules(output.Run{}, map[string]bool{"a": true}))
	assert.Equal(t, []string{"IDM004", "IDM002", "IDM901"}, rules(output.Run{Findings: []finding.Finding{f("IDM004", "a/a.go", "a")}}, map[string]bool{"a": true}))
	assert.Equal(t, []string{"IDM001", "IDM900", "IDM003"}, rules(output.Run{Errors: []output.Error{{Package: "a"}}}, nil))
}

func TestText(t *testing.T) {
	x := newText([]byte("a\r\n\té💶b_1.c  \n"))
	word := func(line, column int) protocol.Range {
		r, ok := x.word(line, column)
		require.True(t, ok)
		return r
	}
	assert.Equal(t, at(0, 0, 1), word(1, 1))
	assert.Equal(t, at(1, 4, 7), word(2, 8), "é has two bytes and one unit, 💶 four and two")
	assert.Equal(t, at(1, 7, 9), word(2, 11), "no name: the rest of the line")
	assert.Equal(t, at(1, 1, 9), word(2, 0), "no column: the line's text")
	for _, p := range [][2]int{{0, 1}, {4, 1}, {1, 9}, {-1, 1}} {
		_, ok := x.word(p[0], p[1])
		assert.False(t, ok, p)
	}
	for offset, want := range map[int]protocol.Position{0: {}, 3: {Line: 1}, 10: {Line: 1, Character: 4}, len(x.data): {Line: 2}} {
		got, ok := x.position(offset)
		assert.True(t, ok)
		assert.Equal(t, want, got, offset)
	}
	for _, offset := range []int{-1, len(x.data) + 1} {
		_, ok := x.position(offset)
		assert.False(t, ok)
	}
	assert.Equal(t, protocol.UInteger(2), units([]byte("\xff\xfe")))
}

func TestURIs(t *testing.T) {
	for uri, want := range map[string]string{
		"file:///m/a%20b.go": "/m/a b.go", "file:///c%3A/code/x.go": "c:/code/x.go", "file:///m/%C3%A9.go": "/m/é.go",
	} {
		got, ok := pathOf(uri)
		assert.True(t, ok)
		assert.Equal(t, filepath.FromSlash(want), got)
	}
	assert.Equal(t, "file:///m/a%20b.go", uriOf("/m/a b.go"))
	for _, uri := range []string{"untitled:1", "https://x/y.go", "%", "", "file:"} {
		_, ok := pathOf(uri)
		assert.False(t, ok, uri)
	}
}
