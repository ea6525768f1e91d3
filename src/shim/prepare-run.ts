import type { Flags } from '../canonical/flags.ts';
import type { Adapter, Binding, Draft, World } from '../mapping/adapter.ts';
import { decodeEnvelope, decodeEvent } from '../translate/decode.ts';
import type { Host } from '../translate/host.ts';
import { requireProject, setEventProject, withLineProject } from '../translate/project.ts';
import type { Json } from '../util/json.ts';
import { once } from '../util/once.ts';
import { type Pause, pollUntilFound } from './poll.ts';
import type { Session } from './session.ts';

/** One run of the shim: its flags, host and dialect, its event, and access to the session's memory. */
export interface Run {
  flags: Flags;
  /** What messages call the hook (`titleOfHook`). */
  title: string;
  host: Host;
  dialect: Adapter;
  /** The decoded event. In a verbatim run it lacks the tool call, but has all else, such as session and folder. */
  event: Draft;
  /** Returns the event with its tool call. In a verbatim run whose call cannot be decoded, returns `event`. */
  fullEvent(): Draft;
  world: World;
  /** Host and dialect are one agent: the hook receives the payload byte for byte. */
  isVerbatim: boolean;
  /** Native paths of payload values that do not have the form that our tables state. Empty in a verbatim run. */
  invalidPaths: string[];
  /** Opens the session memory at its first call. */
  session(): Session;
}

/**
 * Decodes the event of a run, and makes what else the steps of the run need. Throws `usage` if the host is
 * certain and does not state its project, which an event with a folder needs.
 *
 * @param title What messages call the hook.
 * @param outside The machine, and the folder and variables of this process.
 * @param open Opens the memory of the event's session, by the agent and the project folder.
 * @param pause Blocks this process, to wait for values that another hook process may be about to note.
 *   Absent: nothing is waited for.
 */
export function prepareRun(
  flags: Flags,
  title: string,
  host: Host,
  dialect: Adapter,
  outside: World,
  open: (agent: Adapter, project: string | undefined, event: Draft) => Session,
  pause?: Pause,
): Run {
  const agent = host.agents[0];
  const binding = host.bindings[0];
  const session = once(() => {
    // `process`: the agent states its project only by the folder of the process. Lines in the settings of a
    // project may leave that folder (`--root search`), and lines in a person's settings do not. Both must
    // find one memory, so its key has no folder.
    const folder = agent.project === 'process' ? undefined : event.cwd;
    return open(agent, folder, event);
  });
  const namesToAwait = new Set(pause && binding.awaits);
  const recall = (name: string) => {
    if (name === 'loopCount') return session().countFollowUps();
    const value = session().recallValue(name);
    // In a session that has kept nothing, no hook is about to note a value. Each name is waited for once.
    if (value !== undefined || !session().exists() || !namesToAwait.delete(name)) return value;
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
  return {
    ...{ flags, title, host, dialect, event, fullEvent },
    ...{ world, isVerbatim, invalidPaths, session },
  };
}

/**
 * Decodes what a verbatim run needs of its event: everything but the tool call. If the payload cannot be
 * decoded, returns an event with nothing but the project that the agent states outside the payload.
 * Throws `usage` if the agent states none.
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
 * Decodes the event of a verbatim run with its tool call. Returns `surroundings` if that fails, which is
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
