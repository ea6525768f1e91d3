#!/usr/bin/env bash
# beforeReadFile: files with AWS keys stay unread.
input=$(cat)
printf '%s\n' "$input" >> "$HOOK_SEEN"

if echo "$input" | grep -qE '"content":".*AKIA[0-9A-Z]{16}'; then
  echo '{"permission":"deny","user_message":"This file holds an AWS key."}'
else
  echo '{"permission":"allow"}'
fi
