import { defineBinding, type Events } from '../../mapping/define.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { isObject } from '../../util/equal.ts';
import { beforeToolRows, contextRow, followUpRow, refusalRows, resultRows } from './outcomes.ts';
import { buildShellText, isFinishedCommand } from './shell-text.ts';
import { fillTime, type Spelling } from './spelling.ts';

/** What most bindings share: the time of the event, and `{}` as the response without an opinion. */
export const timeAndNeutralResponse = {
  fillBeforeEncoding: fillTime,
} as const;

/** The name and the stack of an error. The error's message has a row of its own. */
const errorDetails = {
  at: 'error',
  codec: makeCodec(
    (error) => {
      const { name, stack } = isObject(error) ? error : {};
      const nameAndStack = {
        ...(name !== undefined && { name }),
        ...(stack !== undefined && { stack }),
      };
      return Object.keys(nameAndStack).length ? nameAndStack : undefined;
    },
    (details) => (isObject(details) ? { ...details } : undefined),
  ),
} as const;

/** The source of a session. That of a new session is `new` here and `startup` canonically, 1.0.102. */
const sourceField = {
  at: 'source',
  codec: makeCodec(
    (source) => (source === 'new' ? 'startup' : source),
    (source) => (source === 'startup' ? 'new' : source),
  ),
  supply: 'new',
} as const;

/** The row of the status in a result. Its native value is `success` even for a shell command that failed. */
const resultTypeField = (at: string) =>
  ({
    at,
    codec: makeCodec(
      (type) => (type === 'failure' ? 'failed' : undefined),
      (status, { event }) => (status === 'ok' || isFinishedCommand(event) ? 'success' : 'failure'),
    ),
    supply: 'success',
  }) as const;

/**
 * Defines the events that have both a camelCase and a PascalCase name, in one of the two spellings.
 *
 * @param form which of the `beforeToolRows` the event before a tool has
 */
export function defineSpelledEvents(spelling: Spelling, form: keyof typeof beforeToolRows) {
  const { head, tail, key, name, input, result, response } = spelling;
  const call = { name, input } as const;
  const transcript = { transcript: { at: key('transcriptPath'), supply: '' } } as const;
  const retry = { retry: 'stop_hook_active' } as const;
  const stopFields = {
    supply: { [key('stopReason')]: 'end_turn' },
    fillBeforeEncoding: {
      ...fillTime,
      retry: ({ loopCount = 0 }: { loopCount?: number | undefined }) => loopCount > 0,
    },
  } as const;
  return {
    sessionStart: defineBinding('session-start', () => ({
      payload: { ...head, source: sourceField, prompt: key('initialPrompt') },
      ...timeAndNeutralResponse,
      outcome: contextRow,
    })),
    sessionEnd: defineBinding('session-end', () => ({
      payload: { ...head, reason: { at: 'reason', supply: 'complete' } },
      ...timeAndNeutralResponse,
    })),
    userPromptSubmitted: defineBinding('prompt', () => ({
      payload: { ...head, prompt: 'prompt', ...tail },
      ...timeAndNeutralResponse,
      // `modifiedPrompt` has an effect in the response of a command, although the docs say: SDK only.
      outcome: { ...refusalRows, prompt: 'modifiedPrompt', ...contextRow },
      remembers: { prompt: 'prompt' },
    })),
    preToolUse: defineBinding('before-tool', () => ({
      payload: { ...head, ...call, ...tail },
      ...timeAndNeutralResponse,
      outcome: beforeToolRows[form],
      subject: key('toolName'),
    })),
    postToolUse: defineBinding('after-tool', () => ({
      firesFor: (event) =>
        isFinishedCommand(event) || [undefined, 'ok'].includes(event.status as undefined),
      payload: {
        ...head,
        ...call,
        result,
        status: resultTypeField(`${key('toolResult')}.${key('resultType')}`),
        ...tail,
      },
      fillBeforeEncoding: { ...fillTime, 'result.text': buildShellText },
      outcome: { ...resultRows, ...contextRow },
      subject: key('toolName'),
    })),
    postToolUseFailure: defineBinding('after-tool', () => ({
      given: { status: ['failed', 'timeout', 'refused'] },
      requires: ['status'],
      firesFor: (event) => !isFinishedCommand(event),
      payload: {
        ...head,
        ...call,
        'result.error.message': { at: 'error', supply: 'The tool failed.' },
        ...tail,
      },
      fillAfterDecoding: { status: () => 'failed' },
      ...timeAndNeutralResponse,
      outcome: contextRow, // `decision` has no effect
      subject: key('toolName'),
    })),
    agentStop: defineBinding('stop', () => ({
      given: { status: 'completed' },
      payload: { ...head, ...transcript, ...retry, ...tail },
      ...stopFields,
      outcome: { followUp: followUpRow },
    })),
    subagentStop: defineBinding('subagent-stop', () => ({
      payload: {
        ...head,
        ...transcript,
        subagent: { at: key('agentId'), supply: '' },
        type: {
          at: [key('agentName'), key('agentType')],
          all: true,
          supply: 'general-purpose',
        },
        summary: { at: response, supply: '' },
        parentAgent: key('parentAgentId'),
        ...retry,
      },
      ...stopFields,
      outcome: { followUp: followUpRow, replaced: 'modifiedResponse' }, // its matcher has no effect
    })),
    errorOccurred: defineBinding('error', () => ({
      payload: {
        ...head,
        details: errorDetails,
        message: { at: 'error.message', supply: '' },
        kind: { at: key('errorContext'), supply: 'system' },
        recoverable: { at: 'recoverable', supply: false },
      },
      ...timeAndNeutralResponse,
    })),
    preCompact: defineBinding('compact', () => ({
      payload: {
        ...head,
        ...transcript,
        trigger: { at: 'trigger', supply: 'auto' },
        instructions: { at: key('customInstructions'), supply: '' },
      },
      ...timeAndNeutralResponse,
      subject: 'trigger',
    })),
  } satisfies Events;
}
