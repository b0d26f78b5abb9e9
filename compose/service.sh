#!/bin/sh
# service.sh NAME [FOLDER] runs in the container of each node: it starts, signals and ends the node as the container `devnet` asks for
# it through the folder that both see. One line is one request, `ID VERB`; it is answered by the file ID.done.
set -u
at=${2:-/devnet}/services/$1
rm -rf "$at"
mkdir -p "$at"

# What the node says is for `docker compose logs` as well as for the errors of `devnet`.
mkfifo "$at/lines"
exec 4<>"$at/lines"
tee -a "$at/output" <&4 &

# Open for reading and writing, so that the end of one request is not the end of all; there only when it is open.
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
      (
        "$@" >"$at/lines" 2>&1 &
        echo $! >"$at/pid"
        wait $!
        echo $? >"$at/status.new"
        mv "$at/status.new" "$at/status"
      ) </dev/null 3<&- 4<&- &
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
