#!/usr/bin/env bash
# Builds and packs two clones of this commit in different folders, and fails unless both tarballs have the same bytes.
#   scripts/ci/reproducible.sh DIR
set -euo pipefail
project=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
dir=$(cd "$1" && pwd)
for name in first "the second"; do
  git clone --quiet --local "$project" "$dir/$name"
  cp -al "$project/node_modules" "$dir/$name/node_modules"
  rm -rf "$dir/$name/node_modules/.cache"
  (cd "$dir/$name" && npm run --silent build && scripts/pack.sh "$dir/$name") >"$dir/$name.log"
  mkdir "$dir/$name.files"
  tar --extract --gzip --file "$dir/$name"/*.tgz --directory "$dir/$name.files"
done
diff --recursive --brief "$dir/first.files" "$dir/the second.files"
sha256sum "$dir/first"/*.tgz "$dir/the second"/*.tgz
cmp "$dir/first"/*.tgz "$dir/the second"/*.tgz
