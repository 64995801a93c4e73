package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// writeFile writes a file whole or not at all: what write leaves half done is
// thrown away, and readers see the old text or the new one.
func writeFile(name string, write func(io.Writer) error) error {
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return err
	}
	mode := os.FileMode(0o644)
	switch info, err := os.Stat(name); {
	case err == nil && !info.Mode().IsRegular(): // /dev/stdout, a pipe
		return os.WriteFile(name, text.Bytes(), 0)
	case err == nil:
		mode = info.Mode().Perm()
		if name, err = filepath.EvalSymlinks(name); err != nil {
			return err
		}
	}
	if err := replaceFile(name, text.Bytes(), mode); err != nil {
		var path *os.PathError // of a file nobody knows
		if errors.As(err, &path) {
			err = path.Err
		}
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func replaceFile(name string, text []byte, mode os.FileMode) error {
	tmp, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // fails once it has been renamed
	_, err = tmp.Write(text)
	if err == nil {
		err = tmp.Chmod(mode)
	}
	if closing := tmp.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return err
	}
	return os.Rename(tmp.Name(), name)
}
