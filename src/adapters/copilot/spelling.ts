import type { Derive, Draft, Fields, Native, Row } from '../../mapping/adapter.ts';
import { codec } from '../../mapping/fields.ts';
import { isObject } from '../../util/equal.ts';
import { asText, valueIn } from '../../util/json.ts';
import { pascalName, runtimeName } from './tools.ts';

/** How an event's payload is spelled: by its name in the settings, camelCase or PascalCase. */
export interface Spelling {
  /** Before the fields of an event, and after. */
  head: Fields<'session' | 'time' | 'cwd' | 'event'>;
  tail: Fields<'agent' | 'agentType'>;
  /** The native key for one in camelCase. */
  key(name: string): string;
  name: Native;
  input: Native;
  result: Native;
  response: string;
}

/** Milliseconds since 1970. */
const epoch = codec(
  (value) =>
    typeof value === 'number' && Math.abs(value) <= 8.64e15 ? new Date(value).toISOString() : value,
  (value) => {
    const time = Date.parse(asText(value));
    return Number.isNaN(time) ? undefined : time;
  },
);

const nothing = () => ({ textResultForLlm: '' });

const where = { cwd: { at: 'cwd', supply: '' } } as const;

/** What the payloads of any spelling begin with, at a few events. */
export const camelHead = {
  session: { at: 'sessionId', supply: '' },
  time: { at: 'timestamp', codec: epoch },
  ...where,
} as const;

const snake = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const agent = (key: (name: string) => string) => ({
  agent: key('agentId'),
  agentType: key('agentType'),
  parentAgent: key('parentAgentId'),
});

/** A patch is a bare text; the reference of the coding agent has JSON in a string. */
const bare = codec(
  (value, _, { toolName, tool_name: name = toolName } = {}) => {
    if (typeof value !== 'string' || name === 'apply_patch' || name === 'Edit') return value;
    const found = valueIn(value);
    return isObject(found) ? found : value;
  },
  (value, { event }) =>
    event.tool === 'other' && isObject(value) && typeof value.patch === 'string'
      ? value.patch
      : value,
);

const respelled = (spell: (key: string) => string) => (value: unknown) =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [spell(key), item]))
    : value;
const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

export const camel: Spelling = {
  head: camelHead,
  tail: agent(String),
  key: String,
  name: 'toolName',
  input: { at: 'toolArgs', codec: bare },
  result: { at: 'toolResult', supply: nothing },
  response: 'response',
};

/** Claude's names for tools, and `Edit` for a patch as well, which is a bare text. */
const claudeName: Row = {
  at: 'tool_name',
  codec: codec(
    (name, _, beside) => runtimeName(name, typeof beside?.tool_input === 'string'),
    (name) => pascalName(name),
  ),
};

export const pascal: Spelling = {
  head: {
    event: 'hook_event_name',
    session: { at: 'session_id', supply: '' },
    time: 'timestamp',
    ...where,
  },
  tail: agent(snake),
  key: snake,
  name: claudeName,
  input: { at: 'tool_input', codec: bare },
  result: {
    at: 'tool_result',
    codec: codec(respelled(camelCase), respelled(snake)),
    supply: () => ({ text_result_for_llm: '' }),
  },
  response: 'last_assistant_message',
};

export const now: Record<'time', Derive> = {
  time: (_: Draft, world) => world.now().toISOString(),
};
