#!/usr/bin/env bash
# Builds and packs this commit in a clone, and fails unless the tarball has the same bytes as that of this checkout, which must be clean.
#   scripts/ci/reproducible.sh DIR
set -euo pipefail
project=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
dir=$(cd "$1" && pwd)
git clone --quiet --local "$project" "$dir/a clone"
cp -al "$project/node_modules" "$dir/a clone/node_modules"
rm -rf "$dir/a clone/node_modules/.cache"
for root in "$project" "$dir/a clone"; do
  name=$(basename "$root")
  mkdir "$dir/$name.tarball" "$dir/$name.files"
  (cd "$root" && npm run --silent build && scripts/pack.sh "$dir/$name.tarball") >"$dir/$name.log"
  tar --extract --gzip --file "$dir/$name.tarball"/*.tgz --directory "$dir/$name.files"
done
own=$(basename "$project")
diff --recursive --brief "$dir/$own.files" "$dir/a clone.files"
sha256sum "$dir/$own.tarball"/*.tgz "$dir/a clone.tarball"/*.tgz
cmp "$dir/$own.tarball"/*.tgz "$dir/a clone.tarball"/*.tgz
