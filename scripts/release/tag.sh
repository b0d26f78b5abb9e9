#!/usr/bin/env bash
# Tags the commit as v1.2.3, moves the tag of the action, v1, and makes the release of GitHub with its notes. With --dry-run it prints the commands.
#   scripts/release/tag.sh [--dry-run] VERSION NOTES FILE…
set -euo pipefail
run() { "$@"; }
if [ "$1" = --dry-run ]; then
  run() { echo "$*"; }
  shift
fi
version=$1 notes=$2
shift 2
run git tag "v$version"
run git tag --force "v${version%%.*}"
run git push origin "v$version"
run git push --force origin "v${version%%.*}"
run gh release create "v$version" --title "$version" --notes-file "$notes" "$@"
