#!/usr/bin/env bash
# Fuzzing and stress at full length, the judge, and real nodes as containers of their published images, which the docker engine pulls.
#   scripts/ci/nightly.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
export CI_FULL=1
mkdir -p nightly
npm test -- --reporter=default --reporter=json --outputFile.json=nightly/test.json
npm run test:long -- --reporter=default --reporter=json --outputFile.json=nightly/long.json
npm run test:programs -- --reporter=default --reporter=json --outputFile.json=nightly/programs.json
# With a new seed each night. Its generators use the real programs of this machine, or our own nodes as judges.
npm run judge -- --seconds 600 --folder nightly/judge
npm run test:docker -- --reporter=default --reporter=json --outputFile.json=nightly/docker.json
