#!/usr/bin/env bash
# Builds the container image for amd64 and arm64 with an SBOM and provenance, and pushes it as REPOSITORY:VERSION, and as
# REPOSITORY:latest unless the version is one such as 1.2.0-rc.1.
# With --dry-run it prints the command, and builds the image for this machine if BASE names an image with Node that this machine has.
#   scripts/release/image.sh [--dry-run] REPOSITORY VERSION
set -euo pipefail
cd "$(dirname "$0")/../.."
dry=
if [ "$1" = --dry-run ]; then dry=1; shift; fi
tags=(--tag "$1:$2")
case $2 in *-*) ;; *) tags+=(--tag "$1:latest") ;; esac
build=(docker buildx build --platform "linux/amd64,linux/arm64" --sbom=true --provenance=mode=max --push
  --file compose/Dockerfile "${tags[@]}" .)
if [ -z "$dry" ]; then exec "${build[@]}"; fi
echo "${build[*]}"
if [ -n "${BASE:-}" ] && docker image inspect "$BASE" >/dev/null 2>&1; then
  # An engine without BuildKit ignores compose/Dockerfile.dockerignore, and one of CI has no network but the machine's.
  tar --create package.json package-lock.json tsconfig.json compose scripts src |
    docker build --network host --build-arg "BASE=$BASE" --file compose/Dockerfile --tag "$1:$2" -
fi
