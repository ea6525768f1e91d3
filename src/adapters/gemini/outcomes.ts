import type { PathOrRow } from '../../mapping/adapter.ts';
import { otherReasons } from '../../mapping/codecs.ts';
import { makeCodec } from '../../mapping/fields.ts';

/** The verdicts beside which the client uses a reason as the new prompt or the new result, or a model response. */
export const denyVerdicts = { decision: ['deny', 'block'] } as const;
/** Returns the path of an answer field that is inside `hookSpecificOutput`. */
export const specificPath = (key: string) => `hookSpecificOutput.${key}`;

/** Reads the field `continue`, which halts the agent if it is false. `"false"` and 0 are ignored, 0.61.0. */
const falseHalts = makeCodec(
  (value) => (value === false ? true : undefined),
  (value) => (value === true ? false : undefined),
);

/** Answer fields that the docs of Gemini CLI and its forks have for every event. Some events ignore them, 0.61.0. */
export const commonAnswerKeys = [
  ...['decision', 'reason', 'systemMessage'],
  ...['continue', 'stopReason', 'suppressOutput'],
];

/** What the person is shown. At some events the client uses nothing else of an answer. */
export const messageRows = { message: 'systemMessage', quiet: 'suppressOutput' } as const;

/** What the person is shown, and the request to halt the agent with its reason. */
export const haltRows = {
  ...messageRows,
  halt: { at: 'continue', codec: falseHalts },
  haltReason: 'stopReason',
} as const;

/** A refusal. `allow` and `approve` skip no approval and are read as no opinion, 0.61.0. */
export const denyRow = {
  at: 'decision',
  words: { deny: 'deny' },
  aliases: { block: 'deny' },
} as const satisfies PathOrRow;

/** A refusal or a question. A headless client ends at `ask`, with exit code 0 and without output, 0.61.0. */
export const denyOrAskRow: PathOrRow = {
  at: 'decision',
  words: { deny: 'deny', ask: 'ask' },
  aliases: { block: 'deny' },
};

/** Further keys in which hooks for other agents give a reason. They are read if `reason` is absent. */
export const foreignReasons = otherReasons.filter(
  (path) => path !== 'reason' && path !== 'stopReason',
);
export const reasonRow: PathOrRow = { at: 'reason', older: foreignReasons };

/** The text that replaces a result, or that is the next prompt at a stop: the reason beside a refusal. */
export const reasonBesideDenyRow: PathOrRow = {
  at: 'reason',
  older: foreignReasons,
  with: denyVerdicts,
  whenEmpty: 'No reason provided',
};
