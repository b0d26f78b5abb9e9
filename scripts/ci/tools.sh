#!/usr/bin/env bash
# Installs the missing tools of .ci/run: for the real nodes, the browser, gateways that share a Redis, and schemathesis. As root, on Debian.
set -euo pipefail
needed=()
command -v debootstrap >/dev/null || needed+=(debootstrap)
command -v pip >/dev/null || needed+=(python3-pip)
python3 -c 'import ensurepip' 2>/dev/null || needed+=(python3-venv)
command -v redis-server >/dev/null || needed+=(redis-server)
command -v chromium >/dev/null || needed+=(chromium)
# Uses an engine that answers.
docker info >/dev/null 2>&1 || command -v dockerd >/dev/null || needed+=(docker.io iptables)
# For a Swarm of several engines on this machine.
command -v ip >/dev/null || needed+=(iproute2)
command -v iptables >/dev/null || needed+=(iptables)
command -v ps >/dev/null || needed+=(procps)
[ ${#needed[@]} -eq 0 ] && exit
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq || echo "some of apt's lists are old"
apt-get install --yes --no-install-recommends -qq "${needed[@]}"
