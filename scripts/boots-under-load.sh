#!/usr/bin/env bash
# Boots real nodes several times while 30 busy loops, or LOOPS, compete for the processors: each time from genesis, then from the kept
# state. A boot that fails, or that does not use the kept state, is a defect of the program. On two cores a boot from genesis takes six
# minutes.
#   scripts/boots-under-load.sh native|docker RUNS [LOOPS]
set -uo pipefail
cd "$(dirname "$0")/.."
engine=$1 runs=$2
work=$(mktemp -d)
loops=()
for _ in $(seq "${3:-30}"); do
  while :; do :; done &
  loops+=($!)
done
trap 'kill "${loops[@]}" 2>/dev/null; rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

failed=0
# boot NAME: boots, and ends the network. Prints the output of a failure.
boot() {
  local started=$SECONDS result=passed
  node bundle/cli.js exec --engine "$engine" --no-project --cache-dir "$work/cache" -- true >"$work/log" 2>&1 || result=failed
  ! grep -q 'booting from genesis' "$work/log" || result=failed
  echo "run $run, $1: $result in $((SECONDS - started)) s"
  [ $result = passed ] || { failed=$((failed + 1)) && cat "$work/log"; }
}
for run in $(seq "$runs"); do
  boot 'from genesis'
  boot 'from the kept state'
  rm -rf "$work/cache"
done
echo "$((2 * runs - failed)) passed, $failed failed"
[ $failed -eq 0 ]
