#!/usr/bin/env bash
# Fetches a Node release by the npm package that carries it and prints the folder of its `node`.
#   scripts/ci/node-release.sh DIR MAJOR
set -euo pipefail
package="node-linux-$(node -p process.arch)"
npm install --silent --no-save --prefix "$1" "$package@$2" >&2
ls -d "$1/node_modules/$package/bin"
