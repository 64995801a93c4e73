package model

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/idemlint/idemlint/internal/replay"
)

func TestScriptKind(t *testing.T) {
	const none = replay.Kind(0)
	for text, want := range map[string]replay.Kind{
		`return redis.call('SETNX', KEYS[1], '1')`:                                                               replay.Claim,
		`return redis.call("set", KEYS[1], ARGV[1], "nx", "px", ARGV[2])`:                                        replay.Claim,
		"if redis.call('EXISTS', KEYS[1]) == 1 then\n\treturn 1\nend\nredis.call('SET', KEYS[1], '1')\nreturn 0": replay.Claim,
		`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end`:                    replay.Release,
		`return redis.call("INCRBY", KEYS[1], ARGV[1])`:                                                          none,
		`redis.call("SET", KEYS[1], ARGV[1])`:                                                                    none,
		``:                                                                                                       none,
	} {
		got, ok := scriptKind(text)
		if !ok {
			got = none
		}
		assert.Equal(t, want, got, text)
	}
}
