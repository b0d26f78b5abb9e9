#!/usr/bin/env bash
# Tags the commit as v1.2.3, moves the tag of the action, v1, and makes the release of GitHub with its notes. What is
# there stays as it is; a version such as 1.2.0-rc.1 is a prerelease and moves no tag. With --dry-run it prints the commands.
#   scripts/release/tag.sh [--dry-run] VERSION NOTES FILE…
set -euo pipefail
dry=
if [ "$1" = --dry-run ]; then dry=1; shift; fi
run() { if [ -n "$dry" ]; then echo "$*"; else "$@"; fi; }
version=$1 notes=$2
shift 2
kind=()
case $version in *-*) kind=(--prerelease) ;; esac
git rev-parse --quiet --verify "refs/tags/v$version" >/dev/null || run git tag "v$version"
run git push origin "v$version"
if [ ${#kind[@]} -eq 0 ]; then
  run git tag --force "v${version%%.*}"
  run git push --force origin "v${version%%.*}"
fi
if [ -n "$dry" ] || ! gh release view "v$version" >/dev/null 2>&1; then
  run gh release create "v$version" --title "$version" --notes-file "$notes" "${kind[@]}" "$@"
fi
