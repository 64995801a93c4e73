package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"
)

var shells = map[string]func(io.Writer, []description){
	"bash": writeBash,
	"zsh":  writeZsh,
	"fish": writeFish,
}

// runCompletion prints a script that completes the command line in a shell.
func runCompletion(args []string, stdout, stderr io.Writer) (int, error) {
	f := newFlags("idemlint completion", "bash|zsh|fish", stderr)
	if err := f.set.Parse(args); err != nil {
		return helpOr(err)
	}
	write := shells[f.set.Arg(0)]
	if f.set.NArg() != 1 || write == nil {
		return exitTrouble, errors.New("for which shell? idemlint completion bash, zsh or fish")
	}
	var text bytes.Buffer
	write(&text, describe())
	_, err := stdout.Write(text.Bytes())
	return exitClean, err
}

// commandWords are the words that can stand in the place of a command.
func commandWords(ds []description) string {
	var words []string
	for _, d := range ds[1:] {
		words = append(words, d.name)
	}
	return strings.Join(append(words, "help"), " ")
}

// writeBash keeps to what bash 3.2 knows, the version of macOS.
func writeBash(w io.Writer, ds []description) {
	fmt.Fprint(w, `# Completions of idemlint for bash. In ~/.bashrc:
#	source <(idemlint completion bash)
_idemlint() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command= flags= words= kind=
	COMPREPLY=()
	# -flag=value is three words to bash.
	if [ "$cur" = = ]; then
		cur=
	elif [ "$prev" = = ]; then
		prev=${COMP_WORDS[COMP_CWORD-2]}
	fi
	[ "$COMP_CWORD" -gt 1 ] && command=${COMP_WORDS[1]}
	case $command in
`)
	for _, d := range append(ds[1:len(ds):len(ds)], ds[0]) {
		kind := ""
		switch {
		case d.takesFiles():
			kind = "file"
		case d.takesPackages():
			kind = "dir"
		}
		words := d.argumentWords()
		fmt.Fprintf(w, "\t%s)\n\t\tflags='%s' words='%s' kind=%s\n\t\tcase $prev in\n", cmp.Or(d.name, "*"), strings.Join(d.flagNames(), " "), strings.Join(words, " "), kind)
		for _, f := range d.flags {
			if f.value != "" {
				fmt.Fprintf(w, "\t\t-%s | --%s) flags= words='%s' kind=%s ;;\n", f.name, f.name, strings.Join(f.words, " "), pathKind(f.value))
			}
		}
		if len(d.verbs) > 0 && d.name == "baseline" {
			fmt.Fprintf(w, "\t\t%s) kind= ;;\n\t\t*) words=./... ;;\n", d.name)
		}
		fmt.Fprint(w, "\t\tesac\n\t\t;;\n")
	}
	fmt.Fprintf(w, `	esac
	[ "$COMP_CWORD" = 1 ] && words="$words %s"
	case $cur in
	-*) COMPREPLY=($(compgen -W "$flags" -- "$cur")) ;;
	*)
		COMPREPLY=($(compgen -W "$words" -- "$cur"))
		local IFS=$'\n'
		case $kind in
		file) COMPREPLY+=($(compgen -f -- "$cur")) ;;
		dir) COMPREPLY+=($(compgen -d -- "$cur")) ;;
		esac
		[ -n "$kind" ] && compopt -o filenames 2>/dev/null
		;;
	esac
	return 0
}
complete -F _idemlint idemlint
`, commandWords(ds))
}

// pathKind says whether the value of a flag is the name of a file or directory.
func pathKind(value string) string {
	if value == "file" || value == "dir" {
		return value
	}
	return ""
}

func writeZsh(w io.Writer, ds []description) {
	quote := strings.NewReplacer("'", `'\''`, "[", `\[`, "]", `\]`, ":", `\:`)
	fmt.Fprint(w, `#compdef idemlint
# Completions of idemlint for zsh. Put them into a directory of $fpath, as _idemlint:
#	idemlint completion zsh > "${fpath[1]}/_idemlint"
_idemlint() {
	local -a commands
	commands=(
`)
	for _, d := range ds[1:] {
		fmt.Fprintf(w, "\t\t'%s:%s'\n", d.name, quote.Replace(d.summary))
	}
	fmt.Fprint(w, "\t)\n\tlocal command=$words[2]\n\tif (( CURRENT > 2 )) && [[ -n ${commands[(r)$command:*]} ]]; then\n\t\tshift words\n\t\t(( CURRENT-- ))\n\telse\n\t\tcommand=\n\tfi\n\tcase $command in\n")
	for _, d := range append(ds[1:len(ds):len(ds)], ds[0]) {
		fmt.Fprintf(w, "\t%s)\n\t\t[[ -z $command ]] && (( CURRENT == 2 )) && _describe command commands\n\t\t_arguments", cmp.Or(d.name, "*"))
		for _, f := range d.flags {
			arg := fmt.Sprintf("-%s[%s]", f.name, quote.Replace(f.usage))
			if f.value != "" {
				arg = fmt.Sprintf("-%s=[%s]:%s:%s", f.name, quote.Replace(f.usage), f.value, zshValues(f))
			}
			fmt.Fprintf(w, " \\\n\t\t\t'%s'", arg)
		}
		rest := ""
		switch {
		case len(d.verbs) > 0:
			fmt.Fprintf(w, " \\\n\t\t\t'1:verb:(%s)'", strings.Join(d.verbs, " "))
			if d.takesPackages() {
				rest = "packages:_files -/"
			}
		case d.takesPackages():
			rest = "packages:_files -/"
		case d.takesFiles():
			rest = "file:_files"
		case len(d.argumentWords()) > 0:
			rest = "rule:(" + strings.Join(d.argumentWords(), " ") + ")"
		}
		if rest != "" {
			fmt.Fprintf(w, " \\\n\t\t\t'*:%s'", rest)
		}
		fmt.Fprint(w, "\n\t\t;;\n")
	}
	fmt.Fprint(w, "\tesac\n}\nif [[ $funcstack[1] == _idemlint ]]; then\n\t_idemlint \"$@\"\nelse\n\tcompdef _idemlint idemlint\nfi\n")
}

func zshValues(f flagDescription) string {
	switch {
	case len(f.words) > 0:
		return "(" + strings.Join(f.words, " ") + ")"
	case f.value == "file":
		return "_files"
	case f.value == "dir":
		return "_files -/"
	}
	return ""
}

func writeFish(w io.Writer, ds []description) {
	quote := strings.NewReplacer(`\`, `\\`, `'`, `\'`)
	fmt.Fprint(w, "# Completions of idemlint for fish:\n#\tidemlint completion fish > ~/.config/fish/completions/idemlint.fish\ncomplete -c idemlint -f\n")
	names := commandWords(ds)
	for _, d := range ds {
		when := "__fish_seen_subcommand_from " + d.name
		if d.name == "" {
			when = "not __fish_seen_subcommand_from " + names
		} else {
			fmt.Fprintf(w, "complete -c idemlint -n __fish_use_subcommand -a %s -d '%s'\n", d.name, quote.Replace(d.summary))
		}
		for _, f := range d.flags {
			fmt.Fprintf(w, "complete -c idemlint -n '%s' -o %s -d '%s'", when, f.name, quote.Replace(f.usage))
			switch {
			case len(f.words) > 0:
				fmt.Fprintf(w, " -x -a '%s'", strings.Join(f.words, " "))
			case f.value == "file":
				fmt.Fprint(w, " -r -F")
			case f.value == "dir":
				fmt.Fprint(w, " -x -a '(__fish_complete_directories)'")
			case f.value != "":
				fmt.Fprint(w, " -x")
			}
			fmt.Fprintln(w)
		}
		verbs := strings.Join(d.verbs, " ")
		if words := d.argumentWords(); len(words) > 0 {
			first := when
			if verbs != "" {
				first += "; and not __fish_seen_subcommand_from " + verbs
			}
			fmt.Fprintf(w, "complete -c idemlint -n '%s' -a '%s'\n", first, strings.Join(words, " "))
		}
		if verbs != "" {
			when += "; and __fish_seen_subcommand_from " + verbs
		}
		switch {
		case d.takesFiles():
			fmt.Fprintf(w, "complete -c idemlint -n '%s' -F\n", when)
		case d.takesPackages():
			fmt.Fprintf(w, "complete -c idemlint -n '%s' -a '(__fish_complete_directories)'\n", when)
		}
	}
}
