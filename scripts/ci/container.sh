#!/usr/bin/env bash
# Builds the image of this package as NAME, and tries it as docs/other-languages.md says: with a read-only root, without capabilities, as
# several users. The base is the image BASE of the environment, else one made of this machine's Node. Prints the sizes.
#   scripts/ci/container.sh DIR NAME
set -euo pipefail
project=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
dir=$(cd "$1" && pwd)
name=$2
base=${BASE:-$("$project/scripts/ci/node-image.sh" "$dir/node" "$name-base")}
BASE=$base "$project/scripts/release/image.sh" --dry-run "${name%:*}" "${name##*:}" >"$dir/build.log" 2>&1 ||
  { tail -40 "$dir/build.log"; exit 1; }
size() { docker image inspect --format '{{.Size}}' "$1"; }
echo "$name: $(($(size "$name") / 1000000)) MB, of which $((($(size "$name") - $(size "$base")) / 1000000)) MB are above $base"

container=
trap '[ -z "$container" ] || docker rm --force --volumes "$container" >/dev/null' EXIT
# try OPTION…: starts a network, waits until its health is good, gets a payment, and ends it. SIGTERM is exit status 0.
try() {
  local started=$SECONDS state url
  container=$(docker run --detach --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges \
    --publish 127.0.0.1::3999 --env DEVNET_CONTROL_KEY=secret "$@" "$name")
  while state=$(docker inspect --format '{{.State.Status}} {{.State.Health.Status}}' "$container") && [ "$state" != "running healthy" ]; do
    if [ "${state%% *}" != running ] || [ $((SECONDS - started)) -gt 60 ]; then
      docker logs "$container"
      echo "the container is: $state"
      exit 1
    fi
    sleep 0.2
  done
  url="http://$(docker port "$container" 3999 | head -1)"
  curl --fail --silent --show-error -X POST "$url/extended/v1/faucets/stx?address=ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG&wait=true" |
    grep '"block"' >/dev/null
  curl --fail --silent --show-error -H 'authorization: Bearer secret' "$url/devnet/v1/status" | grep '"ready":true' >/dev/null
  docker exec "$container" node bundle/cli.js mine 2 >/dev/null
  local user memory
  user=$(docker exec "$container" node -p 'process.getuid()')
  memory=$(docker stats --no-stream --format '{{.MemUsage}}' "$container" | cut -d/ -f1)
  echo "as $user $*: healthy, paid, ${memory}of memory"
  docker stop "$container" >/dev/null
  state=$(docker inspect --format '{{.State.ExitCode}}' "$container")
  [ "$state" = 0 ] || { docker logs "$container"; echo "exit status $state"; exit 1; }
  docker rm --volumes "$container" >/dev/null
  container=
}
try
try --user 4711:4711
# A volume that keeps what boots keep; another port than the default.
try --volume /cache --env DEVNET_CACHE_DIR=/cache --env DEVNET_PORTS_STACKS=30443
