/** Which hooks of an agent's own settings were started for which firing of an event. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Flags } from '../canonical/flags.ts';
import type { Adapter, Binding, World } from '../mapping/adapter.ts';
import { decodeEnvelope, decodeEvent } from '../translate/decode.ts';
import type { Host } from '../translate/host.ts';
import { attempt } from '../util/attempt.ts';
import { hash } from '../util/hash.ts';
import { openStore, stateFolderOf } from './store.ts';

/** The most that is kept of one hook's firings, in bytes: those of the last few calls are asked for. */
const room = 4096;

/** The flags that say which hook a line runs, without those that depend on the file it stands in. */
export const identifyingFlags = ({
  exit: _,
  proof: __,
  carry: ___,
  hostEvent: ____,
  guard: _____,
  wordings: ______,
  ...flags
}: Flags): object => flags;

/** The file in which a hook's firings of this session are noted, and the line that stands for this one. */
function find({ agents, bindings, payload }: Host, flags: Flags, world: World) {
  const [agent, binding] = [agents[0], bindings[0]] as [Adapter, Binding];
  const id = agent.own?.firing(payload);
  const { session, cwd, tool, name, mcp } = decodeEvent(agent, payload, world, [], binding);
  if (id === undefined || typeof session !== 'string' || !session) return undefined;
  const said = Object.entries(identifyingFlags({ ...flags, host: agent.id }));
  const hook = said.filter(([, value]) => value !== undefined).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    store: openStore(stateFolderOf(JSON.stringify(['firings', agent.id, cwd, session]))),
    file: `firings-${hash(JSON.stringify(hook))}`,
    line: hash(JSON.stringify([binding.event, tool, name, mcp, id])),
  };
}

/**
 * A function that notes that this hook of the agent's own settings is started for this firing;
 * undefined where the agent loads no line of ours beside its own, since none will look for the note.
 */
export function makeFiringNote(host: Host, flags: Flags, world: World): (() => void) | undefined {
  const agent = host.agents[0] as Adapter;
  if (!agent.own || host.isCrossLoaded) return undefined;
  return attempt(() => {
    const { cwd } = decodeEnvelope(agent, host.payload, world);
    const holdsOurs = (file: string) =>
      attempt(() => readFileSync(join(String(cwd), file), 'utf8'))?.includes('.anyhook') === true;
    const found = agent.own?.loads.some(holdsOurs) ? find(host, flags, world) : undefined;
    return found && (() => void attempt(() => found.store.append(found.file, found.line, room)));
  });
}

/** Whether the same hook of the agent's own settings was started for this firing. */
export function wasStarted(host: Host, flags: Flags, world: World): boolean {
  const found = find(host, flags, world);
  return found?.store.lines(found.file, room).includes(found.line) === true;
}
