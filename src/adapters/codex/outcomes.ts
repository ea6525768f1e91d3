import type { PathOrRow, Row } from '../../mapping/adapter.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { trimText } from './rust-trim.ts';

/** Makes the row of a key in `hookSpecificOutput`. The client takes that object only if it names an event. */
export const specificRow = (event: string, key: string) => ({
  at: `hookSpecificOutput.${key}`,
  implies: { 'hookSpecificOutput.hookEventName': event },
});

/** The keys that the vendor documents for every response. Some events ignore them, 0.169.0. */
export const commonResponseKeys = ['continue', 'stopReason', 'suppressOutput', 'systemMessage'];

/** A message for the person. */
export const messageRow = { message: 'systemMessage' } as const;

/** `continue: false`, which ends the turn, and its reason. */
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

/** A deny in the form `decision: block`, outside `hookSpecificOutput`. */
export const blockRow: Row = { at: 'decision', words: { deny: 'block' } };
const blockReason = { at: 'reason', with: { decision: ['block'] } } as const;

/** The reason of a stop hook that blocks becomes the next prompt. */
export const followUpRow: PathOrRow = blockReason;

/** The `with` of a row that is read only beside `continue: false`. */
const besideHalt = { continue: [false] } as const;

/**
 * The text that replaces a result: the reason of a block. After a tool `continue: false` also replaces the
 * result, even by a blank text, and does not end the turn, 0.169.0.
 */
export const replacedRow: PathOrRow = {
  ...blockReason,
  codec: makeCodec(
    (value) => value,
    (value) => (typeof value === 'string' && trimText(value) === '' ? undefined : value),
  ),
  or: {
    at: 'reason',
    with: besideHalt,
    readOnly: true,
    or: { at: 'stopReason', with: besideHalt, whenEmpty: 'PostToolUse hook stopped execution' },
  },
};
