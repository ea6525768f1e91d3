#!/usr/bin/env bash
# Any event: keeps a record, says nothing.
cat >> "$HOOK_SEEN"
echo >> "$HOOK_SEEN"
