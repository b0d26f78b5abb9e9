#!/usr/bin/env bash
# Packs as `npm pack` does. Prints the path of the tarball.
#   scripts/pack.sh DIR
# If TARBALL names one, it prints that instead: .ci/run packs once for all steps.
set -euo pipefail
if [ -n "${TARBALL:-}" ]; then
  echo "$TARBALL"
  exit
fi
cd "$(dirname "$0")/.."
mkdir -p "$1"
dir=$(realpath "$1")
node scripts/build.mjs >&2
node scripts/declarations.mjs >&2
trap 'node scripts/manifest.mjs restore' EXIT
node scripts/manifest.mjs publish
tarball=$(npm pack --silent --ignore-scripts --pack-destination "$dir")
echo "$dir/$tarball"
