#!/usr/bin/env bash
# Makes a release of this commit in a clone, in dry mode, and fails unless its tarball has the same bytes as that of this checkout, which
# must be clean: TARBALL, or one that it builds.
#   scripts/ci/reproducible.sh DIR
set -euo pipefail
project=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1/here"
dir=$(cd "$1" && pwd)
[ -n "${TARBALL:-}" ] || (cd "$project" && npm run --silent build)
tarball=$("$project/scripts/pack.sh" "$dir/here")
git clone --quiet --local "$project" "$dir/a clone"
cp -al "$project/node_modules" "$dir/a clone/node_modules"
rm -rf "$dir/a clone/node_modules/.cache"
"$dir/a clone/scripts/release/release.sh" --dry-run "$dir/release"
released=("$dir/release/$(basename "$tarball")")
if ! cmp "$tarball" "${released[0]}"; then
  mkdir "$dir/files" "$dir/released"
  tar --extract --gzip --file "$tarball" --directory "$dir/files"
  tar --extract --gzip --file "${released[0]}" --directory "$dir/released"
  diff --recursive --brief "$dir/files" "$dir/released"
  exit 1
fi
sha256sum "$tarball" "${released[0]}"
