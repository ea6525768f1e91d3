/**
 * Finds runs that repeat another. Some agents load the settings of another agent beside their own. If
 * such an agent runs a shim line of the loaded settings, the run is *cross-loaded*. The agent, which is
 * the host of the run, may have the same hook in its own settings, and then starts it twice.
 */
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Flags, parseFlags } from '../canonical/flags.ts';
import type { OwnHooks, World } from '../mapping/adapter.ts';
import { getAtPath } from '../mapping/paths.ts';
import { decodeEnvelope, decodeEvent } from '../translate/decode.ts';
import { unchangedVariant } from '../translate/event-variants.ts';
import { generateHookInputs, type HookInput, subjectsOf } from '../translate/hook-input.ts';
import { adapterOf, type Host } from '../translate/host.ts';
import { type BoundedRunner, isMeaningMet } from '../translate/matching.ts';
import { attempt } from '../util/attempt.ts';
import { isObject, isSameJson } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import { identifyingFlags, wasStarted } from './firings.ts';
import { ownFolder } from './own-folder.ts';
import type { Platform } from './platform.ts';
import { pollUntilFound } from './poll.ts';
import {
  exitRefusal,
  exitRefusalWithHint,
  loaderPath,
  printCommands,
  removeRefusalFlag,
  unlessAnswered,
  unmuteLine,
} from './shim-line-text.ts';
import { timeLimitOf } from './time-limits.ts';

/**
 * Tells whether the host has started the same hook for this firing from its own settings as well. The
 * host then takes the answer of that other run, and this run need not start the hook.
 *
 * That the host's settings have an entry for the hook proves nothing: the host may have read the file
 * before the entry was in it, or may not trust the file. So the other run must also have noted that it
 * was started (`firings.ts`). Where the host starts hooks side by side, the note may come later, so it
 * is waited for. Returns false where anything is not certain: a hook that runs twice is better than one
 * that does not run.
 */
export function isAlsoStartedByHost(
  host: Host,
  flags: Flags,
  world: World,
  platform: Platform,
): boolean {
  const { ownHooks: own } = host.agents[0];
  const { runBounded: bounded, runnerPath: runner, pause } = platform;
  const findStart = () => wasStarted(host, flags, world) || undefined; // undefined: not noted yet
  const isRepeated = () =>
    own !== undefined &&
    hasOwnEntry({ host, flags, world, bounded, runner }, own) &&
    (findStart() ?? (own.sideBySide && pause && pollUntilFound(findStart, pause))) === true;
  return attempt(isRepeated) ?? false;
}

/** What is known of a cross-loaded run. */
interface CrossLoadedRun {
  host: Host;
  flags: Flags;
  world: World;
  bounded: BoundedRunner;
  /** Path of the file that this process runs. */
  runner: string | undefined;
}

/**
 * Tells whether the host's own settings files have an entry that the host surely starts for this event
 * and that runs the same hook, with at least as much time. Returns false where a setting may switch off
 * hooks, or a variable of the environment moves the settings elsewhere.
 */
function hasOwnEntry(run: CrossLoadedRun, own: OwnHooks): boolean {
  const { host, flags, world } = run;
  const [agent, { native }] = [host.agents[0], host.bindings[0]];
  const { cwd } = decodeEnvelope(agent, host.payload, world);
  const files = readOwnFiles(String(cwd), own);
  const mayBeOff = [...files, ...readSwitchFiles(own, world)].some((file) =>
    own.switchesOff?.(file),
  );
  if (mayBeOff || (own.homeVariable && process.env[own.homeVariable] !== undefined)) return false;
  const wanted = identifyingFlags({ ...flags, host: agent.id });
  const isSameHook = (entry: Json): boolean => {
    const words = readProjectLine(
      own.lineOf(entry, process.platform) ?? '',
      String(cwd),
      run.runner,
    );
    const { flags: found, problem } = parseFlags(words ?? []);
    return words !== undefined && !problem && isSameJson(identifyingFlags(found), wanted);
  };
  const surelyRunsHook = (file: Json, entry: Json): boolean =>
    own.isCertainToRun(file, entry) && hasTime(run, own, entry) && isSameHook(entry);
  // Its own files may name the event otherwise than the loaded settings do.
  return files.some((file) =>
    [native, own.ownEventNames?.[native] ?? native].some((event) => {
      const list = getAtPath(file, ['hooks', event]);
      const entries = Array.isArray(list) ? list.filter(isObject) : [];
      return entries.some(
        (one) => surelyRunsHook(file, one) && isLetThrough(run, event, one.matcher),
      );
    }),
  );
}

/** Tells whether an entry gives the hook at least the time that the hook has in this run. */
function hasTime({ host, flags }: CrossLoadedRun, own: OwnHooks, entry: Json): boolean {
  const [agent, binding] = [host.agents[0], host.bindings[0]];
  const stated = own.timeLimitKeys.flatMap((key) =>
    entry[key] === undefined ? [] : Number(entry[key]) * 1000,
  );
  // The host's default then limits the entry. Without `--timeout`, the shim keeps to less by itself.
  if (!stated.length) return (flags.timeout ?? 0) <= timeLimitOf(agent, binding);
  const dialect = adapterOf(flags.as);
  const wanted = flags.timeout ?? timeLimitOf(dialect, dialect.bindings.find(flags.event));
  return Math.min(...stated) >= wanted;
}

/**
 * Tells whether the matcher of an entry surely lets the event of this run through.
 *
 * @param entryEvent The native event under which the entry stands.
 */
function isLetThrough(
  { host, world, bounded }: CrossLoadedRun,
  entryEvent: string,
  matcher: unknown,
): boolean {
  const { agents, bindings, payload } = host;
  const [agent, binding] = [agents[0], bindings[0]];
  if (matcher === undefined) return true;
  const event = decodeEvent(agent, payload, world, [], binding);
  const input: HookInput | undefined =
    entryEvent === binding.native
      ? { binding, variant: unchangedVariant(event), payload }
      : generateHookInputs(agent, event, world, entryEvent).next().value;
  const subjects = input && subjectsOf(input);
  if (typeof matcher !== 'string' || !input) return false;
  if (!subjects) return true;
  const meaning = agent.matchers.read(matcher, input.binding);
  const undecided = false; // of a pattern that takes too long, nothing is sure
  return isMeaningMet(meaning, subjects, bounded, undecided);
}

/** Reads the host's own settings files of a project. Files that hold no JSON object are left out. */
const readOwnFiles = (root: string, { files }: OwnHooks): Json[] =>
  files.flatMap((pattern) => {
    const [folder = '', end] = pattern.split('*');
    if (end === undefined) return readObject(resolve(root, pattern));
    const names = attempt(() => readdirSync(resolve(root, folder))) ?? [];
    const found = names.filter((name) => name.endsWith(end));
    return found.flatMap((name) => readObject(resolve(root, folder, name)));
  });

/**
 * Reads the person's files that may switch off a hook: below the home folder by the environment, and
 * below that by the system. Throws where a file exists and cannot be read.
 */
const readSwitchFiles = ({ switchFiles = [] }: OwnHooks, { disk }: World): Json[] =>
  // The folder above `~/.anyhook` is the home folder that the system knows.
  [disk?.home() ?? '', dirname(ownFolder() ?? '')].flatMap((home) =>
    switchFiles
      .map((file) => join(home, file))
      .filter((path) => existsSync(path))
      .map((path) => JSON.parse(readFileSync(path, 'utf8')) as Json),
  );

/** Reads the JSON object of a file. Returns it as a list, which is empty where there is none. */
function readObject(path: string): Json[] {
  const value = attempt(() => JSON.parse(readFileSync(path, 'utf8')));
  return isObject(value) ? [value] : [];
}

/** A blank, and behind it a shell word as the converter quotes it: plain, or in single quotes. */
const spacedWord = / (?:[\w@%+=:,./-]|'[^']*'|\\')+/gy;

/** Splits a text into the words that it begins with, each with its blank, and the rest. */
function takeWords(text: string): { words: string[]; rest: string } {
  const words = text.match(spacedWord) ?? [];
  return { words, rest: text.slice(words.join('').length) };
}

/** Tells whether a text is an ending as the converter writes it, or empty. */
function isEnding(text: string): boolean {
  if (['', exitRefusal, exitRefusalWithHint].includes(text)) return true;
  const end = text.startsWith(unlessAnswered) ? text.slice(unlessAnswered.length) : '';
  const print = printCommands.find((one) => end.startsWith(`${one} `));
  if (print === undefined) return false;
  const { words, rest } = takeWords(end.slice(print.length));
  return rest === '' && words.length === 1;
}

/** Returns a word of a shell line without its quotes. */
const unquote = (text: string): string =>
  text.replace(/'([^']*)'|\\(.)/g, (_, inside = '', char = '') => inside + char);

/**
 * Returns the flags and the command of a shim line of the project's settings, if
 *
 * 1. the whole line is as the converter writes it for a POSIX shell: it starts `.anyhook/run.cjs` by
 *    `node`, or the loader by `/bin/sh`, and has a known ending;
 * 2. this runner or loader is that of the project;
 * 3. the project's runner is the file that this process runs. A run that the person's own settings
 *    started runs another file, so that it never counts as a repetition of a project's entry.
 *
 * @param folder The project.
 * @param running Path of the file that this process runs.
 * @returns undefined for any other line, and on Windows. Throws where there is no such file.
 */
function readProjectLine(line: string, folder: string, running = ''): string[] | undefined {
  const muted = unmuteLine(line);
  const { words, rest } = takeWords(` ${removeRefusalFlag(muted ?? line)}`);
  const [program, path = '', third, ...further] = words.map((one) => unquote(one.slice(1)));
  // `node RUNNER run FLAGS…`, or `/bin/sh LOADER FLAGS…`.
  const started = program === 'node' ? third === 'run' && path : program === '/bin/sh' && path;
  const parameters = program === 'node' ? further : [third, ...further];
  if (!started || parameters.length < 2 || (muted === undefined ? !isEnding(rest) : rest))
    return undefined;
  const own = join(folder, program === 'node' ? '.anyhook/run.cjs' : loaderPath);
  if (resolve(folder, path) !== own) return undefined;
  const file = join(folder, '.anyhook/run.cjs');
  if (process.platform === 'win32') return undefined;
  if (realpathSync(file) !== realpathSync(running)) return undefined;
  return parameters as string[];
}
