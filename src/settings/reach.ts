import { runInNewContext } from 'node:vm';
import type { Adapter, Binding, World } from '../adapter.ts';
import { toolKinds } from '../canonical/kinds.ts';
import { rowOf } from '../fields.ts';
import { type Bounded, matches } from '../match.ts';
import { subjectsOf, type Told, tellings } from '../place.ts';
import { bindingNamed } from '../plan.ts';
import { rowCalled } from '../tools.ts';
import { type Sample, samplesOf } from './samples.ts';

const bounded: Bounded = (code, globals, timeout) => runInNewContext(code, globals, { timeout });

/** A world in which every file can be read, and edited. */
const anywhere: World = {
  file: () => ({ text: 'a' }),
  now: () => new Date(0),
  recall: () => 'x',
};

/** What a hook is about, in the words of its own agent. */
export interface About {
  dialect: Adapter;
  event: string;
  matcher?: string | undefined;
  /** The only canonical tools it is for. */
  tools?: readonly string[] | undefined;
  /** Matchers are known to be searched for; otherwise a list of names is one. */
  searches: boolean;
}

/** A matcher's words, where it is a plain list of names. */
export function listed(matcher: string): string[] | undefined {
  const inner = /^\^?\(?(?:\?:)?([\w:.|-]+)\)?\$?$/.exec(matcher.trim())?.[1];
  return inner?.split('|').filter(Boolean);
}

/** Whether a name is one of a dialect's own tools. */
export const knows = (dialect: Adapter, name: string): boolean =>
  dialect.tools.length
    ? rowCalled(dialect, name, {}) !== undefined ||
      dialect.tools.some((row) => row.names.includes(name))
    : Object.hasOwn(toolKinds, name);

/** Native paths of a payload that name the tool. */
const toolPaths = ({ payload }: Binding): string[] =>
  [payload.name, payload.tool].flatMap((native) =>
    native === undefined ? [] : [rowOf(native).at].flat().slice(0, 1),
  );

/** Whether a binding's matchers are held against the tool. */
export const byTool = (binding: Binding): boolean =>
  [binding.subject ?? ''].flat().every((path) => toolPaths(binding).includes(path));

/** How a matcher holds against what a hook is told; undefined: it depends on more than the tool. */
function held(about: About, told: Told, kind: Sample['kind']): boolean | undefined {
  const { dialect, matcher, tools } = about;
  const { subject, exact } = told.binding;
  if (tools && !tools.includes(told.face.event.tool as string)) return false;
  if (matcher === undefined || subject === undefined) return true;
  if (subject[0] !== '=' && !byTool(told.binding)) return undefined;
  const names = listed(matcher);
  if (kind === 'mcp' || kind === 'other') return mayName(about, told, kind);
  const subjects = subjectsOf(told, dialect) as string[];
  if (!about.searches && names?.every((name) => knows(dialect, name))) {
    return subjects.some((one) => names.includes(one));
  }
  return matches(matcher, subjects, exact === true, bounded);
}

/** Whether a matcher may mean a tool that no list of ours has. */
function mayName({ dialect, matcher = '' }: About, told: Told, kind: 'mcp' | 'other') {
  if (told.binding.given?.tool === 'mcp') return undefined;
  const names = listed(matcher);
  const parts = (names ?? matcher.split('|')).filter((name) => !knows(dialect, name));
  const { read, vague } = dialect.mcp;
  const served = (part: string) => read(part.replace(/^\^/, '')) ?? vague?.test(part);
  if (kind === 'other' && parts.every(served)) return false;
  return parts.length ? undefined : false;
}

/** What may happen in a host, and every way a hook of an event is told of it. */
interface Heard {
  binding: Binding;
  samples: { sample: Sample; told: Told[] }[];
}

const heardBefore = new WeakMap<Adapter, Map<string, Heard[]>>();

/** The same whatever the matcher, so found once. */
function heardOf(host: Adapter, { dialect, event }: About): Heard[] {
  const known = heardBefore.get(host) ?? new Map<string, Heard[]>();
  heardBefore.set(host, known);
  const key = `${dialect.id} ${event}`;
  const found = known.get(key) ?? host.bindings.map((binding) => heardAt(host, binding));
  known.set(key, found);
  return found;

  function heardAt(host: Adapter, binding: Binding): Heard {
    const samples = samplesOf(host, binding).map((sample) => ({
      sample,
      told: [...tellings(dialect, sample.event, anywhere, event)],
    }));
    return { binding, samples };
  }
}

/** A host's event that fires a hook, and for which calls. */
export interface Reach {
  binding: Binding;
  /** The host's own tools, by the names it has for them. */
  own: string[];
  /** Its own tools that are nothing to the hook. */
  not: string[];
  mcp: boolean;
  /** Tools we do not know. */
  other: boolean;
}

/** Every event of a host that a hook hears of, those of the same kind before others. */
export function reachOf(host: Adapter, about: About): Reach[] {
  const { event } = bindingNamed(about.dialect, about.event);
  const found = heardOf(host, about)
    .map((heard) => reachBy(heard, about))
    .filter((one) => one !== undefined);
  const same = found.filter(({ binding }) => binding.event === event);
  return same.length ? same : found;
}

function reachBy({ binding, samples }: Heard, about: About): Reach | undefined {
  const reach: Reach = { binding, own: [], not: [], mcp: false, other: false };
  let any = false;
  for (const { sample, told } of samples) {
    // Undecided means that it may.
    const hit = told.some((one) => held(about, one, sample.kind) !== false);
    any ||= hit;
    if (sample.kind === 'own') (hit ? reach.own : reach.not).push(sample.tool as string);
    else if (hit && sample.kind === 'mcp') reach.mcp = true;
    else if (hit && sample.kind === 'other') reach.other = true;
  }
  const own = [...new Set(reach.own)];
  const not = [...new Set(reach.not)].filter((name) => !own.includes(name));
  return any ? { ...reach, own, not } : undefined;
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
