#!/usr/bin/env bash
# Any event: keeps a record, has no opinion.
cat >> "$HOOK_SEEN"
echo >> "$HOOK_SEEN"
