#!/usr/bin/env bash
# Releases the version of CHANGELOG.md: npm package, container image, notes, tags. With --dry-run everything is made in DIR and nothing leaves
# this machine.
#   scripts/release/release.sh [--dry-run] DIR
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dry=()
if [ "$1" = --dry-run ]; then dry=(--dry-run); shift; fi
mkdir -p "$1"
dir=$(cd "$1" && pwd)
version=$("$here/version.sh" "${dry[@]}")
"$here/notes.sh" "$version" >"$dir/notes.md"
"$here/package.sh" "${dry[@]}" "$dir"
"$here/image.sh" "${dry[@]}" "${IMAGE:-ghcr.io/stacks-devnet/stacks-devnet}" "$version"
"$here/tag.sh" "${dry[@]}" "$version" "$dir/notes.md" "$dir"/*.tgz "$dir"/*.sha256
