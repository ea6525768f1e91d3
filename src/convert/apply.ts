import { join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AnyhookError } from '../errors.ts';
import { withLock } from '../files/lock.ts';
import { isBelow, type Root } from '../files/root.ts';
import { backupPathOf } from '../files/settings-file.ts';
import type { Gap } from '../mapping/settings.ts';
import { loaderInFolder } from '../settings/command-line/shim-line.ts';
import type { FileText } from '../settings/formats/format.ts';
import { formatOf, neutralVendor, readSettingsText } from '../settings/formats/index.ts';
import { selectByName } from '../settings/hook-names.ts';
import { tableOf } from '../settings/tables.ts';
import {
  chooseTargets,
  defaultFilesOf,
  findForeignReaders,
  findPlugin,
  hasSettings,
  openSettingsFile,
  readOnlyFilesOf,
  readSourceFiles,
  type SettingsFile,
  writableFilesOf,
} from '../settings/vendor-files.ts';
import {
  displayPath,
  resolveWorkspace,
  scopeRootOf,
  type Workspace,
  type WorkspaceOptions,
} from '../settings/workspace.ts';
import { valueRecordName } from '../shim/line-values.ts';
import { adapterOf } from '../translate/host.ts';
import { attempt } from '../util/attempt.ts';
import { equal } from '../util/equal.ts';
import { parseSimpleCommand } from '../util/shell/line.ts';
import { callOperator, quoteWord, writePowerShellCall } from '../util/shell/quote.ts';
import { lookAt } from '../util/stat.ts';
import { type Conversion, convertText, isUnsafe, projectLauncher } from './convert.ts';
import { gapsOf } from './gaps.ts';
import { commitSettings } from './ownership/commit.ts';
import {
  type Entries,
  ledgerFileOf,
  ledgerNameOf,
  mergeEntries,
  readLedger,
  writeLedger,
} from './ownership/ledger.ts';
import { noteSource, ownedIn, ownedInBoth } from './ownership/owners.ts';
import type { HookResult } from './plan.ts';
import { addKept, lacks, pruneKept } from './prune-values.ts';
import { homeOf } from './relocate.ts';
import { findOutdatedFiles, installedNames, withRunner } from './runner.ts';
import { isForWindows, type Launching } from './wrap.ts';

export interface Job extends WorkspaceOptions, Partial<Launching> {
  from: string;
  to: string;
  /** Read instead of the vendor's own file of the scope. */
  input?: string | undefined;
  /** Written instead of the vendor's own file; `-`: nowhere, the text is returned. */
  output?: string | undefined;
  /** Write the vendor's own file. */
  write?: boolean | undefined;
  /** Write nothing all the same. */
  dryRun?: boolean | undefined;
  /** Of every hook, or of those called so. */
  acceptLoss?: boolean | readonly string[] | undefined;
  /** Hooks that refuse and hide nothing, by name; remembered once something is written. */
  guardsNothing?: readonly string[] | undefined;
  force?: boolean | undefined;
  /** Agents whose settings are written beside these. */
  alongside?: readonly string[] | undefined;
}

/** A conversion, and what was done about it. */
export interface Done extends Conversion {
  from: string;
  to: string;
  /** The files, as a person would name them. */
  source: string;
  file: string;
  /** The target before. */
  before: string;
  /** What stands in `.anyhook` for the lines is missing, or not as they need it. */
  stale: boolean;
  /** Which of its files, as a person would name them. */
  outdated: readonly string[];
  /** An entry of ours in the target was changed by hand, and is as its source has it no more. */
  edited: boolean;
  /** What was written beside settings: the runner and the record, and what the files were before. */
  also: { kept: string[]; backups: string[] };
  /** Where the target's agent never fires the hooks that are translated for it. */
  gaps: Gap[];
  /** The hooks whose unsafe loss nobody accepted. */
  open: HookResult[];
  /** `refused`: there are some, and nothing was written. `shown`: nobody asked for more. */
  end: 'refused' | 'shown' | 'written';
}

/**
 * Converts a vendor's file, and writes the other's if that is asked for. Throws `settings`,
 * `vendor` or `write`.
 *
 * @example
 * const { rows, end } = await convertFile({ from: 'cursor', to: 'gemini', write: true });
 */
export async function convertFile(job: Job): Promise<Done> {
  const place = resolveWorkspace(job);
  for (const vendor of [job.from, job.to]) adapterOf(vendor);
  if (job.launcher !== undefined) expectProgram(job.launcher);
  const wanted = job.output === undefined ? job.write : job.output !== '-';
  if (!wanted || job.dryRun) return convertIn(job, place, false);
  return withLock(scopeRootOf(place), () => convertIn(job, place, true));
}

function convertIn(job: Job, place: Workspace, writes: boolean): Done {
  const { from, to } = job;
  const base = scopeRootOf(place);
  const sources = readSourceFiles(from, job.input, place, '--input');
  const record = readLedger(base);
  const recorded = (file: SettingsFile) => ledgerFileOf(record, ledgerNameOf(base, file.path));
  const { targets, beside } = readTargets(job, place, (file) => recorded(file) !== undefined);
  const written = (into: readonly SettingsFile[], from: string, to: string) =>
    into.map((file) => ownedIn(recorded(file), from, to)).reduce(ownedInBoth);
  const [source] = sources as [SettingsFile];
  const conversion = convertText({
    ...job,
    source: sources,
    target: targets,
    beside: [...beside, ...readOnlyFilesOf(to, place).map((one) => openSettingsFile(one, place))],
    launcher: job.launcher ?? launcherOf(to, place, isForWindows(job)),
    onLine: job.launcher !== undefined && !startsRunner(job.launcher, to, place),
    ...written(targets, from, to),
    outer: place.scope === 'project' ? [...outerOf(to, place), ...loadedIn(to, place)] : [],
    guardsNothing: job.guardsNothing,
    watchers: record.watchers?.[from],
    set: targets.flatMap((file) => recorded(file)?.set ?? []),
    origins: {
      target: written(sources, to, from).ours,
      neutral: written(sources, neutralVendor(), from).ours,
    },
    place,
    home: job.input === undefined ? place : homeOf(source.path, from, place),
    wrapsOwn: wrapsOwn(job, place),
    plugin: findPlugin(source.path, from),
  });
  const launches = conversion.launches && job.launcher === undefined;
  const open = openIn(conversion.rows, job.acceptLoss);
  const files = conversion.files.map((one, i) => {
    const was = targets[i] && recorded(targets[i]);
    const isBlank = was?.created && one.text.replace(/\s/g, '') === '{}';
    return isBlank ? { ...one, text: '' } : one;
  });
  const outdated = [
    ...(launches ? findOutdatedFiles(base, bundle) : []),
    ...(lacks(place, conversion.record) ? [valueRecordName] : []),
  ].map((name) => displayPath(join(base.root, '.anyhook', name), place));
  const done: Done = {
    ...conversion,
    files,
    text: files.map(({ text }) => text).join(''),
    from,
    to,
    source: sources.map(({ file }) => file).join(', '),
    file: targets.length > 1 ? tableOf(to).files.own[place.scope] : (targets[0]?.file as string),
    before: targets.map(({ text }) => text).join(''),
    stale: outdated.length > 0,
    outdated,
    edited: conversion.findings.target.some(({ code }) => code === 'edited'),
    also: { kept: [], backups: [] },
    gaps: gapsOf(to, conversion.rows, place.scope),
    open,
    end: open.length ? 'refused' : writes ? 'written' : 'shown',
  };
  if (done.end !== 'written') return done;
  const before = besideIn(base, targets);
  // At no moment a line names what is not there.
  const write = () => {
    addKept(place, conversion.record);
    for (const [i, target] of targets.entries())
      writeTarget(done, target, done.files[i]?.text ?? '', base);
  };
  try {
    if (launches) withRunner(base, bundle, write);
    else write();
  } catch (error) {
    attempt(() => pruneKept(place));
    throw error;
  }
  pruneKept(place);
  if (job.guardsNothing?.length) remember(base, from, job.guardsNothing);
  const after = besideIn(base, targets);
  const news = (now: Map<string, number>, was: Map<string, number>) =>
    [...now].flatMap(([file, time]) => (was.get(file) === time ? [] : displayPath(file, place)));
  return {
    ...done,
    also: {
      kept: news(after.kept, before.kept),
      backups: news(after.backups, before.backups),
    },
  };
}

/**
 * Whether hooks of the target's own dialect are started through the shim: where that is asked for, and
 * in a project where an agent loads both this file and another’s, so that one of two lines stands aside.
 */
function wrapsOwn({ from, to, force, alongside = [] }: Job, place: Workspace): boolean {
  if (formatOf(to).anyDialect) return false;
  if (from === to) return force === true;
  const isThere = (id: string) => alongside.includes(id) || hasSettings(id, place);
  // Of two lines that one agent runs, one stands aside for the other, if both are ours.
  const beside = [...findForeignReaders(to, place), ...(adapterOf(to).loads ?? [])];
  return formatOf(from).anyDialect && place.scope === 'project' && beside.some(isThere);
}

/** When what is written beside settings was written. */
function besideIn(base: Root, targets: readonly SettingsFile[]) {
  const times = (paths: readonly string[]) =>
    new Map(
      paths.flatMap((path): [string, number][] => {
        const { stats } = lookAt(path);
        return stats ? [[path, stats.mtimeMs]] : [];
      }),
    );
  const own = [...installedNames, valueRecordName, 'written.json'];
  return {
    kept: times(own.map((name) => join(base.root, '.anyhook', name))),
    backups: times(targets.map(({ path }) => backupPathOf(path))),
  };
}

/** What an agent reads for a person, whatever the project; nothing, where that cannot be read. */
const outerOf = (vendor: string, place: Workspace): FileText[] =>
  writableFilesOf(vendor, { ...place, scope: 'user' }).flatMap(
    (one) =>
      attempt(() => readable(vendor, openSettingsFile(one, { ...place, scope: 'user' }))) ?? [],
  );

/** What an agent reads of another's settings. */
const loadedIn = (vendor: string, place: Workspace): FileText[] =>
  (tableOf(vendor).files.foreign?.[place.scope] ?? []).flatMap((name) => {
    const path = join(scopeRootOf(place).root, name);
    return attempt(() => readable(vendor, openSettingsFile({ path }, place))) ?? [];
  });

function readable(vendor: string, file: FileText): FileText {
  readSettingsText(vendor, file.text, file.file);
  return file;
}

/** The hooks with an unsafe loss that is not accepted. */
function openIn(rows: readonly HookResult[], accepted: Job['acceptLoss'] = false): HookResult[] {
  const unsafe = rows.filter(isUnsafe);
  if (typeof accepted === 'boolean') return accepted ? [] : unsafe;
  const isAccepted = selectByName(
    rows.map(({ hook }) => hook),
    accepted,
    '--accept-loss',
  );
  return unsafe.filter(({ hook }) => !isAccepted(hook));
}

/** Notes what the owner said of a source's hooks. */
function remember(base: Root, from: string, names: readonly string[]): void {
  const record = readLedger(base);
  const { watchers = {} } = record;
  const all = [...new Set([...(watchers[from] ?? []), ...names])].sort();
  writeLedger(base, { ...record, watchers: { ...watchers, [from]: all } });
}

function readTargets(
  { to, output }: Job,
  place: Workspace,
  isOurs: (file: SettingsFile) => boolean,
): ReturnType<typeof chooseTargets> {
  const { root } = scopeRootOf(place);
  if (output === undefined) return chooseTargets(to, place, isOurs);
  if (output === '-') {
    const targets = defaultFilesOf(to, place).map((one) => {
      return { ...one, file: displayPath(one.path, place), text: '', textOnDisk: undefined };
    });
    return { targets, beside: [] };
  }
  const path = resolve(place.root, output);
  if (isBelow(root, path)) return { targets: [openSettingsFile({ path }, place)], beside: [] };
  const where = displayPath(root, place) || place.root;
  throw new AnyhookError(
    'usage',
    `--output ${output} lies outside ${where}, where its commands would not find the runner; go there, or say --output -`,
  );
}

/** Writes a file of the target's, and what is ours in it; one without a text is none. */
function writeTarget(
  done: Done,
  { path, event, textOnDisk: was }: SettingsFile,
  text: string,
  base: Root,
): void {
  const { from, to, adopted, kept } = done;
  const file = ledgerNameOf(base, path);
  const here = (all: Entries): Entries =>
    event === undefined ? all : { ...(all[event] && { [event]: all[event] }) };
  const entries = mergeEntries(here(done.entries), here(done.theirs));
  const recorded = ledgerFileOf(readLedger(base), file)?.entries ?? {};
  if (text !== (was ?? '') || !equal(entries, recorded)) {
    commitSettings(base, { file, was, text: text || undefined, entries, set: kept, adopted });
  }
  noteSource(base, file, { from, to, entries: here(done.entries) });
}

/** The bundle that a project keeps a copy of. */
const bundle = fileURLToPath(new URL('../run.cjs', import.meta.url));

/** What starts the shim: in a project its own copy, for a person a path no project can supply. */
export function launcherOf(to: string, { scope, home }: Workspace, windows: boolean): string {
  if (scope === 'project') return projectLauncher(to);
  const { failureAnsweredBy, windowsShell } = tableOf(to).commandLine;
  const words = [process.execPath, join(home, '.anyhook/run.cjs')];
  if (windows && windowsShell) return writePowerShellCall(words);
  if (failureAnsweredBy === 'host') return words.map((word) => quoteWord(word, true)).join(' ');
  return loaderInFolder(join(home, '.anyhook').replaceAll(sep, '/'));
}

/** Whether a launcher is the one of a scope, beside whose runner the record stands. */
export const startsRunner = (launcher: string, to: string, place: Workspace): boolean =>
  [false, true].some((windows) => launcherOf(to, place, windows) === launcher);

/** Throws `usage` for what is more, or less, than a program and its first arguments. */
function expectProgram(launcher: string): void {
  if (launcher.startsWith(callOperator) || parseSimpleCommand(launcher)?.words.length) return;
  const said = `--launcher ${JSON.stringify(launcher)} starts no program`;
  throw new AnyhookError('usage', `${said}: write one command, such as anyhook`);
}
