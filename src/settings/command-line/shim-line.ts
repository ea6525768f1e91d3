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
import { ascii, objectIn } from '../../util/json.ts';
import { parseSimpleCommand, scanWords, splitWords } from '../../util/shell/line.ts';
import { callOperator, quoteWord } from '../../util/shell/quote.ts';

/** A command line that starts a hook through the shim. */
export interface ShimLine {
  /** What stands before `run`, as it stands. */
  launcher: string;
  host: string;
  /** Whose dialect the command speaks. */
  speaks: string;
  flags: Flags;
  /** What ends it is as a version of ours says it, and no person. */
  hasPlainEnding: boolean;
}

/**
 * What a line says where the runner gave no answer: it refuses by exit code 2, `aloud` with a word on
 * stderr; or prints an object; or, null, says nothing at all.
 */
export type Ending = 'refuse' | 'refuse aloud' | object | null;

/** What a line is made of; `flags` are words as `anyhook run` gets them. */
export interface LineParts {
  launcher: string;
  flags: readonly string[];
  /** Absent: the shim only remembers the event. */
  command?: string | undefined;
  /** Absent: the agent answers for a hook that gave no answer. */
  ending?: Ending | undefined;
  /** The host replaces `$NAME` in any text, quoted or not. */
  substitutes: boolean;
}

/**
 * Starts the outermost loader that stands in the folder of the process or above it, but not in `/tmp`,
 * where a sandbox lets a model write, nor in the root. A model may have made one that stands nearer.
 * By whole paths none is found where a folder above may not be searched: then nothing is started.
 * Two slashes tell the loader that it was looked for.
 */
const findOutermostLoader = `s=//${loaderPath} p=\`pwd -P\` r=;while [ "\${p#/tmp}" ];do [ -f "$p$s" ]&&r=$p;p=\${p%/*};done;`;
const startFoundLoader = 'sh "$r$s"';

/** As short as can be: such a line is the longest there is. */
const foundLoaderRefusal = '&&! :||[ $? = 9 ]||(echo $s;exit 2)>&2';

/** Of a launcher that a person named. */
const namedLauncherRefusal = exitRefusalSaying('anyhook failed');

/** Starts the loader of a root that is written as a shell word; absent: of the folder where hooks run. */
export const loaderBelow = (root?: string): string =>
  `/bin/sh ${root === undefined ? '' : `${root}/`}${loaderPath}`;

/** Starts the loader in an `.anyhook` folder, wherever hooks run. */
export const loaderInFolder = (folder: string): string =>
  `/bin/sh ${quoteWord(`${folder}/sh`, true)}`;

/** Starts the loader that stands furthest out. */
export const outermostLoader = findOutermostLoader + startFoundLoader;

/** Whether a launcher is a loader: it gives the proof by itself, and says `run` to the runner. */
const isLoader = (launcher: string): boolean =>
  launcher === outermostLoader ||
  (launcher.startsWith('/bin/sh ') && /\.anyhook\/sh'?$/.test(launcher));

/** Whether a launcher starts the copy of the runner that settings have beside them, in any version. */
export const startsOwnRunner = (launcher: string): boolean =>
  isLoader(launcher) ||
  /\.anyhook[/\\]+run\.cjs["']?$/.test(launcher) ||
  launcher.includes('x=".anyhook/run.cjs"');

/** `LAUNCHER [run] FLAGS [-- COMMAND] ENDING`. */
export function writeShimLine({
  launcher,
  flags,
  command,
  substitutes,
  ...parts
}: LineParts): string {
  const ending = launcher.startsWith(callOperator) ? undefined : parts.ending;
  const said = command === undefined ? flags : [...flags, '--', command];
  const words = said.map((word) => quoteWord(word, substitutes)).join(' ');
  const ours = isLoader(launcher);
  if (ending === undefined) return `${launcher} ${ours ? '' : 'run '}${words}`;
  // What it prints is heard, so nothing may be printed beside that: there 0 counts as an answer.
  const run = isRefusal(ending) ? 'run --proof 2' : 'run';
  const line = `${ours ? launcher : `${clearNodeVariables} ${launcher} ${run}`} ${words}`;
  if (ending === null) return muteLine(line);
  if (isRefusal(ending)) return line + refusalEndingOf(ending, launcher);
  const json = ascii(ending);
  const object = quoteWord(json, substitutes);
  if (ours && json.includes(noAnswerReason)) return addJsonRefusal(launcher, words, object);
  return `${line}${ours ? unlessAnswered : ' || '}${printCommandFor(json)} ${object}`;
}

function refusalEndingOf(ending: 'refuse' | 'refuse aloud', launcher: string): string {
  if (ending === 'refuse') return exitRefusal;
  if (launcher === outermostLoader) return foundLoaderRefusal;
  return isLoader(launcher) ? exitRefusalWithHint : namedLauncherRefusal;
}

const isRefusal = (ending: Ending): ending is 'refuse' | 'refuse aloud' =>
  typeof ending === 'string';

/** Reads what {@link writeShimLine} wrote, since 0.1.0; undefined: not such a line. */
export function parseShimLine(line: string): ShimLine | undefined {
  const muted = unmuteLine(line);
  const whole = removeRefusalFlag(muted ?? line);
  const climbs = whole.startsWith(findOutermostLoader) ? findOutermostLoader : '';
  const prefix =
    [findOutermostLoader, `${clearNodeVariables} `, callOperator].find((one) =>
      whole.startsWith(one),
    ) ?? '';
  const body = whole.slice(prefix.length);
  const { words, end } = scanWords(body);
  const isWhole = end === body.length;
  const plain = isWhole || (muted === undefined ? recognizeEnding(body.slice(end)) : undefined);
  if (plain === undefined) return undefined;
  for (const [i, word] of words.entries()) {
    const launcher =
      climbs + (prefix === callOperator ? callOperator : '') + body.slice(0, words[i - 1]?.end);
    const starts = i > 0 && (word.text === 'run' || isLoader(launcher));
    if (!starts) continue;
    const rest = words.slice(word.text === 'run' ? i + 1 : i);
    const { flags: said, problem } = parseFlags(rest.map(({ text }) => text));
    const { proof: _, ...flags } = said; // is for the line alone
    const { host, as: speaks, command } = flags;
    if (problem || host === undefined || speaks === undefined || command.length > 1) continue;
    if (rest.some(({ varies }) => varies)) return undefined;
    if (!climbs && !parseSimpleCommand(body.slice(0, words[i - 1]?.end))?.words.length)
      return undefined;
    return { launcher, host, speaks, flags, hasPlainEnding: plain };
  }
  return undefined;
}

/** Nothing, or answers in our own name, as every version's endings do. */
const ourAnswer = /^\{\}$|"anyhook: /;

/** Whether a line ends as a version of ours says it; undefined: it does not end here. */
function recognizeEnding(behind: string): boolean | undefined {
  const tail = behind.trimStart();
  const refusals = [exitRefusal, foundLoaderRefusal, exitRefusalWithHint, namedLauncherRefusal];
  if (refusals.some((one) => one.trimStart() === tail)) return true;
  const said = [unlessAnswered.trimStart(), '|| '].find((one) => tail.startsWith(one));
  const [echo, ...rest] = (said && splitWords(tail.slice(said.length))) || [];
  const json = rest.pop();
  const known = echo === 'echo' ? !rest.length : echo === 'printf' && rest.join() === '%s\\n';
  if (!known || json === undefined || objectIn(json, false) === undefined) return undefined;
  return ourAnswer.test(json);
}
