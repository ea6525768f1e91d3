#!/usr/bin/env bash
# beforeShellExecution: recursive deletes are for people.
input=$(cat)
printf '%s\n' "$input" >> "$HOOK_SEEN"

if echo "$input" | grep -qE '"command":"[^"]*rm -rf'; then
  cat <<'JSON'
{
  "permission": "deny",
  "user_message": "Recursive deletes are not allowed here.",
  "agent_message": "Recursive deletes are not allowed here."
}
JSON
  exit 0
fi
echo '{"permission": "allow"}'
