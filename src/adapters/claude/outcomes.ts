import type { PathOrRow } from '../../mapping/adapter.ts';
import { refusedByHook } from '../../mapping/default-reasons.ts';
import { makeCodec } from '../../mapping/fields.ts';

/** `halt` is true where `continue` is false. With a value that is no boolean the client drops the response, 2.1.330. */
const haltCodec = makeCodec(
  (value) => (value === false ? true : undefined),
  (value) => (value === true ? false : undefined),
);

/** The keys that the vendor documents for every response. Some events ignore them, 2.1.330. */
export const commonResponseKeys = ['continue', 'stopReason', 'suppressOutput', 'systemMessage'];

export const eventNamePath = 'hookSpecificOutput.hookEventName';

/** Makes the row of a key in `hookSpecificOutput`. The client reads it only if the object names the event as well. */
export const specificRow = (native: string, key: string) =>
  ({ at: `hookSpecificOutput.${key}`, implies: { [eventNamePath]: native } }) as const;

/** A message for the person, and the wish not to show that the hook ran. */
export const messageRows = { message: 'systemMessage', quiet: 'suppressOutput' } as const;

/** `continue: false`, which ends the turn, and its reason. */
export const haltRows = {
  halt: { at: 'continue', codec: haltCodec },
  haltReason: 'stopReason',
} as const;

/** A refusal, and its reason. */
export const blockRows = {
  decision: { at: 'decision', words: { deny: 'block' } },
  reason: 'reason',
} as const satisfies Record<string, PathOrRow>;

/** Makes the row of the context that an event adds. */
export const contextRows = (native: string) => ({
  context: specificRow(native, 'additionalContext'),
});

/** Makes the rows of a decision about a call, or a change of the model, and of its reason. The client also reads the older keys. */
export const permissionRows = (native: string) =>
  ({
    decision: {
      ...specificRow(native, 'permissionDecision'),
      or: { at: 'decision', words: {}, aliases: { approve: 'allow', block: 'deny' } },
    },
    reason: { ...specificRow(native, 'permissionDecisionReason'), older: 'reason' },
  }) as const satisfies Record<string, PathOrRow>;

/**
 * `continue: false` before a tool. Alone it ends the turn only after the tool has run, so a deny is written
 * beside it, 2.1.330.
 */
export const denyAndHaltRows = {
  haltReason: 'stopReason',
  halt: { ...haltRows.halt, implies: { 'hookSpecificOutput.permissionDecision': 'deny' } },
} as const satisfies Record<string, PathOrRow>;

/** The prompt with which the model goes on at the end of a turn: the reason of a block. */
export const followUpRow: PathOrRow = {
  at: 'reason',
  with: { decision: ['block'] },
  whenEmpty: refusedByHook,
};
