#!/usr/bin/env bash
# Checks the workflows and the shell scripts that they run. Needs go and shellcheck.
#   scripts/ci/actionlint.sh DIR
set -euo pipefail
cd "$(dirname "$0")/../.."
mkdir -p "$1"
bin=$(cd "$1" && pwd)
GOBIN="$bin" GOPATH="$bin/go" GOFLAGS=-modcacherw go install github.com/rhysd/actionlint/cmd/actionlint@v1.7.12
"$bin/actionlint" .github/workflows/*.yml
shellcheck --severity=warning scripts/release/*.sh \
  scripts/ci/{portable,reproducible,actionlint,nightly,dockerd,node-image,container,testcontainers}.sh
# Actions of others are pinned by commit.
if grep -nE 'uses: +[^.].*@' .github/workflows/*.yml action.yml | grep -vE '@[0-9a-f]{40} # v'; then
  echo "pin these actions by commit, with the version as a comment"
  exit 1
fi
