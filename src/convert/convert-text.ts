import type { Hook } from '../canonical/hook.ts';
import { checkSettings } from '../check/check.ts';
import { readMcpServers, selectServersToName } from '../coverage/mcp-servers.ts';
import { startsOwnRunner } from '../settings/command-line/shim-line.ts';
import type { Finding } from '../settings/finding.ts';
import type {
  Element,
  FileText,
  GroupedEntry,
  ReadHook,
  Settings,
} from '../settings/formats/format.ts';
import {
  formatOf,
  neutralVendor,
  readHooks,
  readMergedSettings,
} from '../settings/formats/index.ts';
import { countHooks, displayNameOf, type HookNumbers } from '../settings/hook-names.ts';
import { findValueKeys, type ValueRecord } from '../settings/value-record.ts';
import { adapterOf } from '../translate/host.ts';
import { answersOf } from './answers/hook-answers.ts';
import type { ModuleUse } from './bundle-module.ts';
import { describeResults } from './describe-results.ts';
import { findDuplicates } from './duplicates.ts';
import { type HookResult, isUnsafe } from './hook-result.ts';
import { projectLauncher } from './launcher.ts';
import type { ConvertOptions, PlanOptions } from './options.ts';
import type { EditedLine } from './order.ts';
import { isSequential, splitElement } from './ownership/elements.ts';
import { type MergeResult, mergeEntries, replaceHooksInPlace } from './ownership/merge-entries.ts';
import { findReturnedHooks } from './ownership/returned-hooks.ts';
import type { LineDialects } from './ownership/sources.ts';
import { findPersonalHooks } from './personal-values.ts';
import { type HookPlan, planHooks } from './plan-hooks.ts';
import { isWrappable } from './route.ts';
import { settingsVariablesIn } from './settings-variables.ts';
import {
  findHooksThatNeverRun,
  findHooksToRewrap,
  type HooksToRewrap,
  prepareHooks,
} from './source-hooks.ts';
import { findStarts, findSwitchedOn, switchesOffByName } from './switched-off.ts';
import {
  findHooksNotOurs,
  findRemovedHooks,
  findSwitchedOff,
  valueOfFiles,
} from './target-findings.ts';
import type { PlannedEntry } from './wrap-hook.ts';

/** The result of a conversion, as text. No file has been written yet. */
export interface Conversion
  extends Pick<
    MergeResult,
    'entries' | 'ofOtherSources' | 'eventsWithUnlistedLines' | 'writtenSettings' | 'hasAdopted'
  > {
  /** The new text of the target. If the target is several files: their texts, joined. */
  text: string;
  /** Each file of the target, with its text before (`before`) and after the conversion (`text`). */
  files: readonly { file: string; before: string; text: string }[];
  /** The dialects of those planned lines that are known to be readable. */
  lineDialects: LineDialects;
  /** Whether a file of the target changes. */
  changed: boolean;
  /** The values that shim lines of the target name by key. The caller must add them to `.anyhook/kept.json` before it writes the target. */
  record: ValueRecord;
  /** What becomes of each hook of the source. */
  rows: HookResult[];
  findings: { source: Finding[]; target: Finding[] };
  /** Whether some guard of the source is lost in the target, or weaker there. */
  unsafe: boolean;
  /** Whether at least one entry that this conversion writes starts the shim. */
  startsShim: boolean;
  /** The sources of the modules that entries of this conversion start, each with the place that names it. */
  modules: readonly ModuleUse[];
  /** The MCP servers that the target's agent has, as far as its settings of this scope name them. */
  servers: readonly string[];
}

/**
 * Converts the text of one vendor's settings (`from`, the source) into another's (`to`, the target). If
 * `workspace` is given, it also reads the scripts of the hooks and the names of MCP servers there. It
 * writes nothing. In order, it
 *
 * 1. reads and checks the source, and reads the target;
 * 2. prepares the hooks of the source to run in the target;
 * 3. holds back the hooks that an earlier conversion made from hooks of the target: written there, they
 *    would run beside their originals;
 * 4. plans how the target's agent will start each of the others, and what it loses;
 * 5. merges the planned entries into the target, in place of the entries of earlier conversions;
 * 6. describes what becomes of each hook, and what a person should know of both files.
 *
 * A file can be converted into itself. With `wrapsOwnDialect`, those of its hooks that can be wrapped are
 * then replaced in place by lines that start them through the shim (see {@link findHooksToRewrap}). If
 * hooks of the file are wrapped so, or were by an earlier conversion, step 3 is left out.
 *
 * Shim lines of `source` and `target` may name values by keys: the `record` of each file holds these
 * values. Throws `settings`, `vendor`, `usage`.
 */
export function convertText(given: ConvertOptions): Conversion {
  const {
    from,
    to,
    workspace,
    sourceWorkspace = workspace,
    launcher = projectLauncher(to),
    // A launcher that the caller chose may start a runner that has no value record of ours beside it.
    valuesOnLine = given.launcher !== undefined,
  } = given;
  const options = { ...given, sourceWorkspace, launcher, valuesOnLine };

  const source = setNumbers(
    readSource(from, [options.source].flat(), options.numbers),
    options.numbers,
  );
  // What switches the hooks of a plugin on or off stands in another file.
  const isElsewhere = ({ code }: Finding) =>
    options.plugin !== undefined && (code === 'switched-off' || code === 'setting-missing');
  const sourceFindings = checkSettings(from, source, sourceWorkspace, options.hosts ?? [to]).filter(
    (one) => !isElsewhere(one),
  );
  const writableTarget = readMergedSettings(to, [options.target].flat());
  const target = addReadOnlyFiles(to, writableTarget, options.readOnlyFiles);

  /**
   * The hooks of the file that are replaced in place by shim lines. Undefined: source and target are two
   * files, or they are one file in which nothing is to be wrapped.
   */
  const toWrapInPlace = findHooksToRewrap(writableTarget, options);
  const rawHooks = toWrapInPlace?.hooks ?? [...source.hooks, ...source.unknown];
  const prepared = prepareHooks(rawHooks, options);
  const answers = new Map(
    prepared.map((one, i) => [
      one,
      answersOf(rawHooks[i]?.hook ?? one.hook, sourceWorkspace, from === neutralVendor()),
    ]),
  );

  const returned = toWrapInPlace
    ? noneReturned
    : holdReturnedHooks(prepared, source, target, options);
  const servers = workspace ? readMcpServers(to, workspace) : [];
  const filesOfTarget = [
    ...(options.outerFiles ?? []),
    ...(options.readOnlyFiles ?? []),
    writableTarget,
  ];
  const namesSwitchOff = switchesOffByName(to, filesOfTarget);
  const valueOfTarget = namesSwitchOff ? valueOfFiles(to, filesOfTarget) : {};
  const starts = findStarts(to, writableTarget, valueOfTarget);
  const planOptions: PlanOptions = {
    ...options,
    answers,
    heldBack: returned.held,
    hooksThatNeverRun: findHooksThatNeverRun(prepared, sourceFindings),
    personalHooks: toWrapInPlace ? undefined : personalHooksIn(prepared, options),
    servers: selectServersToName(to, servers),
    settingsVariables: variablesOnlyIn(source, target, options),
    switchesOffByName: namesSwitchOff,
    starts,
    isOwnFile: toWrapInPlace !== undefined,
    lines: options.lines ?? source.lines,
  };
  const planAndMerge = (editedLineOf?: PlanOptions['editedLineOf']) => {
    const plan = planHooks(adapterOf(to), prepared, { ...planOptions, editedLineOf });
    const merged = toWrapInPlace
      ? replaceHooksInPlace(to, target, toWrapInPlace.elements, plan.entries, options)
      : mergeEntries(to, target, plan.entries, launcher, {
          ...options,
          ownForms: options.wrapsOwnDialect ? ownFormsOf(to, plan.entries) : undefined,
        });
    return { plan, merged };
  };
  // Lines that a person changed stay, so that hooks beside them may start in another order than was planned.
  const first = planAndMerge();
  const isEdited = first.merged.editedByHand.length > 0;
  const { plan, merged } = isEdited ? planAndMerge(findEditedLines(to, first.merged)) : first;

  const written = [...plan.entries, ...(merged.partly as readonly PlannedEntry[])];
  const newValues: ValueRecord = Object.assign({}, ...written.map(({ values }) => values));
  const files = [options.target].flat().map(({ file, text: before, record }, i) => {
    return { file, before, text: merged.texts[i] ?? before, record: { ...record, ...newValues } };
  });
  const notOurs = findHooksNotOurs(target, [
    options.ofThisSource ?? {},
    options.ofOtherSources ?? {},
  ]);
  const numberOf = countHooks([...source.hooks, ...source.unknown]);
  const rows = [
    ...describeResults(plan.results, { rawHooks, prepared, notOurs, answers }, options),
    ...(toWrapInPlace ? resultsOfUntouchedHooks(writableTarget, toWrapInPlace) : []),
  ].map((row) => ({ ...row, number: numberOf(row), ...editedFormOf(row, merged) }));
  const alreadyWrapped = toWrapInPlace ? prepared.filter(({ wrapped }) => wrapped) : [];
  const duplicates = findNewDuplicates(plan, { prepared, alreadyWrapped, notOurs }, options);
  return {
    text: merged.texts.join(''),
    files,
    record: valuesNamedIn(files),
    changed: files.some(({ before, text }) => text !== before),
    rows,
    findings: {
      source: [...sourceFindings, ...plan.findings, ...duplicates.source],
      target: [
        ...target.findings.filter((one) => !isSettledBy(one, newValues)),
        ...returned.findings,
        ...duplicates.target,
        ...merged.findings,
        ...describeRestored(merged, source.file),
        ...findRemovedHooks(to, target, files, options.ofThisSource ?? {}, source),
        ...findSwitchedOff(to, [...(options.outerFiles ?? []), target], merged, plan.entries),
        ...findSwitchedOn(to, starts, valueOfTarget, plan.entries),
      ],
    },
    entries: merged.entries,
    ofOtherSources: merged.ofOtherSources,
    eventsWithUnlistedLines: merged.eventsWithUnlistedLines,
    lineDialects: dialectsOfLines(plan.entries, launcher),
    writtenSettings: merged.writtenSettings,
    hasAdopted: merged.hasAdopted,
    unsafe: rows.some(isUnsafe),
    startsShim: plan.entries.some(({ kind }) => kind !== 'unwrapped'),
    modules: listModuleUses(plan, source.file),
    servers,
  };
}

/** Returns the dialects of planned lines that start our own runner, which are lines that we can read. */
const dialectsOfLines = (entries: HookPlan['entries'], launcher: string): LineDialects =>
  new Map(
    entries
      .filter(({ kind }) => kind !== 'unwrapped' && startsOwnRunner(launcher))
      .map(({ entry, hooks: [hook] }) => [entry, hook.speaks]),
  );

/** Returns the sources of the modules that planned entries start, each once, with the place of the first hook. */
function listModuleUses({ entries, results }: HookPlan, file: string): ModuleUse[] {
  const uses = new Map<string, ModuleUse>();
  for (const { kind, hooks } of entries) {
    const [hook] = hooks; // a module has its line for itself
    const { module: path } = hook;
    if (kind !== 'shim' || path === undefined || uses.has(path)) continue;
    const at = results.find((one) => one.hook === hook)?.at;
    uses.set(path, { path, place: `${at?.file ?? file}${at ? `:${at.line}` : ''}` });
  }
  return [...uses.values()];
}

/** Gives the hooks of the source the numbers that they have in the project. Others are counted after these. */
function setNumbers(source: Settings, numbers: HookNumbers | undefined): Settings {
  if (!numbers) return source;
  let { count } = numbers;
  const setNumber = (one: ReadHook): ReadHook => ({
    ...one,
    number: numbers.numberOf(one.hook) ?? ++count,
  });
  return { ...source, hooks: source.hooks.map(setNumber), unknown: source.unknown.map(setNumber) };
}

/** Reads the source. If it is a single file, that file must not be empty; of several files, each may be. */
const readSource = (
  vendor: string,
  files: readonly FileText[],
  numbers: HookNumbers | undefined,
): Settings => {
  const [only, ...others] = files;
  return only && !others.length
    ? (numbers?.settingsOf?.(vendor, only) ?? readHooks(vendor, only.text, only.file, only.record))
    : readMergedSettings(vendor, files);
};

/**
 * Returns the settings that we may write (`writable`), together with the hooks, the content and the elements
 * of `readOnly`: further files that the vendor's agent also loads, and that we leave alone.
 */
function addReadOnlyFiles(
  vendor: string,
  writable: Settings,
  readOnly: readonly FileText[] = [],
): Settings {
  if (!readOnly.length) return writable;
  const { hooks, value, elements } = readMergedSettings(vendor, [
    ...(writable.parts ?? [writable]),
    ...readOnly,
  ]);
  return {
    ...writable,
    hooks,
    value,
    elementsOfOtherFiles: elements.slice(writable.elements.length),
  };
}

/** Returns where the target has the first entry of a hook that a person changed; nothing, if there is none. */
function editedFormOf(
  { hook }: HookResult,
  { editedByHand }: MergeResult,
): Pick<HookResult, 'editedByHand'> {
  const found = editedByHand.find(
    ({ entry, hook: index }) => (entry as PlannedEntry).hooks[index] === hook,
  );
  return found ? { editedByHand: { at: found.at } } : {};
}

/** Returns findings about the hooks that a person deleted from the target, and that are written again. */
const describeRestored = ({ restored }: MergeResult, source: string): Finding[] =>
  restored.flatMap(({ entry, hook: index }) => {
    const hook = (entry as PlannedEntry).hooks[index];
    const { event } = entry;
    return hook ? { code: 'restored', event, hook: displayNameOf(hook), source } : [];
  });

/** Returns a function that finds the line which starts a hook at an event and which a person changed. */
function findEditedLines(
  vendor: string,
  { editedByHand }: MergeResult,
): NonNullable<PlanOptions['editedLineOf']> {
  const lines = new Map<Element, EditedLine>();
  const lineOfHook = new Map<Hook, Map<string, EditedLine>>();
  for (const { entry, hook: index, element } of editedByHand) {
    const hook = (entry as PlannedEntry).hooks[index];
    if (!hook) continue;
    const line = lines.get(element) ?? {
      index: element.index,
      isInTurn: isSequential(vendor, element.value),
    };
    // Entries that a person put into one group are lines of their own.
    if (splitElement(vendor, element.value).length === 1) lines.set(element, line);
    const ofHook = lineOfHook.get(hook) ?? new Map<string, EditedLine>();
    lineOfHook.set(hook, ofHook.set(entry.event, line));
  }
  return (hook, event) => lineOfHook.get(hook)?.get(event);
}

/** Returns, for each entry that starts a hook of the vendor's own dialect through the shim, the meaning of the entry without it. */
const ownFormsOf = (vendor: string, entries: HookPlan['entries']) =>
  new Map(
    entries.flatMap((one): [GroupedEntry, unknown][] => {
      const [hook] = one.hooks;
      if (one.kind !== 'shim' || hook.speaks !== vendor) return [];
      const { entry, group } = formatOf(vendor).stateHook(vendor, hook);
      return [[one, formatOf(vendor).meaningOf(vendor, entry, group)]];
    }),
  );

const noneReturned = { held: new Set<ReadHook>(), findings: [] };

/**
 * Finds the hooks of the source that an earlier conversion made from hooks of the target, as
 * {@link findReturnedHooks} says. Hooks of the target at events that our tables lack are compared as well.
 */
function holdReturnedHooks(
  hooks: readonly ReadHook[],
  source: Settings,
  target: Settings,
  { from, to, ofThisSource, writtenIntoSource }: ConvertOptions,
) {
  const targetWithUnknown = { ...target, hooks: [...target.hooks, ...target.unknown] };
  return findReturnedHooks({
    from,
    to,
    hooks,
    source,
    target: targetWithUnknown,
    ofThisSource,
    writtenIntoSource,
  });
}

/**
 * Returns the hooks whose values (variables, headers) only one person has. Undefined if the target is
 * that person's own file, and not shared with others.
 */
function personalHooksIn(
  hooks: readonly ReadHook[],
  { from, to, source, workspace, sourceWorkspace }: ConvertOptions,
): PlanOptions['personalHooks'] {
  if (workspace?.scope === 'user') return undefined;
  const [first] = [source].flat();
  return findPersonalHooks(from, to, hooks, first?.file ?? '', sourceWorkspace);
}

/** Returns the variables that the source's settings set for its hooks, and that the target's settings do not set. */
function variablesOnlyIn(
  source: Settings,
  target: Settings,
  { from, to }: ConvertOptions,
): PlanOptions['settingsVariables'] {
  const setByTarget = new Set(settingsVariablesIn(to, target));
  const names = from === to ? [] : settingsVariablesIn(from, source);
  return { agent: adapterOf(from).title, names: names.filter((name) => !setByTarget.has(name)) };
}

/** Returns the results of those hooks of a file that stay as they are, while the hooks of `replaced` get shim lines. */
const resultsOfUntouchedHooks = ({ hooks }: Settings, replaced: HooksToRewrap): HookResult[] =>
  hooks
    .filter((one) => !replaced.hooks.includes(one))
    .map(({ hook, at, event }) => ({ hook, at, losses: [], how: 'native', events: [event] }));

/**
 * Returns the findings about scripts that would run twice.
 *
 * @param alreadyWrapped Hooks that the target starts through the shim already. They are left out: a
 *   script that they run twice was reported when they were written.
 * @param notOurs The hooks of the target that we did not write and that do not start the shim.
 */
function findNewDuplicates(
  plan: HookPlan,
  {
    prepared,
    alreadyWrapped,
    notOurs,
  }: Record<'prepared' | 'alreadyWrapped' | 'notOurs', readonly ReadHook[]>,
  { from, to, workspace, ledger }: ConvertOptions,
): Conversion['findings'] {
  if (!workspace) return { source: [], target: [] };
  const hasHooksToWrap = prepared.some(({ hook, wrapped }) => !wrapped && isWrappable(from, hook));
  const reportedEarlier = new Set(alreadyWrapped.map(({ hook }) => hook));
  const newResults = plan.results.filter(({ hook }) => !reportedEarlier.has(hook));
  // The vendor of the source. Findings may propose to wrap hooks of this vendor. Undefined: none can be wrapped.
  const wrappableSource = hasHooksToWrap ? from : undefined;
  return findDuplicates(to, newResults, notOurs, {
    workspace,
    ledger,
    wrappableSource,
  });
}

/** Tells whether a finding reports a value as lost that this conversion adds to the value record. */
const isSettledBy = (one: Finding, values: ValueRecord): boolean =>
  (one.code === 'values-lost' || one.code === 'carry-lost') && Object.hasOwn(values, one.key);

/** Returns those values of the files' value records that shim lines in the files name by key. */
function valuesNamedIn(files: readonly FileText[]): ValueRecord {
  const known: ValueRecord = Object.assign({}, ...files.map(({ record }) => record));
  const keys = findValueKeys(files.map(({ text }) => text));
  return Object.fromEntries(Object.entries(known).filter(([key]) => keys.has(key)));
}
