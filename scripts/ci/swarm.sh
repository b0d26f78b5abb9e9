#!/usr/bin/env bash
# A Docker Swarm of three engines on this machine, each in its own network namespace: engine 1 is the manager. As root, with dockerd, ip and
# iptables. Everything is below DIR or has the name ID, which has up to 8 characters.
#   scripts/ci/swarm.sh up DIR ID       starts the engines, at unix://DIR/N/docker.sock
#   scripts/ci/swarm.sh image DIR ID    gives all engines the image of this package, and prints its id
#   scripts/ci/swarm.sh kill DIR ID N   ends an engine and its containers, as a machine that loses its power
#   scripts/ci/swarm.sh down DIR ID     removes everything
set -euo pipefail
verb=$1 dir=$2 id=$3
package=$(cd "$(dirname "$0")/../.." && pwd)
net=10.213.$((0x$(printf %s "$id" | md5sum | cut -c1-2)))

engine() { docker --host "unix://$dir/$1/docker.sock" "${@:2}"; }
# Traffic between the ports of a bridge is accepted, whatever another engine on this machine has set.
forward() { iptables --wait "$1" FORWARD --match physdev --physdev-in "$id+" --physdev-is-bridged --jump ACCEPT; }

up() {
  ip link add "$id" type bridge
  ip addr add "$net.1/24" dev "$id"
  ip link set "$id" up
  forward --insert 2>/dev/null || true
  for n in 1 2 3; do
    mkdir -p "$dir/$n"
    ip netns add "$id-$n"
    ip link add "$id-$n" type veth peer name eth0 netns "$id-$n"
    ip link set "$id-$n" master "$id" up
    ip -n "$id-$n" addr add "$net.1$n/24" dev eth0
    ip -n "$id-$n" link set eth0 up
    ip -n "$id-$n" link set lo up
    ip -n "$id-$n" route add default via "$net.1"
    # Not `ip netns exec`, which hides the control groups. Sockets need short paths.
    setsid nsenter --net="/run/netns/$id-$n" \
      dockerd --host "unix://$dir/$n/docker.sock" --data-root "$dir/$n/data" --exec-root "/run/$id-$n" \
      --cgroup-parent "/$id" --pidfile "$dir/$n/docker.pid" >"$dir/$n/log" 2>&1 </dev/null &
  done
  for n in 1 2 3; do
    for _ in $(seq 600); do
      engine "$n" info >/dev/null 2>&1 && break
      ! grep -q 'failed to start' "$dir/$n/log" || break
      sleep 0.2
    done
    engine "$n" info >/dev/null || { tail -20 "$dir/$n/log" >&2; exit 1; }
  done
  engine 1 swarm init --advertise-addr "$net.11" --dispatcher-heartbeat 2s >/dev/null
  token=$(engine 1 swarm join-token --quiet worker)
  for n in 2 3; do engine "$n" swarm join --advertise-addr "$net.1$n" --token "$token" "$net.11:2377" >/dev/null; done
}

# add NAME: copies a program of PATH and its libraries into the root of the image. A script would call other programs, so it is left out.
add() {
  local program
  program=$(readlink -f "$(command -v "$1")") && [ "$(head -c 4 "$program" | tail -c 3)" = ELF ] || return 0
  install -D "$program" "$dir/root/usr/local/bin/$1"
  ldd "$program" | grep -o '/[^ ]*' | while read -r library; do
    [ -e "$dir/root$library" ] || install -D "$library" "$dir/root$library"
  done
}

image() {
  mkdir -p "$dir/root/app" "$dir/root/tmp" "$dir/root/root"
  # The last three are for the services of compose/swarm.yaml.
  for program in node bitcoind stacks-node stacks-signer sh cat redis-server; do add $program; done
  cd "$package"
  tar --create package.json compose bundle dist/boot-contracts.json dist/cache \
    $(npm ls --omit=dev --omit=peer --all --parseable 2>/dev/null | tail --lines=+2 | sed "s|^$PWD/||") |
    tar --extract --directory "$dir/root/app"
  tar --create --directory "$dir/root" . | engine 1 import --change 'WORKDIR /app' --change 'ENV PATH=/usr/local/bin HOME=/root' \
    --change 'ENTRYPOINT ["node","bundle/cli.js"]' - "devnet-$id:ci" >/dev/null
  rm -rf "$dir/root"
  # Copied, because an import has another id on each engine.
  engine 1 save "devnet-$id:ci" | tee >(engine 2 load --quiet >/dev/null) | engine 3 load --quiet >/dev/null
  engine 1 image inspect --format '{{.Id}}' "devnet-$id:ci"
}

# end N: kills an engine and everything that it has started.
end() {
  [ -e "/run/netns/$id-$1" ] || return 0
  local containers
  containers=$(engine "$1" ps --quiet 2>/dev/null |
    xargs --no-run-if-empty docker --host "unix://$dir/$1/docker.sock" inspect --format '{{.State.Pid}}' 2>/dev/null || true)
  # A container that has just ended has the process 0, which would be this script and whoever called it.
  containers=$(grep -vx 0 <<<"$containers" || true)
  local processes
  processes="$(ip netns pids "$id-$1") $containers"
  for pid in $processes; do kill -s KILL "$pid" 2>/dev/null || true; done
  # One whose parent does not notice its end remains as a zombie.
  for pid in $processes; do
    for _ in $(seq 100); do
      ps -o stat= -p "$pid" | grep -qv '^Z' || break
      sleep 0.1
    done
  done
}

down() {
  for n in 1 2 3; do end "$n"; done
  for n in 1 2 3; do
    # The kernel would delete it some time after the namespace.
    ip link delete "$id-$n" 2>/dev/null || true
    ip netns delete "$id-$n" 2>/dev/null || true
  done
  awk -v dir="$dir/" -v run="/run/$id-" 'index($2, dir) == 1 || index($2, run) == 1 { print $2 }' /proc/mounts | sort --reverse |
    xargs --no-run-if-empty --max-args=1 umount --lazy || true
  find /sys/fs/cgroup -depth -type d -path "*/$id*" -exec rmdir {} + 2>/dev/null || true
  forward --delete 2>/dev/null || true
  ip link delete "$id" 2>/dev/null || true
  rm -rf --one-file-system "$dir" /run/"$id"-[123]
}

case $verb in
  up | image | down) "$verb" ;;
  kill)
    end "$4"
    ip link delete "$id-$4" 2>/dev/null || true
    ;;
esac
