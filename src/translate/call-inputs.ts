import type { Flags } from '../canonical/flags.ts';
import { isGateEvent } from '../canonical/traits.ts';
import { AnyhookError } from '../errors.ts';
import type { Adapter, Binding, Draft, World } from '../mapping/adapter.ts';
import { throwIfTooMany } from '../mapping/patch-calls.ts';
import { findToolRow, hasNativeArguments } from '../mapping/tools.ts';
import { attempt } from '../util/attempt.ts';
import { isObject } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import { toEquivalentCall } from './equivalent-call.ts';
import type { HookInput } from './hook-input.ts';
import type { Host } from './host.ts';
import { compositeCallsOf, listImpliedCalls, relationOf } from './implied-calls.ts';
import { foldingOf } from './mcp-names.ts';
import { argumentsOf, removeArguments } from './native-call.ts';
import { applyPathWordings } from './path-wordings.ts';
import { readArguments } from './tool-calls.ts';

/** A call of the host, and what decides the hook inputs that are made for it. */
export interface HostCall {
  host: Adapter;
  dialect: Adapter;
  /** The call as the host made it. */
  event: Draft;
  /** The call's native arguments, which tools without a canonical form are compared by. */
  input: Json | undefined;
  world: World;
  /** `both`: hooks are asked about every wording of a path or an address. Otherwise about one. */
  wordings?: Flags['wordings'];
  /** Names of the MCP servers that the host has, separated by commas. Absent: not known. */
  servers?: Flags['servers'];
}

/** Returns the native arguments of a host's call. If its tool has no canonical form, the event holds them as they came. */
export const nativeInputOf = (
  { bindings, payload }: Pick<Host, 'bindings' | 'payload'>,
  event: Draft,
) =>
  hasNativeArguments(event.tool) || !bindings[0]
    ? (event.input ?? {})
    : argumentsOf(bindings[0], payload);

/**
 * Collects the hook inputs about which a dialect's hook has to be asked for one call of the host:
 * 1. the implied calls of the host's call, of which those of unknown MCP servers are left out;
 * 2. where the dialect's agent has the same tool under a name of its own, that equivalent call as
 *    well. Implied calls that its hooks can see in the equivalent call are then left out;
 * 3. each object (a file, an address, a command) once, except a name that may stand for several MCP
 *    tools, which is asked about as each of them;
 * 4. the host's call itself, where nothing else was found;
 * 5. paths in the wording of the hook's own agent.
 *
 * Throws `tool` where the implied calls cannot be known, and where they are too many.
 *
 * @param preferredInput Returns the preferred input of a call; `undefined` where the hook is not about it.
 */
export function collectCallInputs(
  hostCall: HostCall,
  preferredInput: (call: Draft) => HookInput | undefined,
): HookInput[] {
  const { host, dialect, event, world } = hostCall;
  const inputsOf = (call: Draft): HookInput[] => {
    const input = preferredInput(call);
    return input ? [call === event ? input : { ...input, impliedCall: call }] : [];
  };
  const impliedCalls = listImpliedCalls(host, dialect, event, world);
  const equivalent = toEquivalentCall(hostCall);
  const equivalentInputs = equivalent && isGateEvent(event.event) ? inputsOf(equivalent) : [];
  const covered = equivalentInputs.length
    ? ownCallKeysOf(dialect, equivalent as Draft, world)
    : new Set<string>();
  const isCovered = (one: Draft) => !relationOf(one).isHypothetical && covered.has(callKeyOf(one));
  const known = keepKnownServers(impliedCalls, hostCall.servers);
  // The equivalent call takes the place of the host's own.
  const calls =
    equivalent && hasNativeArguments(event.tool) ? known.filter((one) => one !== event) : known;
  const inputs = listInputsOnce(
    calls.filter((one) => !isCovered(one)),
    inputsOf,
    hostCall,
  );
  if (inputs.length)
    inputs.push(...equivalentInputs.map((one) => ({ ...one, isRepeat: true as const })));
  else if (equivalent)
    inputs.push(...(equivalentInputs.length ? equivalentInputs : inputsOf(equivalent)));
  return applyPathWordings(
    hostCall,
    inputs.length || calls.includes(event) ? inputs : inputsOf(event),
  );
}

/** Returns the calls of known MCP servers, or all calls if none is of a known server. */
function keepKnownServers(all: readonly Draft[], servers: string | undefined): readonly Draft[] {
  if (servers === undefined || all.length < 2) return all;
  const names = servers.split(',');
  const found = all.filter(({ mcp }) => names.includes(String(mcp?.server)));
  return found.length ? found : all;
}

/** Returns a key that is equal for calls that do the same to the same file or with the same command. */
const callKeyOf = ({ tool, input }: Draft): string => {
  const { command, path } = input ?? {};
  return JSON.stringify([tool, tool === 'shell' ? command : path]);
};

/**
 * Returns the keys ({@link callKeyOf}) of what a call of an agent does, as far as its hooks can see that
 * in the call. Empty where this cannot be known.
 */
const ownCallKeysOf = (agent: Adapter, call: Draft, world: World): Set<string> =>
  new Set(
    attempt(() => compositeCallsOf(agent, call, world) ?? decodeByRow(agent, call, world))?.map(
      callKeyOf,
    ),
  );

/** Decodes a call by the agent's tool table. Empty where no row knows it. */
function decodeByRow(adapter: Adapter, event: Draft, world: World): Draft[] {
  const input = event.input ?? {};
  const row = findToolRow(adapter, event.name, input);
  if (!row) return [];
  return [
    { ...event, tool: row.tool, input: readArguments(row, input, '', { adapter, event, world }) },
  ];
}

/**
 * Limit of the MCP tools about which a hook is asked, one after the other, where one name may stand for
 * several; tools that its matcher does not match are not counted. On two busy cores, 32 starts of a
 * shell script took 0.4 s more than one, and of a script that calls jq, or one for Node, 2.5 to 3.3 s.
 */
const maxNameMeanings = 32;

/**
 * Lists the hook inputs of calls, without equal ones. Of several wordings of one object only the first
 * is listed, unless the line wants both. Further wordings of an object, and further MCP tools that a name
 * may stand for, are marked as repeats (`isRepeat`).
 */
function listInputsOnce(
  calls: readonly Draft[],
  inputsOf: (call: Draft) => HookInput[],
  { wordings }: HostCall,
): HookInput[] {
  const inputs: HookInput[] = [];
  const addOnce = makeInputFilter();
  let meanings = 0;
  let start = 0; // index of the first input about the object of the current call
  // Whether the call before, a hypothetical one, was about that object already, so that `start` stays.
  let isStarted = false;
  for (const call of calls) {
    const { alternative, isFurtherPlace, isHypothetical } = relationOf(call);
    if (!alternative && !isFurtherPlace && !isStarted) start = inputs.length;
    isStarted = isHypothetical === true;
    const isFirst = inputs.length === start;
    if (alternative === 'wording' && wordings !== 'both' && !isFirst) continue;
    if (alternative === 'name' && meanings > maxNameMeanings) continue;
    throwIfTooMany(inputs.length);
    for (const one of inputsOf(call)) {
      if (calls.length > 1 && !addOnce(one)) continue;
      if (alternative === 'name') meanings++;
      const repeat = alternative && !isFirst && { isRepeat: true as const };
      const furtherPlace = isFurtherPlace && !isFirst && { isFurtherPlace };
      inputs.push({
        ...one,
        ...repeat,
        ...furtherPlace,
        ...(isHypothetical && { isHypothetical }),
      });
    }
  }
  return inputs;
}

/**
 * Makes a function that returns false for an input if an equal one, whatever the order of its keys, was given to the
 * function before. The first input is compared with none, which saves most runs its text.
 */
function makeInputFilter(): (input: HookInput) => boolean {
  const seen = new Map<Binding, Set<string>>();
  let first: HookInput | undefined;
  const add = ({ binding, payload }: HookInput): boolean => {
    const texts = seen.get(binding) ?? new Set();
    seen.set(binding, texts);
    const { size } = texts;
    return texts.add(JSON.stringify(payload, sortKeys)).size > size;
  };
  return (input) => {
    if (!first) {
      first = input;
      return true;
    }
    if (!seen.size) add(first);
    return add(input);
  };
}

/** Gives `JSON.stringify` the keys of each object in alphabetical order. */
const sortKeys = (_: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return `${value}`;
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, value[key]]),
  );
};

/**
 * Throws `tool` if the name of a call may stand for more MCP tools than a hook is asked about, because it is
 * not known whether the hook would refuse the others. Otherwise returns the inputs unchanged.
 *
 * @param inputs The inputs of a hook that may refuse.
 */
export function throwIfTooManyMcpTools(
  inputs: readonly HookInput[],
  event: Draft,
): readonly HookInput[] {
  const meanings = inputs.filter(({ impliedCall = event }) => impliedCall.tool === 'mcp').length;
  const isListed = !isGateEvent(event.event) || !foldingOf(event.mcp);
  if (meanings <= maxNameMeanings && (isListed || !meanings)) return inputs;
  throw new AnyhookError(
    'tool',
    `${event.name} may stand for more than ${maxNameMeanings} tools of MCP servers, and the hook is asked about ` +
      'no more (they are fewer with a matcher that names the server and the tool, and after anyhook ' +
      'sync with the server in the settings)',
  );
}

/**
 * Selects, of the inputs for a guard, those for a hook that can refuse nothing: the host's call itself
 * where it is among them, and otherwise each implied call once, as the model wrote it. Calls that the
 * host does not make are left out where others remain.
 */
export function selectNonGuardInputs(inputs: readonly HookInput[]): readonly HookInput[] {
  if (inputs.length < 2) return inputs;
  const hostInput = inputs.find(({ impliedCall }) => !impliedCall || impliedCall.tool === 'other');
  if (hostInput) return [hostInput];
  const asWritten = inputs.filter(({ isRepeat, isFurtherPlace }) => !isRepeat && !isFurtherPlace);
  const madeByHost = asWritten.filter(({ isHypothetical }) => !isHypothetical);
  return madeByHost.length ? madeByHost : asWritten;
}

/** Returns a hook input without the call's arguments, for inputs made from a sample's arguments. */
export function withoutArguments(hookInput: HookInput): HookInput {
  const { binding, payload } = hookInput;
  return { ...hookInput, payload: removeArguments(binding, payload) };
}
