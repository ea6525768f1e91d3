import type { OwnHooks } from '../../mapping/adapter.ts';

/** Where its own hooks of a project stand, and which of them surely run. */
export const own = (natives: readonly string[]): OwnHooks => ({
  files: ['.cursor/hooks.json'],
  // One unknown event voids the file, cursor-agent 2026.09.10
  runs: ({ version, hooks }, { type = 'command' }) =>
    version === 1 &&
    type === 'command' &&
    Object.keys(hooks as object).every((native) => natives.includes(native)),
  line: ({ command }) => (typeof command === 'string' ? command : undefined),
});
