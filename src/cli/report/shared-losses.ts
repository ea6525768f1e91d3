/** Joins the losses that several hooks or agents share, so that a report has each sentence once. */
import { describeHookLoss, describeSharedLoss, type HookLoss } from '../../convert/hook-loss.ts';
import type { FileConversion } from '../../convert/job.ts';
import { adapterOf } from '../../translate/host.ts';
import { groupBy } from '../../util/group.ts';
import { toPlainLine } from '../paint.ts';
import { nameOf, numberOf } from './hook-status.ts';

/** A sentence about a loss, and the hooks and agents that it is about. */
export interface SharedSentence {
  code: HookLoss['code'];
  text: string;
  /** The number and the name of each hook. */
  hooks: string[];
  /** The titles of the agents. Empty: there is one target, or the sentence names its agent itself. */
  agents: string[];
}

/** Returns the wanted losses of all hooks in all targets, each sentence once. */
export function groupLosses(
  all: readonly FileConversion[],
  isWanted: (loss: HookLoss) => boolean,
): SharedSentence[] {
  const said = all.flatMap(({ to, rows }) =>
    rows.flatMap((row) =>
      row.losses.filter(isWanted).map((loss) => {
        const agent = adapterOf(to).title;
        const hook = `${numberOf(row)} ${nameOf(row)}`;
        return { agent, hook, loss, shared: describeSharedLoss(loss, agent) };
      }),
    ),
  );
  return [...groupBy(said, ({ shared }) => shared)].flatMap(([shared, group]) => {
    const [first] = group;
    if (!first) return [];
    const titles = [...new Set(group.map(({ agent }) => agent))];
    const own = toPlainLine(describeHookLoss(first.loss));
    const isOne = titles.length === 1;
    const namesAgent = all.length === 1 || (isOne && own.includes(first.agent));
    return [
      {
        code: first.loss.code,
        text: isOne ? own : toPlainLine(shared),
        hooks: [...new Set(group.map(({ hook }) => hook))],
        agents: namesAgent ? [] : titles,
      },
    ];
  });
}
