package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// patience is how long a run may take before it says what it does.
const patience = 2 * time.Second

// progress shows on a terminal what is being done, once that takes long.
type progress struct {
	mu    sync.Mutex
	w     io.Writer // nil if nobody watches
	timer *time.Timer
	shown bool // a line is on the screen
	late  bool // patience is over
	doing string
}

// newProgress returns a progress line on w if w is a terminal.
func newProgress(w io.Writer) *progress {
	p := new(progress)
	file, ok := w.(*os.File)
	if !ok {
		return p
	}
	if info, err := file.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return p
	}
	p.w = w
	p.timer = time.AfterFunc(patience, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.late = true
		p.show()
	})
	return p
}

// step says what is being done from now on.
func (p *progress) step(doing string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.doing = doing
	p.show()
}

func (p *progress) show() {
	if p.w != nil && p.late {
		p.shown = true
		fmt.Fprintf(p.w, "\r\x1b[Kidemlint: %s…", p.doing)
	}
}

// stop removes the line.
func (p *progress) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.timer != nil {
		p.timer.Stop()
	}
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
	p.w = nil
}
