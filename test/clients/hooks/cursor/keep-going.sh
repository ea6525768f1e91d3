#!/usr/bin/env bash
# stop: never satisfied.
cat >> "$HOOK_SEEN"
echo >> "$HOOK_SEEN"
echo '{"followup_message":"Keep going."}'
