import type { Binding, Native } from '../../adapter.ts';
import { isObject } from '../../equal.ts';
import { codec } from '../../fields.ts';

type Says = Binding['outcome'];

const refused = { decision: ['deny', 'block'] };
const extra = (key: string) => `hookSpecificOutput.${key}`;

/** Only `false` itself stops: `"false"` and 0 are ignored, 0.61.0. */
const continueFalse = codec(
  (value) => (value === false ? true : undefined),
  (value) => (value === true ? false : undefined),
);

/** What a person is shown; all that the remaining events honour. */
export const shown = { message: 'systemMessage', quiet: 'suppressOutput' } satisfies Says;

const stop = {
  ...shown,
  halt: { at: 'continue', codec: continueFalse },
  haltReason: 'stopReason',
} satisfies Says;

// `allow` and `approve` grant nothing, 0.61.0: they are read as no opinion.
export const deny: Native = { at: 'decision', words: { deny: 'deny' }, hears: { block: 'deny' } };

const insteadOf: Native = { at: 'reason', with: refused, blank: 'No reason provided' };

/** Of any other shape it makes the client throw, and the deny beside it is lost, 0.61.0. */
const whole = (value: unknown): boolean =>
  isObject(value) &&
  Array.isArray(value.candidates) &&
  value.candidates.every((one) => Array.isArray(one?.content?.parts));

export const sessionStart = () =>
  ({ ...shown, context: extra('additionalContext') }) satisfies Says;

export const beforeAgent = () =>
  ({
    ...stop,
    decision: deny,
    reason: 'reason',
    context: extra('additionalContext'),
  }) satisfies Says;

export const afterAgent = () =>
  ({
    ...stop,
    followUp: insteadOf,
    clear: extra('clearContext'), // at the top level it is ignored, 0.61.0
  }) satisfies Says;

export const beforeModel = () =>
  ({
    ...stop,
    decision: deny,
    reason: 'reason',
    request: extra('llm_request'),
    response: { at: extra('llm_response'), with: refused, takes: whole }, // else ignored, 0.61.0
  }) satisfies Says;

export const afterModel = () =>
  ({
    ...stop,
    decision: deny,
    reason: 'reason',
    response: { at: extra('llm_response'), takes: whole },
  }) satisfies Says;

export const toolSelection = () =>
  ({
    toolMode: extra('toolConfig.mode'),
    toolNames: extra('toolConfig.allowedFunctionNames'),
  }) satisfies Says;

export const beforeTool = () =>
  ({
    ...stop,
    // Headless, `ask` ends the process with exit 0 and no output, 0.61.0.
    decision: { at: 'decision', words: { deny: 'deny', ask: 'ask' }, hears: { block: 'deny' } },
    reason: 'reason',
    input: extra('tool_input'),
  }) satisfies Says;

export const afterTool = () =>
  ({
    ...stop,
    replaced: insteadOf,
    context: extra('additionalContext'),
    tail: extra('tailToolCallRequest'),
  }) satisfies Says;
