/** Turns the flags of `anyhook test` into a call. */
import { readFileSync, statSync } from 'node:fs';
import type { EventName } from '../canonical/event.ts';
import { AnyhookError } from '../errors.ts';
import { reasonOf } from '../files/file-errors.ts';
import { bindingOf, nativeEventOf } from '../translate/bindings.ts';
import { listAdapters } from '../translate/host.ts';
import { maxBytes } from '../translate/machine.ts';
import { isObject } from '../util/equal.ts';
import { type Json, parseJson } from '../util/json.ts';
import { readEvent } from './words.ts';

/** The flags that say which call a hook is tried with. */
export interface CallFlags {
  tool?: string;
  path?: string;
  content?: string;
  old?: string;
  new?: string;
  url?: string;
  query?: string;
  pattern?: string;
  prompt?: string;
  server?: string;
  name?: string;
  input?: string;
  event?: string;
}

/** Flags whose value is an argument of a call, or a field of an event, of the same name. */
const argumentFlags = [
  ...(['tool', 'path', 'content', 'old', 'new', 'url', 'query', 'pattern', 'prompt'] as const),
  ...(['server', 'name'] as const),
];

/** Tells whether flags state a call. */
export const hasCall = (command: string | undefined, flags: CallFlags): boolean =>
  command !== undefined ||
  flags.event !== undefined ||
  flags.input !== undefined ||
  argumentFlags.some((flag) => flags[flag] !== undefined);

/** Returns the event that flags are about, and the call as a person would write it in `anyhook.yaml`. */
export function callSourceOf(
  command: string | undefined,
  flags: CallFlags,
): { event: EventName; call: Json } {
  if (command !== undefined && !command.trim())
    throw new AnyhookError('usage', "the shell command is empty: anyhook test 'rm -rf /'");
  const given = argumentFlags.flatMap((flag) =>
    flags[flag] === undefined ? [] : [[flag, flags[flag]]],
  );
  const isPrompt = given.length === 1 && flags.prompt !== undefined && command === undefined;
  const usual: EventName = isPrompt ? 'prompt' : 'before-tool';
  const event = flags.event === undefined ? usual : readEvent(flags.event, '--event');
  const input = flags.input === undefined ? {} : { input: parseInput(flags.input) };
  return {
    event,
    call: { ...Object.fromEntries(given), ...(command !== undefined && { command }), ...input },
  };
}

/** Parses the value of `--input`. */
function parseInput(text: string): Json {
  const value = parseJson(text);
  if (isObject(value)) return value;
  throw new AnyhookError('usage', '--input: say a JSON object, such as {"limit": 3}');
}

/** Returns the message about a key of a call that flags state. */
export function describeFlagProblem(key: string, message: string): string {
  if (message === `"${key}" is missing`) {
    if (key === 'command') return "the shell command is missing: anyhook test 'rm -rf /'";
    if (key === 'path') return '--path is missing: say which file, such as --path .env';
    const flag = argumentFlags.some((one) => one === key) ? `--${key}` : '--input';
    return `"${key}" is missing: say it with ${flag}`;
  }
  if (message.startsWith('tool: mcp needs'))
    return '--tool mcp needs --server and --name, such as --server github --name create_issue';
  if (key === '')
    return "say which tool is called, such as --tool write --path .env, or a shell command: 'rm -rf /'";
  return message;
}

/** A recorded payload, and the agent that it is from. */
export interface RecordedPayload {
  vendor: string;
  payload: Json;
}

/**
 * Reads a recorded payload from a file, and recognises the agent that it is from.
 *
 * @param agents Agents of which it may be, if its content fits several.
 */
export function readPayloadFile(file: string, agents: readonly string[]): RecordedPayload {
  const text = readLimited(file);
  const payload = parseJson(text.replace(/^\uFEFF/, ''));
  if (!isObject(payload))
    throw new AnyhookError('usage', `--payload ${file}: it holds no JSON object`);
  const found = listPossibleSenders(payload);
  const wanted = found.filter((id) => agents.includes(id));
  const senders = wanted.length ? wanted : found;
  const [vendor, ...others] = senders;
  if (vendor !== undefined && !others.length) return { vendor, payload };
  const [only, ...more] = agents;
  if (!found.length && only !== undefined && !more.length) return { vendor: only, payload };
  const why = senders.length
    ? `it may be from ${senders.join(' or ')}: say which with --agent`
    : 'it is a payload of no agent that anyhook knows';
  throw new AnyhookError('usage', `--payload ${file}: ${why}`);
}

/**
 * Lists the agents that a payload may be from: those that are certain to have sent it, or else all that have its event,
 * since a person may have left out fields by which agents are told apart.
 */
function listPossibleSenders(payload: Json): string[] {
  const all = listAdapters();
  const certain = all.filter((agent) => agent.recognises(payload) === 2);
  const able = all.filter((agent) => bindingOf(agent, nativeEventOf(agent, payload)));
  return (certain.length ? certain : able).map(({ id }) => id);
}

/** Reads a file that is not too large. */
function readLimited(file: string): string {
  try {
    const stat = statSync(file);
    if (!stat.isFile()) throw new Error('it is no regular file');
    if (stat.size > maxBytes) throw new Error('it is over 32 MB, and no hook reads so much');
    return readFileSync(file, 'utf8');
  } catch (error) {
    const isMissing = isObject(error) && error.code === 'ENOENT';
    const reason = isMissing ? 'there is no such file' : reasonOf(error);
    throw new AnyhookError('usage', `--payload ${file}: ${reason}`);
  }
}
