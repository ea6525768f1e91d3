import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { settingsTables, type Vendor } from '../adapters/index.ts';
import { AnyhookError } from '../errors.ts';
import { readReal } from '../files/atomic.ts';
import { commit } from '../files/commit.ts';
import { withLock } from '../files/lock.ts';
import { fileIn, nameIn, readManifest } from '../files/manifest.ts';
import { failure, isBelow } from '../files/root.ts';
import { installRunner, isRunner } from '../files/runner.ts';
import { readSettings } from '../files/settings-file.ts';
import type { Scope } from '../mapping/settings.ts';
import { adapterOf } from '../translate/host.ts';
import { equal } from '../util/equal.ts';
import { calls, powerShellCall, quote, simple } from './command-line/shell-words.ts';
import { isForWindows } from './command-line/wrap.ts';
import { type Conversion, convertText, projectLauncher } from './convert.ts';
import { homeOf } from './elsewhere.ts';
import { type Place, shown } from './findings/check.ts';
import { neutral } from './formats/index.ts';
import { owned, remember, together } from './ownership/owners.ts';
import { tableOf } from './tables.ts';

/** Where settings are looked for. */
export interface Where {
  /** The project's root; default: the working directory. */
  root?: string | undefined;
  /** Default: the person's. */
  home?: string | undefined;
  /** Default: `project`. */
  scope?: Scope | undefined;
}

/** Throws `usage` where a folder that is needed is not known. */
export function placeOf({ root, home, scope = 'project' }: Where): Place {
  const own = home ?? homedir();
  if (scope === 'user' && !isAbsolute(own)) {
    const found = JSON.stringify(own);
    throw new AnyhookError('usage', `HOME is ${found}: set it to the absolute path of a folder`);
  }
  return { root: rootOf(root), home: resolve('/', own), scope };
}

function rootOf(root = '.'): string {
  try {
    return resolve(root);
  } catch (error) {
    throw failure('settings', 'the working directory', error);
  }
}

/** What everything of a scope lies below. */
export const baseOf = (place: Place) => ({
  root: place.scope === 'project' ? place.root : place.home,
  scope: place.scope,
});

/** A vendor's settings file of a scope, absolute. */
export const fileOf = (vendor: string, place: Place): string =>
  join(baseOf(place).root, tableOf(vendor).file[place.scope]);

export interface Job extends Where {
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
  acceptLoss?: boolean | undefined;
  force?: boolean | undefined;
  raw?: boolean | undefined;
  launcher?: string | undefined;
  /** Where its agent will run; default: here. */
  for?: 'windows' | undefined;
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
  /** An unsafe loss kept it from being written. */
  refused: boolean;
  /** The project's copy of the runner is missing, or of another version. */
  stale: boolean;
  written: boolean;
}

/** The bundle that a project keeps a copy of. */
const bundle = fileURLToPath(new URL('../run.cjs', import.meta.url));

/** What starts the shim: in a project its own copy, for a person a path no project can supply. */
export function launcherOf({ scope, home }: Place, windows: boolean): string {
  if (scope === 'project') return projectLauncher;
  const words = [process.execPath, join(home, '.anyhook/run.cjs')];
  if (windows) return powerShellCall(words);
  return words.map((word) => quote(word, true)).join(' ');
}

/**
 * Converts a vendor's file, and writes the other's if that is asked for. Throws `settings`,
 * `vendor` or `write`.
 *
 * @example
 * const { rows, refused } = await convertFile({ from: 'cursor', to: 'gemini', write: true });
 */
export async function convertFile(job: Job): Promise<Done> {
  const place = placeOf(job);
  for (const vendor of [job.from, job.to]) adapterOf(vendor);
  if (job.launcher !== undefined) startable(job.launcher);
  const wanted = job.output === undefined ? job.write : job.output !== '-';
  const writes = wanted && !job.dryRun;
  return writes ? withLock(baseOf(place), () => work(job, place, true)) : work(job, place, false);
}

/** Throws `usage` for what is more, or less, than a program and its first arguments. */
function startable(launcher: string): void {
  if (launcher.startsWith(calls) || simple(launcher)?.words.length) return;
  const said = `--launcher ${JSON.stringify(launcher)} starts no program`;
  throw new AnyhookError('usage', `${said}: write one command, such as anyhook`);
}

function work(job: Job, place: Place, writes: boolean): Done {
  const { from, to } = job;
  const base = baseOf(place);
  const input = job.input === undefined ? fileOf(from, place) : resolve(place.root, job.input);
  const output =
    job.output === undefined || job.output === '-'
      ? fileOf(to, place)
      : resolve(place.root, job.output);
  if (!isBelow(base.root, output)) {
    const where = shown(base.root, place) || place.root;
    throw new AnyhookError(
      'usage',
      `--output ${job.output} lies outside ${where}, where its commands would not find the runner; go there, or say --output -`,
    );
  }
  const found = readSettings(input, { root: rootFor(input, base.root) });
  if (!found) throw missing(from, shown(input, place), place, '--input');
  const target = job.output === '-' ? undefined : readSettings(output, base);
  const name = nameIn(base, output);
  const record = readManifest(base);
  const recorded = fileIn(record, name);
  const made = fileIn(record, nameIn(base, input));
  const before = target?.text ?? '';
  const conversion = convertText({
    from,
    to,
    source: { text: found.text, file: shown(input, place) },
    target: { text: before, file: shown(output, place) },
    launcher: job.launcher ?? launcherOf(place, isForWindows(job)),
    for: job.for,
    force: job.force,
    raw: job.raw,
    ...owned(recorded, from, to),
    set: recorded?.set,
    origins: {
      target: owned(made, to, from).ours,
      neutral: owned(made, neutral(), from).ours,
    },
    place,
    home: job.input === undefined ? place : homeOf(input, from, place),
  });
  const refused = conversion.unsafe && !job.acceptLoss;
  const done: Done = {
    ...conversion,
    from,
    to,
    source: shown(input, place),
    file: shown(output, place),
    before,
    refused,
    stale: conversion.launches && job.launcher === undefined && isStale(base.root),
    written: writes && !refused,
  };
  if (!done.written) return done;
  if (conversion.launches && job.launcher === undefined) installRunner(base, bundle);
  const { text, theirs, adopted, kept } = conversion;
  const entries = together(conversion.entries, theirs);
  if (done.changed || !equal(entries, recorded?.entries ?? {})) {
    commit(base, { file: name, was: target?.text, text, entries, set: kept, adopted });
  }
  remember(base, name, { from, to, entries: conversion.entries });
  return done;
}

function isStale(root: string): boolean {
  try {
    const text = readReal(join(root, '.anyhook/run.cjs'), 'settings')?.text;
    return !isRunner(text, readFileSync(bundle, 'utf8'));
  } catch {
    return true;
  }
}

/** A file named by hand may lie anywhere. */
export const rootFor = (path: string, root: string): string =>
  isBelow(root, path) ? root : resolve(path, '..');

/** What to say where there is nothing to read; `flag` names another file. */
export function missing(vendor: string, file: string, place: Place, flag: string): AnyhookError {
  const there = presentIn(place).filter((id) => id !== vendor);
  const known = there.length ? `; there are settings of ${there.join(', ')}` : '';
  const { title } = adapterOf(vendor);
  return new AnyhookError(
    'settings',
    `${file}: there is no such file of ${title}${known}; name another with ${flag}`,
  );
}

/** The vendors with a settings file in a scope. */
const presentIn = (place: Place): Vendor[] =>
  (Object.keys(settingsTables) as Vendor[]).filter((id) =>
    statSync(fileOf(id, place), { throwIfNoEntry: false })?.isFile(),
  );
