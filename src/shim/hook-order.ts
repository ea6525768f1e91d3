/**
 * The order in which the hooks of one line run. Hooks of one dialect run as the hooks of one event do in their own
 * agent; those of another dialect run beside them. Where hooks of several dialects run one after another, they keep the
 * order of the line.
 */
import type { Flags, ParsedLine } from '../canonical/flags.ts';
import type { AnyhookError } from '../errors.ts';
import type { Adapter, Binding } from '../mapping/adapter.ts';
import { adapterOf } from '../translate/host.ts';
import { stageOf } from '../translate/merged-outcome.ts';
import { hookTimeWithin, timeLimitOf } from './time-limits.ts';

/** A hook of a line. */
export interface LineHook<F = Flags> {
  flags: F;
  dialect: Adapter;
  /** Why the hook is not run: its words on the line are wrong. */
  problem?: AnyhookError;
  /** The number of its line, where several lines are run as one. Absent: there is one line. */
  line?: number;
}

/** The flags of a hook by which its order and its time limit are known. */
type OrderFlags = Pick<Flags, 'as' | 'event' | 'timeout' | 'inTurn'>;

/** Returns a hook of a line from its flags. Throws `vendor` if there is no such dialect. */
export const lineHookOf = <F extends OrderFlags>(flags: F): LineHook<F> => ({
  flags,
  dialect: adapterOf(flags.as, '--as'),
});

/**
 * Lists the hooks of a line that has several. One whose words are wrong counts as a hook of its dialect that fails, or of
 * the host if there is no such dialect.
 *
 * @param host The host of the line.
 */
export const listLineHooks = (
  { hooks, hookProblems, lineNumbers }: Pick<ParsedLine, 'hooks' | 'hookProblems' | 'lineNumbers'>,
  host: Adapter,
): LineHook[] =>
  hooks.map((flags) => {
    const problem = hookProblems?.get(flags);
    const line = lineNumbers?.get(flags);
    const more = line === undefined ? {} : { line };
    try {
      return { ...lineHookOf(flags), ...more, ...(problem && { problem }) };
    } catch (error) {
      return { flags, dialect: host, ...more, problem: problem ?? (error as AnyhookError) };
    }
  });

/**
 * Orders the hooks of a line.
 *
 * @returns `groups`: lists of hooks of one dialect. The elements of a list are steps, which run one after another. The
 *   hooks of a step run at the same time. `isInTurn`: the groups run one after another too, since the host runs hooks so,
 *   or a hook of the line needs that. Each group then has hooks that stand side by side on one line. Otherwise there is
 *   one group for each dialect, and all run at the same time.
 */
export function orderHooks<T extends LineHook<OrderFlags>>(
  hooks: readonly T[],
  host: Adapter,
): { groups: T[][][]; isInTurn: boolean } {
  const isInTurn = host.merging?.inTurn === true || hooks.some(({ flags }) => flags.inTurn);
  const ofGroups: T[][] = [];
  for (const one of hooks) {
    const isOfDialect = ([first]: T[]) =>
      first?.dialect === one.dialect && (!isInTurn || first.line === one.line);
    const group = (isInTurn ? ofGroups.slice(-1) : ofGroups).find(isOfDialect);
    if (group) group.push(one);
    else ofGroups.push([one]);
  }
  const groups = ofGroups.map((group) => {
    const merging = group[0]?.dialect.merging;
    if (merging?.inTurn || group.some(({ flags }) => flags.inTurn))
      return group.map((one) => [one]);
    const stageOfHook = ({ flags }: T) => stageOf(merging, flags.event ?? '');
    const found = [...new Set(group.map(stageOfHook))].sort();
    return found.map((stage) => group.filter((one) => stageOfHook(one) === stage));
  });
  return { groups, isInTurn };
}

/**
 * Returns how long the hooks of a line may take together, in milliseconds: the longest limit of hooks that run at the
 * same time, and the sum of those that run one after another. The host's own limit of the line must be longer, so that
 * a hook that hangs is ended by the runner, which then says what the other hooks have said.
 *
 * @param hooks The flags of each hook (`parseFlags`). A hook without `--timeout` has the usual limit of a run.
 * @param binding The event of the host. Absent: the usual limit of its events counts.
 */
export function lineTimeOf(hooks: readonly OrderFlags[], host: Adapter, binding?: Binding): number {
  const hostLimit = timeLimitOf(host, binding);
  const limitOf = ({ flags, dialect }: LineHook<OrderFlags>): number =>
    flags.timeout ??
    hookTimeWithin(Math.min(timeLimitOf(dialect, dialect.bindings.find(flags.event)), hostLimit));
  const sum = (times: readonly number[]) => times.reduce((a, b) => a + b, 0);
  const { groups, isInTurn } = orderHooks(hooks.map(lineHookOf), host);
  const times = groups.map((steps) => sum(steps.map((step) => Math.max(...step.map(limitOf)))));
  return isInTurn ? sum(times) : Math.max(...times);
}
