#!/usr/bin/env bash
# Packs the packages that stand alone, installs their tarballs into a clean folder, and uses them: the examples of their READMEs, on other
# runtimes too, and clients of bitcoind.
#   scripts/ci/packages.sh DIR [RUNTIME…]   a runtime is node@MAJOR, bun@VERSION or deno@VERSION
set -euo pipefail
project=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
dir=$(cd "$1" && pwd)
shift
node "$project/scripts/packages.mjs" "$dir"
node "$project/scripts/install.mjs" "$project/scripts/check"
tools=$project/scripts/check/node_modules/.bin
app="$dir/app"
mkdir "$app"
echo '{ "private": true, "type": "module" }' >"$app/package.json"
tarballs=()
for name in clarity bitcoin; do
  tarball="$dir/$(cd "$dir/$name" && npm pack --silent --ignore-scripts --pack-destination "$dir")"
  "$tools/publint" run "$tarball" --strict
  "$tools/attw" "$tarball" --profile esm-only
  tarballs+=("$tarball")
done
own() { node "$project/scripts/ci/version.mjs" "$1"; }
clients=("bitcoinjs-lib@$(own bitcoinjs-lib)" "ecpair@$(own ecpair)" tiny-secp256k1)
(cd "$app" && npm install --silent --no-audit --no-fund "${tarballs[@]}" "${clients[@]}")

passed=0 failed=0
try() {
  local name=$1
  shift
  if (cd "$app" && timeout 120 "$@") >"$dir/log" 2>&1; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $name" && cat "$dir/log"
  fi
}
for name in clarity bitcoin; do
  sed -n '/^```js$/,/^```$/p' "$project/packages/$name/README.md" | sed '1d;$d' >"$app/$name.mjs"
done
cp "$project"/test/package/clients/* "$app"
examples() {
  local name=$1
  shift
  try "the example of clarity, $name" "$@" clarity.mjs
  try "the example of bitcoin, $name" "$@" bitcoin.mjs
}
examples "this Node" node
for runtime in "$@"; do
  kind=${runtime%@*} version=${runtime#*@} home="$dir/$kind-$version"
  case $kind in
    node)
      npm install --silent --no-save --force --prefix "$home" "node-linux-$(node -p process.arch)@$version" >&2
      examples "Node $version" "$home/node_modules/node-linux-$(node -p process.arch)/bin/node"
      ;;
    bun)
      npm install --silent --no-save --prefix "$home" "bun@$version" >&2
      examples "Bun $version" "$home/node_modules/.bin/bun"
      ;;
    deno)
      npm install --silent --no-save --prefix "$home" "deno@$version" >&2
      examples "Deno $version" "$home/node_modules/.bin/deno" run --allow-all --no-check
      ;;
  esac
done
try "bitcoinjs" node bitcoinjs.mjs
if python3 -m venv "$dir/python" 2>/dev/null; then
  "$dir/python/bin/pip" install --quiet --disable-pip-version-check python-bitcoinlib==0.12.2
  try "python-bitcoinlib" node with-node.mjs "$dir/python/bin/python" bitcoinlib.py
else
  echo "skipped: python-bitcoinlib, because this Python makes no virtual environments"
fi
echo "packages: $passed passed, $failed failed"
[ "$failed" = 0 ]
