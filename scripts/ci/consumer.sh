#!/usr/bin/env bash
# Compiles the projects test/consumer and test/consumer/with-dom against the packed tarball, as a user's compiler sees its types.
#   scripts/ci/consumer.sh DIR TYPESCRIPT-VERSION…
set -euo pipefail
project=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
dir=$(cd "$1" && pwd)
shift
version() { node "$project/scripts/ci/version.mjs" "$1"; }
tarball=$("$project/scripts/pack.sh" "$dir")
cp -r "$project"/test/consumer/* "$dir"
cd "$dir"
echo '{ "name": "consumer", "private": true, "type": "module" }' >package.json
npm install --silent "$tarball" "@types/node@$(version @types/node)" "fast-check@$(version fast-check)" "vitest@$(version vitest)" \
  "jest-environment-node@$(version jest-environment-node)" "@playwright/test@$(version @playwright/test)" \
  $(for typescript in "$@"; do echo "typescript-$typescript@npm:typescript@$typescript"; done)
for typescript in "$@"; do
  node "node_modules/typescript-$typescript/bin/tsc" --version
  node "node_modules/typescript-$typescript/bin/tsc" --project .
  node "node_modules/typescript-$typescript/bin/tsc" --project with-dom
done
