import { lstatSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { claimFile } from './private-files.ts';

const day = 24 * 3600 * 1000;

/** Days without use after which a session that never said its end loses what. */
const after = { ended: 1, texts: 7, values: 30, all: 365 };

/** What a session keeps for guards, and beyond its end: another window may have it open. */
export const isLasting = (name: string): boolean =>
  name.startsWith('env-') || name === 'halt' || name === 'turn';

/** The longest a hook is kept by it, in milliseconds. */
const patience = 200;

/** Sessions nobody uses any more. Looked for once a day, or again where it took too long. */
export function sweepSessions(state: string): void {
  const now = Date.now();
  const old = (path: string) =>
    (now - (lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now)) / day;
  const mark = `${state}/swept`;
  if (old(mark) < 1 && !claimFile(mark)) return;
  try {
    rmSync(mark, { force: true });
    claimFile(mark);
    for (const name of readdirSync(state)) {
      if (Date.now() > now + patience) {
        rmSync(mark, { force: true });
        return;
      }
      if (name !== 'swept') sweepSession(`${state}/${name}`, old);
    }
  } catch {
    // Another process sweeps as well.
  }
}

function sweepSession(path: string, old: (path: string) => number): void {
  const days = old(path);
  if (days < after.ended) return;
  const folder = lstatSync(path).isDirectory();
  const names = folder ? readdirSync(path) : [];
  const values = names.some(isLasting) && !names.includes('ended');
  if (days > after.all || names.includes('ended') || (days > after.texts && !values)) {
    rmSync(path, { force: true, recursive: true });
    return;
  }
  if (days <= after.texts) return;
  for (const name of names) {
    if (!isLasting(name)) rmSync(`${path}/${name}`, { force: true, recursive: true });
    // Empty: it was there, and is gone. Whoever relies on it is told so.
    else if (days > after.values && name.startsWith('env-')) truncateSync(`${path}/${name}`);
  }
}
