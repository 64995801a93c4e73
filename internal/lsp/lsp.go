// Package lsp shows findings in editors, over the Language Server Protocol.
//
// A [Serve] talks to one editor. It analyzes every folder of the workspace at the
// start, and again what a saved file concerns: see packages.go for what that is. An
// analysis that a newer save makes stale is stopped. What an analysis is, the
// caller says: this package knows runs, not how they are made.
//
// Files are judged as they are on disk. What is typed and not saved is known only
// so that no quick fix is offered for a text that has changed since.
package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sourcegraph/jsonrpc2"
	"github.com/tliron/glsp"
	protocol "github.com/tliron/glsp/protocol_3_16"

	"github.com/idemlint/idemlint/internal/output"
)

// Options say what is served.
type Options struct {
	// Analyze analyzes the packages that patterns name in dir. The files of the
	// run are relative to dir. It stops when ctx ends.
	Analyze func(ctx context.Context, dir string, patterns []string) (*output.Run, error)
	// Delay is how long the server waits after a save for another one.
	Delay   time.Duration
	Version string
}

// ErrNoShutdown says that the editor went away without saying goodbye.
var ErrNoShutdown = errors.New("the editor ended the connection without a shutdown request")

// Serve serves the editor at the other end of stream until it says exit or goes
// away.
func Serve(stream io.ReadWriteCloser, opts Options) error {
	ctx, cancel := context.WithCancel(context.Background())
	s := &server{
		opts: opts, folders: make(map[string]*folder), buffers: make(map[string]string),
		changes: make(chan change, 64), connected: make(chan struct{}),
	}
	s.handler = protocol.Handler{
		Initialized: s.initialized,
		Shutdown:    s.shutdown,
		SetTrace:    func(*glsp.Context, *protocol.SetTraceParams) error { return nil },

		TextDocumentDidOpen:    s.didOpen,
		TextDocumentDidChange:  s.didChange,
		TextDocumentDidSave:    s.didSave,
		TextDocumentDidClose:   s.didClose,
		TextDocumentHover:      s.hover,
		TextDocumentCodeAction: s.codeAction,

		WorkspaceDidChangeWatchedFiles:     s.didChangeFiles,
		WorkspaceDidChangeWorkspaceFolders: s.didChangeFolders,
	}
	var working sync.WaitGroup
	working.Go(func() { s.work(ctx) })
	s.conn = jsonrpc2.NewConn(ctx, jsonrpc2.NewBufferedStream(stream, jsonrpc2.VSCodeObjectCodec{}),
		jsonrpc2.HandlerWithError(s.handle).SuppressErrClosed())
	close(s.connected)
	<-s.conn.DisconnectNotify()
	cancel()
	working.Wait()
	if !s.saidGoodbye() {
		return ErrNoShutdown
	}
	return nil
}

// server is one editor's view of its workspace.
type server struct {
	opts    Options
	handler protocol.Handler
	changes chan change
	watches bool // the editor can tell of files that change by themselves

	conn      *jsonrpc2.Conn
	connected chan struct{} // closed once conn is set: it is used before NewConn returns

	mu      sync.Mutex
	folders map[string]*folder // by directory
	buffers map[string]string  // what open files read, by path
	goodbye bool
	said    string // the last trouble that was shown
}

// handle answers a request. A mistake of ours must not end the editor's session.
func (s *server) handle(ctx context.Context, conn *jsonrpc2.Conn, req *jsonrpc2.Request) (result any, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: fmt.Sprintf("internal error in %s: %v; please report it", req.Method, r)}
		}
	}()
	if req.Method == protocol.MethodExit {
		return nil, conn.Close()
	}
	call := glsp.Context{Method: req.Method}
	if req.Params != nil {
		call.Params = *req.Params
	}
	if req.Method == protocol.MethodInitialize {
		return s.initialize(call.Params)
	}
	result, known, valid, err := s.handler.Handle(&call)
	switch {
	case !known && req.Notif: // "$/…" and others that we need not know
		return nil, nil
	case !known:
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: "method not supported: " + req.Method}
	case !valid && err != nil:
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
	case err != nil:
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: err.Error()}
	}
	return result, nil
}

func ptr[T any](v T) *T { return &v }

// initialization is what we want to know of the editor. The library's type has all
// that editors could say when it was written; a newer one may say something else.
type initialization struct {
	RootURI          string                     `json:"rootUri"`
	WorkspaceFolders []protocol.WorkspaceFolder `json:"workspaceFolders"`
	Capabilities     struct {
		Workspace struct {
			DidChangeWatchedFiles struct {
				DynamicRegistration bool `json:"dynamicRegistration"`
			} `json:"didChangeWatchedFiles"`
		} `json:"workspace"`
	} `json:"capabilities"`
}

func (s *server) initialize(data json.RawMessage) (any, error) {
	var params initialization
	if err := json.Unmarshal(data, &params); err != nil {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
	}
	uris := []string{params.RootURI}
	if len(params.WorkspaceFolders) > 0 {
		uris = nil
	}
	for _, f := range params.WorkspaceFolders {
		uris = append(uris, f.URI)
	}
	for _, uri := range uris {
		if dir, ok := pathOf(uri); ok {
			s.addFolder(dir)
		}
	}
	s.watches = params.Capabilities.Workspace.DidChangeWatchedFiles.DynamicRegistration
	s.handler.SetInitialized(true)
	return protocol.InitializeResult{
		Capabilities: protocol.ServerCapabilities{
			TextDocumentSync: protocol.TextDocumentSyncOptions{
				OpenClose: ptr(true), Change: ptr(protocol.TextDocumentSyncKindFull), Save: true,
			},
			HoverProvider:      true,
			CodeActionProvider: protocol.CodeActionOptions{CodeActionKinds: []protocol.CodeActionKind{protocol.CodeActionKindQuickFix}},
			Workspace: &protocol.ServerCapabilitiesWorkspace{
				WorkspaceFolders: &protocol.WorkspaceFoldersServerCapabilities{
					Supported: ptr(true), ChangeNotifications: &protocol.BoolOrString{Value: true},
				},
			},
		},
		ServerInfo: &protocol.InitializeResultServerInfo{Name: "idemlint", Version: &s.opts.Version},
	}, nil
}

// watched are the files that can change what a run finds: code, and what
// defines queues and tables.
const watched = "**/*.{go,mod,work,yml,yaml,tf,tofu,json,sql,prisma}"

// initialized starts the first analysis, and asks to be told of files that change
// without being saved in the editor: by git, say.
func (s *server) initialized(*glsp.Context, *protocol.InitializedParams) error {
	if s.watches {
		// The answer comes when this notification has been handled.
		go s.call(protocol.ServerClientRegisterCapability, protocol.RegistrationParams{
			Registrations: []protocol.Registration{{
				ID: "files", Method: protocol.MethodWorkspaceDidChangeWatchedFiles,
				RegisterOptions: protocol.DidChangeWatchedFilesRegistrationOptions{Watchers: []protocol.FileSystemWatcher{{GlobPattern: watched}}},
			}},
		})
	}
	return nil
}

func (s *server) shutdown(*glsp.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.goodbye = true
	return nil
}

func (s *server) saidGoodbye() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.goodbye
}

// addFolder adds a directory to the workspace and has it analyzed.
func (s *server) addFolder(dir string) {
	dir = filepath.Clean(dir)
	s.mu.Lock()
	_, known := s.folders[dir]
	if !known {
		s.folders[dir] = &folder{dir: dir}
	}
	s.mu.Unlock()
	if !known {
		s.changes <- change{folder: dir}
	}
}

// folderOf is the innermost folder of the workspace that holds a file, "" if none
// does.
func (s *server) folderOf(file string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	best := ""
	for dir := range s.folders {
		if rel, err := filepath.Rel(dir, file); err == nil && filepath.IsLocal(rel) && len(dir) > len(best) {
			best = dir
		}
	}
	return best
}

// didOpen notes what the editor shows. A file that no folder holds brings its
// module into the workspace: some editors open files without a folder.
func (s *server) didOpen(_ *glsp.Context, params *protocol.DidOpenTextDocumentParams) error {
	file, ok := pathOf(params.TextDocument.URI)
	if !ok {
		return nil
	}
	s.setBuffer(file, params.TextDocument.Text)
	if s.folderOf(file) == "" {
		if dir := moduleOf(file); dir != "" {
			s.addFolder(dir)
		}
	}
	return nil
}

// moduleOf is the directory of the module that holds a file, "" if none does.
func moduleOf(file string) string {
	for dir := filepath.Dir(file); ; dir = filepath.Dir(dir) {
		if info, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil && info.Mode().IsRegular() {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}

func (s *server) didChange(_ *glsp.Context, params *protocol.DidChangeTextDocumentParams) error {
	file, ok := pathOf(params.TextDocument.URI)
	if !ok {
		return nil
	}
	for _, c := range params.ContentChanges {
		if whole, ok := c.(protocol.TextDocumentContentChangeEventWhole); ok {
			s.setBuffer(file, whole.Text)
		}
	}
	return nil
}

func (s *server) setBuffer(file, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.buffers[file] = text
}

func (s *server) didClose(_ *glsp.Context, params *protocol.DidCloseTextDocumentParams) error {
	if file, ok := pathOf(params.TextDocument.URI); ok {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.buffers, file)
	}
	return nil
}

func (s *server) didSave(_ *glsp.Context, params *protocol.DidSaveTextDocumentParams) error {
	s.changed(params.TextDocument.URI)
	return nil
}

func (s *server) didChangeFiles(_ *glsp.Context, params *protocol.DidChangeWatchedFilesParams) error {
	for _, c := range params.Changes {
		s.changed(c.URI)
	}
	return nil
}

// changed has analyzed what a changed file concerns.
func (s *server) changed(uri string) {
	file, ok := pathOf(uri)
	if !ok {
		return
	}
	dir := s.folderOf(file)
	rel, err := filepath.Rel(dir, file)
	hidden := func(part string) bool { return len(part) > 1 && part[0] == '.' }
	if dir == "" || err != nil || slices.ContainsFunc(strings.Split(filepath.ToSlash(filepath.Dir(rel)), "/"), hidden) {
		return // not ours, or .git and the like
	}
	s.changes <- change{dir, file}
}

func (s *server) didChangeFolders(_ *glsp.Context, params *protocol.DidChangeWorkspaceFoldersParams) error {
	for _, f := range params.Event.Removed {
		dir, ok := pathOf(f.URI)
		if !ok {
			continue
		}
		s.mu.Lock()
		gone := s.folders[filepath.Clean(dir)]
		delete(s.folders, filepath.Clean(dir))
		s.mu.Unlock()
		if gone != nil {
			s.publish(gone)
		}
	}
	for _, f := range params.Event.Added {
		if dir, ok := pathOf(f.URI); ok {
			s.addFolder(dir)
		}
	}
	return nil
}

// log tells the editor what is going on, where it keeps such things.
func (s *server) log(kind protocol.MessageType, format string, args ...any) {
	s.notify(protocol.ServerWindowLogMessage, protocol.LogMessageParams{Type: kind, Message: fmt.Sprintf(format, args...)})
}

// notify sends a notification. That the editor has gone away is seen elsewhere.
func (s *server) notify(method string, params any) {
	<-s.connected
	s.conn.Notify(context.Background(), method, params)
}

// call asks the editor for something and does not care for the answer.
func (s *server) call(method string, params any) {
	<-s.connected
	s.conn.Call(context.Background(), method, params, nil)
}
