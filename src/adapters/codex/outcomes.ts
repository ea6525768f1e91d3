import type { PathOrRow, Row } from '../../mapping/adapter.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { trimText } from './rust-trim.ts';

/** Makes the row of a key in `hookSpecificOutput`, which must name its event. */
export const specificRow = (event: string, key: string) => ({
  at: `hookSpecificOutput.${key}`,
  implies: { 'hookSpecificOutput.hookEventName': event },
});

/** The keys that the vendor documents for every answer. Some events ignore them, 0.169.0. */
export const commonResponseKeys = ['continue', 'stopReason', 'suppressOutput', 'systemMessage'];

/** A message for the person. */
export const messageRow = { message: 'systemMessage' } as const;

/** `continue: false`, which asks the client to end the turn, at any event that has these rows, and its reason. */
export const haltRows = {
  halt: {
    at: 'continue',
    codec: makeCodec(
      (value) => (value === false ? true : undefined),
      (value) => (value === true ? false : undefined),
    ),
  },
  haltReason: 'stopReason',
} as const;

/** Replaces a blank reason, for which the client drops the whole answer, 0.169.0. */
const replaceBlank = makeCodec(
  (value) => value,
  (value) => (typeof value === 'string' && trimText(value) === '' ? 'Blocked by a hook.' : value),
);
export const reasonCodec = { codec: replaceBlank } as const;

/** The other form of a deny, outside `hookSpecificOutput`. */
export const blockRow: Row = { at: 'decision', words: { deny: 'block' } };
const blockReason = { at: 'reason', with: { decision: ['block'] } } as const;

/** The reason of a stop hook that blocks becomes the next prompt. */
export const followUpRow: PathOrRow = { ...blockReason, ...reasonCodec };

/** The condition of a row that is read only beside `continue: false`. */
const whenStopped = { continue: [false] } as const;

/**
 * The text that replaces a result: the reason of a block. `continue: false` after a tool also
 * replaces the result, even by a blank text, and the turn goes on, 0.169.0.
 */
export const replacedRow: PathOrRow = {
  ...blockReason,
  codec: makeCodec(
    (value) => value,
    (value) => (typeof value === 'string' && trimText(value) === '' ? undefined : value),
  ),
  or: {
    at: 'reason',
    with: whenStopped,
    readOnly: true,
    or: { at: 'stopReason', with: whenStopped, whenEmpty: 'PostToolUse hook stopped execution' },
  },
};
