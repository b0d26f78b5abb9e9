# Sourced by .ci/run: counts tests and checks, and measures their times. Needs $work, a folder of this run.
passed=0 failed=0 skipped=0
failures="$work/failures" times="$work/times"
: >"$failures"
: >"$times"

# failure WHAT [COUNT]: counts one failure, or COUNT. Prints it now, and again at the end of the log.
failure() { failed=$((failed + ${2:-1})); echo "FAILED: $1" | tee -a "$failures"; }

# took NAME STARTED: records the time of a step, in seconds.
took() { printf '%5d s  %s\n' $((SECONDS - $2)) "$1" | tee -a "$times"; }

# step NAME COMMAND…: runs a check and counts it as one.
step() {
  local name=$1 started=$SECONDS status=0
  shift
  echo "── $name"
  "$@" || status=$?
  if [ $status -eq 0 ]; then passed=$((passed + 1)); else failure "$name"; fi
  took "$name" "$started"
  return $status
}

# suite LABEL SKIPS SCRIPT [FOLDER]: runs `npm run SCRIPT` and counts each test. With SKIPS `all-run`, a skipped test counts as failed
# unless it is in FOLDER below test/. With `may-skip`, tests may be skipped.
suite() {
  local label=$1 skips=$2 script=$3 excusing=${4:-} report="$work/$3-${1// /-}.json" started=$SECONDS status=0 counts
  echo "── npm run $script: $label"
  npm run --silent "$script" -- --reporter=default --reporter=json --outputFile.json="$report" || status=$?
  counts=$(node scripts/ci/count.mjs "$report" "$label" "$failures" "$excusing") || {
    failure "$label: npm run $script wrote no report" 0
    counts="0 1 0 0"
  }
  set -- $counts
  passed=$((passed + $1)) failed=$((failed + $2))
  local unexcused=$(($3 - $4))
  if [ "$skips" = all-run ] && [ $unexcused -gt 0 ]; then
    failure "$label: $unexcused tests were skipped, although nothing is missing" $unexcused
    skipped=$((skipped + $4))
  else
    skipped=$((skipped + $3))
  fi
  # For example an error outside of any test.
  if [ $status -ne 0 ] && [ "$2" = 0 ]; then failure "$label: npm run $script exited with $status"; fi
  if [ "$1" = 0 ] && [ "$2" = 0 ]; then failure "$label: every test was skipped"; fi
  took "$label: $1 passed, $2 failed, $3 skipped" "$started"
}

# portables "LABEL SYSTEM VERSION"…: runs the tests of test/portable on other systems and runtimes, which use one processor each, two at a
# time, and counts each test. A space in LABEL is written as _.
portables() {
  local started=$SECONDS runtime label counts log
  echo "── test/portable"
  for runtime in "$@"; do printf '%s\0' "$runtime"; done | xargs --null --max-procs=2 --replace bash -c '
    set -- $1 "$2" && started=$SECONDS
    scripts/ci/portable.sh "$4/portable $2 $3" "$2" "$3" >"$4/$1.counts" 2>"$4/$1.log"
    echo $((SECONDS - started)) >"$4/$1.seconds"
  ' - {} "$work"
  for runtime in "$@"; do
    read -r label _ <<<"$runtime"
    log="$work/$label.log" counts=$(cat "$work/$label.counts") label=${label//_/ }
    set -- ${counts:-0 1 0}
    passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + $3))
    if [ "$2" != 0 ] || [ "$1" = 0 ]; then { echo "FAILED: test/portable: $label"; cat "$log"; } | tee -a "$failures"; fi
    if [ "$1" = 0 ] && [ "$2" = 0 ]; then failed=$((failed + 1)); fi
    took "$label: $1 passed, $2 failed, $3 skipped" $((SECONDS - $(cat "${log%.log}.seconds")))
  done
  took "test/portable, all" "$started"
}

# closing_line: prints the times, the failures and the counts, and returns the exit status of the run.
closing_line() {
  echo "── times"
  cat "$times"
  printf '%5d s  everything\n' $SECONDS
  cat "$failures"
  [ $skipped -eq 0 ] || echo "skipped: $skipped"
  echo "$passed passed, $failed failed"
  [ $failed -eq 0 ] && [ $passed -gt 0 ]
}
