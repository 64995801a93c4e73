#!/usr/bin/env bash
# Shows how time and memory grow with the program, on generated modules:
#
#	bench/growth.sh [PACKAGES...]
#
# The default sizes are 125 to 2,000 packages. Prints wall time and peak memory
# (of the largest process), then the share of the link step, where summaries
# are joined, in the CPU time of the command itself. Fails if the findings are
# not those that were planted. More flags of the generator go in GROWTH.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
[ $# -gt 0 ] || set -- 125 250 500 1000 2000

cd "$here"
go build -o "$tmp/idemlint" ./cmd/idemlint
go build -o "$tmp/measure" bench/measure.go
go build -o "$tmp/growth" bench/growth.go
failed=0
for n; do
	dir=$tmp/m$n
	planted=$("$tmp/growth" -packages "$n" ${GROWTH:-} "$dir")
	# What is imported from elsewhere is compiled before the clock starts.
	(cd "$dir" && go build github.com/rabbitmq/amqp091-go database/sql encoding/json log)
	IDEMLINT_CPUPROFILE=$tmp/cpu "$tmp/measure" "$n packages" "$dir" \
		"$tmp/idemlint" -format "json=$tmp/run.json" -min-severity note ./... | tr '\n' ' '
	found=$(grep -c '"rule": "IDM' "$tmp/run.json" || true)
	link=$(go tool pprof -top -cum -nodecount=2000 "$tmp/idemlint" "$tmp/cpu" 2>/dev/null |
		awk '/internal\/model\.(\(\*world\)\.link|newWorld|visible)$/ { sum += $5 } END { printf "%.0f%%", sum }')
	echo "  link $link  findings $found of $planted"
	[ "$found" = "$planted" ] || failed=1
	rm -rf "$dir"
done
exit $failed
