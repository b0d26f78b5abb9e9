# Sourced by .ci/run: counts what passed, failed and was skipped. Needs $work, a folder of this run.
passed=0 failed=0 skipped=0
failures="$work/failures"
: >"$failures"

# failure WHAT [COUNT]: one failure more, or COUNT, told at once and, for who sees but the end of a long log, again before the closing line.
failure() { failed=$((failed + ${2:-1})); echo "FAILED: $1" | tee -a "$failures"; }

# step NAME COMMAND…: one check, counted.
step() {
  local name=$1 started=$SECONDS status=0
  shift
  echo "── $name"
  "$@" || status=$?
  if [ $status -eq 0 ]; then passed=$((passed + 1)); else failure "$name"; fi
  echo "── $name: $((SECONDS - started)) s"
  return $status
}

# suite LABEL SKIPS SCRIPT [FOLDER]: the tests that `npm run SCRIPT` runs, each of them counted. SKIPS is `may-skip`, or `all-run` where
# everything that the tests need is there: a test that is skipped nevertheless counts as failed, unless it is in FOLDER below test/.
suite() {
  local label=$1 skips=$2 script=$3 excusing=${4:-} report="$work/$3-${1// /-}.json" started=$SECONDS status=0 counts
  echo "── npm run $script: $label"
  npm run --silent "$script" -- --reporter=default --reporter=json --outputFile.json="$report" || status=$?
  counts=$(node scripts/ci/count.mjs "$report" "$label" "$failures" "$excusing") || {
    failure "$label: npm run $script left no report" 0
    counts="0 1 0 0"
  }
  set -- $counts
  passed=$((passed + $1)) failed=$((failed + $2))
  local unexcused=$(($3 - $4))
  if [ "$skips" = all-run ] && [ $unexcused -gt 0 ]; then
    failure "$label: $unexcused tests were skipped although nothing lacks" $unexcused
    skipped=$((skipped + $4))
  else
    skipped=$((skipped + $3))
  fi
  # For example an error outside of any test; or there was not even a bitcoind, which every run has.
  if [ $status -ne 0 ] && [ "$2" = 0 ]; then failure "$label: npm run $script ended with $status"; fi
  if [ "$1" = 0 ] && [ "$2" = 0 ]; then failure "$label: every test was skipped"; fi
  echo "── npm run $script: $label: $1 passed, $2 failed, $3 skipped in $((SECONDS - started)) s"
}

# closing_line: the last line of the run, and its exit status.
closing_line() {
  cat "$failures"
  echo "$passed passed, $failed failed, $skipped skipped"
  [ $failed -eq 0 ] && [ $passed -gt 0 ]
}
