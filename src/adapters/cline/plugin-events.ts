import type { Draft, Fields, Row } from '../../mapping/adapter.ts';
import { defineBinding, type Events } from '../../mapping/define.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { isObject } from '../../util/equal.ts';
import { asText, type Json } from '../../util/json.ts';
import { wrapBareArguments } from './arguments.ts';
import { pluginRows } from './outcomes.ts';
import { resultCodec } from './results.ts';

/** The id of the agent, which counts as that of a sub-agent where the agent has a parent. */
const agentRow: Row = {
  at: 'snapshot.agentId',
  codec: makeCodec((value, _, { snapshot } = {}) =>
    isObject(snapshot) && typeof snapshot.parentAgentId === 'string' ? value : undefined,
  ),
  supply: ({ session }: Draft) => `agent_${session ?? 0}`,
};

/** The fields of every payload. Our plugin adds `hook` and `session` to what the client passes to a hook. */
const fields = {
  event: 'hook',
  session: { at: 'session.sessionId', supply: '' },
  cwd: { at: 'session.cwd', supply: '' },
  turn: 'snapshot.runId',
  agent: agentRow,
  parentAgent: 'snapshot.parentAgentId',
} satisfies Fields;

/** The client ends the run if a plugin hook takes longer, and nothing changes the limit, 3.0.65. */
const limit = { timeout: 3000, hasFixedTimeout: true } as const;

/** Matches the tag that the client puts around a prompt. */
const promptTag = /^<user_input(?: [^>]*)?>([\s\S]*)<\/user_input>$/;

/** Returns the texts of a message. */
const textsOf = (message: unknown): string[] => {
  const content = isObject(message) ? message.content : undefined;
  return (Array.isArray(content) ? content : [])
    .filter((part) => isObject(part) && part.type === 'text')
    .map((part) => asText((part as Json).text));
};

/** The prompt: the last message, without the tag around it. */
const promptRow: Row = {
  at: 'snapshot.messages',
  codec: makeCodec(
    (messages) => {
      const texts = textsOf(Array.isArray(messages) ? messages.at(-1) : undefined);
      const [first = '', ...others] = texts;
      return [promptTag.exec(first)?.[1] ?? first, ...others].join('\n');
    },
    (prompt) => [
      {
        role: 'user',
        content: [{ type: 'text', text: `<user_input mode="act">${prompt}</user_input>` }],
      },
    ],
  ),
};

const callFields = {
  // The folder in which the client works, which our plugin adds if it is not the project.
  directory: 'session.folder',
  callId: { at: 'toolCall.toolCallId', supply: { callIdPrefix: 'call_' } },
  name: 'toolCall.toolName',
  input: {
    at: 'input',
    codec: makeCodec((value, _, { toolCall } = {}) =>
      wrapBareArguments(isObject(toolCall) ? toolCall.toolName : undefined, value),
    ),
  },
} satisfies Fields;

/** A call that one of our hooks refused, for which the client fires `afterTool` as well, 3.0.65. Our plugin adds the key. */
const refusedRow: Row = {
  at: 'refused',
  codec: makeCodec(
    (value) => (value === true ? 'refused' : undefined),
    (status) => (status === 'refused' ? true : undefined),
  ),
};

/** Converts the end of a run. */
const statusCodec = makeCodec(
  (value) => (value === 'failed' ? 'error' : value),
  (value) => (value === 'error' ? 'failed' : value),
);

/**
 * The events of our plugin, under which hooks are written. Those with names of the client's own hooks are called by these; the plugin
 * fires `sessionStart` before the first `beforeRun` of a session, and `runFailed` at an `afterRun` after an error. No event
 * tells the end of a session.
 */
export const pluginEvents = {
  sessionStart: defineBinding('session-start', () => ({
    ...limit,
    payload: fields,
    fillAfterDecoding: { source: () => 'startup' },
    outcome: pluginRows.start,
  })),
  beforeRun: defineBinding('prompt', () => ({
    ...limit,
    payload: { ...fields, prompt: promptRow },
    outcome: pluginRows.prompt,
    remembers: { prompt: 'prompt' },
  })),
  afterModel: defineBinding('response', () => ({
    ...limit,
    payload: {
      ...fields,
      text: {
        at: 'assistantMessage.content',
        codec: makeCodec(
          (content) => textsOf({ content }).join(''),
          (text) => [{ type: 'text', text }],
        ),
      },
      model: 'assistantMessage.modelInfo.id',
    },
    remembers: { response: 'text' },
  })),
  beforeTool: defineBinding('before-tool', () => ({
    ...limit,
    payload: { ...fields, ...callFields },
    outcome: pluginRows.beforeTool,
    subject: 'toolCall.toolName',
  })),
  afterTool: defineBinding('after-tool', () => ({
    ...limit,
    payload: {
      ...fields,
      ...callFields,
      result: { at: 'result.output', codec: resultCodec, supply: '' },
      duration: { at: 'durationMs', supply: 0 },
      time: 'endedAt',
      status: refusedRow,
    },
    outcome: pluginRows.afterTool,
    subject: 'toolCall.toolName',
  })),
  afterRun: defineBinding('stop', () => ({
    ...limit,
    payload: {
      ...fields,
      status: { at: 'result.status', codec: statusCodec, supply: 'completed' },
      response: { at: 'result.outputText', supply: '' },
    },
    fillBeforeEncoding: { response: (_, world) => world.recall('response') },
  })),
  runFailed: defineBinding('error', () => ({
    ...limit,
    payload: {
      ...fields,
      kind: 'snapshot.lastErrorClass',
      message: { at: 'snapshot.lastError', supply: '' },
      response: 'result.outputText',
    },
  })),
} satisfies Events;
