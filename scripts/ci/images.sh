#!/usr/bin/env bash
# Makes an image of a root with bitcoind. Looks for images of stacks-node and stacks-signer, which this machine may have; else makes
# them of the programs on PATH, where it has these. Prints variables for the docker engine; those of what is nowhere are left out.
#   scripts/ci/images.sh ROOT PREFIX
set -euo pipefail
root=$1 prefix=$2
tar --create --one-file-system --directory "$root" . | docker import - "$prefix/bitcoind:ci" >/dev/null
echo "DEVNET_IMAGES_BITCOIND=$prefix/bitcoind:ci"

# image NAMED NAMES PROGRAM: the image that is named already, else one whose repository ends with one of the names, or one of the program.
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
