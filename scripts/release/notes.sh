#!/usr/bin/env bash
# Prints the notes of a release: its part of CHANGELOG.md.
#   scripts/release/notes.sh VERSION
set -euo pipefail
cd "$(dirname "$0")/../.."
notes=$(awk -v version="$1" '/^## / { found = $2 == version; next } found' CHANGELOG.md)
[ -n "$notes" ] || { echo "CHANGELOG.md has no notes of $1" >&2; exit 1; }
echo "$notes"
