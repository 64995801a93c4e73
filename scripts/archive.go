//go:build ignore

// Archive packs a directory for scripts/release, as .tar.gz or .zip by the name of
// the archive. The bytes depend on the names and contents of the files alone, not on
// the machine, and the time of all of them is SOURCE_DATE_EPOCH. With -sums it prints
// the SHA-256 of each file of a directory, for sha256sum -c.
package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("archive: ")
	if len(os.Args) != 3 {
		log.Fatal("usage: archive directory archive, archive -sums directory")
	}
	var err error
	if os.Args[1] == "-sums" {
		err = sums(os.Args[2])
	} else {
		err = pack(os.Args[1], os.Args[2])
	}
	if err != nil {
		log.Fatal(err)
	}
}

func sums(dir string) error {
	entries, err := os.ReadDir(dir) // sorted
	if err != nil {
		return err
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return err
		}
		fmt.Printf("%x  %s\n", sha256.Sum256(data), e.Name())
	}
	return nil
}

// A packer adds a file to an archive.
type packer interface {
	add(name string, mode fs.FileMode, data []byte) error
	io.Closer
}

func pack(dir, name string) error {
	epoch, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64)
	if err != nil {
		return fmt.Errorf("SOURCE_DATE_EPOCH: %w", err)
	}
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	defer file.Close()
	var p packer = zipPacker{zip.NewWriter(file), time.Unix(epoch, 0).UTC()}
	if strings.HasSuffix(name, ".tar.gz") {
		gz := gzip.NewWriter(file)
		p = tarPacker{tar.NewWriter(gz), gz, time.Unix(epoch, 0).UTC()}
	}
	err = filepath.WalkDir(dir, func(full string, d fs.DirEntry, err error) error { // in order of names
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, full)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(full)
		if err != nil {
			return err
		}
		mode := fs.FileMode(0o644)
		if base := d.Name(); base == "idemlint" || base == "idemlint.exe" {
			mode = 0o755
		}
		return p.add(path.Join(filepath.Base(dir), filepath.ToSlash(rel)), mode, data)
	})
	return errors.Join(err, p.Close(), file.Close())
}

type tarPacker struct {
	*tar.Writer
	gz   *gzip.Writer
	time time.Time
}

func (p tarPacker) add(name string, mode fs.FileMode, data []byte) error {
	err := p.WriteHeader(&tar.Header{Name: name, Mode: int64(mode), Size: int64(len(data)), ModTime: p.time, Format: tar.FormatUSTAR})
	if err == nil {
		_, err = p.Write(data)
	}
	return err
}

func (p tarPacker) Close() error { return errors.Join(p.Writer.Close(), p.gz.Close()) }

type zipPacker struct {
	*zip.Writer
	time time.Time
}

func (p zipPacker) add(name string, mode fs.FileMode, data []byte) error {
	h := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: p.time}
	h.SetMode(mode)
	w, err := p.CreateHeader(h)
	if err == nil {
		_, err = w.Write(data)
	}
	return err
}
