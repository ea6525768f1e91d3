import type { Native, Row } from '../../mapping/adapter.ts';
import { codec } from '../../mapping/fields.ts';
import { trimmed } from './trim.ts';

/** Below `hookSpecificOutput`, which must name its event. */
export const extra = (event: string, key: string) => ({
  at: `hookSpecificOutput.${key}`,
  implies: { 'hookSpecificOutput.hookEventName': event },
});

/** What its pages give every answer; some events ignore it, 0.169.0. */
export const common = ['continue', 'stopReason', 'suppressOutput', 'systemMessage'];

export const shown = { message: 'systemMessage' } as const;

export const stop = {
  halt: {
    at: 'continue',
    codec: codec(
      (value) => (value === false ? true : undefined),
      (value) => (value === true ? false : undefined),
    ),
  },
  haltReason: 'stopReason',
} as const;

/** A reason that is blank voids the whole answer, 0.169.0. */
const filled = codec(
  (value) => value,
  (value) => (typeof value === 'string' && trimmed(value) === '' ? 'Blocked by a hook.' : value),
);
export const reason = { codec: filled } as const;

export const block: Row = { at: 'decision', words: { deny: 'block' } };
const blocked = { at: 'reason', with: { decision: ['block'] } } as const;

/** What a stop hook that blocks says is the next prompt. */
export const further: Native = { ...blocked, ...reason };

const stopped = { continue: [false] } as const;

/** A stop after a tool replaces what it gave as well, be it with blanks, and the turn goes on, 0.169.0. */
export const insteadOf: Native = {
  ...blocked,
  codec: codec(
    (value) => value,
    (value) => (typeof value === 'string' && trimmed(value) === '' ? undefined : value),
  ),
  or: {
    at: 'reason',
    with: stopped,
    readOnly: true,
    or: { at: 'stopReason', with: stopped, blank: 'PostToolUse hook stopped execution' },
  },
};
