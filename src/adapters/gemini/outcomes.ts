import type { PathOrRow } from '../../mapping/adapter.ts';
import { otherReasons } from '../../mapping/codecs.ts';
import { makeCodec } from '../../mapping/fields.ts';

/** The verdicts beside which a reason or a response counts. */
export const withDeny = { decision: ['deny', 'block'] } as const;
/** Returns the path of a key in `hookSpecificOutput`. */
export const specificPath = (key: string) => `hookSpecificOutput.${key}`;

/** `continue: false` stops. `"false"` and 0 are ignored, 0.61.0. */
const falseStops = makeCodec(
  (value) => (value === false ? true : undefined),
  (value) => (value === true ? false : undefined),
);

/** The keys that the docs of the family give for every answer. Some events ignore them, 0.61.0. */
export const commonAnswerKeys = [
  ...['decision', 'reason', 'systemMessage'],
  ...['continue', 'stopReason', 'suppressOutput'],
];

/** What the person is shown. Some events honour nothing else. */
export const messageRows = { message: 'systemMessage', quiet: 'suppressOutput' } as const;

export const stopRows = {
  ...messageRows,
  halt: { at: 'continue', codec: falseStops },
  haltReason: 'stopReason',
} as const;

/** A deny. `allow` and `approve` grant nothing and are read as no opinion, 0.61.0. */
export const denyRow = {
  at: 'decision',
  words: { deny: 'deny' },
  aliases: { block: 'deny' },
} as const satisfies PathOrRow;

/** A deny or a question. Headless, `ask` ends the process with exit 0 and no output, 0.61.0. */
export const denyOrAskRow: PathOrRow = {
  at: 'decision',
  words: { deny: 'deny', ask: 'ask' },
  aliases: { block: 'deny' },
};

/**
 * Keys for a reason that hooks of other agents use. They are read beside a verdict of this client.
 */
export const olderReasons = otherReasons.filter(
  (path) => path !== 'reason' && path !== 'stopReason',
);
export const reasonRow: PathOrRow = { at: 'reason', older: olderReasons };

export const replacedRow: PathOrRow = {
  at: 'reason',
  older: olderReasons,
  with: withDeny,
  whenEmpty: 'No reason provided',
};
