#!/usr/bin/env bash
# BeforeTool: recursive deletes are for people.
input=$(cat)
printf '%s\n' "$input" >> "$HOOK_SEEN"
if echo "$input" | grep -qE '"command":"[^"]*rm -rf'; then
  echo '{"decision":"deny","reason":"Recursive deletes are not allowed here."}'
else
  echo '{}'
fi
