import type { Hook } from '../../canonical/hook.ts';
import { equal } from '../../equal.ts';
import type { Entries } from '../disk/record.ts';
import { hookToSource } from '../source/hook.ts';
import { mergeSource, readSource, writeSource } from '../yaml.ts';
import { drop } from './elements.ts';

/** Puts hooks into the neutral file in place of those that were ours. Throws `settings`. */
export function mergeYaml(
  target: { text: string; file: string },
  hooks: readonly Hook[],
  ours: Entries,
): { text: string; entries: Entries } {
  if (!target.text.trim()) {
    const entries = entriesOf(hooks);
    return { text: hooks.length ? writeSource([...hooks]) : target.text, entries };
  }
  const there = readSource(target.text, target.file).hooks.map(({ hook }) => hook);
  const left = [...(ours.hooks ?? [])];
  const mine = there.flatMap((hook, index) => (drop(left, [hookToSource(hook)]) ? [index] : []));
  const foreign = there.filter((_, index) => !mine.includes(index));
  const add = hooks.filter((hook) => !foreign.some((one) => equal(one, hook)));
  const entries = entriesOf(add);
  if (
    equal(
      add,
      mine.map((index) => there[index]),
    )
  )
    return { text: target.text, entries };
  return { text: mergeSource(target.text, target.file, { remove: mine, add: [...add] }), entries };
}

const entriesOf = (hooks: readonly Hook[]): Entries =>
  hooks.length ? { hooks: hooks.map(hookToSource) } : {};
