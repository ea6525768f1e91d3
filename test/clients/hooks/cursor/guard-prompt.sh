#!/usr/bin/env bash
# beforeSubmitPrompt: no keys in prompts.
input=$(cat)
printf '%s\n' "$input" >> "$HOOK_SEEN"
if echo "$input" | grep -q '"prompt":"[^"]*sk-live-'; then
  echo '{"continue":false,"user_message":"Take the key out of your prompt."}'
else
  echo '{"continue":true}'
fi
