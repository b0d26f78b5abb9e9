#!/usr/bin/env bash
# Prints the version to release: the first heading of CHANGELOG.md that is a version. Fails unless it is that of package.json, and has a
# date.
#   scripts/release/version.sh [--dry-run]    with --dry-run a version may be unreleased
set -euo pipefail
cd "$(dirname "$0")/../.."
heading=$(grep -m 1 '^## [0-9]' CHANGELOG.md)
read -r _ version date <<<"$heading"
expected=$(node -p 'require("./package.json").version')
[ "$version" = "$expected" ] || { echo "CHANGELOG.md begins with $version, but package.json has $expected" >&2; exit 1; }
if [ "${1:-}" != --dry-run ] && ! [[ "$date" =~ ^\([0-9]{4}-[0-9]{2}-[0-9]{2}\)$ ]]; then
  echo "CHANGELOG.md: \"$heading\" has no date. Write \"## $version (YYYY-MM-DD)\"." >&2
  exit 1
fi
echo "$version"
