#!/usr/bin/env bash
# Generates clients in Python and TypeScript from docs/openapi.json, fails on a warning, and uses them against a network.
#   scripts/ci/clients.sh DIR
set -euo pipefail
project=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
cd "$1"
cp "$project"/test/other-clients/* .
[ -x venv/bin/openapi-python-client ] ||
  { python3 -m venv venv && venv/bin/pip install --quiet --no-cache-dir openapi-python-client==0.29.1; }
PATH="$PWD/venv/bin:$PATH" openapi-python-client generate --path "$project/docs/openapi.json" --output-path devnet_client \
  --meta none --overwrite 2>&1 | tee python.log
if grep -i warning python.log >/dev/null; then exit 1; fi
echo '{ "private": true, "type": "module" }' >package.json
npm install --silent --no-audit --no-fund openapi-typescript@7.13.0 openapi-fetch@0.17.0 typescript@5.9.3 @types/node@20
npx openapi-typescript "$project/docs/openapi.json" --output api.d.ts 2>&1 | tee typescript.log
if grep -iE 'warning|⚠' typescript.log >/dev/null; then exit 1; fi
npx tsc --strict --target es2022 --lib es2022 --module nodenext --types node use.mts

node "$project/bundle/cli.js" exec --log-level error -- bash -c 'venv/bin/python use.py "$DEVNET_URL" && node use.mjs "$DEVNET_URL"'
