#!/usr/bin/env bash
# Packs the npm package and those that stand alone into DIR, and publishes them with provenance, unless their version is published already.
# A version such as 1.2.0-rc.1 gets the tag `next`. With --dry-run nothing is published.
#   scripts/release/package.sh [--dry-run] VERSION DIR
set -euo pipefail
cd "$(dirname "$0")/../.."
dry=
if [ "$1" = --dry-run ]; then dry=1; shift; fi
version=$1 dir=$2 tag=latest
case $version in *-*) tag=next ;; esac
mkdir -p "$dir"
dir=$(realpath "$dir")

# release NAME TARBALL
release() {
  (cd "$dir" && sha256sum "$2" | tee "$2.sha256")
  if [ -n "$dry" ]; then
    npm publish --silent --dry-run --ignore-scripts --tag "$tag" "$dir/$2"
  elif [ -n "$(npm view "$1@$version" version 2>/dev/null)" ]; then
    echo "$1 $version is published already"
  else
    npm publish --provenance --access public --ignore-scripts --tag "$tag" "$dir/$2"
  fi
}

tarball=$(npm pack --silent --pack-destination "$dir" | tail -1)
alone=$(mktemp -d)
trap 'rm -rf "$alone"' EXIT
for folder in $(node scripts/packages.mjs "$alone"); do
  name=$(node -p "require('$folder/package.json').name")
  release "$name" "$(cd "$folder" && npm pack --silent --ignore-scripts --pack-destination "$dir")"
done
release "$(node -p 'require("./package.json").name')" "$tarball"
