/**
 * Notes which hooks of an agent's own settings were started for which *firing*: one time that the agent
 * starts its hooks for an event. An agent may load another agent's settings as well. The runs that it
 * starts from there read the notes, so that a hook in both settings runs once: see `cross-loaded.ts`.
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

/** The size in bytes of one hook's list of notes. Older notes are dropped: their firings are over. */
const maxBytes = 4096;

/**
 * Returns the flags of a line that say which hook it runs. The flags that depend on the settings file are
 * left out, so that lines in different files that run one hook have equal ones.
 */
export const identifyingFlags = ({
  exit: _,
  proof: __,
  carry: ___,
  hostEvent: ____,
  guard: _____,
  wordings: ______,
  inTurn: _______,
  ...flags
}: Flags): object => flags;

/**
 * Returns where the starts of a hook in this session are noted (`store` and `file`), and the `line` that
 * notes a start for the current firing. Undefined: the payload has no id of the firing, or no session.
 */
function locateNote({ agents, bindings, payload }: Host, flags: Flags, world: World) {
  const [agent, binding] = [agents[0], bindings[0]];
  const id = agent.ownHooks?.firingIdOf(payload);
  const { session, cwd, tool, name, mcp } = decodeEvent(agent, payload, world, [], binding);
  if (id === undefined || typeof session !== 'string' || !session) return undefined;
  const hook = Object.entries(identifyingFlags({ ...flags, host: agent.id }))
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
 * @returns a function that writes the note. Undefined: nobody would read the note, since the agent loads
 *   no shim line from another agent's settings, or the firing cannot be told from others.
 */
export function makeFiringNote(host: Host, flags: Flags, world: World): (() => void) | undefined {
  const agent = host.agents[0];
  if (!agent.ownHooks || host.isCrossLoaded) return undefined;
  return attempt(() => {
    const { cwd } = decodeEnvelope(agent, host.payload, world);
    const hasShimLine = (file: string) =>
      attempt(() => readFileSync(join(String(cwd), file), 'utf8'))?.includes('.anyhook') === true;
    const note = agent.ownHooks?.loads.some(hasShimLine)
      ? locateNote(host, flags, world)
      : undefined;
    return (
      note && (() => void attempt(() => note.store.appendLine(note.file, note.line, maxBytes)))
    );
  });
}

/** Tells whether a note says that the hook was started for this firing from the agent's own settings. */
export function wasStarted(host: Host, flags: Flags, world: World): boolean {
  const note = locateNote(host, flags, world);
  return note?.store.readLines(note.file, maxBytes).includes(note.line) === true;
}
