#!/usr/bin/env bash
# Compares idemlint with what a team runs anyway, on one repository, in one run:
#
#	bench/compare.sh REPO [PACKAGES]
#
# Everything the repository needs is downloaded and compiled first, so that all
# of them find the same warm build cache. staticcheck gets an empty cache of its
# own, as on a machine of a CI pool; it is left out if it is not installed.
# Prints wall time and peak memory (of the largest process), best of RUNS
# (default 3).
set -euo pipefail
if [ $# -lt 1 ]; then
	sed -n '2,11s/^# \{0,1\}//p' "$0"
	exit 2
fi
repo=$(cd "$1" && pwd)
packages=${2:-./...}
runs=${RUNS:-3}
here=$(cd "$(dirname "$0")/.." && pwd)
tmp=$(mktemp -d)
trap 'chmod -R u+w "$tmp"; rm -rf "$tmp"' EXIT

(cd "$here" && go build -o "$tmp/idemlint" ./cmd/idemlint && go build -o "$tmp/measure" bench/measure.go)
(cd "$repo" && go list -e -deps -export "$packages" >/dev/null && go vet "$packages" >/dev/null 2>&1) || true

# measure NAME COMMAND... prints the fastest of the runs.
measure() {
	local name=$1
	shift
	for _ in $(seq "$runs"); do
		"$tmp/measure" "$name" "$repo" "$@"
	done | sort -k "$(($(wc -w <<<"$name") + 1))" -g | head -n 1
}

printf '%s on %s, %s cores, best of %s\n\n' "$(basename "$repo")" "$(go version | cut -d' ' -f3-4)" "$(nproc)" "$runs"
measure "idemlint" "$tmp/idemlint" "$packages"
measure "go list -deps -export" go list -e -deps -export "$packages"
measure "go vet (cached)" go vet "$packages"
if command -v staticcheck >/dev/null; then
	empty='STATICCHECK_CACHE=$(mktemp -d -p "$0") exec staticcheck "$1"'
	measure "staticcheck, empty cache" bash -c "$empty" "$tmp" "$packages"
else
	echo "staticcheck is not installed"
fi
