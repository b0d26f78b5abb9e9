#!/usr/bin/env bash
# Makes a Debian trixie root with bitcoin-knots of trixie-backports, and a `bitcoind` that runs out of it on this system.
#   scripts/ci/trixie.sh ROOT BIN
set -euo pipefail
root=$1 bin=$2
# The mirror that this machine uses for its release.
release=$(. /etc/os-release && echo "$VERSION_CODENAME")
mirror=$(apt-get indextargets --format '$(RELEASE) $(SITE)' 'Created-By: Packages' 'Component: main' |
  awk -v release="$release" '$1 == release { print $2; exit }')
[ -n "$mirror" ] || { echo "apt has no mirror of $release"; exit 1; }
debootstrap --variant=minbase --extra-suites=trixie-backports --include=bitcoin-knots trixie "$root" "$mirror"
rm -rf "$root"/var/cache/apt/archives "$root"/var/lib/apt/lists

# Debian 12's own loader and C library are too old for the program.
loader=$(ls "$root"/usr/lib/*/ld-linux-*.so.* | head -1)
mkdir -p "$bin"
cat >"$bin/bitcoind" <<EOF
#!/bin/sh
exec $loader --argv0 bitcoind --library-path $(dirname "$loader") $root/usr/bin/bitcoind "\$@"
EOF
chmod +x "$bin/bitcoind"
"$bin/bitcoind" --version | head -1
