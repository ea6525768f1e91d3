import { launchersIn, singles } from '../merge/elements.ts';
import type { Merged } from '../merge/merge.ts';
import type { Returned } from '../merge/origins.ts';
import type { Element, Finding, Settings } from '../read.ts';

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
    const more = singles(to, value).length - 1;
    const all = more ? `, with the ${more} beside it` : '';
    return {
      kind: 'odd',
      text: `${event}: an entry of ours was changed by hand; it stays until it is deleted${all}`,
      at: at(one),
    };
  });
  const unknown = strange
    .filter(({ value }) => launchersIn(to, value).includes(launcher))
    .map((one): Finding => {
      const why = 'not of this source, and no record (.anyhook/written.json) tells whose';
      return {
        kind: 'odd',
        text: `${one.event}: an entry ${why}; it stays until it is deleted`,
        at: at(one),
      };
    });
  const switched = (target.text.trim() ? set : []).map(({ path, value }): Finding => {
    const text = `${path.join('.')} was not there, and becomes ${JSON.stringify(value)}`;
    return { kind: 'odd', text };
  });
  return [...changed, ...unknown, ...switched];
}

/** What to say of a hook that is not put beside what it was made from. */
export function ofReturned(
  { one, now }: Returned,
  { from, to, source }: { from: string; to: string; source: { file: string } },
): Finding {
  const { event, name, command } = one.hook;
  const run = `anyhook convert ${to} ${from} --write`;
  const text = now
    ? `${event}: ${source.file} has it in other words; it stays as it is here. To have it so there: ${run}`
    : `${event}: ${source.file} has ${name ?? command}, made from a hook of this file that is no longer here so; it is not put back. To take it out there: ${run}`;
  return { kind: 'odd', text, at: now?.at };
}
