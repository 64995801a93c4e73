package infra

import (
	"path"
	"slices"
	"strings"
)

// environments are the words for each environment in the names of directories
// and files.
var environments = map[string]Environment{
	"prod": Production, "production": Production, "prd": Production, "live": Production,
	"staging": Staging, "stage": Staging, "stg": Staging, "preprod": Staging, "uat": Staging, "preproduction": Staging,
	"dev": Development, "development": Development, "local": Development, "localstack": Development,
	"elasticmq": Development, "sandbox": Development, "test": Development, "tests": Development,
	"testing": Development, "e2e": Development, "integration": Development, "fixtures": Development, "qa": Development,
	"example": Example, "examples": Example, "sample": Example, "samples": Example, "demo": Example,
	"docs": Example, "doc": Example, "website": Example,
}

// environmentOf returns the environment that a file belongs to. The innermost
// name that says one counts, except that what lies in an example or a test
// stays one. Of a file's own name only a part set off by a dot or hyphen counts
// (values-prod.yaml, serverless.dev.yml).
func environmentOf(file string) Environment {
	dirs := strings.Split(path.Dir(file), "/")
	env := AnyEnvironment
	for _, dir := range dirs {
		e, ok := environments[strings.ToLower(strings.TrimLeft(dir, "_."))]
		if !ok {
			e = partEnvironment(dir)
		}
		if e == Example {
			return Example
		}
		if e != AnyEnvironment {
			env = e
		}
	}
	if e := partEnvironment(path.Base(file)); e != AnyEnvironment && env == AnyEnvironment {
		return e
	}
	return env
}

// partEnvironment looks at the parts of a name like values-prod.yaml. A name
// that is about two environments is about none; words that are too common in
// names of services do not count.
func partEnvironment(name string) Environment {
	parts := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == '-' || r == '_' || r == '.' })
	if len(parts) < 2 {
		return AnyEnvironment
	}
	env := AnyEnvironment
	for _, part := range parts {
		if !slices.Contains([]string{"prod", "production", "staging", "stage", "dev", "development", "local", "localstack", "sandbox"}, part) {
			continue
		}
		if env != AnyEnvironment && env != environments[part] {
			return AnyEnvironment
		}
		env = environments[part]
	}
	return env
}
