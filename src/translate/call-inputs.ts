import type { Flags } from '../canonical/flags.ts';
import { isGateEvent } from '../canonical/traits.ts';
import { AnyhookError } from '../errors.ts';
import type { Adapter, Draft, World } from '../mapping/adapter.ts';
import type { Kin, KinTool } from '../mapping/kin.ts';
import { nameOf } from '../mapping/kin.ts';
import { isRaw, rowCalled } from '../mapping/tools.ts';
import { attempt } from '../util/attempt.ts';
import { equal, isObject } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import { argumentsOf, type HookInput } from './hook-input.ts';
import type { Host } from './host.ts';
import { compositeCallsOf, listImpliedCalls, relationOf } from './implied-calls.ts';
import { applyPathWordings } from './path-wordings.ts';
import { payloadPlanOf } from './payload-plan.ts';
import { foldingOf, readArguments } from './tool-calls.ts';

/** A call, and who is to be asked about it. */
export interface HostCall {
  host: Adapter;
  dialect: Adapter;
  /** The call as the host made it. */
  event: Draft;
  /** Its arguments as the host words them, where no canonical tool has them. */
  input: Json | undefined;
  world: World;
  /** `both`: paths and addresses in every wording; else in one. */
  wordings?: Flags['wordings'];
  /** MCP servers that the host has, with commas between. */
  servers?: Flags['servers'];
}

/** The arguments of a host's call as they came; those of a tool that no row knows are the event's. */
export const nativeInputOf = (
  { bindings, payload }: Pick<Host, 'bindings' | 'payload'>,
  event: Draft,
) => (isRaw(event.tool) || !bindings[0] ? (event.input ?? {}) : argumentsOf(bindings[0], payload));

/**
 * All that a dialect's hook has to be asked about a call, in order: what it does, and the call itself
 * where the dialect's agent has the very tool, by that name. One thing is told once, but for a name
 * that may mean several. `first`: the preferred form of one, if the hook is about it. Throws `tool`
 * where it cannot be known.
 */
export function collectCallInputs(
  asking: HostCall,
  first: (meant: Draft) => HookInput | undefined,
): HookInput[] {
  const { host, dialect, event, world } = asking;
  const of = (call: Draft): HookInput[] => {
    const found = first(call);
    return found ? [call === event ? found : { ...found, impliedCall: call }] : [];
  };
  const all = listImpliedCalls(host, dialect, event, world);
  const kin = toEquivalentCall(asking);
  const own = kin && isGateEvent(event.event) ? of(kin) : [];
  const covered = own.length ? ownCallKeysOf(dialect, kin as Draft, world) : new Set<string>();
  const isCovered = (one: Draft) => !relationOf(one).isHypothetical && covered.has(callKeyOf(one));
  const known = keepKnownServers(all, asking.servers);
  const done = kin && isRaw(event.tool) ? known.filter((one) => one !== event) : known;
  const told = listInputsOnce(
    done.filter((one) => !isCovered(one)),
    of,
    asking,
  );
  if (told.length) told.push(...own.map((one) => ({ ...one, isRepeat: true as const })));
  else if (kin) told.push(...(own.length ? own : of(kin)));
  return applyPathWordings(asking, told.length || done.includes(event) ? told : of(event));
}

/** Of the readings of a name those of known servers; all, where it is of none of them. */
function keepKnownServers(all: readonly Draft[], servers: string | undefined): readonly Draft[] {
  if (servers === undefined || all.length < 2) return all;
  const names = servers.split(',');
  const found = all.filter(({ mcp }) => names.includes(String(mcp?.server)));
  return found.length ? found : all;
}

/** What a call does, and to which file. */
const callKeyOf = ({ tool, input }: Draft): string => {
  const { command, path } = (input ?? {}) as Json;
  return JSON.stringify([tool, tool === 'shell' ? command : path]);
};

/** What an agent's own call does, as its hooks read it off that call. */
const ownCallKeysOf = (agent: Adapter, call: Draft, world: World): Set<string> =>
  new Set(
    attempt(() => compositeCallsOf(agent, call, world) ?? decodeByRow(agent, call, world))?.map(
      callKeyOf,
    ),
  );

/** A call that a row of the agent's table knows, as it reads it. */
function decodeByRow(adapter: Adapter, event: Draft, world: World): Draft[] {
  const input = event.input ?? {};
  const row = rowCalled(adapter, event.name, input);
  if (!row) return [];
  return [
    { ...event, tool: row.tool, input: readArguments(row, input, '', { adapter, event, world }) },
  ];
}

/**
 * Readings of one name that a hook is asked about, one after the other: of those that its matcher
 * lets through. On two busy cores, 32 starts of a shell script took 0.4 s more than one, and of a
 * script that calls jq, or one for Node, 2.5 to 3.3 s.
 */
const maxReadings = 32;

/** What is told of calls, without what would be told twice. */
function listInputsOnce(
  calls: readonly Draft[],
  of: (call: Draft) => HookInput[],
  { wordings }: HostCall,
): HookInput[] {
  const told: HookInput[] = [];
  let readings = 0;
  let before = 0; // how much was told when the thing that is told now began
  let begun = false;
  for (const call of calls) {
    const { alternative, isOtherPlace, isHypothetical } = relationOf(call);
    if (!alternative && !isOtherPlace && !begun) before = told.length;
    begun = isHypothetical === true;
    const isFirst = told.length === before;
    if (alternative === 'wording' && wordings !== 'both' && !isFirst) continue;
    if (alternative === 'name' && readings > maxReadings) continue;
    for (const one of of(call)) {
      if (told.some((same) => same.binding === one.binding && equal(same.payload, one.payload)))
        continue;
      if (alternative === 'name') readings++;
      const again = alternative && !isFirst && { isRepeat: true as const };
      const place = isOtherPlace && !isFirst && { isOtherPlace };
      told.push({ ...one, ...again, ...place, ...(isHypothetical && { isHypothetical }) });
    }
  }
  return told;
}

/**
 * All that a hook that may refuse is asked. Throws `tool` where a name may stand for more tools than a
 * hook is asked about: whether it would refuse the others is not known.
 */
export function requireFewReadings(told: readonly HookInput[], event: Draft): readonly HookInput[] {
  const readings = told.filter(({ impliedCall = event }) => impliedCall.tool === 'mcp').length;
  const isListed = !isGateEvent(event.event) || !foldingOf(event.mcp);
  if (readings <= maxReadings && (isListed || !readings)) return told;
  throw new AnyhookError(
    'tool',
    `${event.name} may stand for more than ${maxReadings} tools of MCP servers, and the hook is asked about ` +
      'no more (they are fewer with a matcher that names the server and the tool, and after anyhook ' +
      'sync with the server in the settings)',
  );
}

/**
 * What a hook that guards nothing is told, of all that a guard is asked: each thing that the call
 * does, as it is written; or the call itself, where that is told.
 */
export function selectNonGuardInputs(told: readonly HookInput[]): readonly HookInput[] {
  if (told.length < 2) return told;
  const whole = told.find(({ impliedCall }) => !impliedCall || impliedCall.tool === 'other');
  if (whole) return [whole];
  const plain = told.filter(({ isRepeat, isOtherPlace }) => !isRepeat && !isOtherPlace);
  const made = plain.filter(({ isHypothetical }) => !isHypothetical);
  return made.length ? made : plain;
}

/** A call as one of the same tool of another agent's; undefined: it has none, or none else. */
export function toEquivalentCall({
  host,
  dialect,
  event,
  input,
}: Omit<HostCall, 'world'>): Draft | undefined {
  if (host === dialect || event.tool === 'mcp') return undefined;
  if (!host.kin || !dialect.kin) return undefined;
  const [kin, from] =
    Object.entries(host.kin).find(([, tool]) => nameOf(tool) === event.name) ?? [];
  const to = dialect.kin[kin as Kin];
  if (from === undefined || to === undefined) return undefined;
  const worded = renameArguments(input, from, to);
  if (worded === event.input && nameOf(to) === event.name) return undefined;
  return { ...event, tool: 'other', name: nameOf(to), input: worded };
}

const argumentNamesOf = (tool: KinTool) => (typeof tool === 'string' ? {} : tool.input);

/**
 * Arguments by the names another has for them; the same ones, where none is another. What only looks
 * like one of the other's, and is nothing to the host, is left out.
 */
function renameArguments(input: Json | undefined, from: KinTool, to: KinTool): Json | undefined {
  const [theirs, own] = [argumentNamesOf(from), argumentNamesOf(to)];
  const changes = Object.keys(theirs).length > 0 || Object.keys(own).length > 0;
  if (!changes || !isObject(input)) return input;
  const meant = new Map(Object.entries(theirs).map(([common, name]) => [name, common]));
  const others = Object.values(own);
  const told = Object.entries(input).flatMap(([key, value]): [string, unknown][] => {
    const isReal = meant.has(key);
    if (!isReal && Object.hasOwn(theirs, key)) return [];
    const common = meant.get(key) ?? key;
    const name = Object.hasOwn(own, common) ? own[common] : common;
    const isLike = !isReal && name === key && others.includes(key) && !Object.hasOwn(own, key);
    return typeof name === 'string' && !isLike ? [[name, value]] : [];
  });
  return Object.fromEntries(told);
}

/** What is told of a call, without its arguments: they are those of another like it. */
export function withoutArguments(told: HookInput): HookInput {
  const place = payloadPlanOf(told.binding).input?.paths[0]?.[0];
  if (place === undefined) return told;
  const { [place]: _, ...payload } = told.payload;
  return { ...told, payload };
}
