#!/usr/bin/env bash
# Makes an image with Node, npm and a shell of the programs of this machine, for tests that must not pull one. Prints its name.
#   scripts/ci/node-image.sh DIR NAME
set -euo pipefail
mkdir -p "$1"
root=$(cd "$1" && pwd)
# add PROGRAM: with its libraries.
add() {
  local program
  program=$(readlink -f "$(command -v "$1")")
  install -D "$program" "$root/usr/local/bin/$1"
  ldd "$program" | grep -o '/[^ ]*' | while read -r library; do install -D "$(readlink -f "$library")" "$root$library"; done
}
for program in node sh env rm mkdir cp; do add $program; done
mkdir -p "$root/bin" "$root/usr/bin" "$root/usr/local/lib" "$root/etc" "$root/root" "$root/tmp"
chmod 1777 "$root/tmp"
ln -sf /usr/local/bin/sh "$root/bin/sh"
ln -sf /usr/local/bin/env "$root/usr/bin/env"
cp -r "$(npm root --global)/npm" "$root/usr/local/lib/npm"
for program in npm npx; do ln -sf "../lib/npm/bin/$program-cli.js" "$root/usr/local/bin/$program"; done
printf 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/tmp:/bin/sh\n' >"$root/etc/passwd"
# The authorities that this machine trusts.
authorities=()
if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
  install -D "$NODE_EXTRA_CA_CERTS" "$root/etc/authorities.pem"
  authorities=(--change 'ENV NODE_EXTRA_CA_CERTS=/etc/authorities.pem')
fi
tar --create --directory "$root" . |
  docker import --change 'ENV PATH=/usr/local/bin:/usr/bin:/bin HOME=/root' "${authorities[@]}" - "$2" >/dev/null
rm -rf "$root"
echo "$2"
