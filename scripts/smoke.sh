#!/usr/bin/env bash
# Tries the packed tarball as a user would, in an empty folder with an empty home: install, boot, ask the faucet, Ctrl-C.
#   scripts/smoke.sh DIR
set -euo pipefail # so that nothing here ends before it has read all: no grep -q
project=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1/home" "$1/app" "$1/tmp"
dir=$(cd "$1" && pwd)
export HOME="$dir/home" TMPDIR="$dir/tmp"
tarball=$("$project/scripts/pack.sh" "$dir")
cd "$dir/app"
npm init --yes >/dev/null
npm install --silent "$tarball"

for run in first second; do
  node_modules/.bin/stacks-devnet up --ports auto --json >"$dir/$run.out" 2>"$dir/$run.err" &
  pid=$!
  for _ in $(seq 200); do [ -s "$dir/$run.out" ] && break; kill -0 $pid || { cat "$dir/$run.err"; exit 1; }; sleep 0.1; done
  url=$(node -p 'JSON.parse(require("fs").readFileSync(process.argv[1], "utf8").split("\n")[0]).urls.gateway' "$dir/$run.out")
  curl --fail --silent --show-error -X POST "$url/extended/v1/faucets/stx?address=ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG&wait=true" |
    grep '"block"' >/dev/null
  curl --fail --silent --show-error -X POST "$url/extended/v1/faucets/btc?wait=true" -H 'content-type: application/json' \
    -d '{"address":"muYdXKmX9bByAueDe6KFfHd5Ff1gdN9ErG"}' | grep '"block"' >/dev/null
  node_modules/.bin/stacks-devnet status --json --url "$url" | grep '"ready":true' >/dev/null
  script=$(curl --fail --silent --show-error -H 'accept: text/html' "$url/" | sed -n 's/.*src="\(page\/[^"]*\)".*/\1/p')
  curl --fail --silent --show-error --output /dev/null "$url/$script"
  kill -INT $pid
  wait $pid # Ctrl-C is exit status 0
  if curl --silent --max-time 2 "$url/ready" >/dev/null; then echo "still listening after Ctrl-C"; exit 1; fi
  left=$(ls -A "$TMPDIR")
  [ -z "$left" ] || { echo "left behind: $left"; exit 1; }
  echo "$run run: $(tail -1 "$dir/$run.err")"
done
