import type { Vendor } from '../adapters/index.ts';
import { eventKinds, type Kinds, toolKinds } from '../canonical/kinds.ts';
import type { Event, ShellDialect } from '../canonical/types.ts';
import { AnyhookError, closed, isOfCaller } from '../errors.ts';
import type { Binding, Dialect, Draft, World } from '../mapping/adapter.ts';
import { readRowOrAlternative } from '../mapping/fields.ts';
import { getAtPath, splitPath } from '../mapping/paths.ts';
import { findRowToWrite, toolInputOpsOf } from '../mapping/tools.ts';
import { bindingOf, nativeEventOf } from '../translate/bindings.ts';
import { decodeEventOf } from '../translate/decode.ts';
import { payloadPlanOf } from '../translate/payload-plan.ts';
import { attempt } from '../util/attempt.ts';
import type { Json } from '../util/json.ts';
import { parseJson } from '../util/json.ts';
import { dialectOf, type IdOf, type VendorOrDialect } from './agent.ts';
import { copyJson, optionsOf, worldFrom } from './arguments.ts';
import type { Problem } from './problem.ts';
import { readPayload } from './text.ts';
import { emptyWorld, freezeWorld } from './world.ts';

/** What a payload holds in the agent's own words, untouched. */
export interface Native {
  /** The agent's name for the event. */
  event: string;
  /** The whole payload as data. */
  payload: Json;
  /** The agent's name for the tool, at an event of a tool call. Absent: the payload does not name it. */
  tool?: string;
  /** The arguments of the call, as they stand in the payload: an object, or a text that holds JSON. */
  arguments?: unknown;
  /** These arguments as data, where the payload has them as a text that holds JSON. */
  parsedArguments?: unknown;
  /** The language of a shell command, where the agent says which it is. Absent: it does not say. */
  shell?: ShellDialect;
}

/** A payload from which an event was read. `problems` is usually empty. */
export interface ReadEvent<E extends Event = Event, V extends string = Vendor> {
  ok: true;
  /** The id of the agent. */
  vendor: V;
  /**
   * The event in canonical words. Where `problems` names a value, that value may be missing here, or be of another kind
   * than its type says.
   */
  event: E;
  native: Native;
  problems: readonly Problem[];
}

/** A payload from which no event could be read. The last of `problems` says why. */
export interface FailedRead<V extends string = Vendor> {
  ok: false;
  /** The id of the agent. */
  vendor: V;
  event?: never;
  /** What is known all the same. Without `payload`, the name of the event is from the text of an object that is no JSON. */
  native: Partial<Native>;
  problems: readonly Problem[];
}

/**
 * What {@link read} makes of a payload. It is plain data.
 *
 * The second type is that of the agent's id: `string` where the payload was read with an adapter or its dialect.
 */
export type Read<E extends Event = Event, V extends string = Vendor> =
  | ReadEvent<E, V>
  | FailedRead<V>;

/** What was read of a payload of any agent, also one of the caller's own. */
export type AnyRead = Read<Event, string>;

/** Options of the functions that need no file and no clock. */
export interface WorldOption {
  /** The files and the clock that a call may look at. Default: none, so that nothing outside the arguments is looked at. */
  world?: World | undefined;
}

/** The world with which each event was read, so that the same paths come out when it is answered. */
const worlds = new WeakMap<AnyRead, World>();

/** Returns the world with which a payload was read, or an empty one for data that `read` did not make. */
export const worldOfRead = (one: AnyRead): World => worlds.get(one) ?? emptyWorld;

/**
 * Reads a payload of an agent: what was on stdin, or the data that it held. It never throws because of the payload.
 * A value that is missing or of a wrong kind does not keep the event from being read: `problems` names it.
 *
 * Paths are made absolute by their text alone. What a call really does (each file of a patch, the place that a link
 * leads to) is told by `callsOf`.
 *
 * @param vendor The agent that the payload is from.
 * @param stdin A text, bytes in UTF-8, or data that was parsed already. It is not changed.
 * @throws {AnyhookError} `vendor`: there is no such agent. `usage`: an option is of a wrong kind
 * @example
 * const one = read('cursor', '{"hook_event_name":"beforeShellExecution","command":"ls","cwd":"/p"}');
 * const { event } = one;
 * event?.event === 'before-tool' && event.tool === 'shell' && event.input.command; // 'ls'
 */
export function read<const A extends VendorOrDialect>(
  vendor: A,
  stdin: string | Uint8Array | unknown,
  options?: WorldOption,
): Read<Event, IdOf<A>> {
  return closed(() => {
    const adapter = dialectOf(vendor);
    const world = worldFrom(optionsOf(options, ['world']).world, emptyWorld);
    const { payload, name, problems } = readPayload(stdin, adapter);
    const one = payload
      ? readEvent(adapter, payload, freezeWorld(world), problems)
      : failed(adapter, name === undefined ? {} : { event: name }, problems);
    worlds.set(one, world);
    return one as Read<Event, IdOf<A>>;
  });
}

const failed = (
  adapter: Dialect,
  native: Partial<Native>,
  problems: readonly Problem[],
): FailedRead<string> => ({ ok: false, vendor: adapter.id, native, problems });

/** Reads an event from a payload. */
function readEvent(adapter: Dialect, payload: Json, world: World, problems: Problem[]): AnyRead {
  const name = attempt(() => nativeEventOf(adapter, payload));
  const native = { ...(typeof name === 'string' && { event: name }), payload };
  const binding = bindingOf(adapter, name);
  if (!binding || typeof name !== 'string') {
    problems.push(describeUnknownEvent(adapter, name));
    return failed(adapter, native, problems);
  }
  try {
    const { event, invalidPaths } = decodeLeniently(adapter, binding, payload, world);
    problems.push(...describeFields(adapter, binding, payload, event, invalidPaths));
    const call = readNativeCall(adapter, binding, payload, event);
    const whole = { event: name, payload, ...call };
    return { ok: true, vendor: adapter.id, event: event as Event, native: whole, problems };
  } catch (error) {
    if (isOfCaller(error)) throw error; // the world has failed
    // The message of an `AnyhookError` says which value the call lacks. Any other error would be one of ours.
    const isOurs = error instanceof AnyhookError;
    const message = isOurs ? error.message : 'the payload cannot be read';
    problems.push({ code: isOurs ? 'no-tool' : 'unreadable', path: '', message });
    return failed(adapter, native, problems);
  }
}

/** Decodes an event as well as its payload allows. The arguments are copied, so that a caller may change them. */
export function decodeLeniently(
  adapter: Dialect,
  binding: Binding,
  payload: Json,
  world: World,
): { event: Draft; invalidPaths: string[] } {
  const invalidPaths: string[] = [];
  const event = decodeEventOf(binding, adapter, payload, world, invalidPaths);
  if (event.input !== undefined) event.input = copyJson(event.input);
  return { event, invalidPaths };
}

/** Describes an event that the agent's tables do not have. */
function describeUnknownEvent({ eventKey, title }: Dialect, name: unknown): Problem {
  if (name === undefined)
    return { code: 'no-event', path: eventKey, message: `the payload names no event of ${title}` };
  const shown = (JSON.stringify(name) ?? typeof name).slice(0, 80);
  const message = `${title} has no event ${shown} that is known here`;
  return { code: 'unknown-event', path: eventKey, message };
}

/** Describes the values that are missing or of a wrong kind, each once. */
function describeFields(
  adapter: Dialect,
  binding: Binding,
  payload: Json,
  event: Draft,
  invalidPaths: readonly string[],
): Problem[] {
  const paths = new Set([...invalidPaths, ...listMissing(adapter, binding, event)]);
  return [...paths].map((path): Problem => {
    const value = getThroughText(payload, path.split('.'));
    if (value === undefined) return { code: 'missing', path, message: `${path} is missing` };
    const isCutJson = typeof value === 'string' && /^\s*[[{]/.test(value) && !parseJson(value);
    const what = isCutJson
      ? 'the text is no JSON, perhaps because it was cut off'
      : `this is ${kindOf(value)}, which ${adapter.title} never sends there`;
    return { code: 'wrong-kind', path, message: `${path}: ${what}` };
  });
}

/** Names the kind of a value with its article. */
const kindOf = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'a list'
      : `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;

/** Returns the value at a path of a payload. A text on the way is read as JSON. */
function getThroughText(payload: unknown, path: readonly string[]): unknown {
  return path.reduce((value: unknown, key) => {
    const object = typeof value === 'string' ? parseJson(value) : value;
    return getAtPath(object, [key]);
  }, payload);
}

/** Lists the native paths of the required values that an event lacks. */
function listMissing(adapter: Dialect, binding: Binding, event: Draft): string[] {
  const plan = payloadPlanOf(binding);
  const nativePathOf = (canonical: string): string =>
    plan.ops.find(({ canonicalName }) => canonicalName === canonical)?.readPaths[0]?.join('.') ??
    canonical;
  const fields = missingIn(eventKinds[binding.event], event).map(nativePathOf);
  if (event.tool === undefined) return fields;
  const row = findRowToWrite(adapter, event.tool, event.name);
  const missing = missingIn(toolKinds[event.tool]?.input ?? {}, event.input ?? {});
  const input = plan.input && nativePathOf('input');
  return [
    ...fields,
    ...missing.map((path) => {
      const op = row && toolInputOpsOf(row).find(({ canonicalName }) => canonicalName === path);
      const inArguments = op?.readPaths[0]?.join('.') ?? path;
      return input === undefined ? nativePathOf(`input.${path}`) : `${input}.${inArguments}`;
    }),
  ];
}

/** Lists the paths that kinds require and a value lacks. What is in an object is required only where that object is. */
const missingIn = (kinds: Kinds, value: Json): string[] =>
  Object.keys(kinds).filter((path) => {
    if (kinds[path]?.endsWith('?')) return false;
    const at = splitPath(path);
    const isInObject = at.length === 1 || getAtPath(value, at.slice(0, -1)) !== undefined;
    return isInObject && getAtPath(value, at) === undefined;
  });

/** Returns the name and the arguments of a call as the payload has them. Empty: the event has no call. */
function readNativeCall(
  adapter: Dialect,
  binding: Binding,
  payload: Json,
  event: Draft,
): Pick<Native, 'tool' | 'arguments' | 'parsedArguments' | 'shell'> {
  if (event.tool === undefined) return {};
  const { name, input } = payloadPlanOf(binding);
  const context = { adapter, event, world: emptyWorld, invalidPaths: [] };
  const tool = name && attempt(() => readRowOrAlternative(name, payload, context));
  const path = input?.readPaths.find((one) => getAtPath(payload, one) !== undefined);
  const raw = path && getAtPath(payload, path);
  const parsed = typeof raw === 'string' ? parseJson(raw) : undefined;
  const { shell } = findRowToWrite(adapter, event.tool, event.name) ?? {};
  return {
    ...(typeof tool === 'string' && { tool }),
    ...(raw !== undefined && { arguments: raw }),
    ...(parsed !== undefined && { parsedArguments: parsed }),
    ...(shell !== undefined && { shell }),
  };
}
