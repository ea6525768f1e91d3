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
import { generateHookInputs, type HookInput, subjectsOf } from '../translate/hook-input.ts';
import { adapterOf, type Host } from '../translate/host.ts';
import { type BoundedRunner, isMeaningMet } from '../translate/matching.ts';
import { unchangedVariant } from '../translate/variant.ts';
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
 * An entry for the hook in the host's settings proves nothing: the host may have read the file before
 * the entry was in it, or may not trust the file. So the other run must also have noted that it was
 * started (`firings.ts`). If the host starts hooks side by side, the note may still be missing, so this
 * run waits for it. Returns false if anything is uncertain: a hook that runs twice is better than one
 * that does not run.
 */
export function isAlsoStartedByHost(
  host: Host,
  flags: Flags,
  world: World,
  platform: Platform,
): boolean {
  const { ownHooks } = host.agents[0];
  const { runBounded, runnerPath, pause } = platform;
  const findStart = () => wasStarted(host, flags, world) || undefined; // undefined: not noted yet
  const isRepeated = () =>
    ownHooks !== undefined &&
    hasOwnEntry({ host, flags, world, runBounded, runnerPath }, ownHooks) &&
    (findStart() ?? (ownHooks.sideBySide && pause && pollUntilFound(findStart, pause))) === true;
  return attempt(isRepeated) ?? false;
}

/** A cross-loaded run, and what is needed to read the host's own settings. */
interface CrossLoadedRun {
  host: Host;
  flags: Flags;
  world: World;
  runBounded: BoundedRunner;
  /** Path of the file that this process runs. */
  runnerPath: string | undefined;
}

/**
 * Tells whether the host's own settings files have an entry that the host surely starts for this event
 * and that runs the same hook, with at least as much time. Returns false if a setting may switch off
 * hooks, or if a variable of the environment may move the settings elsewhere.
 */
function hasOwnEntry(run: CrossLoadedRun, ownHooks: OwnHooks): boolean {
  const { host, flags, world, runnerPath } = run;
  const [agent, { native }] = [host.agents[0], host.bindings[0]];
  const project = String(decodeEnvelope(agent, host.payload, world).cwd);
  const files = readOwnFiles(project, ownHooks);
  const { homeVariable } = ownHooks;
  const mayBeOff = [...files, ...readSwitchFiles(ownHooks, world)].some((file) =>
    ownHooks.switchesOff?.(file),
  );
  if (mayBeOff || (homeVariable && process.env[homeVariable] !== undefined)) return false;
  const thisHook = identifyingFlags({ ...flags, host: agent.id }); // as a line in its own settings says
  const isSameHook = (entry: Json): boolean => {
    const line = ownHooks.lineOf(entry, process.platform) ?? '';
    const words = readProjectLine(line, project, runnerPath);
    const { hooks, problem, hookProblems } = parseFlags(words ?? []);
    const isThisHook = (one: Flags) =>
      !hookProblems?.has(one) && isSameJson(identifyingFlags(one), thisHook);
    return words !== undefined && !problem && hooks.some(isThisHook);
  };
  const surelyRunsHook = (file: Json, entry: Json): boolean =>
    ownHooks.isCertainToRun(file, entry) && hasTime(run, ownHooks, entry) && isSameHook(entry);
  // The host's own files may have another name for the event than the loaded settings.
  return files.some((file) =>
    [native, ownHooks.ownEventNames?.[native] ?? native].some((event) => {
      const list = getAtPath(file, ['hooks', event]);
      const entries = Array.isArray(list) ? list.filter(isObject) : [];
      return entries.some(
        (entry) => surelyRunsHook(file, entry) && isLetThrough(run, event, entry.matcher),
      );
    }),
  );
}

/** Tells whether an entry gives the hook at least the time that the hook has in this run. */
function hasTime({ host, flags }: CrossLoadedRun, ownHooks: OwnHooks, entry: Json): boolean {
  const [agent, binding] = [host.agents[0], host.bindings[0]];
  const statedLimits = ownHooks.timeLimitKeys.flatMap((key) =>
    entry[key] === undefined ? [] : Number(entry[key]) * 1000,
  );
  // An entry without a limit has the host's default. A hook without `--timeout` fits into it, since the
  // shim gives such a hook less than the default.
  if (!statedLimits.length) return (flags.timeout ?? 0) <= timeLimitOf(agent, binding);
  const dialect = adapterOf(flags.as);
  const neededTime = flags.timeout ?? timeLimitOf(dialect, dialect.bindings.find(flags.event));
  return Math.min(...statedLimits) >= neededTime;
}

/**
 * Tells whether the matcher of an entry surely matches the event of this run, so that the host starts
 * the entry. An entry without a matcher matches any event.
 *
 * @param entryEvent The native event under which the entry stands in the settings.
 */
function isLetThrough(
  { host, world, runBounded }: CrossLoadedRun,
  entryEvent: string,
  matcher: unknown,
): boolean {
  const { agents, bindings, payload } = host;
  const [agent, binding] = [agents[0], bindings[0]];
  if (matcher === undefined) return true;
  const event = decodeEvent(agent, payload, world, [], binding);
  // The event as the host compares it with a matcher under `entryEvent`.
  const input: HookInput | undefined =
    entryEvent === binding.native
      ? { binding, variant: unchangedVariant(event), payload }
      : generateHookInputs(agent, event, world, entryEvent).next().value;
  const subjects = input && subjectsOf(input);
  if (typeof matcher !== 'string' || !input) return false;
  if (!subjects) return true;
  const meaning = agent.matchers.read(matcher, input.binding);
  const ifTooSlow = false; // a pattern that takes too long is not surely met
  return isMeaningMet(meaning, subjects, runBounded, ifTooSlow);
}

/** Reads the host's own settings files of a project. Files that hold no JSON object are left out. */
const readOwnFiles = (root: string, { files }: OwnHooks): Json[] =>
  files.flatMap((pattern) => {
    const [folder = '', ending] = pattern.split('*');
    if (ending === undefined) return readObject(resolve(root, pattern));
    const names = attempt(() => readdirSync(resolve(root, folder))) ?? [];
    const matching = names.filter((name) => name.endsWith(ending));
    return matching.flatMap((name) => readObject(resolve(root, folder, name)));
  });

/**
 * Reads the person's files that may switch off a hook. They are looked for below two home folders: the
 * one that the environment names, and the one that the system knows. Throws if a file exists and cannot
 * be read.
 */
const readSwitchFiles = ({ switchFiles = [] }: OwnHooks, { disk }: World): Json[] =>
  // The folder above `~/.anyhook` is the home folder that the system knows.
  [disk?.home() ?? '', dirname(ownFolder() ?? '')].flatMap((home) =>
    switchFiles
      .map((file) => join(home, file))
      .filter((path) => existsSync(path))
      .map((path) => JSON.parse(readFileSync(path, 'utf8')) as Json),
  );

/** Reads a file that holds one JSON object. Returns a list of this object, or an empty list if it cannot. */
function readObject(path: string): Json[] {
  const value = attempt(() => JSON.parse(readFileSync(path, 'utf8')));
  return isObject(value) ? [value] : [];
}

/** A blank and then a shell word as the converter writes it: plain, in single quotes, or `\'` for a quote. */
const spacedWord = / (?:[\w@%+=:,./-]|'[^']*'|\\')+/gy;

/** Splits a text into the shell words at its start, each with the blank before it, and the rest. */
function takeWords(text: string): { words: string[]; rest: string } {
  const words = text.match(spacedWord) ?? [];
  return { words, rest: text.slice(words.join('').length) };
}

/** Tells whether a text is an ending as the converter writes it, or empty. */
function isEnding(text: string): boolean {
  if (['', exitRefusal, exitRefusalWithHint].includes(text)) return true;
  // Otherwise it is one that prints a refusal, which is one word.
  const command = text.startsWith(unlessAnswered) ? text.slice(unlessAnswered.length) : '';
  const print = printCommands.find((printCommand) => command.startsWith(`${printCommand} `));
  if (print === undefined) return false;
  const { words, rest } = takeWords(command.slice(print.length));
  return rest === '' && words.length === 1;
}

/** Returns a word of a shell line without its quotes. */
const unquote = (text: string): string =>
  text.replace(/'([^']*)'|\\(.)/g, (_, inside = '', char = '') => inside + char);

/**
 * Returns the words of the flags and the command of a shim line in the project's settings, if
 *
 * 1. the whole line is as the converter writes it for a POSIX shell: it starts `.anyhook/run.cjs` by
 *    `node`, or the loader by `/bin/sh`, and has a known ending;
 * 2. this runner or loader is that of the project;
 * 3. the project's runner is the file that this process runs. A run that the person's own settings
 *    started runs another file, so that it never counts as a repetition of a project's entry.
 *
 * @param project The project's folder.
 * @param runningFile Path of the file that this process runs.
 * @returns undefined for any other line, and on Windows. Throws if one of the two files is missing.
 */
function readProjectLine(line: string, project: string, runningFile = ''): string[] | undefined {
  if (process.platform === 'win32') return undefined;
  const unmuted = unmuteLine(line);
  const { words, rest } = takeWords(` ${removeRefusalFlag(unmuted ?? line)}`);
  const [program, path = '', third, ...further] = words.map((word) => unquote(word.slice(1)));
  // `node RUNNER run FLAGS…`, or `/bin/sh LOADER FLAGS…`.
  const isStart = program === 'node' ? third === 'run' : program === '/bin/sh';
  const parameters = program === 'node' ? further : [third, ...further];
  // A muted line has no ending: it always ends with 0.
  if (!isStart || parameters.length < 2 || (unmuted === undefined ? !isEnding(rest) : rest))
    return undefined;
  const runner = join(project, '.anyhook/run.cjs');
  const startedFile = program === 'node' ? runner : join(project, loaderPath);
  if (resolve(project, path) !== startedFile) return undefined;
  return realpathSync(runner) === realpathSync(runningFile) ? (parameters as string[]) : undefined;
}
