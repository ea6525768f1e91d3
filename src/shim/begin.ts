import type { Adapter, Binding, Draft, Json, World } from '../adapter.ts';
import { AnyhookError } from '../errors.ts';
import type { Flags } from '../flags.ts';
import { once } from '../once.ts';
import { decodeEvent } from '../translate/events.ts';
import { asItIs } from '../translate/faces.ts';
import type { Host } from '../translate/host.ts';
import { type Bounded, matches } from '../translate/match.ts';
import { subjectsOf, type Told, tellings } from '../translate/place.ts';
import { bindingNamed, bindingsFor, natives, takes } from '../translate/plan.ts';
import type { Session } from './session.ts';

/** All that one run knows of its event. */
export interface Run {
  flags: Flags;
  host: Host;
  dialect: Adapter;
  event: Draft;
  world: World;
  /** Host and dialect are one: bytes pass through. */
  same: boolean;
  session(): Session;
}

/** A run about to begin: the event as the host tells it, and what is known around it. */
export function running(
  flags: Flags,
  host: Host,
  dialect: Adapter,
  outside: World,
  open: (agent: string, event: Draft) => Session,
): Run {
  const [agent, binding] = [host.agents[0] as Adapter, host.bindings[0] as Binding];
  const session = once(() => open(agent.id, event));
  const recall = (name: string) =>
    name === 'loopCount' ? session().follows() : session().recall(name);
  const world: World = { ...outside, recall };
  const same = host.agents.length === 1 && agent === dialect;
  const event = decoded(agent, binding, host.payload, world, same);
  return { flags, host, dialect, event, world, same, session };
}

/** What the hook is told; undefined: the event is not one it is about. */
export const toldOf = (run: Run, bounded: Bounded): Told | undefined =>
  run.same ? sameTold(run, bounded) : toldTo(run, bounded);

/** Decodes for translation; where bytes pass through, what cannot be decoded is nobody's business. */
function decoded(
  agent: Adapter,
  binding: Binding,
  payload: Json,
  world: World,
  same: boolean,
): Draft {
  try {
    return decodeEvent(agent, payload, world);
  } catch (error) {
    if (!same) throw error;
    return { event: binding.event };
  }
}

function sameTold({ flags, dialect, host, event }: Run, bounded: Bounded): Told | undefined {
  const binding = host.bindings[0] as Binding;
  if (flags.event !== undefined && bindingNamed(dialect, flags.event) !== binding) return undefined;
  const told: Told = { binding, face: asItIs(event), payload: host.payload };
  return matched(flags, told, bounded) ? told : undefined;
}

function toldTo({ flags, dialect, event, world }: Run, bounded: Bounded): Told | undefined {
  if (flags.event === undefined) {
    const fit = bindingsFor(dialect, event.event).filter((one) => takes(one, event));
    if (fit.length > 1) {
      throw new AnyhookError('usage', `--event is missing: say which of ${natives(fit)} it is for`);
    }
  }
  for (const told of tellings(dialect, event, world, flags.event)) {
    if (matched(flags, told, bounded, dialect)) return told;
  }
  return undefined;
}

function matched({ matcher }: Flags, told: Told, bounded: Bounded, dialect?: Adapter): boolean {
  if (matcher === undefined) return true;
  const subjects = subjectsOf(told, dialect);
  const mcp = told.face.event.mcp as { server?: string } | undefined;
  if (mcp && mcp.server === undefined && dialect?.mcp.vague?.test(matcher)) return true;
  return !subjects || matches(matcher, subjects, told.binding.exact === true, bounded);
}
