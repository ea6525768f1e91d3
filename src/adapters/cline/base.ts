import type { Draft, Fields, Row } from '../../mapping/adapter.ts';
import { unlessEmpty } from '../../mapping/codecs.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { isObject } from '../../util/equal.ts';
import { type Json, parseJson } from '../../util/json.ts';
import { toParameters, wrapBareArguments } from './arguments.ts';
import { resultCodec } from './results.ts';

/** The names that payloads of the command line have for events, by the names of the hook files. */
export const internalNames = {
  TaskStart: 'agent_start',
  TaskResume: 'agent_resume',
  UserPromptSubmit: 'prompt_submit',
  PreToolUse: 'tool_call',
  PostToolUse: 'tool_result',
  TaskComplete: 'agent_end',
  TaskError: 'agent_error',
  TaskCancel: 'agent_abort',
  SessionShutdown: 'session_shutdown',
} as const;

/** Reads a time that is an ISO date or, in VS Code, a text with the milliseconds since 1970. */
const timeCodec = makeCodec((value) => {
  const milliseconds = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : NaN;
  return Number.isNaN(milliseconds) ? value : new Date(milliseconds).toISOString();
});

/** The id of the agent, which counts as that of a sub-agent where the agent has a parent. */
const agentRow: Row = {
  at: 'agent_id',
  codec: makeCodec((value, _, { parent_agent_id: parent } = {}) =>
    typeof parent === 'string' ? value : undefined,
  ),
  supply: ({ session }: Draft) => `agent_${session ?? 0}`,
};

/** Makes the fields of every payload of a hook file. */
export const fileFields = (native: keyof typeof internalNames | 'PreCompact') =>
  ({
    version: { at: 'clineVersion', codec: unlessEmpty, supply: '' },
    time: { at: 'timestamp', codec: timeCodec },
    session: { at: ['sessionContext.rootSessionId', 'taskId'], all: true, supply: '' },
    cwd: { at: ['workspaceInfo.rootPath', 'workspaceRoots.0'], supply: '' },
    roots: { at: 'workspaceRoots', supply: ({ cwd }: Draft) => (cwd === undefined ? [] : [cwd]) },
    agent: agentRow,
    parentAgent: { at: 'parent_agent_id', supply: null },
    // `PreCompact`, which is never fired, has no internal name.
    event:
      native === 'PreCompact'
        ? 'hookName'
        : { at: 'hookName', words: { [native]: internalNames[native] } },
  }) satisfies Fields;

/** The user is not the person's e-mail address, and nothing else tells it. */
export const fileSupply = { userId: 'unknown' } as const;

/** What a payload of a tool event states twice: the name of the tool, its arguments and its result, as they are written. */
const writtenCalls = new WeakMap<Draft, { name?: unknown; input?: unknown; output?: unknown }>();
const keepWritten = (event: Draft, part: 'name' | 'input' | 'output', value: unknown) => {
  writtenCalls.set(event, { ...writtenCalls.get(event), [part]: value });
  return value;
};

/** Parses the values of `parameters` that are JSON in a text. */
const readParameters = (parameters: unknown): unknown =>
  isObject(parameters)
    ? Object.fromEntries(
        Object.entries(parameters).map(([key, value]) => {
          const isJson = typeof value === 'string' && /^[[{]/.test(value);
          return [key, (isJson ? parseJson(value) : undefined) ?? value];
        }),
      )
    : parameters;

/** Returns the name of the tool in a payload, which stands beside the arguments that are read. */
const toolNameBeside = ({ tool_call, tool_result }: Json): unknown => {
  const call = tool_call ?? tool_result;
  return isObject(call) ? call.name : undefined;
};

/** Converts arguments, which may be a bare text or a list, or texts that hold JSON in a payload without the call itself. */
const argumentsCodec = makeCodec(
  (value, _, beside = {}) =>
    beside.tool_call || beside.tool_result
      ? wrapBareArguments(toolNameBeside(beside), value)
      : readParameters(value),
  (value, { event }) => keepWritten(event, 'input', value),
);

/**
 * Makes the fields of a tool call.
 *
 * @param call the key of the object with the call, which payloads of VS Code do not have
 * @param copy the key of the object that states the call a second time
 */
export const callFields = (call: 'tool_call' | 'tool_result', copy: 'preToolUse' | 'postToolUse') =>
  ({
    callId: { at: `${call}.id`, supply: { callIdPrefix: 'call_' } },
    name: {
      at: `${call}.name`,
      codec: makeCodec(
        (value) => value,
        (value, { event }) => keepWritten(event, 'name', value),
      ),
      or: { at: `${copy}.toolName` },
    },
    input: { at: [`${call}.input`, `${copy}.parameters`], codec: argumentsCodec },
  }) satisfies Fields;

/** The result of a call. In VS Code it is one text, which may hold JSON. */
export const resultRow: Row = {
  at: ['tool_result.output', 'postToolUse.result'],
  codec: makeCodec(
    (value, context, { tool_result } = {}) => {
      const isText = tool_result === undefined && typeof value === 'string';
      return resultCodec.read((isText ? parseJson(value) : undefined) ?? value, context);
    },
    (value, context) => keepWritten(context.event, 'output', resultCodec.write(value, context)),
  ),
  supply: '',
};

/** Builds the object that states a call a second time, with its arguments as texts. */
export const copyOfCall = (event: Draft): Json => {
  const { name, input } = writtenCalls.get(event) ?? {};
  return { toolName: name, parameters: isObject(input) ? toParameters(input) : {} };
};

/** Builds the object that states a finished call a second time. */
export const copyOfResult = (event: Draft): Json => {
  const { output = '' } = writtenCalls.get(event) ?? {};
  return {
    ...copyOfCall(event),
    result: typeof output === 'string' ? output : JSON.stringify(output),
    // True also for a command that failed, 3.0.65. False for a call that was refused, whose result has nothing but an error.
    success: !(isObject(output) && Object.keys(output).join() === 'error'),
    executionTimeMs: event.duration ?? 0,
  };
};
