import { lstatSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { claimFile } from './private-files.ts';

const day = 24 * 3600 * 1000;

/**
 * Days without use, from the end of a session on (`ended`), and where no end was seen: after 7 days
 * all but what lasts is removed, after 30 days variables, after a year everything.
 */
const daysKept = { ended: 1, texts: 7, values: 30, all: 365 };

/**
 * Tells whether a value stays when its session ends, because another window may have the session
 * open: variables, a halt, the current turn. Guards rely on them.
 */
export const isLasting = (name: string): boolean =>
  name.startsWith('env-') || name === 'halt' || name === 'turn';

/** The most that one sweep delays a hook, in milliseconds. */
const maxSweep = 200;

/**
 * Removes what sessions kept that nobody uses any more. Does so once a day; a sweep that takes too
 * long ends early, and the next run sweeps again.
 *
 * @param state The folder of all sessions.
 */
export function sweepSessions(state: string): void {
  const now = Date.now();
  const ageOf = (path: string) =>
    (now - (lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now)) / day;
  const mark = `${state}/swept`;
  if (ageOf(mark) < 1 && !claimFile(mark)) return;
  try {
    rmSync(mark, { force: true });
    claimFile(mark);
    for (const name of readdirSync(state)) {
      if (Date.now() > now + maxSweep) {
        rmSync(mark, { force: true });
        return;
      }
      if (name !== 'swept') sweepSession(`${state}/${name}`, ageOf);
    }
  } catch {
    // Another process sweeps at the same time.
  }
}

/**
 * Removes what one session kept for too long.
 *
 * @param ageOf Returns the days since a path was last changed.
 */
function sweepSession(path: string, ageOf: (path: string) => number): void {
  const days = ageOf(path);
  if (days < daysKept.ended) return;
  const isFolder = lstatSync(path).isDirectory();
  const names = isFolder ? readdirSync(path) : [];
  const hasLasting = names.some(isLasting) && !names.includes('ended');
  if (days > daysKept.all || names.includes('ended') || (days > daysKept.texts && !hasLasting)) {
    rmSync(path, { force: true, recursive: true });
    return;
  }
  if (days <= daysKept.texts) return;
  for (const name of names) {
    if (!isLasting(name)) rmSync(`${path}/${name}`, { force: true, recursive: true });
    // An empty file says that the variables are lost: hooks that need them then fail.
    else if (days > daysKept.values && name.startsWith('env-')) truncateSync(`${path}/${name}`);
  }
}
