import type { Binding, Native } from '../../mapping/adapter.ts';
import { otherReasons } from '../../mapping/codecs.ts';
import { codec } from '../../mapping/fields.ts';
import { modelRequest, modelResponse, toolNames } from './model.ts';

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

/** What a hook of another agent calls its reason counts beside a verdict of this one's. */
export const older = otherReasons.filter((path) => path !== 'reason' && path !== 'stopReason');
const reason: Native = { at: 'reason', older };

const insteadOf: Native = { at: 'reason', older, with: refused, blank: 'No reason provided' };

export const sessionStart = () =>
  ({ ...shown, context: extra('additionalContext') }) satisfies Says;

export const beforeAgent = () =>
  ({
    ...stop,
    decision: deny,
    reason,
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
    reason,
    request: { at: extra('llm_request'), codec: modelRequest },
    response: { at: extra('llm_response'), with: refused, ...modelResponse }, // else ignored, 0.61.0
  }) satisfies Says;

export const afterModel = () =>
  ({
    ...stop,
    decision: deny,
    reason,
    response: { at: extra('llm_response'), ...modelResponse },
  }) satisfies Says;

export const toolSelection = () =>
  ({
    toolMode: extra('toolConfig.mode'),
    toolNames: { at: extra('toolConfig.allowedFunctionNames'), codec: toolNames },
  }) satisfies Says;

export const beforeTool = () =>
  ({
    ...stop,
    // Headless, `ask` ends the process with exit 0 and no output, 0.61.0.
    decision: { at: 'decision', words: { deny: 'deny', ask: 'ask' }, hears: { block: 'deny' } },
    reason,
    input: extra('tool_input'),
  }) satisfies Says;

export const afterTool = () =>
  ({
    ...stop,
    replaced: insteadOf,
    context: extra('additionalContext'),
    tail: extra('tailToolCallRequest'),
  }) satisfies Says;
