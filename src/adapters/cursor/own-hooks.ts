import type { OwnHooks } from '../../mapping/adapter.ts';
import { hasOnlyKeys, isFilled, isNumber, type KeyTests } from '../../mapping/key-tests.ts';
import { isObject } from '../../util/equal.ts';

/** The keys that an entry may have if it is certain to run, with a test of each value. */
const entryTests: KeyTests = {
  type: (type) => type === 'command',
  command: isFilled,
  matcher: (matcher) => typeof matcher === 'string',
  timeout: isNumber,
  failClosed: (closed) => typeof closed === 'boolean',
  loop_limit: (limit) => limit === null || (Number.isSafeInteger(limit) && Number(limit) > 0),
};

const isCompleteEntry = (entry: unknown): boolean =>
  hasOnlyKeys(entry, entryTests) && entry.command !== undefined;

/** Settings files of Claude Code that the client loads too, by paths below the project. */
export const loadedFiles = ['.claude/settings.json', '.claude/settings.local.json'];

/**
 * Returns where a project has Cursor's own hooks, and which of them are certain to run.
 *
 * @param nativeNames The names of all events of Cursor.
 */
export const makeOwnHooks = (nativeNames: readonly string[]): OwnHooks => ({
  files: ['.cursor/hooks.json'],
  loads: loadedFiles,
  // A hook from the settings of Claude Code receives the same bytes as a hook of Cursor's own file,
  // 3.22.7, so the ids in a payload identify the firing.
  firingIdOf: ({ generation_id, tool_use_id, tool_call_id, subagent_id, loop_count }) =>
    typeof generation_id === 'string'
      ? JSON.stringify([generation_id, tool_use_id, tool_call_id, subagent_id, loop_count])
      : undefined,
  sideBySide: true,
  // One unknown event makes the client drop the file, cursor-agent 2026.09.10, and a malformed entry
  // may do so too.
  isCertainToRun: ({ version, hooks }, entry) =>
    version === 1 &&
    isCompleteEntry(entry) &&
    isObject(hooks) &&
    Object.entries(hooks).every(
      ([native, list]) =>
        nativeNames.includes(native) && Array.isArray(list) && list.every(isCompleteEntry),
    ),
  timeLimitKeys: ['timeout'],
  lineOf: ({ command }) => (typeof command === 'string' ? command : undefined),
});
