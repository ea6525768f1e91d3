import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { parseJsonc } from '../../edit/jsonc/tree.ts';
import type { Settings } from '../formats/format.ts';
import type { Row } from '../plan.ts';
import { tableOf } from '../tables.ts';
import { type Place, scriptPath, shown } from './check.ts';
import type { At, Finding } from './finding.ts';

/** What a command runs, to know the same again. */
const runs = (row: Pick<Row, 'hook'>, place: Place): string =>
  scriptPath(row.hook, place) ?? row.hook.command.trim();

/** Scripts that one host would run twice for the same happening. */
export function firesTwice(
  vendor: string,
  rows: readonly Row[],
  target: Settings,
  place: Place,
): { source: Finding[]; target: Finding[] } {
  const source: Finding[] = [];
  const found: Finding[] = [];
  const seen = new Map<string, Row>();
  const there = new Map<string, At | undefined>();
  for (const { hook, event, wrapped, at } of target.hooks) {
    if (!wrapped) there.set(`${event} ${runs({ hook }, place)}`, at);
  }
  for (const row of rows) {
    const script = runs(row, place);
    const named = isAbsolute(script) ? shown(script, place) : script;
    for (const event of row.events) {
      const key = `${event} ${script}`;
      const other = seen.get(key);
      if (!other) seen.set(key, row);
      else if (other.hook.event !== row.hook.event) {
        const sources: [string, string] = [other.hook.event, row.hook.event];
        source.push({ code: 'twice-by-event', script: named, event, sources, at: row.at });
      }
      if (!there.has(key) || row.how === 'native') continue;
      found.push({ code: 'twice-there', script: named, event, at: there.get(key) });
    }
  }
  return { source, target: [...found, ...loadedToo(vendor, rows, place)] };
}

/** The same scripts in other files that the agent reads as well. */
function loadedToo(vendor: string, rows: readonly Row[], place: Place): Finding[] {
  const scripts = new Map(
    rows.filter(({ events }) => events.length).map((row) => [tail(runs(row, place)), row]),
  );
  const found: Finding[] = [];
  for (const file of place.scope === 'project' ? (tableOf(vendor).alsoLoads ?? []) : []) {
    const path = join(place.root, file);
    if (!existsSync(path)) continue;
    for (const [i, line] of linesOf(path, file).entries()) {
      for (const script of scripts.keys()) {
        if (!/"command"\s*:/.test(line) || !line.includes(script)) continue;
        found.push({ code: 'twice-loaded', script, file, line: i + 1 });
      }
    }
  }
  return found;
}

/** The end of a path that any spelling of it has. */
const tail = (script: string): string => script.split('/').slice(-2).join('/');

function linesOf(path: string, file: string): string[] {
  try {
    const text = readFileSync(path, 'utf8');
    parseJsonc(text, file);
    return text.split('\n');
  } catch {
    return [];
  }
}
