import type { ComputeField, Draft, Fields, PathOrRow, Row } from '../../mapping/adapter.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { isObject } from '../../util/equal.ts';
import { asText, parseJson } from '../../util/json.ts';
import { toPascalName, toRuntimeName } from './tools.ts';

/**
 * How the keys of a payload are spelled, which depends on the event's name in the settings. Under a camelCase name
 * they are in camelCase, under a PascalCase name in snake_case.
 */
export interface Spelling {
  /** The common fields, before the event's own fields and after them. */
  head: Fields<'session' | 'time' | 'cwd' | 'event'>;
  tail: Fields<'agent' | 'agentType'>;
  /** Returns the key of this spelling for a camelCase key. */
  key(name: string): string;
  /** The rows of the tool's name, its arguments and its result. */
  name: PathOrRow;
  input: PathOrRow;
  result: PathOrRow;
  /** The key of the last response of a sub-agent. */
  response: string;
}

/** Converts between a native time in milliseconds since 1970 and the canonical ISO date. */
const epochCodec = makeCodec(
  (value) =>
    typeof value === 'number' && Math.abs(value) <= 8.64e15 ? new Date(value).toISOString() : value,
  (value) => {
    const time = Date.parse(asText(value));
    return Number.isNaN(time) ? undefined : time;
  },
);

const makeEmptyResult = () => ({ textResultForLlm: '' });

const cwdField = { cwd: { at: 'cwd', supply: '' } } as const;

/** The common fields of camelCase payloads. A few PascalCase events have them too. */
export const camelHead = {
  session: { at: 'sessionId', supply: '' },
  time: { at: 'timestamp', codec: epochCodec },
  ...cwdField,
} as const;

const toSnakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Makes the rows of the agent in which the event happened. */
const agentFields = (key: (name: string) => string) => ({
  agent: key('agentId'),
  agentType: key('agentType'),
  parentAgent: key('parentAgentId'),
});

/**
 * Converts the arguments of a call. They are an object, or a bare text for a patch. In the docs of the cloud agent
 * they are a string that holds JSON.
 */
const toolInputCodec = makeCodec(
  (value, _, { toolName, tool_name: name = toolName } = {}) => {
    if (typeof value !== 'string' || name === 'apply_patch' || name === 'Edit') return value;
    const parsed = parseJson(value);
    return isObject(parsed) ? parsed : value;
  },
  (value, { event }) =>
    event.tool === 'other' && isObject(value) && typeof value.patch === 'string'
      ? value.patch
      : value,
);

/** Makes a function that renames the keys of an object, and returns any other value unchanged. */
const makeKeyRenamer = (spell: (key: string) => string) => (value: unknown) =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [spell(key), item]))
    : value;
const toCamelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

export const camelSpelling: Spelling = {
  head: camelHead,
  tail: agentFields(String),
  key: String,
  name: 'toolName',
  input: { at: 'toolArgs', codec: toolInputCodec },
  result: { at: 'toolResult', supply: makeEmptyResult },
  response: 'response',
};

/** The tool's name under PascalCase events, where it is Claude Code's name. `apply_patch`, whose input is a bare text, is named `Edit`. */
const claudeNameRow: Row = {
  at: 'tool_name',
  codec: makeCodec(
    (name, _, beside) => toRuntimeName(name, typeof beside?.tool_input === 'string'),
    (name) => toPascalName(name),
  ),
};

export const pascalSpelling: Spelling = {
  head: {
    event: 'hook_event_name',
    session: { at: 'session_id', supply: '' },
    time: 'timestamp',
    ...cwdField,
  },
  tail: agentFields(toSnakeCase),
  key: toSnakeCase,
  name: claudeNameRow,
  input: { at: 'tool_input', codec: toolInputCodec },
  result: {
    at: 'tool_result',
    codec: makeCodec(makeKeyRenamer(toCamelCase), makeKeyRenamer(toSnakeCase)),
    supply: () => ({ text_result_for_llm: '' }),
  },
  response: 'last_assistant_message',
};

/** Computes a missing `time`: the time of now. */
export const fillTime: Record<'time', ComputeField> = {
  time: (_: Draft, world) => world.now().toISOString(),
};
