import type { Adapter, Binding, Json } from '../adapter.ts';
import { adapters, type Vendor } from '../adapters/index.ts';
import { gates } from '../canonical/kinds.ts';
import { isObject } from '../equal.ts';
import { AnyhookError } from '../errors.ts';
import type { Flags } from '../flags.ts';
import { valueIn } from '../json.ts';
import { bindingOf, bindingsFor, placed } from './plan.ts';
import { candidates } from './recognise.ts';

/** Who fired the hook: one agent, or all it may be. */
export interface Host {
  /** The likeliest first. */
  agents: readonly Adapter[];
  /** The event in each agent's terms. */
  bindings: readonly Binding[];
  payload: Json;
}

/** Every adapter; on the hot path each is made when first asked for. */
const all = (): readonly Adapter[] => Object.values(adapters);

/** An adapter by its id; undefined when there is none. */
export const knownAdapter = (id: string | undefined): Adapter | undefined =>
  id !== undefined && Object.hasOwn(adapters, id) ? adapters[id as Vendor] : undefined;

/** The same. Throws `vendor`. */
export function adapterOf(id: string, flag = ''): Adapter {
  const adapter = knownAdapter(id);
  if (adapter) return adapter;
  const known = Object.keys(adapters).join(', ');
  throw new AnyhookError(
    'vendor',
    `${flag && `${flag} `}${id}: no such vendor; there are ${known}`,
  );
}

/** Reads stdin as a payload. Throws `payload`. */
export function parsePayload(bytes: Buffer, cut: boolean): Json {
  if (cut) throw new AnyhookError('payload', 'the payload on stdin is over 32 MB');
  const text = bytes.toString().trim(); // a byte order mark is space
  if (!text) throw new AnyhookError('payload', 'no payload on stdin: pipe the JSON of an event');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const said = (error as Error).message.split('\n')[0] as string;
    throw new AnyhookError('payload', `the payload on stdin is not JSON: ${said.slice(0, 160)}`);
  }
  if (isObject(value)) return value;
  throw new AnyhookError('payload', 'the payload on stdin is not a JSON object');
}

/** Places a payload. Throws `vendor`, `payload` or `event`. */
export function findHost(flags: Flags, payload: Json, env: NodeJS.ProcessEnv): Host {
  const agents = flags.host ? [adapterOf(flags.host, '--host')] : candidates(all(), payload);
  if (!agents.length) {
    const event = all()
      .map(({ eventKey }) => payload[eventKey])
      .find((name) => name !== undefined);
    const shown =
      event === undefined ? 'names no event' : `event ${JSON.stringify(event).slice(0, 80)}`;
    throw new AnyhookError('event', `the payload on stdin is no agent's (${shown}); say --host`);
  }
  const likely = byEnvironment(agents, env);
  return { agents: likely, bindings: likely.map((agent) => placed(agent, payload)), payload };
}

/** The environment only puts the likeliest first: what is said is what every candidate honours. */
function byEnvironment(agents: readonly Adapter[], env: NodeJS.ProcessEnv): readonly Adapter[] {
  if (agents.length < 2) return agents;
  const set = agents.filter((agent) => env[agent.habitat.expands[0] ?? ''] !== undefined).reverse();
  return [...set, ...agents.filter((agent) => !set.includes(agent))];
}

/** The host's bindings when the payload cannot be placed: from what its text and the flags say. */
export function guessBindings(flags: Flags, text: string): Binding[] {
  const named = knownAdapter(flags.host);
  const agents = named ? [named] : all();
  const found: Binding[] = [];
  for (const agent of agents) {
    const pattern = new RegExp(`"${agent.eventKey}"\\s*:\\s*("(?:[^"\\\\]|\\\\.){1,64}")`, 'g');
    for (const [, name] of text.matchAll(pattern)) {
      const binding = bindingOf(agent, valueIn(name as string));
      if (binding) found.push(binding);
    }
  }
  if (!found.length && flags.host && agents.length === 1) {
    const dialect = knownAdapter(flags.as);
    const told = dialect && bindingOf(dialect, flags.event);
    if (told) found.push(...bindingsFor(agents[0] as Adapter, told.event));
  }
  const gate = found.filter((binding) => gates.includes(binding.event));
  return (gate.length ? gate : found).slice(0, 1);
}
