import type { Element, Settings } from '../formats/format.ts';
import { launchersIn, singles } from '../merge/elements.ts';
import type { Merged } from '../merge/merge.ts';
import type { Returned } from '../merge/origins.ts';
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
