/** Removes what old sessions have left in the state folder. */
import { existsSync, lstatSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { claimFile, replacePrivateFile } from './private-files.ts';

const day = 24 * 3600 * 1000;

/** For how many days after the last use the values of a session are kept. */
const daysKept = {
  /** All values of a session whose end was seen. */
  ended: 1,
  /** Values of any other session that are not lasting ones ({@link isLasting}). */
  texts: 7,
  /** The variables, which are lasting values: after that, their file is emptied. */
  variables: 30,
  /** All values of any other session. */
  all: 365,
};

/**
 * Tells whether a value is a lasting one: a set of variables, a halt, or the current turn. They stay when
 * their session ends, since another window may have the session open, and guards rely on them.
 */
export const isLasting = (name: string): boolean =>
  name.startsWith('env-') || name === 'halt' || name === 'turn';

/** The name of the file that keeps git from the state folder. */
const ignoringName = '.gitignore';

/** The longest time that one sweep may delay a hook, in milliseconds. */
const maxSweepTime = 200;

/**
 * Removes the values of sessions that nobody uses any more, once a day. A sweep that takes too long ends
 * early, and the next run sweeps again. Also makes sure that git ignores all of it.
 *
 * @param state The folder that holds one folder for each session, and `swept`, whose age is the time
 *   since the last sweep.
 */
export function sweepSessions(state: string): void {
  const now = Date.now();
  const daysSinceChange = (path: string) =>
    (now - (lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now)) / day;
  const mark = `${state}/swept`;
  // A missing file has the age 0, and only the process that makes it sweeps.
  if (daysSinceChange(mark) < 1 && !claimFile(mark)) return;
  try {
    rmSync(mark, { force: true });
    claimFile(mark);
    // The home folder may be a repository. What hooks and people said in a session must not get into it.
    const ignoring = `${state}/${ignoringName}`;
    if (!existsSync(ignoring)) replacePrivateFile(ignoring, '*\n');
    for (const name of readdirSync(state)) {
      if (Date.now() > now + maxSweepTime) {
        rmSync(mark, { force: true });
        return;
      }
      if (name !== 'swept' && name !== ignoringName)
        sweepSession(`${state}/${name}`, daysSinceChange);
    }
  } catch {
    // Another process sweeps at the same time.
  }
}

/**
 * Removes the values of one session that were kept for long enough.
 *
 * @param daysSinceChange Returns the days since a path was last changed.
 */
function sweepSession(path: string, daysSinceChange: (path: string) => number): void {
  const days = daysSinceChange(path);
  if (days < daysKept.ended) return;
  const isFolder = lstatSync(path).isDirectory();
  const names = isFolder ? readdirSync(path) : [];
  const isOver = names.includes('ended') || days > daysKept.all;
  if (isOver || (days > daysKept.texts && !names.some(isLasting))) {
    rmSync(path, { force: true, recursive: true });
    return;
  }
  if (days <= daysKept.texts) return;
  for (const name of names) {
    if (!isLasting(name)) rmSync(`${path}/${name}`, { force: true, recursive: true });
    // Not removed: an empty file says that the variables are lost, and hooks that need them then fail.
    else if (days > daysKept.variables && name.startsWith('env-')) truncateSync(`${path}/${name}`);
  }
}
