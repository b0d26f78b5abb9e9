#!/usr/bin/env bash
# Installs the missing tools of .ci/run: for the real nodes, the browser, gateways that share a Redis, and schemathesis. As root, on Debian.
set -euo pipefail
needed=()
command -v debootstrap >/dev/null || needed+=(debootstrap)
command -v pip >/dev/null || needed+=(python3-pip)
python3 -c 'import ensurepip' 2>/dev/null || needed+=(python3-venv)
command -v redis-server >/dev/null || needed+=(redis-server)
command -v chromium >/dev/null || needed+=(chromium)
command -v firefox-esr >/dev/null || needed+=(firefox-esr)
# Uses an engine that answers.
docker info >/dev/null 2>&1 || command -v dockerd >/dev/null || needed+=(docker.io iptables)
# For a Swarm of several engines on this machine.
command -v ip >/dev/null || needed+=(iproute2)
command -v iptables >/dev/null || needed+=(iptables)
command -v ps >/dev/null || needed+=(procps)
# For test/portable on Windows and Linux for arm64.
[ -x /usr/lib/wine/wine64 ] || needed+=(wine64)
command -v qemu-aarch64 >/dev/null || needed+=(qemu-user)
[ -e /usr/aarch64-linux-gnu/lib/ld-linux-aarch64.so.1 ] || needed+=(libc6-arm64-cross)
[ -e /usr/aarch64-linux-gnu/lib/libstdc++.so.6 ] || needed+=(libstdc++6-arm64-cross)
# For the check of workflows.
command -v shellcheck >/dev/null || needed+=(shellcheck)
[ ${#needed[@]} -eq 0 ] && exit
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq || echo "some of apt's lists are old"
apt-get install --yes --no-install-recommends -qq "${needed[@]}"
