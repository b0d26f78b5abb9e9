#!/usr/bin/env bash
# Runs the tests, or those with programs of others or real nodes, several times while two busy loops compete for the processor, and names
# every run that fails. A test that fails here is a defect of the program or of the test.
#   scripts/repeat-under-load.sh RUNS [long|programs|native|docker] [argument of vitest]…
set -uo pipefail
cd "$(dirname "$0")/.."
runs=$1 config=test/vitest.config.ts
shift
case "${1:-}" in long | programs | native | docker) config=test/vitest.$1.config.ts && shift ;; esac
work=$(mktemp -d)
loops=()
for _ in 1 2; do
  while :; do :; done &
  loops+=($!)
done
trap 'kill "${loops[@]}" 2>/dev/null; rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

node scripts/build.mjs || exit 1
failed=0
for run in $(seq "$runs"); do
  started=$SECONDS
  if NO_COLOR=1 npx vitest run --config $config "$@" >"$work/log" 2>&1; then result=passed; else result=failed failed=$((failed + 1)); fi
  echo "run $run $result in $((SECONDS - started)) s"
  [ $result = passed ] || sed -n '/Failed \(Tests\|Suites\)\|Unhandled\|error during close/,$p' "$work/log"
done
echo "$((runs - failed)) passed, $failed failed"
[ $failed -eq 0 ]
