#!/bin/sh
# A Cursor hook for beforeShellExecution, as people write them: refuses `rm -rf`.
# It knows Cursor and nothing else.
input=$(cat)
if printf '%s' "$input" | grep -q '"command":"[^"]*rm -rf'; then
  echo '{"permission":"deny","user_message":"rm -rf is not allowed here: move it to the trash"}'
else
  echo '{"permission":"allow"}'
fi
