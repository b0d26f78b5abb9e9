# Sourced by .ci/run: runs steps and suites, also beside each other, counts tests and checks, and measures their times. Needs $work, a
# folder of this run. Counts, failures and times are lines of files, because what runs beside others is a process of its own.
counts="$work/counts" failures="$work/failures" times="$work/times"
: >"$counts"
: >"$failures"
: >"$times"

# count PASSED FAILED SKIPPED
count() { echo "$*" >>"$counts"; }

# failure WHAT [COUNT]: counts one failure, or COUNT. Prints it now, and again at the end of the log.
failure() { count 0 "${2:-1}" 0; echo "FAILED: $1" | tee -a "$failures"; }

# took NAME STARTED: records the time of a step, in seconds.
took() { printf '%5d s  %s\n' $((SECONDS - $2)) "$1" | tee -a "$times"; }

# step NAME COMMAND…: runs a check and counts it as one.
step() {
  local name=$1 started=$SECONDS status=0
  shift
  echo "── $name"
  "$@" || status=$?
  if [ $status -eq 0 ]; then count 1 0 0; else failure "$name"; fi
  took "$name" "$started"
  return $status
}

# suite LABEL SKIPS SCRIPT [FOLDER]: runs `npm run SCRIPT` and counts each test. With SKIPS `all-run`, a skipped test counts as failed
# unless it is in FOLDER below test/. With `may-skip`, tests may be skipped.
suite() {
  local label=$1 skips=$2 script=$3 excusing=${4:-} report="$work/$3-${1// /-}.json" started=$SECONDS status=0 results
  echo "── npm run $script: $label"
  npm run --silent "$script" -- --reporter=default --reporter=json --outputFile.json="$report" || status=$?
  results=$(node scripts/ci/count.mjs "$report" "$label" "$failures" "$excusing") || {
    failure "$label: npm run $script wrote no report" 0
    results="0 1 0 0"
  }
  set -- $results
  local unexcused=$(($3 - $4))
  if [ "$skips" = all-run ] && [ $unexcused -gt 0 ]; then
    failure "$label: $unexcused tests were skipped, although nothing is missing" $unexcused
    count "$1" "$2" "$4"
  else
    count "$1" "$2" "$3"
  fi
  # For example an error outside of any test.
  if [ $status -ne 0 ] && [ "$2" = 0 ]; then failure "$label: npm run $script exited with $status"; fi
  if [ "$1" = 0 ] && [ "$2" = 0 ]; then failure "$label: every test was skipped"; fi
  took "$label: $1 passed, $2 failed, $3 skipped" "$started"
}

# portable LABEL SYSTEM VERSION: runs the tests of test/portable on another system or runtime, and counts each test.
portable() {
  local label=$1 log="$work/portable $2 $3.log" started=$SECONDS results
  echo "── test/portable: $label"
  results=$(scripts/ci/portable.sh "$work/portable $2 $3" "$2" "$3" 2>"$log")
  set -- ${results:-0 1 0}
  count "$1" "$2" "$3"
  if [ "$1" = 0 ] && [ "$2" = 0 ]; then failure "$label: no test ran"; fi
  if [ "$1" = 0 ] || [ "$2" != 0 ]; then { echo "FAILED: test/portable: $label"; cat "$log"; } | tee -a "$failures"; fi
  took "$label: $1 passed, $2 failed, $3 skipped" "$started"
}

# beside step|suite|portable …: runs it beside the following ones, as soon as fewer than two others run. Prints its output when it ends.
# Each is a group of processes, so that `stop_all` ends what it started, too.
beside() {
  local log
  while [ "$(jobs -rp | wc -l)" -ge 2 ]; do wait -n; done
  log=$(mktemp "$work/beside.XXXXXX")
  set -m
  { "$@" >"$log" 2>&1; flock "$failures" cat "$log"; } </dev/null &
  set +m
}

# all_done: waits for what runs beside.
all_done() { wait; }

# stop_all: ends what runs beside, and returns when it has cleaned up.
stop_all() {
  local group
  for group in $(jobs -p); do kill -TERM -- "-$group"; done
  for group in $(jobs -p); do while kill -0 -- "-$group"; do sleep 0.1; done; done
} 2>/dev/null

# closing_line: prints the times, the failures and the counts, and returns the exit status of the run.
closing_line() {
  local passed failed skipped
  echo "── times"
  cat "$times"
  printf '%5d s  everything\n' $SECONDS
  cat "$failures"
  read -r passed failed skipped < <(
    awk '{ passed += $1; failed += $2; skipped += $3 } END { print passed + 0, failed + 0, skipped + 0 }' "$counts"
  )
  [ "$skipped" -eq 0 ] || echo "skipped: $skipped"
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}
