package infra

import (
	"path"
	"regexp"
	"strings"
)

// Build is a go build command found in the repository: it says which package
// becomes which file.
type Build struct {
	Packages []string `json:"packages"`         // directories, relative to the repository
	Output   string   `json:"output,omitempty"` // file or directory after -o, relative to the repository
	Target   string   `json:"target,omitempty"` // of the Makefile
	Place    Place    `json:"place"`
}

// isBuildFile reports whether a file may hold build commands.
func isBuildFile(base string) bool {
	return base == "Makefile" || base == "makefile" || base == "GNUmakefile" || strings.HasSuffix(base, ".mk") ||
		base == "Dockerfile" || strings.HasPrefix(base, "Dockerfile.") || strings.HasSuffix(base, ".Dockerfile") || strings.HasSuffix(base, ".dockerfile")
}

var makeTarget = regexp.MustCompile(`^([A-Za-z0-9_.-]+)\s*:([^=]|$)`)

// readBuilds reads the go build commands of a Makefile or Dockerfile.
func (r *reader) readBuilds(file string, data []byte) {
	dir, target := path.Dir(file), ""
	make := !strings.Contains(strings.ToLower(path.Base(file)), "dockerfile")
	line, text := 0, ""
	for part := range strings.Lines(string(data)) {
		line++
		part = strings.TrimRight(part, "\r\n")
		if rest, more := strings.CutSuffix(part, `\`); more {
			text += rest + " "
			continue
		}
		text += part
		if m := makeTarget.FindStringSubmatch(text); make && m != nil {
			target = m[1]
		}
		r.addBuilds(text, dir, target, Place{File: file, Line: line, Column: 1})
		text = ""
	}
}

var shellCommand = regexp.MustCompile(`&&|\|\||;|\|`)

// addBuilds adds the go build commands in a line of shell. A cd in front of one
// counts.
func (r *reader) addBuilds(text, dir, target string, at Place) {
	if !strings.Contains(text, "go build") {
		return
	}
	for _, command := range shellCommand.Split(text, -1) {
		words := strings.Fields(strings.TrimLeft(strings.TrimSpace(command), "@-+"))
		if len(words) > 1 && words[0] == "cd" {
			dir = inDir(dir, words[1])
			continue
		}
		for i := 0; i+1 < len(words); i++ {
			if words[i] == "go" && words[i+1] == "build" {
				r.addBuild(words[i+2:], dir, target, at)
				break
			}
		}
	}
}

// valueFlags are the flags of go build that take the next word.
var valueFlags = map[string]bool{
	"-o": true, "-tags": true, "-ldflags": true, "-gcflags": true, "-asmflags": true, "-mod": true, "-p": true, "-C": true,
	"-buildmode": true, "-trimprefix": true, "-modfile": true, "-pkgdir": true, "-toolexec": true, "-overlay": true, "-pgo": true, "-installsuffix": true,
}

func (r *reader) addBuild(words []string, dir, target string, at Place) {
	b := &Build{Target: target, Place: at}
	output, quote := "", byte(0)
	for i := 0; i < len(words); i++ {
		w := words[i]
		// A quoted argument with spaces in it, as -ldflags has, is no package.
		if quote != 0 {
			if strings.HasSuffix(w, string(quote)) {
				quote = 0
			}
			continue
		}
		if j := strings.IndexAny(w, `"'`); j >= 0 && strings.Count(w, w[j:j+1])%2 == 1 {
			quote = w[j]
			continue
		}
		flag, value, joined := strings.Cut(w, "=")
		flag = strings.Replace(flag, "--", "-", 1)
		switch {
		case strings.HasPrefix(w, "-"):
			if !joined && valueFlags[flag] && i+1 < len(words) {
				i++
				value = words[i]
				if j := strings.IndexAny(value, `"'`); j >= 0 && strings.Count(value, value[j:j+1])%2 == 1 {
					quote = value[j]
				}
			}
			switch flag {
			case "-o":
				output = value
			case "-C":
				dir = inDir(dir, value)
			}
		case strings.HasPrefix(w, ">") || strings.HasPrefix(w, "2>"):
			i = len(words)
		default:
			b.Packages = append(b.Packages, w)
		}
	}
	if len(b.Packages) == 0 {
		b.Packages = []string{"."}
	}
	for i, p := range b.Packages {
		if strings.HasSuffix(p, ".go") {
			p = path.Dir(p)
		}
		b.Packages[i] = inDir(dir, p)
	}
	if output != "" {
		b.Output = inDir(dir, output)
	}
	r.facts.Builds = append(r.facts.Builds, b)
}

var shellVariable = regexp.MustCompile(`\$\([^)]*\)|\$\{[^}]*\}|\$\$?[A-Za-z_@<^*?][A-Za-z0-9_]*`)

// shellWord drops quotes and replaces variables by *.
func shellWord(w string) string {
	return shellVariable.ReplaceAllString(strings.Trim(w, `"'`), "*")
}

// tfLocalExec: a provisioner runs the build.
func (r *reader) tfLocalExec(d Definition, v *value) {
	provisioners, _ := v.field("provisioner").elements()
	for _, p := range provisioners {
		command := p.field("command")
		if command == nil || command.kind != isText {
			continue
		}
		dir := d.Root
		if wd := p.field("working_dir"); wd.written() {
			dir = r.marks.repoPath(wd, d.Root)
		}
		text := r.marks.display(strings.ReplaceAll(command.text, string(markRepo), fromRepo))
		for part := range strings.Lines(text) {
			r.addBuilds(strings.TrimSpace(part), dir, "", command.at)
		}
	}
}

// fromRepo stands in front of a path in a command that is relative to the
// repository, not to where the command runs.
const fromRepo = "/@repository/"

// inDir is a path that a command in dir names.
func inDir(dir, p string) string {
	p = shellWord(p)
	if rest, ok := strings.CutPrefix(p, fromRepo); ok {
		return path.Clean(rest)
	}
	if path.IsAbs(p) || strings.HasPrefix(p, "*") {
		return p
	}
	return path.Join(dir, p)
}
