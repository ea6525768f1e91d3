/**
 * Notes of which hooks in an agent's own settings were started for which firing of an event. A firing
 * is one time that the agent starts its hooks for an event. The notes are read by runs of shim lines that
 * stand in another agent's settings, which the agent loads as well: see `cross-loaded.ts`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Flags } from '../canonical/flags.ts';
import type { World } from '../mapping/adapter.ts';
import { decodeEnvelope, decodeEvent } from '../translate/decode.ts';
import type { Host } from '../translate/host.ts';
import { attempt } from '../util/attempt.ts';
import { hash } from '../util/hash.ts';
import { openStore, stateFolderOf } from './store.ts';

/** The size in bytes of one hook's list of notes. Older notes are dropped: nobody looks for them. */
const maxBytes = 4096;

/**
 * Returns the flags that say which hook a line runs, without those that depend on the settings file in
 * which the line stands. Two lines in different files that run one hook have equal flags of this kind.
 */
export const identifyingFlags = ({
  exit: _,
  proof: __,
  carry: ___,
  hostEvent: ____,
  guard: _____,
  wordings: ______,
  ...flags
}: Flags): object => flags;

/**
 * Finds where the firings of a hook in this session are noted, and the line that stands for the
 * current one. Undefined: the payload has no id of the firing, or no session.
 */
function findNote({ agents, bindings, payload }: Host, flags: Flags, world: World) {
  const [agent, binding] = [agents[0], bindings[0]];
  const id = agent.ownHooks?.firingIdOf(payload);
  const { session, cwd, tool, name, mcp } = decodeEvent(agent, payload, world, [], binding);
  if (id === undefined || typeof session !== 'string' || !session) return undefined;
  const stated = Object.entries(identifyingFlags({ ...flags, host: agent.id }));
  const hook = stated
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    store: openStore(stateFolderOf(JSON.stringify(['firings', agent.id, cwd, session]))),
    file: `firings-${hash(JSON.stringify(hook))}`,
    line: hash(JSON.stringify([binding.event, tool, name, mcp, id])),
  };
}

/**
 * Prepares a note that a hook in the agent's own settings is started for this firing.
 *
 * @returns a function that writes the note; undefined where nobody would read it, because the agent
 *   loads no shim line from another agent's settings, and where the firing has no id.
 */
export function makeFiringNote(host: Host, flags: Flags, world: World): (() => void) | undefined {
  const agent = host.agents[0];
  if (!agent.ownHooks || host.isCrossLoaded) return undefined;
  return attempt(() => {
    const { cwd } = decodeEnvelope(agent, host.payload, world);
    const hasShimLine = (file: string) =>
      attempt(() => readFileSync(join(String(cwd), file), 'utf8'))?.includes('.anyhook') === true;
    const found = agent.ownHooks?.loads.some(hasShimLine)
      ? findNote(host, flags, world)
      : undefined;
    return (
      found && (() => void attempt(() => found.store.appendLine(found.file, found.line, maxBytes)))
    );
  });
}

/** Tells whether the hook was started for this firing through the agent's own settings. */
export function wasStarted(host: Host, flags: Flags, world: World): boolean {
  const found = findNote(host, flags, world);
  return found?.store.readLines(found.file, maxBytes).includes(found.line) === true;
}
