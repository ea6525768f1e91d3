import type { OwnHooks } from '../../mapping/adapter.ts';
import { hasOnlyKeys, isFilled, isNumber, type KeyTests } from '../../mapping/key-tests.ts';
import { isObject } from '../../util/equal.ts';

/** The keys of an entry that surely runs. */
const entryKinds: KeyTests = {
  type: (type) => type === 'command',
  command: isFilled,
  matcher: (matcher) => typeof matcher === 'string',
  timeout: isNumber,
  failClosed: (closed) => typeof closed === 'boolean',
  loop_limit: (limit) => limit === null || (Number.isSafeInteger(limit) && Number(limit) > 0),
};

const isCompleteEntry = (entry: unknown): boolean =>
  hasOnlyKeys(entry, entryKinds) && entry.command !== undefined;

/** Files of Claude Code below the project that the client loads as well. */
export const loadedFiles = ['.claude/settings.json', '.claude/settings.local.json'];

/** Where a project has its own hooks for this client, and which of them surely run. */
export const makeOwnHooks = (natives: readonly string[]): OwnHooks => ({
  files: ['.cursor/hooks.json'],
  loads: loadedFiles,
  // A hook loaded from the settings of Claude Code receives the same bytes as its own, 3.22.7. So
  // the ids in a payload identify the firing.
  firing: ({ generation_id, tool_use_id, tool_call_id, subagent_id, loop_count }) =>
    typeof generation_id === 'string'
      ? JSON.stringify([generation_id, tool_use_id, tool_call_id, subagent_id, loop_count])
      : undefined,
  sideBySide: true,
  // One unknown event makes the client drop the file, cursor-agent 2026.09.10. A malformed entry
  // may.
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
