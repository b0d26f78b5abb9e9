#!/usr/bin/env bash
# Releases the version of CHANGELOG.md: npm package, container image, notes, tags. With --dry-run everything is made in DIR and nothing
# leaves this machine. The package comes last but for the tags, because it cannot be taken back. After a failure, run it again: what is
# published stays as it is.
#   scripts/release/release.sh [--dry-run] DIR
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dry=()
if [ "$1" = --dry-run ]; then dry=(--dry-run); shift; fi
mkdir -p "$1"
dir=$(cd "$1" && pwd)
version=$("$here/version.sh" "${dry[@]}")
"$here/notes.sh" "$version" >"$dir/notes.md"
"$here/image.sh" "${dry[@]}" "${IMAGE:-ghcr.io/stacks-devnet/stacks-devnet}" "$version"
"$here/package.sh" "${dry[@]}" "$version" "$dir"
"$here/tag.sh" "${dry[@]}" "$version" "$dir/notes.md" "$dir"/*.tgz "$dir"/*.sha256
