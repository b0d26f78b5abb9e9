#!/bin/sh
# service.sh NAME [FOLDER] runs in the container of each node. It starts, signals and ends the node on request of the container
# `devnet`. Both share a folder: a request is one line, `ID VERB`, in the pipe `requests`; the file ID.done answers it.
set -u
at=${2:-/devnet}/services/$1
rm -rf "$at"
mkdir -p "$at"

# This process keeps the pipe open for writing, too: otherwise the first request would be the last. The pipe gets its name once it is open.
mkfifo "$at/made"
exec 3<>"$at/made"
mv "$at/made" "$at/requests"

signal() {
  if [ -s "$at/pid" ] && [ ! -e "$at/status" ]; then kill -s "$1" "$(cat "$at/pid")" 2>/dev/null; fi
}

finish() {
  signal KILL
  while [ -s "$at/pid" ] && [ ! -e "$at/status" ]; do sleep 0.01; done
}

while read -r id verb <&3; do
  case $verb in
    run)
      finish
      rm -f "$at/pid" "$at/status"
      : >"$at/output"
      set --
      while IFS= read -r argument; do set -- "$@" "$argument"; done <"$at/command"
      # The output goes to `docker compose logs` and to the error messages of `devnet`. `tee` ends after the last of it, so that a
      # program with a status has all of its output in the file.
      (
        {
          "$@" &
          echo $! >"$at/pid"
          wait $!
          echo $? >"$at/status.new"
        } 2>&1 | tee -a "$at/output"
        mv "$at/status.new" "$at/status"
      ) </dev/null 3<&- &
      until [ -s "$at/pid" ]; do sleep 0.01; done
      ;;
    STOP)
      signal STOP
      # The kernel stops each thread in its own time.
      until [ -z "$(grep -L '^State:.[TtZ]' /proc/"$(cat "$at/pid")"/task/*/status 2>/dev/null)" ]; do sleep 0.01; done
      ;;
    KILL) finish ;;
    TERM | CONT) signal "$verb" ;;
  esac
  : >"$at/$id.done"
done
