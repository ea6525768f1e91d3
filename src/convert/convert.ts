import { join } from 'node:path';
import type { Hook } from '../canonical/hook.ts';
import { checkSettings } from '../check/check.ts';
import { showsNoVerdict } from '../check/script-text.ts';
import { distinguishingServers, readMcpServers } from '../coverage/mcp-servers.ts';
import { loaderBelow, outermostLoader } from '../settings/command-line/shim-line.ts';
import { type Finding, kindOfFinding } from '../settings/finding.ts';
import type { Element, FileText, ReadHook, Settings } from '../settings/formats/format.ts';
import { formatOf, readHooks, readMergedSettings } from '../settings/formats/index.ts';
import { hasName, selectByName } from '../settings/hook-names.ts';
import { tableOf } from '../settings/tables.ts';
import { findValueKeys, type ValueRecord } from '../settings/value-record.ts';
import type { Plugin } from '../settings/vendor-files.ts';
import type { Workspace } from '../settings/workspace.ts';
import { adapterOf } from '../translate/host.ts';
import { equal } from '../util/equal.ts';
import { firesTwice } from './duplicates.ts';
import { harmless } from './losses.ts';
import { hooksIn } from './ownership/elements.ts';
import { type Entries, mergeEntries } from './ownership/ledger.ts';
import { type Merged, merge, type Owned, replaceOwn } from './ownership/merge.ts';
import { type Origins, returned } from './ownership/round-trip.ts';
import { personalIn } from './personal-values.ts';
import { type HookResult, isWrappable, type PlanOptions, planHooks } from './plan.ts';
import { athome, leftBehind, wayTo, withoutPlugin } from './relocate.ts';
import { variablesIn } from './settings-variables.ts';
import { foreign, isThere, switchedOff, takenOut } from './target.ts';

/** Hooks in one vendor's file, to be in another's. */
export interface Conversion extends Pick<Merged, 'entries' | 'theirs' | 'kept' | 'adopted'> {
  /** The target file as it is to be, or all of them in a row. */
  text: string;
  /** Each of them. */
  files: readonly { file: string; before: string; text: string }[];
  changed: boolean;
  /** What lines of the target name by keys: it is to stand in the record beside its runner. */
  record: ValueRecord;
  rows: HookResult[];
  /** About the source, and about the target. */
  findings: { source: Finding[]; target: Finding[] };
  /** Some guard would be weaker, or gone. */
  unsafe: boolean;
  /** An entry runs through the shim. */
  launches: boolean;
  /** MCP servers that the target's agent has, as far as its settings of this scope name them. */
  servers: readonly string[];
}

/** What is converted, what starts the shim and how, and what earlier runs wrote into the target. */
export interface ConvertOptions extends Owned, Partial<Omit<PlanOptions, 'held'>> {
  from: string;
  to: string;
  /** The source's text, and what errors call it; or those of all its files. */
  source: FileText | readonly FileText[];
  target: FileText | readonly FileText[];
  /** What the target's agent reads for every project, besides. */
  outer?: readonly FileText[] | undefined;
  /** What else the target's agent loads. */
  beside?: readonly FileText[] | undefined;
  /** What earlier runs wrote into the source. */
  origins?: Origins | undefined;
  /** Hooks of the source that guard nothing, by name: as is said now, and as was said before. */
  guardsNothing?: readonly string[] | undefined;
  watchers?: readonly string[] | undefined;
  /** Absent: scripts are not looked for. */
  place?: Workspace | undefined;
  /** Where the source's hooks run at home; absent: there as well. */
  home?: Workspace | undefined;
  /** The plugin that brings the source's hooks. */
  plugin?: Plugin | undefined;
}

/** Starts the loader that a project keeps, or its runner where the agent answers for one that fails. */
export function projectLauncher(vendor: string): string {
  const { projectRoot, searchesProjectRoot, failureAnsweredBy } = tableOf(vendor).commandLine;
  if (searchesProjectRoot) return outermostLoader;
  if (failureAnsweredBy !== 'host') return loaderBelow(projectRoot);
  return `node ${projectRoot === undefined ? '' : `${projectRoot}/`}.anyhook/run.cjs`;
}

/**
 * Converts the text of one vendor's settings into another's; touches nothing. What lines of `source`
 * and `target` name in the record beside the runner is their `kept`, and what lines of the result
 * name there is `record`: it is to be added to that file before the text is written. Throws
 * `settings`, `vendor`.
 *
 * @example
 * const kept = readRecord(await readFile('.anyhook/kept.json', 'utf8'));
 * const { text, record } = convertText({
 *   from: 'cursor',
 *   to: 'gemini',
 *   source: { text: await readFile('.cursor/hooks.json', 'utf8'), file: '.cursor/hooks.json', kept },
 *   target: { text: '', file: '.gemini/settings.json', kept },
 * });
 * await writeFile('.anyhook/kept.json', recordText({ ...kept, ...record }));
 */
export function convertText(options: ConvertOptions): Conversion {
  const { from, to, place, home = place, ours = {}, theirs = {}, origins } = options;
  const { launcher = projectLauncher(to), onLine = options.launcher !== undefined } = options;
  const host = adapterOf(to);
  const source = readSources(from, [options.source].flat());
  const checked = checkSettings(from, source, home);
  const own = readMergedSettings(to, [options.target].flat());
  const target = withBeside(to, own, options.beside);
  const filesOf = (all: ConvertOptions['source']) => [all].flat().map(({ file }) => file);
  const isSame = from === to && equal(filesOf(options.source), filesOf(options.target));
  // What a person wrote stays theirs, and what was made of it stays as it is.
  const isOwn = isSame && (options.wrapsOwn || Object.keys(ours).length > 0);
  const among = options.wrapsOwn ? own : { ...own, elements: [] };
  const wrapped = isOwn ? wrappableIn(to, among, mergeEntries(ours, theirs)) : undefined;

  const read = wrapped?.hooks ?? [...source.hooks, ...source.unknown];
  const hooks = asTold(
    read.map((one) => settled(equipped(one, options), { ...options, home })),
    options,
  );
  const there = { ...target, hooks: [...target.hooks, ...target.unknown] };
  const back = wrapped
    ? { held: new Set<ReadHook>(), findings: [] } // they stand there, and are put in their own place
    : returned({ from, to, hooks, source, target: there, ours, origins });
  const deaths = new Set(
    checked.flatMap((one) => (kindOfFinding(one) === 'dead' && one.at ? [asKey(one.at)] : [])),
  );
  const none = new Set(
    checked.flatMap((one) => (one.code === 'unknown-event' && one.of ? [one.event] : [])),
  );
  const dead = new Set(
    hooks.filter(
      ({ at, wrapped, event }) => none.has(event) || (at && !wrapped && deaths.has(asKey(at))),
    ),
  );
  const held = back.held;
  const configured = place ? readMcpServers(to, place) : [];
  const servers = distinguishingServers(to, configured);
  const first = [options.source].flat()[0]?.file ?? '';
  const isShared = place?.scope !== 'user' && !isOwn;
  const personal = isShared ? personalIn(from, to, hooks, first, home) : undefined;
  const given = new Set(variablesIn(to, target));
  const names = from === to ? [] : variablesIn(from, source).filter((name) => !given.has(name));
  const variables = { agent: adapterOf(from).title, names };
  const about = { home, launcher, onLine, servers, held, dead, personal, variables };
  const plan = planHooks(host, hooks, { ...options, ...about });

  const { texts, entries, ...merged } = wrapped
    ? { ...untouched(options), ...replaceOwn(to, target, wrapped.elements, plan.written, ours) }
    : merge(to, target, plan.written, launcher, options);

  const asRead = new Map(hooks.map(({ hook }, i) => [hook, read[i]?.hook ?? hook]));
  const strangers = foreign(target, [ours, theirs]);
  const { plugin } = options;
  const isAway = plugin !== undefined && wayTo(plugin.folder, place) === undefined;
  const ofPlugin = hooks.filter((one) => isAway && isOfPlugin(one, options));
  const away = new Set(ofPlugin.map(({ hook }) => hook));
  const rows = plan.rows.map((fate): HookResult => {
    const hook = asRead.get(fate.hook) ?? fate.hook;
    if (isThere(fate, strangers, place)) return { ...fate, losses: harmless(fate.losses) };
    const far = plugin && place && away.has(fate.hook) ? withoutPlugin(fate, plugin, place) : fate;
    const found = place && home && home !== place ? leftBehind(far, hook, home, place) : far;
    return home && isUnsafe(found) ? { ...found, quiet: showsNoVerdict(hook, home) } : found;
  });
  const stay = wrapped ? own.hooks.filter((one) => !wrapped.hooks.includes(one)) : [];
  for (const { hook, at, event } of stay)
    rows.push({ hook, at, losses: [], how: 'native', events: [event] });
  const isPlain = hooks.some(({ hook, wrapped }) => !wrapped && isWrappable(from, hook));
  // What stands there as a line of ours was said of when it was made.
  const stands = new Set(hooks.filter((one) => wrapped && one.wrapped).map(({ hook }) => hook));
  const fresh = plan.rows.filter(({ hook }) => !stands.has(hook));
  const twice = place && firesTwice(to, fresh, strangers, place, isPlain ? from : undefined);
  const news: ValueRecord = Object.assign({}, ...plan.written.map(({ kept }) => kept));
  const files = [options.target].flat().map(({ file, text: before, kept }, i) => {
    return { file, before, text: texts[i] ?? before, kept: { ...kept, ...news } };
  });
  const record = namedIn(files, Object.assign({}, ...files.map(({ kept }) => kept)));
  return {
    text: texts.join(''),
    files,
    record,
    changed: files.some(({ before, text }) => text !== before),
    rows,
    findings: {
      source: [...checked, ...plan.findings, ...(twice?.source ?? [])],
      target: [
        ...target.findings.filter((one) => !isMended(one, news)),
        ...back.findings,
        ...(twice?.target ?? []),
        ...merged.findings,
        ...takenOut(to, target, files, ours, source.file),
        ...switchedOff(to, [...(options.outer ?? []), target], merged.set, plan.written),
      ],
    },
    entries,
    theirs: merged.theirs,
    kept: merged.kept,
    adopted: merged.adopted,
    unsafe: rows.some(isUnsafe),
    launches: plan.written.some(({ kind }) => kind !== 'plain'),
    servers: configured,
  };
}

/** Whether what a line of the target named in vain is to be kept from now on. */
const isMended = (one: Finding, news: ValueRecord): boolean =>
  (one.code === 'values-lost' || one.code === 'carry-lost') && Object.hasOwn(news, one.key);

/** The entries of a record that lines of some files name. */
function namedIn(files: readonly FileText[], kept: ValueRecord): ValueRecord {
  const keys = findValueKeys(files.map(({ text }) => text));
  return Object.fromEntries(Object.entries(kept).filter(([key]) => keys.has(key)));
}

/**
 * The hooks of a file that a person wrote and the shim can start, and those that it starts already by
 * our lines, which another version may have written; and the elements of the file's lists with them.
 */
function wrappableIn(vendor: string, { hooks, elements }: Settings, written: Entries) {
  const wrapped = hooks.filter((one) => one.wrapped);
  const able = hooks.filter(({ hook }) => isWrappable(vendor, hook));
  const isOurs = ({ event, value }: Element) => written[event]?.some((one) => equal(one, value));
  const found = elements.filter(
    (one) => isOurs(one) || (hooksIn(able, [one]).size && !hooksIn(wrapped, [one]).size),
  );
  return { hooks: [...hooksIn(hooks, found)], elements: found };
}

/** What a merge leaves as it was, where only hooks of the target's own become lines of ours. */
const untouched = ({
  theirs = {},
  set = [],
}: ConvertOptions): Omit<Merged, 'texts' | 'entries'> => ({
  theirs,
  adopted: false,
  set: [],
  kept: [...set],
  findings: [],
});

export const isUnsafe = ({ losses }: HookResult): boolean =>
  losses.some(({ severity }) => severity === 'unsafe');

/** Hooks with what their owner said of them. */
function asTold(
  hooks: readonly ReadHook[],
  { guardsNothing = [], watchers = [], to }: ConvertOptions,
): ReadHook[] {
  const all = hooks.map(({ hook }) => hook);
  const is = [
    selectByName(all, guardsNothing, '--guards-nothing'),
    (hook: Hook) => hasName(hook, watchers),
  ];
  return hooks.map((one) => {
    const { guard, ...hook } = one.hook;
    const says = formatOf(to).anyDialect || hook.speaks !== to;
    const watches = guard === false || is.some((of) => of(one.hook));
    return watches ? { ...one, hook: says ? { ...hook, guard: false } : hook } : one;
  });
}

/** Whether a hook is one of the plugin whose file is converted, and is started by us from now on. */
const isOfPlugin = ({ hook, wrapped }: ReadHook, { from, raw }: ConvertOptions): boolean =>
  !raw && !wrapped && hook.speaks === from && hook.command !== '';

/** A hook of a plugin is told the plugin's folder, also elsewhere. */
function equipped(one: ReadHook, options: ConvertOptions): ReadHook {
  const { plugin, place } = options;
  const folder = plugin && isOfPlugin(one, options) ? wayTo(plugin.folder, place) : undefined;
  if (!plugin || folder === undefined) return one;
  return { ...one, hook: { ...one.hook, env: { [plugin.variable]: folder, ...one.hook.env } } };
}

/** A hook runs where its own agent would run it, also elsewhere. */
function settled(one: ReadHook, { from, to, place, home, raw }: ConvertOptions): ReadHook {
  const { hook, wrapped } = one;
  if (place && home && home !== place && home.scope === 'project') {
    return raw ? one : athome(one, home, place);
  }
  const { userFolder } = tableOf(hook.speaks).commandLine;
  if (place?.scope !== 'user' || userFolder === undefined) return one;
  const folder = join(place.home, userFolder);
  const { cwd, ...rest } = hook;
  if (hook.speaks === to && cwd === folder) return { ...one, hook: rest };
  const moves = hook.speaks === from && hook.speaks !== to && !wrapped && cwd === undefined;
  return moves ? { ...one, hook: { ...hook, cwd: folder } } : one;
}

/** One file must hold something; of several each may. */
const readSources = (vendor: string, files: readonly FileText[]): Settings => {
  const [only, ...others] = files;
  return only && !others.length
    ? readHooks(vendor, only.text, only.file, only.kept)
    : readMergedSettings(vendor, files);
};

/** Files we write, and the hooks of those we do not: they count as hooks there. */
function withBeside(vendor: string, own: Settings, beside: readonly FileText[] = []): Settings {
  if (!beside.length) return own;
  const { hooks, value, elements } = readMergedSettings(vendor, [
    ...(own.parts ?? [own]),
    ...beside,
  ]);
  return { ...own, hooks, value, beside: elements.slice(own.elements.length) };
}

const asKey = (value: unknown): string => JSON.stringify(value);
