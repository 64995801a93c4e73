package output

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestReadJSON(t *testing.T) {
	for text, want := range map[string]string{
		"":                                   "line 1: unexpected end of JSON input",
		"{\n\"version\": 1,\n":               "line 3: unexpected end of JSON input",
		"{\n\"version\": 1}\n{}":             "line 3: invalid character '{' after top-level value",
		"[]":                                 "line 1: json: cannot unmarshal array",
		`{"findings":[]}`:                    "is no run of idemlint: it has no version",
		`{"version":2}`:                      "has version 2, this idemlint reads version 1",
		`{"version":1,"extra":[]}`:           `unknown field "extra"`,
		`{"version":1,"findings":[{"x":1}]}`: `unknown field "x"`,
		"{\"version\":1,\n\"findings\":[{\"rule\":\"IDM001\",\n\"line\":\"9\"}]}":                "line 3: json: cannot unmarshal string",
		`{"version":1,"findings":[{"rule":"IDM001","file":"a.go","line":1,"severity":"fatal"}]}`: `findings[0]: unknown severity "fatal"`,
		`{"version":1,"findings":[{"rule":"IDM001","file":"a.go","line":-1,"severity":"note"}]}`: "findings[0]: has no file, or a line below 0",
		`{"version":1,"findings":[{"file":"a.go","line":1,"severity":"note"}]}`:                  "findings[0]: has no rule",
	} {
		_, err := ReadJSON(strings.NewReader(text))
		assert.ErrorContains(t, err, want, text)
	}
	run, err := ReadJSON(strings.NewReader(`{"version":1,"findings":null,"handlers":[],"queues":[],"errors":[]}`))
	assert.NoError(t, err)
	assert.Empty(t, run.Findings)
}
