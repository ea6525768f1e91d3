/** A line of ours that stands in the settings of one agent and is run by another, which loads them. */
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Flags, parseFlags } from '../canonical/flags.ts';
import type { OwnHooks, World } from '../mapping/adapter.ts';
import { get } from '../mapping/paths.ts';
import { decodeEnvelope, decodeEvent } from '../translate/decode.ts';
import { unchangedVariant } from '../translate/event-variants.ts';
import { generateHookInputs, type HookInput, subjectsOf } from '../translate/hook-input.ts';
import { adapterOf, type Host } from '../translate/host.ts';
import { type BoundedRunner, isMeaningMet } from '../translate/matching.ts';
import { attempt } from '../util/attempt.ts';
import { equal, isObject } from '../util/equal.ts';
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
 * Whether the agent that runs it has also started the same hook, for this firing, by a line of a file
 * of its own, and hears what that says. The file alone proves nothing: the agent may have read it when
 * it held something else, or may not trust it. What cannot be known for sure is not so: a hook that
 * runs twice is better than none.
 */
export function repeatsOwnEntry(host: Host, flags: Flags, world: World, lazy: Platform): boolean {
  const { own } = host.agents[0];
  const { runBounded: bounded, runnerPath: runner, pause } = lazy;
  const isNoted = () => wasStarted(host, flags, world) || undefined;
  const stands = () =>
    own !== undefined &&
    hasOwnEntry({ host, flags, world, bounded, runner }, own) &&
    (isNoted() ?? (own.sideBySide && pause && pollUntilFound(isNoted, pause))) === true;
  return attempt(stands) ?? false;
}

/** A line that is run, and what is known around it. */
interface CrossLoadedRun {
  host: Host;
  flags: Flags;
  world: World;
  bounded: BoundedRunner;
  /** The file of this runner. */
  runner: string | undefined;
}

function hasOwnEntry(run: CrossLoadedRun, own: OwnHooks): boolean {
  const { host, flags, world } = run;
  const [agent, { native }] = [host.agents[0], host.bindings[0]];
  const { cwd } = decodeEnvelope(agent, host.payload, world);
  const files = filesIn(String(cwd), own);
  const off = [...files, ...switchesOf(own, world)].some((file) => own.switchesOff?.(file));
  if (off || (own.homeVariable && process.env[own.homeVariable] !== undefined)) return false;
  const wanted = identifyingFlags({ ...flags, host: agent.id });
  const isSame = (entry: Json): boolean => {
    const words = wordsOfOurs(own.line(entry, process.platform) ?? '', String(cwd), run.runner);
    const { flags: said, problem } = parseFlags(words ?? []);
    return words !== undefined && !problem && equal(identifyingFlags(said), wanted);
  };
  const runs = (file: Json, entry: Json): boolean =>
    own.runs(file, entry) && hasTime(run, own, entry) && isSame(entry);
  return files.some((file) =>
    [native, own.names?.[native] ?? native].some((event) => {
      const list = get(file, ['hooks', event]);
      const entries = Array.isArray(list) ? list.filter(isObject) : [];
      return entries.some((one) => runs(file, one) && isStarted(run, event, one.matcher));
    }),
  );
}

/** Whether an entry gives its hook at least the time that the line which is run gives it. */
function hasTime({ host, flags }: CrossLoadedRun, { limits }: OwnHooks, entry: Json): boolean {
  const [agent, binding] = [host.agents[0], host.bindings[0]];
  const said = limits.flatMap((key) => (entry[key] === undefined ? [] : Number(entry[key]) * 1000));
  if (!said.length) return (flags.timeout ?? 0) <= timeLimitOf(agent, binding);
  const dialect = adapterOf(flags.as as string);
  const wanted = flags.timeout ?? timeLimitOf(dialect, dialect.bindings.named(flags.event));
  return Math.min(...said) >= wanted;
}

/** Whether a matcher of the agent's own surely lets an event through. */
function isStarted(
  { host, world, bounded }: CrossLoadedRun,
  event: string,
  matcher: unknown,
): boolean {
  const { agents, bindings, payload } = host;
  const [agent, binding] = [agents[0], bindings[0]];
  if (matcher === undefined) return true;
  const whole = decodeEvent(agent, payload, world, [], binding);
  const told: HookInput | undefined =
    event === binding.native
      ? { binding, variant: unchangedVariant(whole), payload }
      : generateHookInputs(agent, whole, world, event).next().value;
  const subjects = told && subjectsOf(told);
  if (typeof matcher !== 'string' || !told) return false;
  return (
    !subjects || isMeaningMet(agent.matchers.read(matcher, told.binding), subjects, bounded, false)
  );
}

/** The agent's own files of a project, as far as they hold JSON. */
const filesIn = (root: string, { files }: OwnHooks): Json[] =>
  files.flatMap((pattern) => {
    const [folder = '', end] = pattern.split('*');
    if (end === undefined) return read(resolve(root, pattern));
    const names = attempt(() => readdirSync(resolve(root, folder))) ?? [];
    const found = names.filter((name) => name.endsWith(end));
    return found.flatMap((name) => read(resolve(root, folder, name)));
  });

/** The person's files that may switch off a hook. Throws where one cannot be read. */
const switchesOf = ({ switches = [] }: OwnHooks, { disk }: World): Json[] =>
  [disk?.home() ?? '', dirname(ownFolder() ?? '')].flatMap((home) =>
    switches
      .map((file) => join(home, file))
      .filter((path) => existsSync(path))
      .map((path) => JSON.parse(readFileSync(path, 'utf8')) as Json),
  );

/** A file's object; none where it holds none. */
function read(path: string): Json[] {
  const value = attempt(() => JSON.parse(readFileSync(path, 'utf8')));
  return isObject(value) ? [value] : [];
}

/** A blank and a word of a line that the converter writes: plain, or in single quotes. */
const spacedWord = / (?:[\w@%+=:,./-]|'[^']*'|\\')+/gy;

/** The words that a text begins with, each behind a blank; and what stands behind them. */
function takeWords(text: string): { words: string[]; rest: string } {
  const words = text.match(spacedWord) ?? [];
  return { words, rest: text.slice(words.join('').length) };
}

/** Whether a line ends here, or as the converter ends it: it refuses, or what is printed is one word. */
function isEnding(text: string): boolean {
  if (['', exitRefusal, exitRefusalWithHint].includes(text)) return true;
  const end = text.startsWith(unlessAnswered) ? text.slice(unlessAnswered.length) : '';
  const print = printCommands.find((one) => end.startsWith(`${one} `));
  if (print === undefined) return false;
  const { words, rest } = takeWords(end.slice(print.length));
  return rest === '' && words.length === 1;
}

const unquote = (text: string): string =>
  text.replace(/'([^']*)'|\\(.)/g, (_, inside = '', char = '') => inside + char);

/**
 * The words behind `run` of a line that is, from its first character to its last, as the converter
 * writes it for a POSIX shell, and that starts the runner of a project, which is this one: a line of
 * the person's settings has a runner of its own, and stands aside for no project.
 */
function wordsOfOurs(line: string, folder: string, running = ''): string[] | undefined {
  const muted = unmuteLine(line);
  const { words, rest } = takeWords(` ${removeRefusalFlag(muted ?? line)}`);
  const [program, path = '', run, ...flags] = words.map((one) => unquote(one.slice(1)));
  const starts = program === 'node' ? run === 'run' && path : program === '/bin/sh' && path;
  const said = program === 'node' ? flags : [run, ...flags];
  if (!starts || said.length < 2 || (muted === undefined ? !isEnding(rest) : rest))
    return undefined;
  const own = join(folder, program === 'node' ? '.anyhook/run.cjs' : loaderPath);
  if (resolve(folder, path) !== own) return undefined;
  const file = join(folder, '.anyhook/run.cjs');
  if (process.platform === 'win32') return undefined;
  if (realpathSync(file) !== realpathSync(running)) return undefined;
  return said as string[];
}
