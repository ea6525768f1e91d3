import { checkSettings } from '../check/check.ts';
import { distinguishingServers, readMcpServers } from '../coverage/mcp-servers.ts';
import type { Finding } from '../settings/finding.ts';
import type { FileText, ReadHook, Settings } from '../settings/formats/format.ts';
import { readHooks, readMergedSettings } from '../settings/formats/index.ts';
import { findValueKeys, type ValueRecord } from '../settings/value-record.ts';
import { adapterOf } from '../translate/host.ts';
import { describeResults } from './describe-results.ts';
import { findDuplicates } from './duplicates.ts';
import { type HookResult, isUnsafe } from './hook-result.ts';
import { projectLauncher } from './launcher.ts';
import type { ConvertOptions, PlanOptions } from './options.ts';
import { type Merged, mergeEntries, replaceOwnHooks } from './ownership/merge-entries.ts';
import { findReturnedHooks } from './ownership/returned-hooks.ts';
import { findPersonalHooks } from './personal-values.ts';
import { type HookPlan, planHooks } from './plan-hooks.ts';
import { isWrappable } from './route.ts';
import { settingsVariablesIn } from './settings-variables.ts';
import {
  findHooksThatNeverRun,
  findHooksToRewrap,
  prepareHooks,
  type Rewrapped,
} from './source-hooks.ts';
import { findForeignHooks, findRemovedHooks, findSwitchedOff } from './target-findings.ts';

/** The result of a conversion, as text: nothing is written yet. */
export interface Conversion
  extends Pick<Merged, 'entries' | 'theirs' | 'writtenSettings' | 'adopted'> {
  /** The new text of the target; where it is several files, their texts joined. */
  text: string;
  /** Each file of the target, with its text before and after. */
  files: readonly { file: string; before: string; text: string }[];
  /** Whether a file of the target changes. */
  changed: boolean;
  /** Values that lines of the target name by key: add them to `.anyhook/kept.json` before writing. */
  record: ValueRecord;
  /** What becomes of each hook of the source. */
  rows: HookResult[];
  findings: { source: Finding[]; target: Finding[] };
  /** Whether some guard of the source is lost, or weaker in the target. */
  unsafe: boolean;
  /** Whether an entry of the target starts its hook through the shim. */
  launches: boolean;
  /** The MCP servers that the target's agent has, as far as its settings of this scope name them. */
  servers: readonly string[];
}

/**
 * Converts the text of one vendor's settings into another's. It reads scripts and MCP servers where
 * `workspace` says where they lie, and writes nothing. In order, it
 *
 * 1. reads and checks the source, and reads the target;
 * 2. prepares the hooks of the source to run in the target;
 * 3. holds back those that came from the target, and stand there;
 * 4. plans how the target's agent will start each of the others, and what it loses;
 * 5. merges the planned entries into the target, in place of the entries of earlier conversions;
 * 6. describes what becomes of each hook, and what a person should know of both files.
 *
 * Lines of `source` and `target` may name values by keys: their `kept` has those. Throws `settings`,
 * `vendor`, `usage`.
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
export function convertText(given: ConvertOptions): Conversion {
  const {
    from,
    to,
    workspace,
    sourceWorkspace = workspace,
    launcher = projectLauncher(to),
  } = given;
  const { valuesOnLine = given.launcher !== undefined } = given;
  const options = { ...given, sourceWorkspace, launcher, valuesOnLine };

  const source = readSource(from, [options.source].flat());
  const checked = checkSettings(from, source, sourceWorkspace);
  const own = readMergedSettings(to, [options.target].flat());
  const target = addHooksBeside(to, own, options.beside);

  const rewrapped = findHooksToRewrap(own, options);
  const read = rewrapped?.hooks ?? [...source.hooks, ...source.unknown];
  const hooks = prepareHooks(read, options);

  const returned = rewrapped ? noneReturned : holdReturnedHooks(hooks, source, target, options);
  const servers = workspace ? readMcpServers(to, workspace) : [];
  const plan = planHooks(adapterOf(to), hooks, {
    ...options,
    heldBack: returned.held,
    neverRun: findHooksThatNeverRun(hooks, checked),
    personal: rewrapped ? undefined : personalHooksIn(hooks, options),
    servers: distinguishingServers(to, servers),
    variables: variablesOnlyIn(source, target, options),
  });

  const merged = rewrapped
    ? replaceOwnHooks(to, target, rewrapped.elements, plan.entries, options)
    : mergeEntries(to, target, plan.entries, launcher, options);

  const newValues: ValueRecord = Object.assign({}, ...plan.entries.map(({ kept }) => kept));
  const files = [options.target].flat().map(({ file, text: before, kept }, i) => {
    return { file, before, text: merged.texts[i] ?? before, kept: { ...kept, ...newValues } };
  });
  const foreign = findForeignHooks(target, [options.ours ?? {}, options.theirs ?? {}]);
  const rows = [
    ...describeResults(plan.results, { read, hooks, foreign }, options),
    ...(rewrapped ? resultsOfOthers(own, rewrapped) : []),
  ];
  const standing = hooks.filter(({ wrapped }) => rewrapped && wrapped);
  const duplicates = findNewDuplicates(plan, { hooks, standing, foreign }, options);
  return {
    text: merged.texts.join(''),
    files,
    record: valuesNamedIn(files),
    changed: files.some(({ before, text }) => text !== before),
    rows,
    findings: {
      source: [...checked, ...plan.findings, ...duplicates.source],
      target: [
        ...target.findings.filter((one) => !findsValue(one, newValues)),
        ...returned.findings,
        ...duplicates.target,
        ...merged.findings,
        ...findRemovedHooks(to, target, files, options.ours ?? {}, source.file),
        ...findSwitchedOff(to, [...(options.outer ?? []), target], merged, plan.entries),
      ],
    },
    entries: merged.entries,
    theirs: merged.theirs,
    writtenSettings: merged.writtenSettings,
    adopted: merged.adopted,
    unsafe: rows.some(isUnsafe),
    launches: plan.entries.some(({ kind }) => kind !== 'plain'),
    servers,
  };
}

/** Reads the source. A single file must hold something; of several, each may be empty. */
const readSource = (vendor: string, files: readonly FileText[]): Settings => {
  const [only, ...others] = files;
  return only && !others.length
    ? readHooks(vendor, only.text, only.file, only.kept)
    : readMergedSettings(vendor, files);
};

/** Adds the hooks of files that we do not write to the settings that we do. */
function addHooksBeside(vendor: string, own: Settings, beside: readonly FileText[] = []): Settings {
  if (!beside.length) return own;
  const { hooks, value, elements } = readMergedSettings(vendor, [
    ...(own.parts ?? [own]),
    ...beside,
  ]);
  return { ...own, hooks, value, beside: elements.slice(own.elements.length) };
}

const noneReturned = { held: new Set<ReadHook>(), findings: [] };

/** See {@link findReturnedHooks}. Hooks of unknown events in the target count as well. */
function holdReturnedHooks(
  hooks: readonly ReadHook[],
  source: Settings,
  target: Settings,
  { from, to, ours, origins }: ConvertOptions,
) {
  const all = { ...target, hooks: [...target.hooks, ...target.unknown] };
  return findReturnedHooks({ from, to, hooks, source, target: all, ours, origins });
}

/** Returns the hooks whose values one person has, where the target is shared with others. */
function personalHooksIn(
  hooks: readonly ReadHook[],
  { from, to, source, workspace, sourceWorkspace }: ConvertOptions,
): PlanOptions['personal'] {
  if (workspace?.scope === 'user') return undefined;
  const [first] = [source].flat();
  return findPersonalHooks(from, to, hooks, first?.file ?? '', sourceWorkspace);
}

/** Returns the variables that the source's settings give to its hooks, and the target's do not. */
function variablesOnlyIn(
  source: Settings,
  target: Settings,
  { from, to }: ConvertOptions,
): PlanOptions['variables'] {
  const given = new Set(settingsVariablesIn(to, target));
  const names = from === to ? [] : settingsVariablesIn(from, source);
  return { agent: adapterOf(from).title, names: names.filter((name) => !given.has(name)) };
}

/** Returns the results of the hooks of a file that stay as they are, while others are wrapped. */
const resultsOfOthers = ({ hooks }: Settings, rewrapped: Rewrapped): HookResult[] =>
  hooks
    .filter((one) => !rewrapped.hooks.includes(one))
    .map(({ hook, at, event }) => ({ hook, at, losses: [], how: 'native', events: [event] }));

/**
 * Returns the findings about scripts that would run twice. The lines of `standing` hooks are in the
 * target already: what they run twice was reported when they were written.
 */
function findNewDuplicates(
  plan: HookPlan,
  { hooks, standing, foreign }: Record<'hooks' | 'standing' | 'foreign', readonly ReadHook[]>,
  { from, to, workspace, ledger }: ConvertOptions,
): Conversion['findings'] {
  if (!workspace) return { source: [], target: [] };
  const isPlain = hooks.some(({ hook, wrapped }) => !wrapped && isWrappable(from, hook));
  const old = new Set(standing.map(({ hook }) => hook));
  const fresh = plan.results.filter(({ hook }) => !old.has(hook));
  const own = isPlain ? from : undefined;
  return findDuplicates(to, fresh, foreign, { workspace, ledger, own });
}

/** Whether a finding misses a value that will be in the value record from now on. */
const findsValue = (one: Finding, values: ValueRecord): boolean =>
  (one.code === 'values-lost' || one.code === 'carry-lost') && Object.hasOwn(values, one.key);

/** Returns the values that lines of some files name by key. */
function valuesNamedIn(files: readonly FileText[]): ValueRecord {
  const all: ValueRecord = Object.assign({}, ...files.map(({ kept }) => kept));
  const keys = findValueKeys(files.map(({ text }) => text));
  return Object.fromEntries(Object.entries(all).filter(([key]) => keys.has(key)));
}
