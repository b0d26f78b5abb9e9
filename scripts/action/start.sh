#!/usr/bin/env bash
# Starts a network in the background, in the folder of a project. The steps of the job that follow get its URLs as DEVNET_… variables.
set -euo pipefail
# Where `up` publishes itself: a folder of this job, as others of the same user may run on the machine.
export XDG_STATE_HOME="$RUNNER_TEMP/stacks-devnet/state"
devnet=(npx --no-install stacks-devnet)

"${devnet[@]}" doctor
"${devnet[@]}" up --detach --ports auto --quiet
"${devnet[@]}" env >>"$GITHUB_ENV"
