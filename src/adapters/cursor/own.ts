import type { OwnHooks } from '../../mapping/adapter.ts';
import { hasOnly, isFilled, isNumber, type Kinds } from '../../mapping/kinds-of-keys.ts';
import { isObject } from '../../util/equal.ts';

const kinds: Kinds = {
  type: (type) => type === 'command',
  command: isFilled,
  matcher: (matcher) => typeof matcher === 'string',
  timeout: isNumber,
  failClosed: (closed) => typeof closed === 'boolean',
  loop_limit: (limit) => limit === null || (Number.isSafeInteger(limit) && Number(limit) > 0),
};

const isWhole = (entry: unknown): boolean => hasOnly(entry, kinds) && entry.command !== undefined;

/** Where its own hooks of a project stand, and which of them surely run. */
export const own = (natives: readonly string[]): OwnHooks => ({
  files: ['.cursor/hooks.json'],
  // One unknown event voids the file, cursor-agent 2026.09.10; so may a malformed entry.
  runs: ({ version, hooks }, entry) =>
    version === 1 &&
    isWhole(entry) &&
    isObject(hooks) &&
    Object.entries(hooks).every(
      ([native, list]) => natives.includes(native) && Array.isArray(list) && list.every(isWhole),
    ),
  limits: ['timeout'],
  line: ({ command }) => (typeof command === 'string' ? command : undefined),
});
