#!/usr/bin/env bash
# Fetches libbitcoinkernel, Bitcoin Core's consensus code as a library, and prints its path.
#   scripts/ci/kernel.sh DIR
set -euo pipefail
mkdir -p "$1"
pip download --quiet --no-cache-dir --no-deps --only-binary :all: --dest "$1" py-bitcoinkernel==0.1.0a5 >&2
python3 -m zipfile -e "$1"/py_bitcoinkernel-*.whl "$1"
ls "$1"/pbk/_libs/libbitcoinkernel.so
