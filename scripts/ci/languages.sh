#!/usr/bin/env bash
# Runs the tests in Python, Go and Rust of test/examples/other-languages, each against a network of its own. Skips a language that is
# not installed.
#   scripts/ci/languages.sh DIR
set -euo pipefail
project=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
cp -r "$project"/test/examples/other-languages/* "$1"
cd "$1"
export GOPATH="$PWD/gopath" GOFLAGS=-modcacherw

# tests LANGUAGE PROGRAM VERSION COMMAND…: runs a command if PROGRAM answers to VERSION.
tests() {
  local language=$1 program=$2 version=$3
  shift 3
  "$program" "$version" >/dev/null 2>&1 || { echo "skipped: $language, because there is no $program"; return; }
  echo "$language: $*"
  (cd "$language" && node "$project/bundle/cli.js" exec --log-level error -- "$@")
}

tests python python3 --version python3 -m unittest
tests go go version go test -count=1 .
tests rust cargo --version cargo test --quiet --locked -- --test-threads=1
