import type { Native } from '../../mapping/adapter.ts';
import { codec } from '../../mapping/fields.ts';

/** Only `false` itself stops: of any other kind the whole answer is dropped, 2.1.330. */
const continueFalse = codec(
  (value) => (value === false ? true : undefined),
  (value) => (value === true ? false : undefined),
);

/** What its pages give every answer; some events ignore it, 2.1.330. */
export const common = ['continue', 'stopReason', 'suppressOutput', 'systemMessage'];

export const named = 'hookSpecificOutput.hookEventName';

/** A field that counts beside the name of its event alone. */
export const extra = (native: string, key: string) =>
  ({ at: `hookSpecificOutput.${key}`, implies: { [named]: native } }) as const;

export const shown = { message: 'systemMessage', quiet: 'suppressOutput' } as const;

export const stop = {
  halt: { at: 'continue', codec: continueFalse },
  haltReason: 'stopReason',
} as const;

export const blocked = {
  decision: { at: 'decision', words: { deny: 'block' } },
  reason: 'reason',
} as const satisfies Record<string, Native>;

export const context = (native: string) => ({ context: extra(native, 'additionalContext') });

export const permission = (native: string) =>
  ({
    decision: {
      ...extra(native, 'permissionDecision'),
      or: { at: 'decision', words: {}, hears: { approve: 'allow', block: 'deny' } },
    },
    reason: { ...extra(native, 'permissionDecisionReason'), older: 'reason' },
  }) as const satisfies Record<string, Native>;

/** A tool that is to be refused as well: by itself it would run, and the turn end after it, 2.1.330. */
export const halting = {
  haltReason: 'stopReason',
  halt: { ...stop.halt, implies: { 'hookSpecificOutput.permissionDecision': 'deny' } },
} as const satisfies Record<string, Native>;

export const followUp: Native = {
  at: 'reason',
  with: { decision: ['block'] },
  blank: 'Blocked by a hook.',
};
