#!/usr/bin/env bash
# Runs test/examples/testcontainers in three languages with the image NAME. Needs docker, python3 and mvn.
#   scripts/ci/testcontainers.sh DIR NAME
set -euo pipefail
project=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
cp -r "$project/test/examples/testcontainers/." "$1"
cd "$1"
sed -i "s#\(['\"]\)stacks-devnet\1#\1$2\1#" devnet.test.js test_devnet.py src/test/java/DevnetTest.java
# Its image is not there. Each example removes its container itself.
export TESTCONTAINERS_RYUK_DISABLED=true

python3 -m venv venv
venv/bin/pip install --quiet --no-cache-dir testcontainers==4.15.0 pytest==9.0.2
venv/bin/pytest --quiet test_devnet.py

echo '{ "private": true, "type": "module" }' >package.json
npm install --silent --no-audit --no-fund testcontainers@12.0.4
# Testcontainers 12 needs Node 22.15.
PATH="$("$project/scripts/ci/node-release.sh" "$PWD/node" 24):$PATH" node --test devnet.test.js

# Testcontainers 2 for Java asks for version 1.44 of the API, which is that of Docker 25.
api=$(docker version --format '{{.Server.APIVersion}}')
mvn --quiet --batch-mode -Dmaven.repo.local="$PWD/m2" -DargLine="-Dapi.version=$api" test
for report in target/surefire-reports/*.txt; do grep 'Tests run' "$report"; done

left=$(docker ps --all --quiet --filter "ancestor=$2")
[ -z "$left" ] || { echo "left behind: $left"; exit 1; }
