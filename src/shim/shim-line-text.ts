/** How the lines end that the converter writes for a POSIX shell; the shim reads them as well. */

/**
 * What stands before what a line says where the runner gave no answer: only 9 proves one. A shell
 * that ends at the first command which fails (`SHELLOPTS=errexit`) goes on in such a list.
 */
export const unlessAnswered = ' && false || [ $? = 9 ] || ';

/** What a refusal in JSON says where nothing more is known. */
export const noAnswerReason = 'this hook gave no answer. Run npx anyhook sync.';

/** The name of the loader, below the root of its settings. */
export const loaderPath = '.anyhook/sh';

/** Refuses by exit code 2, where silence is a refusal. */
export const exitRefusal = `${unlessAnswered}exit 2`;

/** Refuses by exit code 2, with words on stderr. */
export const exitRefusalSaying = (words: string): string =>
  `${unlessAnswered}{ echo ${words}>&2;exit 2;}`;

/** What is said where the loader could not say more: what to type. */
export const exitRefusalWithHint = exitRefusalSaying('npx anyhook sync');

/** A line of which nothing is heard where it fails: a shell tells of a killed command by itself. */
export const muteLine = (line: string): string => `{ ${line}; } 2>/dev/null || true`;

/** The line inside {@link muteLine}; undefined: it is not so. */
export const unmuteLine = (line: string): string | undefined =>
  /^\{ (.*); \} 2>\/dev\/null \|\| true$/s.exec(line)?.[1];

const sets = 'set -- ';
const hands = ' --refusal "$1"';
/** What prints the word behind it. */
export const printCommands = ['echo', `printf '%s\\n'`];

/** What prints a text as it is: many an `echo` reads backslashes. */
export const printCommandFor = (text: string): string =>
  printCommands[text.includes('\\') ? 1 : 0] as string;

/**
 * A line that refuses by JSON, which it hands to its loader as well: the loader prints it with what is
 * wrong in place of {@link noAnswerReason}. `object`: that JSON, quoted for a shell.
 */
export function addJsonRefusal(launcher: string, words: string, object: string): string {
  const print = printCommandFor(object);
  return `${sets}${object}; ${launcher}${hands} ${words}${unlessAnswered}${print} "$1"`;
}

/** Such a line as one that does not hand its JSON on, and prints it itself; any other as it is. */
export function removeRefusalFlag(line: string): string {
  const print = printCommands.find((one) => line.endsWith(`${unlessAnswered}${one} "$1"`));
  const end = line.indexOf("'; ", sets.length + 1) + 1;
  const at = line.indexOf(hands, end);
  if (print === undefined || !line.startsWith(`${sets}'`) || end === 0 || at < 0) return line;
  const started = line.slice(end + 2, at) + line.slice(at + hands.length, -' "$1"'.length);
  return `${started} ${line.slice(sets.length, end)}`;
}
