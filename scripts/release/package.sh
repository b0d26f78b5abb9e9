#!/usr/bin/env bash
# Packs the npm package into DIR, and publishes it with provenance, unless its version is published already. A version such as 1.2.0-rc.1
# gets the tag `next`. With --dry-run nothing is published.
#   scripts/release/package.sh [--dry-run] VERSION DIR
set -euo pipefail
cd "$(dirname "$0")/../.."
dry=
if [ "$1" = --dry-run ]; then dry=1; shift; fi
version=$1 dir=$2 tag=latest
case $version in *-*) tag=next ;; esac
mkdir -p "$dir"
tarball=$(npm pack --silent --pack-destination "$dir" | tail -1)
(cd "$dir" && sha256sum "$tarball" | tee "$tarball.sha256")
if [ -n "$dry" ]; then
  npm publish --silent --dry-run --ignore-scripts --tag "$tag" "$dir/$tarball"
elif [ -n "$(npm view "$(node -p 'require("./package.json").name')@$version" version 2>/dev/null)" ]; then
  echo "$version is published already"
else
  npm publish --provenance --access public --ignore-scripts --tag "$tag" "$dir/$tarball"
fi
