import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { settingsTables, type Vendor } from '../adapters/index.ts';
import { equal } from '../equal.ts';
import { AnyhookError } from '../errors.ts';
import { adapterOf } from '../host.ts';
import type { Place } from './check.ts';
import { commit } from './commit.ts';
import { type Conversion, convertText } from './convert.ts';
import { readSettings } from './files.ts';
import { withLock } from './lock.ts';
import { speakersOf } from './merge.ts';
import { type Entries, fileIn, readRecord } from './record.ts';
import { installRunner } from './runner.ts';
import type { Scope } from './table.ts';
import { quote } from './words.ts';
import { tableOf } from './wrap.ts';

/** Where settings are looked for. */
export interface Where {
  /** The project's root; default: the working directory. */
  root?: string | undefined;
  /** Default: the person's. */
  home?: string | undefined;
  /** Default: `project`. */
  scope?: Scope | undefined;
}

export const placeOf = ({ root, home, scope }: Where): Place => ({
  root: resolve(root ?? '.'),
  home: resolve(home ?? homedir()),
  scope: scope ?? 'project',
});

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
  acceptLoss?: boolean | undefined;
  force?: boolean | undefined;
  raw?: boolean | undefined;
  launcher?: string | undefined;
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
export const launcherOf = (place: Place): string =>
  place.scope === 'project'
    ? 'node .anyhook/run.cjs'
    : [process.execPath, join(place.home, '.anyhook/run.cjs')]
        .map((word) => quote(word, true))
        .join(' ');

/** Converts a file, and writes it if that is asked for. Throws `settings`, `vendor` or `write`. */
export async function convertFile(job: Job): Promise<Done> {
  const place = placeOf(job);
  for (const vendor of [job.from, job.to]) adapterOf(vendor);
  const writes = job.write || (job.output !== undefined && job.output !== '-');
  return writes ? withLock(baseOf(place), () => work(job, place, true)) : work(job, place, false);
}

function work(job: Job, place: Place, writes: boolean): Done {
  const { from, to } = job;
  const base = baseOf(place);
  const input = job.input === undefined ? fileOf(from, place) : resolve(place.root, job.input);
  const output =
    job.output === undefined || job.output === '-'
      ? fileOf(to, place)
      : resolve(place.root, job.output);
  const found = readSettings(input, { root: rootFor(input, base.root) });
  if (!found) throw missing(from, shown(input, place), place);
  const target = job.output === '-' ? undefined : readSettings(output, base);
  const name = relative(base.root, output).replaceAll('\\', '/');
  const known = fileIn(readRecord(base), name)?.entries ?? {};
  const [ours, others] = ownedBy(from, to, known);
  const before = target?.text ?? '';
  const conversion = convertText({
    from,
    to,
    source: { text: found.text, file: shown(input, place) },
    target: { text: before, file: shown(output, place) },
    launcher: job.launcher ?? launcherOf(place),
    force: job.force,
    raw: job.raw,
    ours,
    place,
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
  const entries = together(conversion.entries, others);
  if (done.changed || !equal(entries, known)) {
    commit(base, { file: name, was: target?.text, text: conversion.text, entries });
  }
  return done;
}

function isStale(root: string): boolean {
  try {
    return !readFileSync(join(root, '.anyhook/run.cjs')).equals(readFileSync(bundle));
  } catch {
    return true;
  }
}

/** Entries that came from a source, and those of others: the neutral file stands for all. */
function ownedBy(from: string, to: string, entries: Entries): [Entries, Entries] {
  if (tableOf(from).shape === 'yaml' || tableOf(to).shape === 'yaml') return [entries, {}];
  const split = (mine: boolean) =>
    Object.fromEntries(
      Object.entries(entries).map(([event, list]) => [
        event,
        list.filter((one) => speakersOf(to, one).includes(from) === mine),
      ]),
    );
  return [split(true), split(false)];
}

function together(a: Entries, b: Entries): Entries {
  const out: Entries = { ...a };
  for (const [event, list] of Object.entries(b)) {
    if (list.length) out[event] = [...(out[event] ?? []), ...list];
  }
  return out;
}

/** A file named by hand may lie anywhere. */
const rootFor = (path: string, root: string): string =>
  relative(root, path).startsWith('..') || isAbsolute(relative(root, path))
    ? resolve(path, '..')
    : root;

/** A path as a person would write it. */
export function shown(path: string, { root, home }: Place): string {
  const below = relative(root, path);
  if (!below.startsWith('..') && !isAbsolute(below)) return below;
  const ofHome = relative(home, path);
  return ofHome.startsWith('..') || isAbsolute(ofHome) ? path : `~/${ofHome}`;
}

/** What to say where there is nothing to read. */
export function missing(vendor: string, file: string, place: Place): AnyhookError {
  const there = presentIn(place).filter((id) => id !== vendor);
  const hint = there.length ? `; there is one for ${there.join(', ')}` : '';
  return new AnyhookError(
    'settings',
    `${file}: there is no such file of ${adapterOf(vendor).title}${hint}; name a file with --input (convert) or --from (sync)`,
  );
}

/** The vendors with a settings file in a scope. */
export const presentIn = (place: Place): Vendor[] =>
  (Object.keys(settingsTables) as Vendor[]).filter(
    (id) => readSettings(fileOf(id, place), baseOf(place)) !== undefined,
  );
