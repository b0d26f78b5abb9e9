#!/usr/bin/env bash
# Packs the npm package into DIR, and publishes it with provenance. With --dry-run it publishes nothing.
#   scripts/release/package.sh [--dry-run] DIR
set -euo pipefail
cd "$(dirname "$0")/../.."
dry=
if [ "$1" = --dry-run ]; then dry=1; shift; fi
mkdir -p "$1"
tarball=$(npm pack --silent --pack-destination "$1" | tail -1)
(cd "$1" && sha256sum "$tarball" | tee "$tarball.sha256")
if [ -n "$dry" ]; then
  npm publish --silent --dry-run --ignore-scripts "$1/$tarball"
else
  npm publish --provenance --access public --ignore-scripts "$1/$tarball"
fi
