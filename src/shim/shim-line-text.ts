/*
 * The shell text around the flags of a shim line, for a POSIX shell. The converter writes it, and the
 * shim recognises it in the settings of its host.
 */

/**
 * Stands between the runner and an ending, which is only run where the runner gave no answer: exit
 * code 9 alone proves one. A shell that ends at the first command that fails (`SHELLOPTS=errexit`)
 * does not end inside such a list.
 */
export const unlessAnswered = ' && false || [ $? = 9 ] || ';

/** The reason in a JSON refusal where nothing more is known. The loader replaces it by what is wrong. */
export const noAnswerReason = 'this hook gave no answer. Run npx anyhook sync.';

/** Path of the loader below the project root. */
export const loaderPath = '.anyhook/sh';

/** An ending that refuses by exit code 2 and prints nothing. */
export const exitRefusal = `${unlessAnswered}exit 2`;

/** Returns an ending that refuses by exit code 2 and prints words, which are shell words, on stderr. */
export const exitRefusalSaying = (words: string): string =>
  `${unlessAnswered}{ echo ${words}>&2;exit 2;}`;

/** An ending that refuses by exit code 2 and prints a command that a person can run. */
export const exitRefusalWithHint = exitRefusalSaying('npx anyhook sync');

/**
 * Makes a shell line print nothing on stderr and end with 0, whatever happens in it. Its whole stderr
 * is discarded because a shell itself reports a command that was killed.
 */
export const muteLine = (line: string): string => `{ ${line}; } 2>/dev/null || true`;

/** Returns the line that {@link muteLine} was given; undefined for a line that it did not make. */
export const unmuteLine = (line: string): string | undefined =>
  /^\{ (.*); \} 2>\/dev\/null \|\| true$/s.exec(line)?.[1];

/** Puts the JSON of a refusal into `$1`. */
const setRefusal = 'set -- ';
/** Passes it to the loader. */
const passRefusal = ' --refusal "$1"';
/** Shell commands that print the word behind them, and a line break. */
export const printCommands = ['echo', `printf '%s\\n'`];

/** Returns the command that prints a text unchanged: some shells' `echo` interprets backslashes. */
export const printCommandFor = (text: string): string =>
  printCommands[text.includes('\\') ? 1 : 0] as string;

/**
 * Makes a shim line that refuses by JSON on stdout where the runner gave no answer. The JSON is passed
 * to the loader as well, which prints it with what is wrong in place of {@link noAnswerReason}; the
 * line itself prints it where the loader could not.
 *
 * @param launcher The words that start the runner.
 * @param words The flags and the command of the line, quoted for a shell.
 * @param object The JSON, quoted for a shell.
 */
export function addJsonRefusal(launcher: string, words: string, object: string): string {
  const print = printCommandFor(object);
  return `${setRefusal}${object}; ${launcher}${passRefusal} ${words}${unlessAnswered}${print} "$1"`;
}

/**
 * Returns a line of {@link addJsonRefusal} in its plain form, which prints the JSON itself and does not
 * pass it to the loader. Any other line is returned as it is.
 */
export function removeRefusalFlag(line: string): string {
  const print = printCommands.find((one) => line.endsWith(`${unlessAnswered}${one} "$1"`));
  const end = line.indexOf("'; ", setRefusal.length + 1) + 1;
  const at = line.indexOf(passRefusal, end);
  if (print === undefined || !line.startsWith(`${setRefusal}'`) || end === 0 || at < 0) return line;
  const started = line.slice(end + 2, at) + line.slice(at + passRefusal.length, -' "$1"'.length);
  return `${started} ${line.slice(setRefusal.length, end)}`;
}
