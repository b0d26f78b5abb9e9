#!/usr/bin/env bash
# Stops the network that start.sh started, and keeps the logs of real nodes beside its own.
set -euo pipefail
export XDG_STATE_HOME="$RUNNER_TEMP/stacks-devnet/state"
devnet=(npx --no-install stacks-devnet)

# A network that did not start has no URL; its own log has the reason.
if [ -n "${DEVNET_URL:-}" ]; then
  mkdir -p "$RUNNER_TEMP/stacks-devnet/nodes"
  logs=$(curl --silent --show-error --fail "$DEVNET_URL/devnet/v1/logs" || echo '{"logs":[]}')
  for name in $(node -p 'JSON.parse(process.argv[1]).logs.map(({ name }) => name).join(" ")' "$logs"); do
    "${devnet[@]}" logs "$name" --lines 999999 >"$RUNNER_TEMP/stacks-devnet/nodes/$name.log" || true
  done
fi
"${devnet[@]}" down --all
printf '%s=\n' DEVNET_URL DEVNET_STACKS_URL DEVNET_BITCOIN_URL >>"$GITHUB_ENV"
