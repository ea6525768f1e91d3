import { join } from 'node:path';
import type { Entries } from '../files/manifest.ts';
import { set as put } from '../mapping/paths.ts';
import type { Named } from '../mapping/settings.ts';
import { adapterOf } from '../translate/host.ts';
import type { Written } from './command-line/wrap.ts';
import { athome, leftBehind } from './elsewhere.ts';
import { checkSettings } from './findings/check.ts';
import type { Finding } from './findings/finding.ts';
import { firesTwice } from './findings/twice.ts';
import type { FileText, ReadHook, Settings } from './formats/format.ts';
import { readAll, readHooks } from './formats/index.ts';
import { hooksIn } from './ownership/elements.ts';
import { type Merged, merge, type Owned } from './ownership/merge.ts';
import { type Origins, returned } from './ownership/origins.ts';
import type { Place } from './place.ts';
import { type Fate, type PlanOptions, planHooks } from './plan.ts';
import { tableOf } from './tables.ts';

/** Hooks in one vendor's file, to be in another's. */
export interface Conversion extends Pick<Merged, 'entries' | 'theirs' | 'kept' | 'adopted'> {
  /** The target file as it is to be, or all of them in a row. */
  text: string;
  /** Each of them. */
  files: readonly { file: string; before: string; text: string }[];
  changed: boolean;
  rows: Fate[];
  /** About the source, and about the target. */
  findings: { source: Finding[]; target: Finding[] };
  /** Some guard would be weaker, or gone. */
  unsafe: boolean;
  /** An entry runs through the shim. */
  launches: boolean;
}

/** What is converted, what starts the shim and how, and what earlier runs wrote into the target. */
export interface ConvertOptions extends Owned, Partial<Omit<PlanOptions, 'held'>> {
  from: string;
  to: string;
  /** The source's text, and what errors call it; or those of all its files. */
  source: FileText | readonly FileText[];
  target: FileText | readonly FileText[];
  /** What else the target's agent loads. */
  beside?: readonly FileText[] | undefined;
  /** What earlier runs wrote into the source. */
  origins?: Origins | undefined;
  /** Absent: scripts are not looked for. */
  place?: Place | undefined;
  /** Where the source's hooks run at home; absent: there as well. */
  home?: Place | undefined;
  /** Variables that its agent gives the source's hooks, beside those it gives all. */
  given?: Readonly<Record<string, string>> | undefined;
}

/** Starts the copy of the bundle that a project keeps. */
export function projectLauncher(vendor: string): string {
  const { root, starts } = tableOf(vendor);
  if (starts !== undefined) return starts;
  return root === undefined ? 'node .anyhook/run.cjs' : `node ${root}/.anyhook/run.cjs`;
}

/**
 * Converts the text of one vendor's settings into another's; touches nothing. Throws `settings`,
 * `vendor`.
 *
 * @example
 * const { text, rows } = convertText({
 *   from: 'cursor',
 *   to: 'gemini',
 *   source: { text: await readFile('.cursor/hooks.json', 'utf8'), file: '.cursor/hooks.json' },
 *   target: { text: '', file: '.gemini/settings.json' },
 * });
 */
export function convertText(options: ConvertOptions): Conversion {
  const { from, to, place, home = place, ours = {}, theirs = {}, origins } = options;
  const { launcher = projectLauncher(to) } = options;
  const host = adapterOf(to);
  const source = readSources(from, [options.source].flat());
  const checked = checkSettings(from, source, home);
  const target = withBeside(to, readAll(to, [options.target].flat()), options.beside);

  const read = [...source.hooks, ...source.unknown];
  const hooks = read.map((one) => settled(equipped(one, options), { ...options, home }));
  const there = { ...target, hooks: [...target.hooks, ...target.unknown] };
  const back = returned({ from, to, hooks, source, target: there, ours, origins });
  const plan = planHooks(host, hooks, { ...options, launcher, held: back.held });

  const { texts, entries, ...merged } = merge(to, target, plan.written, launcher, options);

  const own = new Map(hooks.map(({ hook }, i) => [hook, read[i]?.hook ?? hook]));
  const rows = plan.rows.map((fate) =>
    place && home && home !== place
      ? leftBehind(fate, own.get(fate.hook) ?? fate.hook, home, place)
      : fate,
  );
  const twice = place && firesTwice(to, plan.rows, foreign(target, [ours, theirs]), place);
  const files = [options.target].flat().map(({ file, text: before }, i) => {
    return { file, before, text: texts[i] ?? before };
  });
  return {
    text: texts.join(''),
    files,
    changed: files.some(({ before, text }) => text !== before),
    rows,
    findings: {
      source: [...checked, ...(twice?.source ?? [])],
      target: [
        ...target.findings,
        ...back.findings,
        ...(twice?.target ?? []),
        ...merged.findings,
        ...switchedOff(to, target, merged.set, plan.written),
      ],
    },
    entries,
    theirs: merged.theirs,
    kept: merged.kept,
    adopted: merged.adopted,
    unsafe: rows.some(({ losses }) => losses.some(({ severity }) => severity === 'unsafe')),
    launches: plan.written.some(({ kind }) => kind !== 'plain'),
  };
}

/** A hook has the variables that its own agent gives it by its place, also elsewhere. */
function equipped(one: ReadHook, { from, given, raw }: ConvertOptions): ReadHook {
  const { hook, wrapped } = one;
  if (!given || raw || wrapped || hook.speaks !== from || !hook.command) return one;
  return { ...one, hook: { ...hook, env: { ...given, ...hook.env } } };
}

/** A hook runs where its own agent would run it, also elsewhere. */
function settled(one: ReadHook, { from, to, place, home, raw }: ConvertOptions): ReadHook {
  const { hook, wrapped } = one;
  if (place && home && home !== place && home.scope === 'project') {
    return raw ? one : athome(one, home, place);
  }
  const { userCwd } = tableOf(hook.speaks);
  if (place?.scope !== 'user' || userCwd === undefined) return one;
  const folder = join(place.home, userCwd);
  const { cwd, ...rest } = hook;
  if (hook.speaks === to && cwd === folder) return { ...one, hook: rest };
  const moves = hook.speaks === from && hook.speaks !== to && !wrapped && cwd === undefined;
  return moves ? { ...one, hook: { ...hook, cwd: folder } } : one;
}

/** The hooks of a file that somebody else wrote, and that do without the shim. */
function foreign({ elements, hooks }: Settings, known: readonly Entries[]): ReadHook[] {
  const mine = new Set(known.flatMap((entries) => Object.values(entries).flat().map(asKey)));
  const own = hooksIn(
    hooks,
    elements.filter(({ value }) => mine.has(asKey(value))),
  );
  return hooks.filter((one) => !one.wrapped && !own.has(one));
}

/** One file must hold something; of several each may. */
const readSources = (vendor: string, files: readonly FileText[]): Settings => {
  const [only, ...others] = files;
  return only && !others.length ? readHooks(vendor, only.text, only.file) : readAll(vendor, files);
};

/** Files we write, and the hooks of those we do not: they count as hooks there. */
function withBeside(vendor: string, own: Settings, beside: readonly FileText[] = []): Settings {
  if (!beside.length) return own;
  const { hooks, value, elements } = readAll(vendor, [...(own.parts ?? [own]), ...beside]);
  return { ...own, hooks, value, beside: elements.slice(own.elements.length) };
}

const asKey = (value: unknown): string => JSON.stringify(value);

/** Entries that the rest of the target switches off, each reason once an event. */
function switchedOff(
  to: string,
  { value }: Settings,
  set: Merged['set'],
  written: readonly Written[],
): Finding[] {
  const { switchedOff } = tableOf(to);
  if (!switchedOff) return [];
  const file = structuredClone(value);
  for (const need of set) put(file, need.path, need.value);
  const found = written.flatMap(({ event, entry }): Finding[] => {
    const why = switchedOff(file, entry as unknown as Named);
    return why === undefined ? [] : [{ code: 'switched-off', event, why }];
  });
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}
