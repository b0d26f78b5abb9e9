#!/usr/bin/env bash
# Checks the packed tarball: its manifest and types, what it shows of this machine, and what an install of it brings.
#   scripts/ci/package.sh [DIR]
set -euo pipefail
cd "$(dirname "$0")/../.."
project=$PWD
dir=${1:-$(mktemp -d)}
mkdir -p "$dir"
dir=$(realpath "$dir")
[ $# -gt 0 ] || trap 'rm -rf "$dir"' EXIT
tarball=$(scripts/pack.sh "$dir")
node scripts/install.mjs scripts/check
scripts/check/node_modules/.bin/publint run "$tarball" --strict
scripts/check/node_modules/.bin/attw "$tarball" --profile esm-only

mkdir "$dir/install"
cd "$dir/install"
echo '{ "private": true }' >package.json
npm install --no-audit --no-fund "$tarball" >npm.log 2>&1 || { cat npm.log; exit 1; }
node "$project/scripts/ci/install.mjs" "$project" "$HOME"
