#!/usr/bin/env bash
# Compares what idemlint, go vet -vettool=idemlint and a run package by package
# with facts in files report on the modules of checkouts, and on the fixtures:
#
#	bench/parity.sh DIR...
#
# The checkouts must build: go vet does not look at packages that do not.
set -euo pipefail
if [ $# -lt 1 ]; then
	sed -n '2,7s/^# \{0,1\}//p' "$0"
	exit 2
fi
list=
for dir; do
	list+=${list:+:}$(cd "$dir" && pwd)
done
cd "$(dirname "$0")/.."
IDEMLINT_PARITY=$list exec go test ./cmd/idemlint -run '^TestParity$' -count=1 -timeout 1h -v
