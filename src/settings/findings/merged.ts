import { set as put } from '../../mapping/paths.ts';
import type { Named } from '../../mapping/settings.ts';
import type { Written } from '../command-line/wrap.ts';
import type { Element, Settings } from '../formats/format.ts';
import { launchersIn, singles } from '../ownership/elements.ts';
import type { Merged } from '../ownership/merge.ts';
import type { Returned } from '../ownership/origins.ts';
import { tableOf } from '../tables.ts';
import type { Finding } from './finding.ts';

/** What became of a target's own entries. */
export function ofMerged(
  { to, launcher }: { to: string; launcher: string },
  target: Settings,
  { edited, strange, set }: Merged,
): Finding[] {
  const at = ({ event, index }: Element) =>
    target.hooks.find((one) => one.event === event && one.index === index)?.at;
  const changed = edited.map((one): Finding => {
    const { event, value } = one;
    return { code: 'edited', event, beside: singles(to, value).length - 1, at: at(one) };
  });
  const unknown = strange
    .filter(({ value }) => launchersIn(to, value).includes(launcher))
    .map((one): Finding => ({ code: 'stray', event: one.event, at: at(one) }));
  const switched = (target.text.trim() ? set : []).map(({ path, value }): Finding => {
    return { code: 'setting-written', path: path.join('.'), value };
  });
  return [...changed, ...unknown, ...switched];
}

/** Entries that the rest of the target switches off, each reason once an event. */
export function ofSwitched(
  to: string,
  { value }: Settings,
  { set }: Merged,
  written: readonly Written[],
): Finding[] {
  const { switchedOff } = tableOf(to);
  if (!switchedOff) return [];
  const file = structuredClone(value);
  for (const need of set) put(file, need.path, need.value);
  const found = written.flatMap(({ event, entry }): Finding[] => {
    const why = switchedOff(file, entry as unknown as Named);
    return why === undefined ? [] : [{ code: 'switched-off', event, why }];
  });
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}

/** What to say of a hook that is not put beside what it was made from. */
export function ofReturned(
  { one, now }: Returned,
  { from, to, source }: { from: string; to: string; source: { file: string } },
): Finding {
  const { event, name, command } = one.hook;
  const about = { event, file: source.file, run: `anyhook convert ${to} ${from} --write` };
  return now
    ? { code: 'returned-changed', ...about, at: now.at }
    : { code: 'returned-gone', ...about, hook: name ?? command };
}
