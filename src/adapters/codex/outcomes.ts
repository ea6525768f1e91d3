import type { Native, Row } from '../../mapping/adapter.ts';
import { codec } from '../../mapping/fields.ts';
import { trimText } from './rust-trim.ts';

/** Below `hookSpecificOutput`, which must name its event. */
export const specificRow = (event: string, key: string) => ({
  at: `hookSpecificOutput.${key}`,
  implies: { 'hookSpecificOutput.hookEventName': event },
});

/** What its pages give every answer; some events ignore it, 0.169.0. */
export const commonAnswerKeys = ['continue', 'stopReason', 'suppressOutput', 'systemMessage'];

export const messageRow = { message: 'systemMessage' } as const;

export const stopRows = {
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
const replaceBlank = codec(
  (value) => value,
  (value) => (typeof value === 'string' && trimText(value) === '' ? 'Blocked by a hook.' : value),
);
export const reasonCodec = { codec: replaceBlank } as const;

export const blockRow: Row = { at: 'decision', words: { deny: 'block' } };
const blockReason = { at: 'reason', with: { decision: ['block'] } } as const;

/** What a stop hook that blocks says is the next prompt. */
export const followUpRow: Native = { ...blockReason, ...reasonCodec };

const whenStopped = { continue: [false] } as const;

/** A stop after a tool replaces what it gave as well, be it with blanks, and the turn goes on, 0.169.0. */
export const replacedRow: Native = {
  ...blockReason,
  codec: codec(
    (value) => value,
    (value) => (typeof value === 'string' && trimText(value) === '' ? undefined : value),
  ),
  or: {
    at: 'reason',
    with: whenStopped,
    readOnly: true,
    or: { at: 'stopReason', with: whenStopped, blank: 'PostToolUse hook stopped execution' },
  },
};
