/** How the lines end that the converter writes for a POSIX shell; the shim reads them as well. */

/** What stands before what a line says where the runner gave no answer: only 9 proves one. */
export const unproved = '; [ $? = 9 ] || ';

/** The name of the loader, below the root of its settings. */
export const loaderName = '.anyhook/sh';

/** Refuses by exit code 2, where silence is a refusal. */
export const refusal = `${unproved}exit 2`;

/** Refuses by exit code 2, with a word about what failed on stderr. */
export const refusalBy = (what: string): string => `${unproved}{ echo ${what} failed>&2;exit 2;}`;

/** A line of which nothing is heard where it fails: a shell tells of a killed command by itself. */
export const mutedLine = (line: string): string => `{ ${line}; } 2>/dev/null || true`;

/** The line inside {@link mutedLine}; undefined: it is not so. */
export const unmuted = (line: string): string | undefined =>
  /^\{ (.*); \} 2>\/dev\/null \|\| true$/s.exec(line)?.[1];
