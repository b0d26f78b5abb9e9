#!/usr/bin/env bash
# Runs tools for Clarinet projects with clarinet-sdk's simnet and with this package's, on the project test/fixtures/simnet-tools:
#   scripts/ci/simnet-tools.sh DIR
# Rendezvous has to find the planted violations with the same seeds, also with dialers, and vitest-environment-clarinet 3, clarunit and
# Clarigen to pass.
set -euo pipefail
project=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
dir=$(cd "$1" && pwd)
version() { node "$project/scripts/ci/version.mjs" "$1"; }
transactions=$(node -p 'require(process.argv[1]).dependencies["@stacks/transactions"]' "$project/package.json")
register="--import $project/bundle/simnet-register.mjs"

# The copy and its modules of each tool. Each simnet writes the plan of the deployments in a spelling of its own.
prepare() {
  cp -r "$project/test/fixtures/simnet-tools" "$dir/$1"
  cd "$dir/$1"
  # clarunit 0.0.2 and Clarigen 2.1 ask for version 6, whose values the clarinet-sdk of today does not know.
  local overrides="{ \"@stacks/transactions\": \"$transactions\" }"
  echo "{ \"name\": \"simnet-tools\", \"private\": true, \"type\": \"module\", \"overrides\": $overrides }" >package.json
  npm install --silent --ignore-scripts "${@:2}"
}

# Rendezvous 0.12 reads the plan as the clarinet-sdk 3.9 writes it.
prepare rendezvous @stacks/rendezvous@0.12.0 @stacks/clarinet-sdk@3.9.1 @stacks/clarinet-sdk-wasm@3.9.1
# The order of the accounts is that of a hash map in clarinet-sdk, and differs between its releases; the heights are those of the release.
rendezvous() {
  local status=0
  rm -rf deployments
  NODE_OPTIONS="$1" npx rv . counter "$2" --seed=42 --dial=./dialers.cjs >"$3.log" 2>&1 || status=$?
  [ "$status" = 1 ] || { echo "rv $2 ended with $status, $3"; tail -20 "$3.log"; return 1; }
  # Property tests have no dialers.
  [ "$2" = test ] || grep -q '^dialled [1-9]' "$3.log" || { echo "no dialer was called, $3"; return 1; }
  sed -E 's/\x1b\[[0-9;]*m//g; /Updated deployment plan file/d; s/(wallet_[0-9]|deployer|faucet) */ACCOUNT /g' "$3.log" >"$3.txt"
  grep -q 'FAILED' "$3.txt" || { echo "rv $2 found nothing, $3"; return 1; }
}
for kind in invariant test; do
  rendezvous "" "$kind" sdk
  rendezvous "$register" "$kind" ours
  diff sdk.txt ours.txt
  echo "Rendezvous finds the same with seed 42: $kind"
done

prepare vitest "vitest@$(version vitest)" vitest-environment-clarinet@3.0.2 "@stacks/clarinet-sdk@$(version @stacks/clarinet-sdk)" \
  "@stacks/transactions@$transactions" @stacks/clarunit@0.0.2 @clarigen/core@2.1.3 @clarigen/test@2.1.3
for options in "" "$register"; do
  rm -rf deployments
  NODE_OPTIONS="$options" NO_COLOR=1 npx vitest run --reporter=dot | tee vitest.log
  grep -q 'Tests  5 passed (5)' vitest.log
done

# The same without an option of Node, after the change of the configuration.
ln -s "$project" node_modules/stacks-devnet
node "$project/bundle/cli.js" init --simnet
rm -rf deployments
NO_COLOR=1 npx vitest run --reporter=dot | tee vitest.log
grep -q 'Tests  5 passed (5)' vitest.log
