#!/usr/bin/env bash
# Starts a container engine below DIR, at unix://DIR/docker.sock, and returns when it is ready; DIR/docker.pid has its process id.
# It does not change the firewall of this machine: the devnet's networks need neither the internet nor rules. Two things exist as long as
# the engine: a bridge for containers without a network of their own, and a rule that accepts traffic between the ports of a bridge. Another
# engine on this machine may have set a policy that drops it.
#   scripts/ci/dockerd.sh DIR
set -euo pipefail
mkdir -p "$1"
export DOCKER_HOST="unix://$1/docker.sock"
forward() { ! command -v iptables >/dev/null || iptables --wait "$@" FORWARD --match physdev --physdev-is-bridged --jump ACCEPT; }
bridge="dci$$"
ip link add "$bridge" type bridge
ip addr add "10.212.$(($$ % 256)).1/24" dev "$bridge"
ip link set "$bridge" up
{
  trap : INT TERM HUP # which are the engine's: rule and bridge are taken back after it
  forward --insert || true
  dockerd --host "$DOCKER_HOST" --data-root "$1/data" --exec-root "$1/exec" --pidfile "$1/docker.pid" \
    --bridge "$bridge" --iptables=false --ip-masq=false || true
  forward --delete || true
  ip link delete "$bridge"
} >"$1/log" 2>&1 &
engine=$!
for _ in $(seq 300); do
  docker info >/dev/null 2>&1 && exit
  kill -0 $engine 2>/dev/null || break
  sleep 0.2
done
tail -20 "$1/log"
exit 1
