#!/usr/bin/env bash
# beforeShellExecution: no pushes from here.
input=$(cat)
printf '%s\n' "$input" >> "$HOOK_SEEN"
if [[ "$input" == *"git push"* ]]; then
  echo "Pushing is up to a person." >&2
  exit 2
fi
