import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { Hook } from '../../canonical/hook.ts';
import { parseJsonc } from '../../edit/jsonc/tree.ts';
import type { ReadHook } from '../formats/format.ts';
import { type Place, shownPath } from '../place.ts';
import type { Fate } from '../plan.ts';
import { tableOf } from '../tables.ts';
import type { Finding } from './finding.ts';
import { scriptPath } from './script.ts';

/** Scripts that a host would run twice for the same happening; `there`: what others put there. */
export function firesTwice(
  vendor: string,
  rows: readonly Fate[],
  there: readonly ReadHook[],
  place: Place,
): { source: Finding[]; target: Finding[] } {
  /** What a command runs, to know the same again. */
  const runs = (hook: Hook): string => hook.url ?? scriptPath(hook, place) ?? hook.command.trim();
  const source: Finding[] = [];
  const target: Finding[] = [];
  const seen = new Map<string, Hook>();
  const known = new Map(there.map(({ hook, event, at }) => [`${event} ${runs(hook)}`, at]));
  for (const { hook, at, how, events } of rows) {
    const path = runs(hook);
    const script = isAbsolute(path) ? shownPath(path, place) : path;
    for (const event of events) {
      const key = `${event} ${path}`;
      const other = seen.get(key) ?? hook;
      seen.set(key, other);
      if (other.event !== hook.event) {
        source.push({
          code: 'twice-by-event',
          script,
          event,
          sources: [other.event, hook.event],
          at,
        });
      }
      if (known.has(key) && how !== 'native') {
        target.push({ code: 'twice-there', script, event, at: known.get(key) });
      }
    }
  }
  // The end of a path that any spelling of it has.
  const tails = rows.flatMap(({ hook, events }) =>
    events.length ? runs(hook).split('/').slice(-2).join('/') : [],
  );
  for (const file of place.scope === 'project' ? (tableOf(vendor).alsoLoads ?? []) : []) {
    for (const [i, line] of linesOf(join(place.root, file), file).entries()) {
      if (!/"command"\s*:/.test(line)) continue;
      for (const script of new Set(tails)) {
        if (line.includes(script)) target.push({ code: 'twice-loaded', script, file, line: i + 1 });
      }
    }
  }
  return { source, target };
}

/** The lines of a JSON file, as far as there is one. */
function linesOf(path: string, file: string): string[] {
  if (!existsSync(path)) return [];
  try {
    const text = readFileSync(path, 'utf8');
    parseJsonc(text, file);
    return text.split('\n');
  } catch {
    return [];
  }
}
