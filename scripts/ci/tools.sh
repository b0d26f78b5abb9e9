#!/usr/bin/env bash
# Installs what the real nodes' part of .ci/run needs and this machine lacks. As root, on Debian.
set -euo pipefail
needed=()
command -v debootstrap >/dev/null || needed+=(debootstrap)
command -v pip >/dev/null || needed+=(python3-pip)
# An engine that answers is used as it is.
docker info >/dev/null 2>&1 || command -v dockerd >/dev/null || needed+=(docker.io iptables)
[ ${#needed[@]} -eq 0 ] && exit
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq || echo "some of apt's lists are old"
apt-get install --yes --no-install-recommends -qq "${needed[@]}"
