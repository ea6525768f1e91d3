#!/usr/bin/env bash
# sessionStart: tells the agent what it cannot see.
cat >> "$HOOK_SEEN"
echo >> "$HOOK_SEEN"
cat <<'JSON'
{
  "additional_context": "The staging database is read-only on Fridays."
}
JSON
