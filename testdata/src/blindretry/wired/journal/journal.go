// Package journal keeps lines.
package journal

import (
	"context"
	"os"
)

type File struct{ Path string }

func (f *File) Append(ctx context.Context, line string) error {
	w, err := os.OpenFile(f.Path, os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer w.Close()
	_, err = w.WriteString(line + "\n")
	return err
}
