import type { PathOrRow } from '../../mapping/adapter.ts';
import { makeCodec } from '../../mapping/fields.ts';

/**
 * `continue: false` stops. With a value that is no boolean the client drops the answer, 2.1.330.
 */
const falseStops = makeCodec(
  (value) => (value === false ? true : undefined),
  (value) => (value === true ? false : undefined),
);

/** The keys that the vendor documents for every answer. Some events ignore them, 2.1.330. */
export const commonResponseKeys = ['continue', 'stopReason', 'suppressOutput', 'systemMessage'];

export const eventNamePath = 'hookSpecificOutput.hookEventName';

/**
 * Makes the row of a key in `hookSpecificOutput`, which counts only beside the name of its event.
 */
export const specificRow = (native: string, key: string) =>
  ({ at: `hookSpecificOutput.${key}`, implies: { [eventNamePath]: native } }) as const;

export const messageRows = { message: 'systemMessage', quiet: 'suppressOutput' } as const;

export const haltRows = {
  halt: { at: 'continue', codec: falseStops },
  haltReason: 'stopReason',
} as const;

export const blockRows = {
  decision: { at: 'decision', words: { deny: 'block' } },
  reason: 'reason',
} as const satisfies Record<string, PathOrRow>;

/** Makes the row for context, which stands in the part of a response that names the event. */
export const contextRows = (native: string) => ({
  context: specificRow(native, 'additionalContext'),
});

/** Makes the rows for a decision about a call and its reason, in the current spelling and the older one. */
export const permissionRows = (native: string) =>
  ({
    decision: {
      ...specificRow(native, 'permissionDecision'),
      or: { at: 'decision', words: {}, aliases: { approve: 'allow', block: 'deny' } },
    },
    reason: { ...specificRow(native, 'permissionDecisionReason'), older: 'reason' },
  }) as const satisfies Record<string, PathOrRow>;

/**
 * A stop before a tool. `continue: false` alone lets the tool run and ends the turn after it, so a
 * deny is written beside it, 2.1.330.
 */
export const denyAndHaltRows = {
  haltReason: 'stopReason',
  halt: { ...haltRows.halt, implies: { 'hookSpecificOutput.permissionDecision': 'deny' } },
} as const satisfies Record<string, PathOrRow>;

export const followUpRow: PathOrRow = {
  at: 'reason',
  with: { decision: ['block'] },
  whenEmpty: 'Blocked by a hook.',
};
