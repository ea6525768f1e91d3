/**
 * The order in which the hooks of one line run. Hooks of one dialect run as the hooks of one event do in their own
 * agent; those of another dialect run beside them, or after them if the host runs hooks one after another.
 */
import type { Flags } from '../canonical/flags.ts';
import type { Adapter, Binding } from '../mapping/adapter.ts';
import { adapterOf } from '../translate/host.ts';
import { hookTimeWithin, timeLimitOf } from './time-limits.ts';

/** A hook of a line. */
export interface LineHook {
  flags: Flags;
  dialect: Adapter;
}

/** Lists the hooks of a line from the flags of each. Throws `vendor` if there is no such dialect. */
export const listLineHooks = (hooks: readonly Flags[]): LineHook[] =>
  hooks.map((flags) => ({ flags, dialect: adapterOf(flags.as, '--as') }));

/**
 * Orders the hooks of a line.
 *
 * @returns a list for each dialect. Its elements are steps, which run one after another. The hooks of a step run at the
 *   same time.
 */
export function orderHooks<T extends LineHook>(hooks: readonly T[]): T[][][] {
  const dialects = [...new Set(hooks.map(({ dialect }) => dialect))];
  return dialects.map((dialect) => {
    const ofDialect = hooks.filter((one) => one.dialect === dialect);
    const { inTurn, stages = [] } = dialect.merging ?? {};
    if (inTurn || ofDialect.some(({ flags }) => flags.inTurn)) return ofDialect.map((one) => [one]);
    const stageOf = ({ flags }: T) =>
      stages.findIndex((events) => events.includes(flags.event ?? ''));
    const found = [...new Set(ofDialect.map(stageOf))].sort();
    return found.map((stage) => ofDialect.filter((one) => stageOf(one) === stage));
  });
}

/**
 * Returns how long the hooks of a line may take together, in milliseconds: the longest limit of hooks that run at the
 * same time, and the sum of those that run one after another. The host's own limit of the line must be longer, so that
 * a hook that hangs is ended by the runner, which then says what the other hooks have said.
 *
 * @param hooks The flags of each hook (`parseFlags`). A hook without `--timeout` has the usual limit of a run.
 * @param binding The event of the host. Absent: the usual limit of its events counts.
 */
export function lineTimeOf(hooks: readonly Flags[], host: Adapter, binding?: Binding): number {
  const hostLimit = timeLimitOf(host, binding);
  const limitOf = ({ flags, dialect }: LineHook): number =>
    flags.timeout ??
    hookTimeWithin(Math.min(timeLimitOf(dialect, dialect.bindings.find(flags.event)), hostLimit));
  const sum = (times: readonly number[]) => times.reduce((a, b) => a + b, 0);
  const times = orderHooks(listLineHooks(hooks)).map((steps) =>
    sum(steps.map((step) => Math.max(...step.map(limitOf)))),
  );
  return host.merging?.inTurn ? sum(times) : Math.max(...times);
}
