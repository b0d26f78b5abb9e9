#!/usr/bin/env bash
# Starts a devnet, sends it the requests that schemathesis (PyPI) generates from the served OpenAPI document, and fails on a 500 or on
# an answer that the document does not describe. Usage: scripts/schemathesis.sh [path of schemathesis]
set -euo pipefail
program=$(realpath "$(dirname "$0")/../bundle/cli.js")
tool=${1:-schemathesis}
work=$(mktemp -d)
cd "$work" # where it keeps what it found
# Without the setting, the route of coverage answers 501.
node "$program" up --ports auto --json --coverage lcov.info >"$work/out" 2>"$work/err" &
devnet=$!
trap 'kill $devnet 2>/dev/null || true; wait $devnet 2>/dev/null || true; rm -rf "$work"' EXIT
for _ in $(seq 300); do
  [ -s "$work/out" ] && break
  kill -0 $devnet 2>/dev/null || { cat "$work/err"; exit 1; }
  sleep 0.1
done
url=$(node -p 'JSON.parse(require("fs").readFileSync(process.argv[1], "utf8").split("\n")[0]).urls.gateway' "$work/out")
# Excluded: the endless stream of events, waits of minutes, mining of up to 10,000 blocks, mining modes, which could stop all mining,
# faults, which make other routes fail, and replays, which a network that is no fork answers with 501.
"$tool" run "$url/openapi.json" \
  --checks not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance \
  --exclude-path /devnet/v1/events --exclude-path-regex '/wait$|^/devnet/v1/chaos/[a-z-]+$' \
  --exclude-path /devnet/v1/mine --exclude-path /devnet/v1/mining --exclude-path /devnet/v1/replay \
  --phases coverage,fuzzing --max-examples 10 --generation-deterministic --request-timeout 60
