/** What a payload tells of its session: the project, the id, and where the conversation is written down. */

import { closed } from '../errors.ts';
import type { Dialect, Draft } from '../mapping/adapter.ts';
import { readRowOrAlternative } from '../mapping/fields.ts';
import { isAbsolute } from '../mapping/path-codecs.ts';
import { payloadPlanOf } from '../translate/payload-plan.ts';
import { isObject } from '../util/equal.ts';
import { dialectOf, type VendorOrDialect } from './agent.ts';
import {
  checkEnvironment,
  type Environment,
  textFrom,
  variableOf,
  wrongValue,
} from './arguments.ts';
import { isRead, placeOf } from './place.ts';
import type { AnyRead } from './read.ts';
import { emptyWorld } from './world.ts';

/** Returns the adapter of a payload that was read, and what was read. Throws `usage` for any other value. */
function readOf(vendor: VendorOrDialect, one: AnyRead): { adapter: Dialect; one: AnyRead } {
  const adapter = dialectOf(vendor);
  const given: unknown = one;
  if (!isObject(given) || !isRead(given))
    throw wrongValue('the event', one, 'what read() returned');
  placeOf(adapter, given); // throws for an event of another agent
  return { adapter, one: given };
}

/**
 * Returns a text that every event of an agent has, or undefined where it is missing. If no event was read, but the
 * payload is data, the field is read as at the other events of the agent.
 */
function fieldOf(
  adapter: Dialect,
  { event, native }: AnyRead,
  name: 'session' | 'cwd' | 'transcript',
) {
  const read = (): unknown => {
    if (event) return (event as Draft)[name];
    const { payload } = native;
    const context = {
      adapter,
      event: { event: 'stop' } as Draft,
      world: emptyWorld,
      invalidPaths: [],
    };
    for (const binding of payload ? adapter.bindings.all() : []) {
      const op = payloadPlanOf(binding).ops.find(({ canonicalName }) => canonicalName === name);
      const value = op && readRowOrAlternative(op, payload ?? {}, context);
      if (typeof value === 'string') return value;
    }
    return undefined;
  };
  const value = read();
  return typeof value === 'string' && value ? value : undefined;
}

/**
 * Returns the folder of the project that a hook was started for, as the agent states it: in the payload, in a variable that
 * it sets, or as the folder of the process. A folder that a tool call can choose, such as one that the model changed to, is
 * never returned.
 *
 * @param one What {@link read} returned.
 * @param env The variables of the process that the agent started, such as `process.env`.
 * @param folder The folder in which the agent started that process, such as `process.cwd()`.
 * @returns An absolute path. Undefined: the agent states the project elsewhere than in what was given.
 * @throws {AnyhookError} `vendor`: there is no such agent. `usage`: an argument is of a wrong kind
 * @example
 * const one = read('claude', { hook_event_name: 'Stop', cwd: '/p/chosen' });
 * projectOf('claude', one, { CLAUDE_PROJECT_DIR: '/p' }); // '/p'
 */
export function projectOf(
  vendor: VendorOrDialect,
  one: AnyRead,
  env?: Environment,
  folder?: string,
): string | undefined {
  return closed(() => {
    const { adapter, one: known } = readOf(vendor, one);
    checkEnvironment(env);
    if (folder !== undefined) textFrom(folder, 'folder');
    const { project } = adapter;
    const stated =
      project === 'payload'
        ? fieldOf(adapter, known, 'cwd')
        : project === 'process'
          ? folder
          : variableOf(env, project.variable);
    return stated !== undefined && isAbsolute(stated) ? stated : undefined;
  });
}

/**
 * Returns the id of the session that an event is of: from the payload, or else from a variable that the agent sets.
 *
 * @param one What {@link read} returned.
 * @param env The variables of the process that the agent started, such as `process.env`.
 * @returns Undefined: neither has it.
 * @throws {AnyhookError} `vendor`: there is no such agent. `usage`: an argument is of a wrong kind
 * @example
 * sessionOf('gemini', read('gemini', { hook_event_name: 'AfterAgent', session_id: 's' })); // 's'
 */
export function sessionOf(
  vendor: VendorOrDialect,
  one: AnyRead,
  env?: Environment,
): string | undefined {
  return closed(() => {
    const { adapter, one: known } = readOf(vendor, one);
    checkEnvironment(env);
    const inPayload = fieldOf(adapter, known, 'session');
    const { sessionVariable } = adapter;
    return (
      inPayload ?? (sessionVariable === undefined ? undefined : variableOf(env, sessionVariable))
    );
  });
}

/**
 * Returns the path of the file in which the agent writes down the conversation: from the payload, or else where the agent
 * keeps the file of that session.
 *
 * @param one What {@link read} returned.
 * @param home The home folder of the person, such as `os.homedir()`. Absent: only the payload tells.
 * @returns An absolute path; the file may not exist yet. Undefined: it is not known.
 * @throws {AnyhookError} `vendor`: there is no such agent. `usage`: an argument is of a wrong kind
 * @example
 * const one = read('copilot', { sessionId: 's', timestamp: 1, cwd: '/p', prompt: 'hello' });
 * transcriptOf('copilot', one, '/home/dev'); // '/home/dev/.copilot/session-state/s/events.jsonl'
 */
export function transcriptOf(
  vendor: VendorOrDialect,
  one: AnyRead,
  home?: string,
): string | undefined {
  return closed(() => {
    const { adapter, one: known } = readOf(vendor, one);
    if (home !== undefined) textFrom(home, 'home folder');
    const stated = fieldOf(adapter, known, 'transcript');
    if (stated !== undefined && isAbsolute(stated)) return stated;
    const session = fieldOf(adapter, known, 'session');
    // The id becomes a part of a path.
    if (home === undefined || !isAbsolute(home) || !session || !/^[\w-]+$/.test(session))
      return undefined;
    const project = adapter.project === 'payload' ? fieldOf(adapter, known, 'cwd') : undefined;
    const below = adapter.transcriptOf?.(session, project);
    return below === undefined ? undefined : `${home.replace(/[\\/]$/, '')}/${below}`;
  });
}
