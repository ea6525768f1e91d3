/*
 * The text around the flags and the command of a shim line, for a POSIX shell. The converter writes it, and
 * the shim recognises it in the settings of its host.
 */

/**
 * Stands between the start of the runner and the ending. The shell runs the ending unless the start has
 * ended with exit code 9, which proves that the runner gave an answer. `false` and the test stand in a list
 * with `||`, in which a shell with `SHELLOPTS=errexit` does not end at a command that fails.
 */
export const unlessAnswered = ' && false || [ $? = 9 ] || ';

/** The reason in the JSON refusal of a line. The loader replaces it if it knows what is wrong. */
export const noAnswerReason = 'this hook gave no answer. Run npx anyhook sync.';

/** Path of the loader below the project root. */
export const loaderPath = '.anyhook/sh';

/** An ending that refuses by exit code 2 and prints nothing. */
export const exitRefusal = `${unlessAnswered}exit 2`;

/**
 * Returns an ending that refuses by exit code 2 and prints a text on stderr.
 *
 * @param words The text as words of a shell.
 */
export const exitRefusalSaying = (words: string): string =>
  `${unlessAnswered}{ echo ${words}>&2;exit 2;}`;

/** An ending that refuses by exit code 2 and prints the command that writes a missing runner again. */
export const exitRefusalWithHint = exitRefusalSaying('npx anyhook sync');

/**
 * Wraps a shell line so that it prints nothing on stderr and ends with 0, whatever happens in it. The
 * braces are needed because the shell itself reports on stderr that a command was killed.
 */
export const muteLine = (line: string): string => `{ ${line}; } 2>/dev/null || true`;

/** Returns the line inside a line of {@link muteLine}, or undefined for any other line. */
export const unmuteLine = (line: string): string | undefined =>
  /^\{ (.*); \} 2>\/dev\/null \|\| true$/s.exec(line)?.[1];

/** The start of a line that refuses by JSON: sets `$1` to the JSON behind it. */
const setRefusal = 'set -- ';
/** The flag that passes the JSON to the loader. */
const passRefusal = ' --refusal "$1"';
/** Shell commands, each of which prints the word behind it and a line break. */
export const printCommands = ['echo', `printf '%s\\n'`];

/** Returns the command of {@link printCommands} that prints a text unchanged. The `echo` of some shells interprets backslashes. */
export const printCommandFor = (text: string): string =>
  printCommands[text.includes('\\') ? 1 : 0] as string;

/**
 * Makes a shim line that refuses by JSON on stdout if the runner gives no answer. The loader gets the JSON
 * as well, and prints it with what is wrong in place of {@link noAnswerReason}. If not even the loader
 * runs, the line itself prints the JSON.
 *
 * @param launcher The words that start the runner.
 * @param words The flags and the command of the line, quoted for a shell.
 * @param refusal The JSON, quoted for a shell.
 */
export function addJsonRefusal(launcher: string, words: string, refusal: string): string {
  const print = printCommandFor(refusal);
  return `${setRefusal}${refusal}; ${launcher}${passRefusal} ${words}${unlessAnswered}${print} "$1"`;
}

/**
 * Rewrites a line of {@link addJsonRefusal} to the form `LAUNCHER WORDS || … PRINT JSON`, in which the JSON
 * stands in the ending and the loader does not get it. Returns any other line as it is.
 */
export function removeRefusalFlag(line: string): string {
  const printsRefusal = printCommands.some((print) =>
    line.endsWith(`${unlessAnswered}${print} "$1"`),
  );
  const jsonEnd = line.indexOf("'; ", setRefusal.length + 1) + 1; // 0: there is no JSON
  const flagAt = line.indexOf(passRefusal, jsonEnd);
  if (!printsRefusal || !line.startsWith(`${setRefusal}'`) || !jsonEnd || flagAt < 0) return line;
  const [afterJson, afterFlag] = [jsonEnd + '; '.length, flagAt + passRefusal.length];
  const start = line.slice(afterJson, flagAt) + line.slice(afterFlag, -' "$1"'.length);
  return `${start} ${line.slice(setRefusal.length, jsonEnd)}`;
}
