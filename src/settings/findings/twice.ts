import { readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { Hook } from '../../canonical/hook.ts';
import { adapterOf } from '../../translate/host.ts';
import { attempt } from '../../util/attempt.ts';
import type { ReadHook } from '../formats/format.ts';
import { readPresent } from '../formats/index.ts';
import { shellLineOf } from '../home.ts';
import { baseOf, type Place, shownPath } from '../place.ts';
import type { Fate } from '../plan.ts';
import { tableOf, vendorIds } from '../tables.ts';
import { isPresent } from '../vendor-files.ts';
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
  return {
    source,
    target: [...target, ...loadedToo(vendor, rows, place), ...loadedBy(vendor, rows, place)],
  };
}

/** Hooks that a host loads from another agent's files as well, where they do not stand aside. */
function loadedToo(vendor: string, rows: readonly Fate[], place: Place): Finding[] {
  const { alsoLoads = {}, loaded: how = 'what stands there is the other' } = tableOf(vendor);
  /** A script by its path; where that cannot be told, by the end that any spelling of it has. */
  const runs = (hook: Hook) => scriptPath(hook, place) ?? shellLineOf(hook)?.trim() ?? '';
  const endOf = (path: string) => path.split('/').slice(-2).join('/');
  const wanted = [
    ...new Set(rows.flatMap(({ hook, events }) => (events.length ? runs(hook) : []))),
  ];
  return (alsoLoads[place.scope] ?? []).flatMap((file): Finding[] => {
    const path = join(baseOf(place).root, file);
    const read = (id: string) => readPresent(id, readFileSync(path, 'utf8'), file).hooks;
    const found = (adapterOf(vendor).loads ?? [])
      .flatMap((id) => attempt(() => read(id)) ?? [])
      .filter(({ hook, wrapped }) => {
        const said = shellLineOf(hook) ?? '';
        const isSame = (one: string) => one && (one === runs(hook) || said.includes(endOf(one)));
        return !wrapped && wanted.some(isSame);
      });
    const shown = (hook: Hook) =>
      isAbsolute(runs(hook)) ? shownPath(runs(hook), place) : runs(hook);
    const scripts = [...new Set(found.map(({ hook }) => shown(hook)))];
    const lines = found.flatMap(({ at }) => at?.line ?? []);
    return found.length ? [{ code: 'twice-loaded', scripts, file, lines, how }] : [];
  });
}

/** Agents of the project that load what is written. */
function loadedBy(vendor: string, rows: readonly Fate[], place: Place): Finding[] {
  const runs = rows.some(({ how, events }) => events.length > 0 && how !== 'native');
  const others = runs ? vendorIds().map((id) => adapterOf(id)) : [];
  return others
    .filter(({ id, loads }) => {
      const file = tableOf(vendor).file[place.scope];
      const isLoaded = tableOf(id).alsoLoads?.[place.scope]?.includes(file);
      return loads?.includes(vendor) && isLoaded && isPresent(id, place);
    })
    .map(({ title: agent }) => ({ code: 'loaded-by', agent }));
}
