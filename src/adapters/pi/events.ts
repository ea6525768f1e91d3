import type { Codec } from '../../mapping/adapter.ts';
import { defineBinding, type Events } from '../../mapping/define.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { isObject } from '../../util/equal.ts';
import { asText, type Json } from '../../util/json.ts';
import { lastAnswerCodec } from './last-answer.ts';
import {
  contextRow,
  followUpRow,
  haltPath,
  haltReasonPath,
  messageRow,
  refusalOrAskRows,
  refusedPromptRows,
  resultRows,
  textOfParts,
} from './outcomes.ts';
import { argumentsCodec } from './tools.ts';

/** The fields of every event. The client's own handlers read those of `ctx` from their second argument. */
const commonFields = {
  event: 'event.type',
  cwd: { at: 'ctx.cwd', supply: '' },
  session: { at: 'ctx.sessionId', supply: '' },
  transcript: 'ctx.sessionFile', // absent with --no-session; a new session has no file before its first tool call
  model: 'ctx.model',
  background: {
    at: 'ctx.hasUI',
    codec: makeCodec(
      (value) => (typeof value === 'boolean' ? !value : undefined),
      (value) => !value,
    ),
    supply: false,
  },
} as const;

const callFields = {
  name: 'event.toolName',
  callId: { at: 'event.toolCallId', supply: { callIdPrefix: 'call_' } },
  input: { at: 'event.input', codec: argumentsCodec },
} as const;

/** Converts why a session begins or ends. Further words are read as they are. */
const makeReasonCodec = (words: Readonly<Record<string, string>>, other: string) =>
  makeCodec(
    (value) => (typeof value === 'string' && Object.hasOwn(words, value) ? words[value] : value),
    (value) => Object.keys(words).find((word) => words[word] === value) ?? other,
  );

const startWords = makeReasonCodec(
  {
    startup: 'startup', // with --continue, --session and --fork too, 1.5.2
    new: 'clear',
    resume: 'resume',
    reload: 'resume',
    fork: 'resume',
  },
  'startup',
);

/** The source of a session whose start was told before. Our plugin marks the event with `again`. */
const toldBefore = 'again';

/** Why a session begins. A reloaded or forked session has the conversation of an earlier one. */
const startReason = {
  at: 'event.reason',
  codec: {
    read: (reason, context, { event } = {}) =>
      isObject(event) && event.again === true ? toldBefore : startWords.read(reason, context),
    write: startWords.write,
  } satisfies Codec,
  supply: 'startup',
} as const;

const endReason = {
  at: 'event.reason',
  codec: makeReasonCodec(
    { quit: 'prompt_input_exit', new: 'clear', resume: 'resume', fork: 'fork', reload: 'reload' },
    'quit',
  ),
  supply: 'quit',
} as const;

/** Why a conversation is summarised: `threshold` and `overflow` are the client's own doing. */
const compactReason = {
  at: 'event.reason',
  words: { manual: 'manual', auto: 'threshold' },
  aliases: { overflow: 'auto' },
  supply: 'threshold',
} as const;

/** Converts the parts of a result: reads the texts of all parts, writes one part. */
const partsCodec = makeCodec(textOfParts, (text) => [{ type: 'text', text: asText(text) }]);

/** Returns what the model is shown of a result that has no text of its own. */
function textOfResult({ result = {} }: Json): unknown {
  const { error, output } = result as { error?: Json; output?: unknown };
  return error?.message ?? output;
}

/** The native events of 1.5.2 that hooks can use. */
export const events = {
  session_start: defineBinding('session-start', () => ({
    payload: { ...commonFields, source: startReason },
    outcome: { context: contextRow, ...messageRow }, // what a handler returns has no effect; our plugin sends the message
    continues: { source: toldBefore },
    subject: 'event.reason',
  })),
  input: defineBinding('prompt', () => ({
    payload: { ...commonFields, prompt: 'event.text', attachments: 'event.images' },
    outcome: {
      prompt: { at: 'text', with: { action: ['transform'] } },
      ...refusedPromptRows, // written last, since a refusal counts more
      context: contextRow,
      ...messageRow,
    },
    remembers: { prompt: 'prompt' },
  })),
  before_agent_start: defineBinding('prompt', () => ({
    // `prompt` is the text after skills and templates were put in; an aborted run sends nothing, 1.5.2
    payload: { ...commonFields, prompt: 'event.prompt', attachments: 'event.images' },
    outcome: {
      ...refusedPromptRows, // words of `input`: the client takes no refusal here, and our plugin aborts the run
      context: contextRow,
      ...messageRow,
    },
  })),
  tool_call: defineBinding('before-tool', () => ({
    payload: { ...commonFields, ...callFields },
    outcome: {
      ...refusalOrAskRows,
      halt: { at: haltPath, with: { block: [true] } },
      haltReason: haltReasonPath,
      input: 'input',
      context: contextRow,
      ...messageRow,
    },
    subject: 'event.toolName',
  })),
  user_bash: defineBinding('before-tool', () => ({
    given: { tool: 'shell' },
    payload: { ...commonFields, 'input.command': 'event.command', 'input.directory': 'event.cwd' },
    outcome: { ...refusalOrAskRows, ...messageRow }, // a changed command has no effect, 1.5.2
  })),
  tool_result: defineBinding('after-tool', () => ({
    given: { status: ['ok', 'failed', 'timeout'] }, // never fired for a refused call, 1.5.2
    payload: {
      ...commonFields,
      ...callFields,
      'result.text': { at: 'event.content', codec: partsCodec, supply: () => [] },
      'result.output': { at: 'event.structuredContent.output', onlyTool: 'shell' },
      'result.exitCode': { at: 'event.structuredContent.exit_code', onlyTool: 'shell' },
      status: {
        at: 'event.isError',
        words: { ok: false, timeout: true, failed: true },
        supply: false,
      },
    },
    fillBeforeEncoding: { 'result.text': textOfResult },
    outcome: {
      ...resultRows,
      context: 'append',
      halt: haltPath,
      haltReason: haltReasonPath,
      ...messageRow,
    },
    subject: 'event.toolName',
  })),
  agent_before_settle: defineBinding('stop', () => ({
    given: { status: ['completed', 'error'] }, // not fired after an abort, 1.5.2
    ignored: ['continue'], // without a message, the run ends whatever it is, 1.5.2
    payload: {
      ...commonFields,
      response: { at: 'event.context', codec: lastAnswerCodec },
      status: {
        at: 'event.outcome',
        words: { completed: 'completed', error: 'error' },
        supply: 'completed',
      },
    },
    outcome: { followUp: followUpRow, ...messageRow },
  })),
  agent_settled: defineBinding('stop', () => ({
    payload: {
      ...commonFields,
      status: {
        at: 'event.aborted',
        words: { error: false, completed: false, aborted: true },
        supply: false,
      },
    },
    continues: { status: 'completed' }, // `agent_before_settle` was fired for it
    outcome: messageRow,
  })),
  session_before_compact: defineBinding('compact', () => ({
    payload: {
      ...commonFields,
      trigger: compactReason,
      contextTokens: 'event.preparation.tokensBefore',
      instructions: 'event.customInstructions',
    },
    outcome: {
      decision: { at: 'cancel', words: { deny: true } },
      reason: 'reason',
      halt: { at: haltPath, with: { cancel: [true] } }, // an aborted run ends, seen in 1.5.2
      haltReason: haltReasonPath,
      ...messageRow,
    },
    subject: 'event.reason',
  })),
  session_compact: defineBinding('compacted', () => ({
    payload: { ...commonFields, trigger: compactReason, summary: 'event.compactionEntry.summary' },
    outcome: messageRow,
    subject: 'event.reason',
  })),
  session_shutdown: defineBinding('session-end', () => ({
    payload: { ...commonFields, reason: endReason },
    subject: 'event.reason',
  })),
} satisfies Events;
