import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AnyhookError } from '../errors.ts';
import { readReal } from '../files/atomic.ts';
import { commit } from '../files/commit.ts';
import { withLock } from '../files/lock.ts';
import { fileIn, nameIn, readManifest, type WrittenFile } from '../files/manifest.ts';
import { isBelow } from '../files/root.ts';
import { installRunner, isRunner } from '../files/runner.ts';
import { readSettings } from '../files/settings-file.ts';
import { adapterOf } from '../translate/host.ts';
import { equal } from '../util/equal.ts';
import { calls, powerShellCall, quote, simple } from './command-line/shell-words.ts';
import { isForWindows, type Launching } from './command-line/wrap.ts';
import { type Conversion, convertText, projectLauncher } from './convert.ts';
import { homeOf } from './elsewhere.ts';
import { neutralVendor } from './formats/index.ts';
import { noteSource, ownedIn, union } from './ownership/owners.ts';
import {
  baseOf,
  type Place,
  placeIn,
  readSourceFile,
  type SourceFile,
  settingsOf,
  shownPath,
  type Where,
} from './place.ts';

export interface Job extends Where, Partial<Launching> {
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
  /** The project's copy of the runner is missing, or of another version. */
  stale: boolean;
  /** `refused`: an unsafe loss kept it from being written. `shown`: nobody asked for more. */
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
  const place = placeIn(job);
  for (const vendor of [job.from, job.to]) adapterOf(vendor);
  if (job.launcher !== undefined) expectProgram(job.launcher);
  const wanted = job.output === undefined ? job.write : job.output !== '-';
  if (!wanted || job.dryRun) return convertIn(job, place, false);
  return withLock(baseOf(place), () => convertIn(job, place, true));
}

function convertIn(job: Job, place: Place, writes: boolean): Done {
  const { from, to } = job;
  const ends = readEnds(job, place);
  const { source, target, recorded, made } = ends;
  const conversion = convertText({
    ...job,
    source,
    target,
    launcher: job.launcher ?? launcherOf(place, isForWindows(job)),
    ...ownedIn(recorded, from, to),
    set: recorded?.set,
    origins: {
      target: ownedIn(made, to, from).ours,
      neutral: ownedIn(made, neutralVendor(), from).ours,
    },
    place,
    home: job.input === undefined ? place : homeOf(source.path, from, place),
  });
  const launches = conversion.launches && job.launcher === undefined;
  const refused = conversion.unsafe && !job.acceptLoss;
  const done: Done = {
    ...conversion,
    from,
    to,
    source: source.file,
    file: target.file,
    before: target.text,
    stale: launches && isOutdated(baseOf(place).root),
    end: refused ? 'refused' : writes ? 'written' : 'shown',
  };
  if (done.end === 'written') writeTarget(done, ends, place, launches);
  return done;
}

/** The files of a job, and what the record says of them. */
interface Ends {
  source: SourceFile;
  target: SourceFile;
  /** The target's text; undefined: there is no such file. */
  was: string | undefined;
  /** What the record calls the target. */
  name: string;
  /** What it says of the target, and of the source. */
  recorded: WrittenFile | undefined;
  made: WrittenFile | undefined;
}

function readEnds({ from, to, input, output }: Job, place: Place): Ends {
  const base = baseOf(place);
  const named = output !== undefined && output !== '-';
  const path = named ? resolve(place.root, output) : settingsOf(to, place);
  if (!isBelow(base.root, path)) {
    const where = shownPath(base.root, place) || place.root;
    throw new AnyhookError(
      'usage',
      `--output ${output} lies outside ${where}, where its commands would not find the runner; go there, or say --output -`,
    );
  }
  const source = readSourceFile(from, input, place, '--input');
  const was = output === '-' ? undefined : readSettings(path, base)?.text;
  const name = nameIn(base, path);
  const record = readManifest(base);
  return {
    source,
    target: { path, file: shownPath(path, place), text: was ?? '' },
    was,
    name,
    recorded: fileIn(record, name),
    made: fileIn(record, nameIn(base, source.path)),
  };
}

/** Writes the runner, where an entry starts it, the target, and what is ours in it. */
function writeTarget(
  done: Done,
  { was, name, recorded }: Ends,
  place: Place,
  launches: boolean,
): void {
  const base = baseOf(place);
  if (launches) installRunner(base, bundle);
  const { from, to, text, changed, adopted, kept } = done;
  const entries = union(done.entries, done.theirs);
  if (changed || !equal(entries, recorded?.entries ?? {})) {
    commit(base, { file: name, was, text, entries, set: kept, adopted });
  }
  noteSource(base, name, { from, to, entries: done.entries });
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

/** Throws `usage` for what is more, or less, than a program and its first arguments. */
function expectProgram(launcher: string): void {
  if (launcher.startsWith(calls) || simple(launcher)?.words.length) return;
  const said = `--launcher ${JSON.stringify(launcher)} starts no program`;
  throw new AnyhookError('usage', `${said}: write one command, such as anyhook`);
}

function isOutdated(root: string): boolean {
  try {
    const text = readReal(join(root, '.anyhook/run.cjs'), 'settings')?.text;
    return !isRunner(text, readFileSync(bundle, 'utf8'));
  } catch {
    return true;
  }
}
