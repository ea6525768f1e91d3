import type { Native } from '../../mapping/adapter.ts';
import { otherReasons } from '../../mapping/codecs.ts';
import { codec } from '../../mapping/fields.ts';

/** Without one of them, what stands beside is ignored. */
export const withDeny = { decision: ['deny', 'block'] } as const;
export const specificPath = (key: string) => `hookSpecificOutput.${key}`;

/** Only `false` itself stops: `"false"` and 0 are ignored, 0.61.0. */
const falseStops = codec(
  (value) => (value === false ? true : undefined),
  (value) => (value === true ? false : undefined),
);

/** What its page and those of its forks give every answer; an event may ignore any of it, 0.61.0. */
export const commonAnswerKeys = [
  ...['decision', 'reason', 'systemMessage'],
  ...['continue', 'stopReason', 'suppressOutput'],
];

/** What a person is shown; all that the remaining events honour. */
export const messageRows = { message: 'systemMessage', quiet: 'suppressOutput' } as const;

export const stopRows = {
  ...messageRows,
  halt: { at: 'continue', codec: falseStops },
  haltReason: 'stopReason',
} as const;

// `allow` and `approve` grant nothing, 0.61.0: they are read as no opinion.
export const denyRow = {
  at: 'decision',
  words: { deny: 'deny' },
  hears: { block: 'deny' },
} as const satisfies Native;

// Headless, `ask` ends the process with exit 0 and no output, 0.61.0.
export const denyOrAskRow: Native = {
  at: 'decision',
  words: { deny: 'deny', ask: 'ask' },
  hears: { block: 'deny' },
};

/** What a hook of another agent calls its reason counts beside a verdict of this one's. */
export const olderReasons = otherReasons.filter(
  (path) => path !== 'reason' && path !== 'stopReason',
);
export const reasonRow: Native = { at: 'reason', older: olderReasons };

export const replacedRow: Native = {
  at: 'reason',
  older: olderReasons,
  with: withDeny,
  blank: 'No reason provided',
};
