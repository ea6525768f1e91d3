import { createContext, runInContext } from 'node:vm';
import { toolKinds } from '../../canonical/kinds.ts';
import type { Adapter, Binding, Draft } from '../../mapping/adapter.ts';
import type { Meaning } from '../../mapping/matchers.ts';
import { rowCalled } from '../../mapping/tools.ts';
import { type Bounded, holds } from '../../translate/match.ts';
import { bindingNamed, planOf } from '../../translate/plan.ts';
import { anywhere, steps } from '../../translate/steps.ts';
import { subjectsOf, type Told, tellings } from '../../translate/told.ts';
import { once } from '../../util/once.ts';
import { perHost } from './per-host.ts';
import { nobody, type Sample, samplesOf } from './samples.ts';

const sandbox = once(() => createContext(Object.create(null)));

/** One room for all: making one takes longer than any matcher. */
const bounded: Bounded = (code, globals, timeout) =>
  runInContext(code, Object.assign(sandbox(), globals), { timeout });

/** What a hook is about, in the words of its own agent. */
export interface About {
  dialect: Adapter;
  event: string;
  matcher?: string | undefined;
  /** The only canonical tools it is for. */
  tools?: readonly string[] | undefined;
}

/** The names or parts of names that a meaning lists; undefined: it says more than that. */
export function namesIn(meaning: Meaning): readonly string[] | undefined {
  if (typeof meaning === 'string') return undefined;
  if ('names' in meaning) return meaning.names;
  const words = /^\^?\(?(?:\?:)?([\w:.|-]+)\)?\$?$/.exec(meaning.pattern)?.[1];
  return words?.split('|').filter(Boolean);
}

/** Whether a tool's name meets a meaning. */
export const meets = (meaning: Meaning, name: string): boolean => holds(meaning, [name], bounded);

/** Whether a name is one of a dialect's own tools. */
export const knows = (dialect: Adapter, name: string): boolean =>
  dialect.tools.length
    ? rowCalled(dialect, name, {}) !== undefined ||
      dialect.tools.some((row) => row.names.includes(name)) ||
      Object.hasOwn(dialect.composites ?? {}, name)
    : Object.hasOwn(toolKinds, name);

/** Native paths of a payload that name the tool. */
const toolPaths = (binding: Binding): (string | undefined)[] =>
  planOf(binding)
    .ops.filter(({ canon }) => canon === 'name' || canon === 'tool')
    .map(({ paths }) => paths[0]?.join('.'));

/** Whether a binding's matchers are held against the tool. */
export const byTool = (binding: Binding): boolean =>
  [binding.subject ?? ''].flat().every((path) => toolPaths(binding).includes(path));

/** Whether all is known that a word is compared with: the host never says it, or a few words. */
function fixed({ binding }: Sample, told: Told): boolean {
  const { subject } = told.binding;
  const op = planOf(told.binding).plain.find(({ paths }) => paths[0]?.join('.') === subject);
  if (!op) return false;
  const said = planOf(binding).plain.find(({ canon }) => canon === op.canon);
  return said === undefined || said.row.codec?.words !== undefined;
}

/** How a matcher holds against what a hook is told; undefined: it depends on more than the tool. */
function isHit(about: About, told: Told, sample: Sample): boolean | undefined {
  const { dialect, matcher, tools } = about;
  const { subject } = told.binding;
  if (tools && !tools.includes(told.variant.event.tool as string)) return false;
  if (matcher === undefined || subject === undefined) return true;
  const meaning = dialect.matchers.read(matcher, told.binding);
  if (typeof meaning === 'string') return meaning === 'every';
  const known = subject[0] === '=' || byTool(told.binding);
  if (!known && !('names' in meaning && fixed(sample, told))) return undefined;
  const holding = holds(meaning, subjectsOf(told, dialect) as string[], bounded);
  const { kind } = sample;
  return holding || kind === 'plain' || kind === 'own'
    ? holding
    : mayName(about, told, meaning, kind);
}

/**
 * Whether a meaning is met by a tool that no list of ours has. The tool of the sample has a name
 * that nobody would think of.
 */
function mayName({ dialect }: About, told: Told, meaning: Meaning, kind: 'mcp' | 'other') {
  const names = namesIn(meaning);
  if (!names || told.binding.given?.tool === 'mcp') return undefined;
  const isWhole = typeof meaning === 'object' && 'names' in meaning;
  // No MCP tool has the name of a built-in one.
  const left = isWhole ? names.filter((name) => !knows(dialect, name)) : names;
  return left.some((name) => kind === 'mcp' || !isServed(dialect, name)) ? undefined : false;
}

/** Whether a dialect calls nothing so but a tool of an MCP server. */
function isServed({ mcp }: Adapter, name: string): boolean {
  const read = mcp.read(name);
  return read !== undefined && (read.server !== undefined || mcp.read(nobody) === undefined);
}

/** What may happen in a host at one of its events, and every form in which a hook is told of it. */
interface Happening {
  binding: Binding;
  samples: { sample: Sample; told: Told[] }[];
}

const happenings = perHost<Happening[]>();

/** The same whatever the matcher, so found once. */
const happeningsIn = (host: Adapter, { dialect, event }: About): Happening[] =>
  happenings(host, `${dialect.id} ${event}`, () =>
    host.bindings.all().map((binding) => ({
      binding,
      samples: samplesOf(host, binding).map((sample) => ({
        sample,
        told: stepsOf(host, dialect, sample).flatMap((one) => [
          ...tellings(dialect, one, anywhere, event),
        ]),
      })),
    })),
  );

/** All that a call may be told as: what it does, and the call itself. */
const stepsOf = (host: Adapter, dialect: Adapter, { event }: Sample): readonly Draft[] => {
  const all = steps(host, dialect, event, anywhere);
  return all.includes(event) ? all : [...all, event];
};

/** A host's event that fires a hook, and for which calls. */
export interface Coverage {
  binding: Binding;
  /** The host's own tools, by the names it has for them. */
  own: string[];
  /** Tools of MCP servers: any, some by their names, or none. */
  mcp: boolean | 'some';
  /** Tools we do not know. */
  other: boolean | 'some';
}

/** Every event of a host that a hook hears of, those of the same kind before others. */
export function coverageOf(host: Adapter, about: About): Coverage[] {
  const found = happeningsIn(host, about).flatMap((one) => coveredBy(one, about) ?? []);
  const kind = bindingNamed(about.dialect, about.event).event;
  const same = found.filter(({ binding }) => binding.event === kind);
  return same.length ? same : found;
}

function coveredBy({ binding, samples }: Happening, about: About): Coverage | undefined {
  const own = new Set<string>();
  const covered: Pick<Coverage, 'mcp' | 'other'> = { mcp: false, other: false };
  let any = false;
  for (const { sample, told } of samples) {
    const hits = told.map((one) => isHit(about, one, sample));
    // Undecided means that it may.
    const hit = hits.includes(true) || (hits.includes(undefined) && 'some');
    any ||= hit !== false;
    const { kind, tool } = sample;
    if (tool !== undefined && hit) own.add(tool);
    if ((kind === 'mcp' || kind === 'other') && covered[kind] !== true) covered[kind] ||= hit;
  }
  return any ? { binding, own: [...own], ...covered } : undefined;
}

/** What a hook of an event is told out of the session's memory. */
export function recalledBy(binding: Binding): string[] {
  const names: string[] = [];
  const recall = (name: string) => void names.push(name);
  for (const derive of Object.values(binding.derive ?? {})) {
    derive({ event: binding.event }, { ...anywhere, recall });
  }
  return names;
}
