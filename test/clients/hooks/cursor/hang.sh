#!/usr/bin/env bash
# Any event: waits for a server that never answers.
cat >> "$HOOK_SEEN"
echo >> "$HOOK_SEEN"
echo $$ >> "$HOOK_SEEN.pids"
sleep 300 &
echo $! >> "$HOOK_SEEN.pids"
wait
