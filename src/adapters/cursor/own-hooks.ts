import type { OwnHooks } from '../../mapping/adapter.ts';
import { hasOnly, isFilled, isNumber, type Kinds } from '../../mapping/kinds-of-keys.ts';
import { isObject } from '../../util/equal.ts';

const entryKinds: Kinds = {
  type: (type) => type === 'command',
  command: isFilled,
  matcher: (matcher) => typeof matcher === 'string',
  timeout: isNumber,
  failClosed: (closed) => typeof closed === 'boolean',
  loop_limit: (limit) => limit === null || (Number.isSafeInteger(limit) && Number(limit) > 0),
};

const isCompleteEntry = (entry: unknown): boolean =>
  hasOnly(entry, entryKinds) && entry.command !== undefined;

/** Files of Claude Code that it loads as well, below the project. */
export const loadedFiles = ['.claude/settings.json', '.claude/settings.local.json'];

/** Where its own hooks of a project stand, and which of them surely run. */
export const makeOwnHooks = (natives: readonly string[]): OwnHooks => ({
  files: ['.cursor/hooks.json'],
  loads: loadedFiles,
  // A hook that it loads receives the bytes that its own receives, 3.22.7: the ids of a call, if any.
  firing: ({ generation_id, tool_use_id, tool_call_id, subagent_id, loop_count }) =>
    typeof generation_id === 'string'
      ? JSON.stringify([generation_id, tool_use_id, tool_call_id, subagent_id, loop_count])
      : undefined,
  sideBySide: true,
  // One unknown event voids the file, cursor-agent 2026.09.10; so may a malformed entry.
  runs: ({ version, hooks }, entry) =>
    version === 1 &&
    isCompleteEntry(entry) &&
    isObject(hooks) &&
    Object.entries(hooks).every(
      ([native, list]) =>
        natives.includes(native) && Array.isArray(list) && list.every(isCompleteEntry),
    ),
  limits: ['timeout'],
  line: ({ command }) => (typeof command === 'string' ? command : undefined),
});
