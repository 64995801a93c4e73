package main

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const lspModule = "module example.com/shop\n\ngo 1.25\n"

const lspBad = `package orders

import "net/http"

// Handle handles orders.
//
//idemlint:handler
func Handle(body []byte) error {
	_, err := http.Post("http://pay", "", nil)
	return err
}
`

const lspGood = `package orders

// Handle handles orders.
//
//idemlint:handler
func Handle(body []byte) error {
	return nil
}
`

// pipes are a process's standard input and output.
type pipes struct {
	io.ReadCloser
	io.WriteCloser
}

func (p pipes) Close() error {
	p.WriteCloser.Close()
	return p.ReadCloser.Close()
}

// TestLanguageServer talks to the real server about a real module.
func TestLanguageServer(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	write := func(name, data string) string {
		file := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(data), 0o644))
		return "file://" + filepath.ToSlash(file)
	}
	write("go.mod", lspModule)
	uri := write("orders/orders.go", lspBad)
	for _, name := range []string{"a", "b", "c"} {
		write(name+"/"+name+".go", "package "+name+"\n")
	}

	tool, err := exec.LookPath("idemlint")
	require.NoError(t, err)
	cmd := exec.Command(tool, "lsp")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	defer cmd.Process.Kill()

	type diagnostic struct {
		Range struct {
			Start, End struct{ Line, Character int }
		}
		Code, Message string
		Severity      int
	}
	published, logged := make(chan []diagnostic, 10), make(chan string, 100)
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	conn := jsonrpc2.NewConn(ctx, jsonrpc2.NewBufferedStream(pipes{out, in}, jsonrpc2.VSCodeObjectCodec{}),
		jsonrpc2.HandlerWithError(func(_ context.Context, _ *jsonrpc2.Conn, req *jsonrpc2.Request) (any, error) {
			var params struct {
				URI, Message string
				Diagnostics  []diagnostic
			}
			if err := json.Unmarshal(*req.Params, &params); err != nil {
				return nil, err
			}
			switch req.Method {
			case "textDocument/publishDiagnostics":
				assert.Equal(t, uri, params.URI)
				published <- params.Diagnostics
			case "window/logMessage":
				logged <- params.Message
			}
			return nil, nil
		}).SuppressErrClosed())
	defer conn.Close()
	next := func() []diagnostic {
		t.Helper()
		select {
		case ds := <-published:
			return ds
		case <-ctx.Done():
			require.FailNow(t, "no diagnostics")
			return nil
		}
	}
	logs := func(text string) {
		t.Helper()
		for {
			select {
			case line := <-logged:
				if strings.Contains(line, text) {
					return
				}
			case <-ctx.Done():
				require.FailNow(t, "not logged: "+text)
			}
		}
	}
	document := map[string]any{"uri": uri}

	require.NoError(t, conn.Call(ctx, "initialize", map[string]any{
		"processId": nil, "rootUri": nil, "capabilities": map[string]any{},
		"workspaceFolders": []any{map[string]any{"uri": "file://" + filepath.ToSlash(dir), "name": "shop"}},
	}, nil))
	require.NoError(t, conn.Notify(ctx, "initialized", map[string]any{}))
	ds := next()
	require.Len(t, ds, 1)
	assert.Equal(t, "IDM001", ds[0].Code)
	assert.Equal(t, 2, ds[0].Severity)
	assert.Equal(t, 8, ds[0].Range.Start.Line)
	line := strings.Split(lspBad, "\n")[8]
	assert.Equal(t, "Post", line[ds[0].Range.Start.Character:ds[0].Range.End.Character])
	logs("all packages of " + dir + " analyzed")

	var hover struct{ Contents struct{ Value string } }
	require.NoError(t, conn.Call(ctx, "textDocument/hover", map[string]any{"textDocument": document, "position": map[string]any{"line": 8, "character": 14}}, &hover))
	assert.Contains(t, hover.Contents.Value, "**IDM001 nokey** (warning)")
	assert.Contains(t, hover.Contents.Value, "**Fix.** Give the call a key")
	assert.Contains(t, hover.Contents.Value, "What crashes and redeliveries make of orders.Handle")

	// While it does not compile, what is known stays, and is shown again.
	write("orders/orders.go", lspBad+"func {")
	require.NoError(t, conn.Notify(ctx, "textDocument/didSave", map[string]any{"textDocument": document}))
	assert.Len(t, next(), 1)
	logs("1 of 4 packages")

	write("orders/orders.go", lspGood)
	require.NoError(t, conn.Notify(ctx, "textDocument/didSave", map[string]any{"textDocument": document}))
	assert.Empty(t, next())

	require.NoError(t, conn.Call(ctx, "shutdown", nil, nil))
	require.NoError(t, conn.Notify(ctx, "exit", nil))
	assert.NoError(t, cmd.Wait())
}
