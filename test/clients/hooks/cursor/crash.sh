#!/usr/bin/env bash
# Any event: dies of a missing configuration.
cat >> "$HOOK_SEEN"
echo >> "$HOOK_SEEN"
echo "guard: config.yml: No such file or directory" >&2
exit 1
