import { type Flags, parseFlags } from '../../canonical/flags.ts';
import { clearNodeVariables } from '../../shim/line-variables.ts';
import {
  addJsonRefusal,
  exitRefusal,
  exitRefusalSaying,
  exitRefusalWithHint,
  loaderPath,
  muteLine,
  noAnswerReason,
  printCommandFor,
  removeRefusalFlag,
  unlessAnswered,
  unmuteLine,
} from '../../shim/shim-line-text.ts';
import { parseJsonObject, toAsciiJson } from '../../util/json.ts';
import { parseSimpleCommand, scanWords, splitWords } from '../../util/shell/line.ts';
import { callOperator, quoteWord } from '../../util/shell/quote.ts';

/**
 * What a command line says that starts a hook through the shim. A line that starts several hooks is read as several
 * such lines, each with the flags that hold for its hook.
 */
export interface ShimLine {
  /** The text before `run`, unchanged. */
  launcher: string;
  host: string;
  /** The vendor whose dialect the command speaks. */
  speaks: string;
  flags: Flags;
  /** Whether the command line starts further hooks. Absent: it starts this one alone. */
  isShared?: true;
  /**
   * What this version cannot read in the words of the line or of this hook, such as a flag that a newer version wrote:
   * the runner of this version then does not start the hook, and refuses at a gate. Absent: nothing. Only lines that
   * start our own runner have it.
   */
  problem?: string;
  /**
   * Whether the line has an ending as a version of ours writes it, or none. False: a person has changed what
   * the ending prints.
   */
  hasPlainEnding: boolean;
}

/**
 * What a line answers if the runner gave no answer: `refuse` exits with code 2, `refuse aloud` also
 * writes a message to stderr, an object is printed as JSON, and null prints nothing and allows the
 * call.
 */
export type Ending = 'refuse' | 'refuse aloud' | object | null;

/** The parts of a command line. `flags` are words as `anyhook run` receives them. */
export interface LineParts {
  launcher: string;
  /** The flags and their values; of a line that starts several hooks, also their commands. */
  flags: readonly string[];
  /** Absent: the hooks stand among the flags, or the shim starts none, and only remembers the event. */
  command?: string | undefined;
  /** Absent: the agent itself answers for a hook that gave no answer. */
  ending?: Ending | undefined;
  /** Whether the host replaces `$NAME` in any text, quoted or not. */
  substitutes: boolean;
}

/**
 * Shell text that looks for loaders in the working directory and the folders above it, and finds the
 * outermost one, since a nearer one may have been made by a model. It does not look in the root folder, nor
 * in `/tmp`, where a sandbox lets a model write. The paths that it tests are absolute, not made of `..`: if a
 * folder above denies access, no loader is found and nothing is started. The two slashes tell the loader
 * that it was found by this text.
 * `$s` is the path of a loader below a folder, `$p` the folder where it is looked for, and `$r` the
 * outermost folder that has one.
 */
const findOutermostLoader = `s=//${loaderPath} p=\`pwd -P\` r=;while [ "\${p#/tmp}" ];do [ -f "$p$s" ]&&r=$p;p=\${p%/*};done;`;
const startFoundLoader = 'sh "$r$s"';

/**
 * The refusal of a line that starts with {@link findOutermostLoader}: unless exit code 9 proves an answer, it
 * prints the path of the loader below a folder and exits with 2. Its condition is that of `unlessAnswered`,
 * in which `! :` is a shorter `false`. It is as short as possible, since such a line is the longest of all.
 */
const foundLoaderRefusal = '&&! :||[ $? = 9 ]||(echo $s;exit 2)>&2';

/** The refusal behind a launcher that a person named. */
const namedLauncherRefusal = exitRefusalSaying('anyhook failed');

/**
 * Returns the command that starts the loader of a project. `root` is the project's root as a shell
 * word. Absent: hooks run there.
 */
export const loaderBelow = (root?: string): string =>
  `/bin/sh ${root === undefined ? '' : `${root}/`}${loaderPath}`;

/** Returns the command that starts the loader in an `.anyhook` folder, from any working directory. */
export const loaderInFolder = (folder: string): string =>
  `/bin/sh ${quoteWord(`${folder}/sh`, true)}`;

/** The command that starts the outermost loader. */
export const outermostLoader = findOutermostLoader + startFoundLoader;

/**
 * Tells whether a launcher is a loader. A line with a loader needs neither `run` nor `--proof`: the loader
 * passes `run` to the runner, and reports by itself that the runner has answered.
 */
const isLoader = (launcher: string): boolean =>
  launcher === outermostLoader ||
  (launcher.startsWith('/bin/sh ') && /\.anyhook\/sh'?$/.test(launcher));

/** Tells whether a launcher, written by any version, starts the copy of the runner in a folder `.anyhook`. */
export const startsOwnRunner = (launcher: string): boolean =>
  isLoader(launcher) ||
  /\.anyhook[/\\]+run\.cjs["']?$/.test(launcher) ||
  launcher.includes('x=".anyhook/run.cjs"');

/** The name of the bundle in `.anyhook` that a generated plugin loads into the process of its agent. */
export const bridgeName = 'bridge.cjs';

/** Tells whether a text names a runner or a loader in a folder `.anyhook`, also in a line that is none of ours any more. */
export const namesOwnRunner = (text: string): boolean =>
  /\.anyhook[/\\]+(?:run\.cjs|sh)\b/.test(text);

/**
 * Writes a command line that starts the shim: `LAUNCHER [run] FLAGS [-- COMMAND] ENDING`. A line for
 * PowerShell gets no ending, since endings are code for a POSIX shell.
 */
export function writeShimLine({
  launcher,
  flags,
  command,
  substitutes,
  ...parts
}: LineParts): string {
  const ending = launcher.startsWith(callOperator) ? undefined : parts.ending;
  const unquoted = command === undefined ? flags : [...flags, '--', command];
  const words = unquoted.map((word) => quoteWord(word, substitutes)).join(' ');
  const startsLoader = isLoader(launcher);
  if (ending === undefined) return `${launcher} ${startsLoader ? '' : 'run '}${words}`;
  // With `--proof`, the shim ends with 9 if it printed an answer, and the ending refuses after any other
  // code. Without a loader, a line whose ending prints JSON has no `--proof`, and the ending takes 0 for an
  // answer: it must not print a second one. Behind a loader, which needs no `--proof`, it takes only 9 for one.
  const run = isRefusal(ending) ? 'run --proof 2' : 'run';
  const line = `${startsLoader ? launcher : `${clearNodeVariables} ${launcher} ${run}`} ${words}`;
  if (ending === null) return muteLine(line);
  if (isRefusal(ending)) return line + refusalEndingOf(ending, launcher);
  const json = toAsciiJson(ending);
  const object = quoteWord(json, substitutes);
  const refuses = json.includes(noAnswerReason); // the loader gets such JSON, to state the cause in it
  if (startsLoader && refuses) return addJsonRefusal(launcher, words, object);
  return `${line}${startsLoader ? unlessAnswered : ' || '}${printCommandFor(json)} ${object}`;
}

/** Returns the ending that refuses by exit code 2, with the message that fits the launcher. */
function refusalEndingOf(ending: 'refuse' | 'refuse aloud', launcher: string): string {
  if (ending === 'refuse') return exitRefusal;
  if (launcher === outermostLoader) return foundLoaderRefusal;
  return isLoader(launcher) ? exitRefusalWithHint : namedLauncherRefusal;
}

const isRefusal = (ending: Ending): ending is 'refuse' | 'refuse aloud' =>
  typeof ending === 'string';

/**
 * Reads a command line that {@link writeShimLine} wrote, in any version since 0.1.0.
 *
 * It removes the code around a line that prints nothing and what stands before the launcher, and splits the rest
 * into words up to the ending. The flags begin after the word `run`, or directly after a loader: each word is tried,
 * since a launcher may itself have a word `run`.
 *
 * @returns What it says of each hook that it starts; one, without a hook, for a line that only records an event. Empty:
 *   the line was not written by us.
 */
export function parseShimLines(line: string): ShimLine[] {
  if (!line.includes('--host') || !line.includes('--as')) return []; // each line of ours has both
  const muted = unmuteLine(line);
  const whole = removeRefusalFlag(muted ?? line);
  const clearing = `${clearNodeVariables} `;
  const prefixes = [findOutermostLoader, clearing, callOperator];
  const prefix = prefixes.find((text) => whole.startsWith(text)) ?? '';
  const launcherStart = prefix === clearing ? '' : prefix; // clearing variables is no part of the launcher
  const body = whole.slice(prefix.length);
  const { words, end } = scanWords(body);
  const hasNoEnding = end === body.length;
  const hasPlainEnding =
    hasNoEnding || (muted === undefined ? recognizeEnding(body.slice(end)) : undefined);
  if (hasPlainEnding === undefined) return [];
  /** The first reading of the line with something that this version cannot read. */
  let unread: ShimLine[] = [];
  for (const [i, word] of words.entries()) {
    const before = body.slice(0, words[i - 1]?.end);
    const launcher = launcherStart + before;
    if (i === 0 || (word.text !== 'run' && !isLoader(launcher))) continue;
    const flagWords = words.slice(word.text === 'run' ? i + 1 : i);
    const { hooks, problem, hookProblems } = parseFlags(flagWords.map(({ text }) => text));
    const lines = hooks.flatMap((parsed): ShimLine[] => {
      const { proof: _, ...flags } = parsed; // a part of the ending, and no property of the hook
      const { host, as: speaks, command } = flags;
      if (host === undefined || speaks === undefined || command.length > 1) return [];
      const shared = hooks.length > 1 ? { isShared: true as const } : {};
      const ofHook = (problem ?? hookProblems?.get(parsed))?.message.split(';')[0];
      const found = ofHook === undefined ? {} : { problem: ofHook };
      return [{ launcher, host, speaks, flags, ...shared, ...found, hasPlainEnding }];
    });
    if (!lines.length || lines.length < hooks.length) continue;
    const isChanged = flagWords.some(({ varies }) => varies); // the shell would change a word
    const isStart = prefix === findOutermostLoader || parseSimpleCommand(before)?.words.length;
    if (!problem && !hookProblems) return isChanged || !isStart ? [] : lines;
    if (unread.length || isChanged || !isStart || !startsOwnRunner(launcher)) continue;
    unread = lines;
  }
  return unread;
}

/**
 * Matches what the endings of every version print: an empty object, or a reason that begins with our
 * name.
 */
const ourAnswer = /^\{\}$|"anyhook: /;

/**
 * Returns whether the ending behind the words of a line is one that a version of ours wrote. False: a person
 * has changed what it prints. Undefined: the text is no ending at all.
 */
function recognizeEnding(behind: string): boolean | undefined {
  const tail = behind.trimStart();
  const refusals = [exitRefusal, foundLoaderRefusal, exitRefusalWithHint, namedLauncherRefusal];
  if (refusals.some((one) => one.trimStart() === tail)) return true;
  const operator = [unlessAnswered.trimStart(), '|| '].find((text) => tail.startsWith(text));
  const [program, ...args] = (operator && splitWords(tail.slice(operator.length))) || [];
  const json = args.pop();
  const isPrinter =
    program === 'echo' ? !args.length : program === 'printf' && args.join() === '%s\\n';
  if (!isPrinter || json === undefined || parseJsonObject(json, false) === undefined)
    return undefined;
  return ourAnswer.test(json);
}
