#!/usr/bin/env bash
# Packs what is built, as `npm pack` does, which builds first. Prints the path of the tarball.
#   scripts/pack.sh DIR
set -euo pipefail
cd "$(dirname "$0")/.."
dir=$(realpath "$1")
trap 'node scripts/manifest.mjs restore' EXIT
node scripts/manifest.mjs publish
echo "$dir/$(npm pack --silent --ignore-scripts --pack-destination "$dir")"
