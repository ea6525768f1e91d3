import type { Flags } from '../canonical/flags.ts';
import type { Adapter, Binding, Draft, World } from '../mapping/adapter.ts';
import { decodeEnvelope, decodeEvent } from '../translate/decode.ts';
import type { Host } from '../translate/host.ts';
import { requireProject, setEventProject, withLineProject } from '../translate/project.ts';
import type { Json } from '../util/json.ts';
import { once } from '../util/once.ts';
import { type Pause, pollUntilFound } from './poll.ts';
import type { Session } from './session.ts';

/** Everything that one run of the shim knows of its event. */
export interface Run {
  flags: Flags;
  host: Host;
  dialect: Adapter;
  /** The decoded event. Of a verbatim run only what surrounds the call, such as session and folder. */
  event: Draft;
  /** Returns the event with its call; where the call of a verbatim run cannot be decoded, `event`. */
  fullEvent(): Draft;
  world: World;
  /** Host and dialect are one agent: the hook receives the payload byte for byte. */
  isVerbatim: boolean;
  /** Native paths of payload values that do not have the form which our tables state. */
  invalidPaths: string[];
  /** Opens the session memory at its first call. */
  session(): Session;
}

/**
 * Decodes the event of a run and collects what else its steps need. The session memory is opened at its
 * first use.
 *
 * @param outside The machine, and the folder and variables of this process.
 * @param open Opens the memory of a session, of an agent and its project folder.
 * @param pause Blocks this process, to wait for values that another hook process may be about to note.
 *   Absent: nothing is waited for.
 */
export function prepareRun(
  flags: Flags,
  host: Host,
  dialect: Adapter,
  outside: World,
  open: (agent: Adapter, project: string | undefined, event: Draft) => Session,
  pause?: Pause,
): Run {
  const agent = host.agents[0];
  const binding = host.bindings[0];
  const session = once(() => {
    // Such an agent states its project by the folder of the process alone. A project's line may have
    // left that folder (`--root search`), a line of the person's settings has not: the session is one to
    // both, so it has no folder in its key.
    const folder = agent.project === 'process' ? undefined : event.cwd;
    return open(agent, folder, event);
  });
  const awaited = new Set(pause && binding.awaits);
  const recall = (name: string) => {
    if (name === 'loopCount') return session().countFollowUps();
    const found = session().recallValue(name);
    // Where the session has kept nothing at all, no hook is expected to note the value. Each name is
    // waited for once.
    if (found !== undefined || !session().exists() || !awaited.delete(name)) return found;
    return pollUntilFound(() => session().recallValue(name), pause as Pause);
  };
  const world: World = withLineProject(agent, { ...outside, recall }, flags.cwd);
  const isVerbatim = host.isCertain && agent === dialect;
  const invalidPaths: string[] = [];
  const event = isVerbatim
    ? decodeSurroundings(agent, host.payload, world, binding)
    : decodeEvent(agent, host.payload, world, invalidPaths, binding);
  if (host.isCertain && event.cwd) requireProject(agent, world);
  const fullEvent = once(() => (isVerbatim ? decodeIfPossible(host, world, event) : event));
  return { flags, host, dialect, event, fullEvent, world, isVerbatim, invalidPaths, session };
}

/**
 * Decodes what a verbatim run needs of its event: everything but the call. A payload that cannot be
 * decoded gives an event in the project that the agent states outside the payload. Throws `usage`
 * where the agent states none.
 */
function decodeSurroundings(agent: Adapter, payload: Json, world: World, binding: Binding): Draft {
  try {
    return decodeEnvelope(agent, payload, world, binding);
  } catch {
    requireProject(agent, world);
    const event: Draft = { event: binding.event };
    setEventProject(agent, event, world);
    return event;
  }
}

/**
 * Decodes the event of a verbatim run with its call. Returns the surroundings where that fails, which is
 * no error: the hook gets the payload byte for byte.
 */
function decodeIfPossible(
  { agents, bindings, payload }: Host,
  world: World,
  surroundings: Draft,
): Draft {
  try {
    return decodeEvent(agents[0], payload, world, [], bindings[0]);
  } catch {
    return surroundings;
  }
}
