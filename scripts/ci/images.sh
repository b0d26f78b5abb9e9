#!/usr/bin/env bash
# Makes an image of bitcoind from a root directory. Looks for images of stacks-node and stacks-signer on this machine; otherwise makes
# them from the programs on PATH. Prints variables for the docker engine, without those of missing programs.
#   scripts/ci/images.sh ROOT PREFIX
set -euo pipefail
root=$1 prefix=$2
tar --create --one-file-system --directory "$root" . | docker import - "$prefix/bitcoind:ci" >/dev/null
echo "DEVNET_IMAGES_BITCOIND=$prefix/bitcoind:ci"

# image NAMED NAMES PROGRAM: prints the image NAMED, or one with a repository that ends with one of NAMES, or a new one of PROGRAM.
image() {
  local found=$1 program
  shift
  [ -n "$found" ] || found=$(docker images --format '{{.Repository}}:{{.Tag}}' | grep -E "(^|/)($1):" | grep -v ':<none>$' | head -1)
  if [ -z "$found" ] && program=$(command -v "$2"); then
    found="$prefix/$2:ci"
    container=$(docker create --network none "$prefix/bitcoind:ci" "$2")
    docker cp --follow-link "$program" "$container:/usr/local/bin/$2" >/dev/null
    docker commit "$container" "$found" >/dev/null
    docker rm "$container" >/dev/null
  fi
  echo "$found"
}
node=$(image "${DEVNET_IMAGES_STACKS_NODE:-}" 'stacks-node|stacks-core' stacks-node || true)
signer=$(image "${DEVNET_IMAGES_STACKS_SIGNER:-}" stacks-signer stacks-signer || true)
[ -z "$node" ] || echo "DEVNET_IMAGES_STACKS_NODE=$node"
[ -z "$signer" ] || echo "DEVNET_IMAGES_STACKS_SIGNER=$signer"
