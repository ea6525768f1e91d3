import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Place, scriptPath } from './check.ts';
import { parseJsonc } from './jsonc.ts';
import type { Row } from './plan.ts';
import type { Finding, Settings } from './read.ts';
import { tableOf } from './wrap.ts';

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
  for (const row of rows) {
    const script = runs(row, place);
    for (const event of row.events) {
      const key = `${event} ${script}`;
      const other = seen.get(key);
      if (!other) seen.set(key, row);
      else if (other.hook.event !== row.hook.event) {
        const both = `${other.hook.event} and ${row.hook.event}`;
        source.push({
          kind: 'odd',
          text: `${script} stands at ${both}: ${event} runs it twice`,
          at: row.at,
        });
      }
      for (const { hook, event: at, wrapped, at: where } of target.hooks) {
        if (wrapped || at !== event || runs({ hook }, place) !== script || row.how === 'native')
          continue;
        const line = `${target.file}:${where?.line ?? 1}`;
        found.push({
          kind: 'odd',
          text: `${line} runs ${script} at ${event} already: it would run twice`,
        });
      }
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
        found.push({
          kind: 'odd',
          text: `${file}:${i + 1} is loaded there too, and runs ${script}: it would run twice`,
        });
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
