import { gates } from '../canonical/kinds.ts';
import type { Adapter, Draft, World } from '../mapping/adapter.ts';
import type { Kin, KinTool } from '../mapping/kin.ts';
import { nameOf } from '../mapping/kin.ts';
import { isRaw } from '../mapping/tools.ts';
import { isObject } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import type { Host } from './host.ts';
import { planOf } from './plan.ts';
import { isUnmade, steps } from './steps.ts';
import { type Told, toldInput } from './told.ts';

/** A call, and who is to be asked about it. */
export interface Asking {
  host: Adapter;
  dialect: Adapter;
  /** The call as the host made it. */
  event: Draft;
  /** Its arguments as the host words them, where no canonical tool has them. */
  input: Json | undefined;
  world: World;
}

/** The arguments of a host's call as they came; those of a tool that no row knows are the event's. */
export const inputOf = ({ bindings, payload }: Pick<Host, 'bindings' | 'payload'>, event: Draft) =>
  isRaw(event.tool) || !bindings[0] ? (event.input as Json) : toldInput(bindings[0], payload);

/**
 * All that a dialect's hook has to be asked about a call, in order: what it does, and the call itself
 * where the dialect's agent has the very tool, by that name; at a gate both. `first`: the preferred
 * form of one, if the hook is about it. Throws `tool` where it cannot be known.
 */
export function asked(asking: Asking, first: (meant: Draft) => Told | undefined): Told[] {
  const { host, dialect, event, world } = asking;
  const of = (meant: Draft): Told[] => {
    const told = first(meant);
    if (!told) return [];
    if (meant === event) return [told];
    return [isUnmade(meant) ? { ...told, meant, unmade: true } : { ...told, meant }];
  };
  const all = steps(host, dialect, event, world);
  const own = inKin(asking);
  const done = own && isRaw(event.tool) ? all.filter((one) => one !== event) : all;
  const told = done.flatMap(of);
  if (own && (!told.length || gates.includes(event.event))) {
    const again = told.length > 0;
    told.push(...of(own).map((one) => (again ? { ...one, again } : one)));
  }
  return told.length || done.includes(event) ? told : of(event);
}

/** A call as one of the same tool of another agent's; undefined: it has none, or none else. */
export function inKin({ host, dialect, event, input }: Omit<Asking, 'world'>): Draft | undefined {
  if (host === dialect || event.tool === 'mcp') return undefined;
  if (!host.kin || !dialect.kin) return undefined;
  const [kin, from] =
    Object.entries(host.kin).find(([, tool]) => nameOf(tool) === event.name) ?? [];
  const to = dialect.kin[kin as Kin];
  if (from === undefined || to === undefined) return undefined;
  const worded = renamed(input, from, to);
  if (worded === event.input && nameOf(to) === event.name) return undefined;
  return { ...event, tool: 'other', name: nameOf(to), input: worded };
}

const named = (tool: KinTool) => (typeof tool === 'string' ? {} : tool.input);

/**
 * Arguments by the names another has for them; the same ones, where none is another. What only looks
 * like one of the other's, and is nothing to the host, is left out.
 */
function renamed(input: Json | undefined, from: KinTool, to: KinTool): Json | undefined {
  const [theirs, own] = [named(from), named(to)];
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
export function withoutInput(told: Told): Told {
  const place = planOf(told.binding).input?.paths[0]?.[0];
  if (place === undefined) return told;
  const { [place as string]: _, ...payload } = told.payload;
  return { ...told, payload };
}
