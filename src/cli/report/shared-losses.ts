/** Joins the losses that several hooks or agents share, so that a report has each sentence once. */
import type { Severity } from '../../canonical/outcome.ts';
import { describeHookLoss, describeSharedLoss, type HookLoss } from '../../convert/hook-loss.ts';
import type { FileConversion } from '../../convert/job.ts';
import { adapterOf } from '../../translate/host.ts';
import { groupBy } from '../../util/group.ts';
import { toPlainLine, wrapText } from '../paint.ts';
import { linkLoss } from '../site-pages.ts';
import { nameOf, numberOf } from './hook-status.ts';

/** A sentence about a loss, and the hooks and agents that it is about. */
interface SharedSentence {
  code: HookLoss['code'];
  text: string;
  /** The number and the name of each hook. */
  hooks: string[];
  /** The titles of the agents. Empty: there is one target, or the sentence names its agent itself. */
  agents: string[];
}

/**
 * Returns the losses of one severity of all hooks in all targets as lines, each sentence once.
 *
 * @param begin What each line begins with.
 */
export const formatLosses = (
  all: readonly FileConversion[],
  wanted: Severity,
  begin: string,
): string[] =>
  // A report tells elsewhere what to do about hooks that were left out, since their tool serves several agents.
  groupLosses(all, ({ severity, code }) => severity === wanted && code !== 'serves-several').map(
    ({ code, text, hooks, agents }) => {
      const where = agents.length ? ` in ${agents.join(', ')}` : '';
      return linkLoss(wrapText(begin, `${hooks.join(', ')}${where}: ${text}`), code);
    },
  );

/** Returns the wanted losses of all hooks in all targets, each sentence once. */
function groupLosses(
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
