/** Compares the order in which a host and a hook's own agent start hooks: does a guard judge the call itself, or the call as a rewriter changed it? */

import type { Hook } from '../canonical/types.ts';
import type { EntryPoint } from '../coverage/entry-points.ts';
import type { Adapter } from '../mapping/adapter.ts';
import { displayNameOf } from '../settings/hook-names.ts';
import { isGuard, ownBindingOf } from '../settings/own-agent.ts';
import { tableOf } from '../settings/tables.ts';
import { adapterOf } from '../translate/host.ts';
import { stageOf } from '../translate/merged-outcome.ts';
import { groupBy } from '../util/group.ts';
import type { HookLoss } from './hook-loss.ts';

/** A hook, and the entry points at which a host starts it. */
export interface StartedHook {
  hook: Hook;
  entryPoints: readonly EntryPoint[];
  /** False: its script shows that it changes no call. Absent: it may. */
  mayRewrite?: boolean;
}

/** Which hooks must run in turn under a host so that guards judge rewritten calls, and what is lost all the same. */
export interface OrderPlan {
  /** The hooks whose entries must say that they run in turn. */
  inTurn: Set<StartedHook>;
  /** The losses of each hook, each code once. */
  losses: Map<StartedHook, HookLoss[]>;
  /** The guards that have a loss, and the rewriters for which they have it, by native event of the host. */
  outOfOrder: Map<string, Set<StartedHook>>;
}

export const emptyOrderPlan: OrderPlan = {
  inTurn: new Set(),
  losses: new Map(),
  outOfOrder: new Map(),
};

/** A hook that rewrites calls, and a guard that a host starts for the same calls. */
interface HookPair<One extends StartedHook = StartedHook> {
  /** The host's native event. */
  event: string;
  rewriter: One;
  guard: One;
  /** The guard stands behind the rewriter in their own agent. */
  isInOrder: boolean;
}

/** Which hooks start together, as the settings of a host stand and are to be written. */
export interface StartedLines<One extends StartedHook = StartedHook> {
  /** Tells whether one line starts two hooks wherever one call starts both at a native event of the host. */
  shareLine(one: One, other: One, event: string): boolean;
  /** Returns the line of a hook that a person changed, so that it stays at the event as it is. Absent: no line was. */
  editedLineOf?(hook: Hook, event: string): EditedLine | undefined;
}

/** A line of ours that a person changed. Hooks have the same one if it is the same object. */
export interface EditedLine {
  /** Its position among the entries of its event. New entries are written behind it. */
  index: number;
  /** Its entry says that hooks run in turn. */
  isInTurn: boolean;
}

/**
 * Compares the order of hooks under a host with their order in their own agent: a guard that judges what
 * a rewriter made of a call must do so under the host, and a guard that judges the call itself must not
 * be given what a rewriter made of it. Otherwise it has an unsafe loss.
 *
 * Hooks of one line are started by the shim, in the order of their own agent.
 *
 * @param writtenHooks The hooks in the order in which they are written.
 */
export function compareOrder<One extends StartedHook>(
  host: Adapter,
  writtenHooks: readonly One[],
  { shareLine, editedLineOf }: StartedLines<One>,
): OrderPlan {
  const inTurn = new Set<StartedHook>();
  const losses = new Map<StartedHook, HookLoss[]>();
  const outOfOrder = new Map<string, Set<StartedHook>>();
  const addLoss = ({ event, rewriter, guard }: HookPair, loss: HookLoss) => {
    const known = losses.get(guard) ?? [];
    if (!known.some(({ code }) => code === loss.code)) losses.set(guard, [...known, loss]);
    const ofEvent = outOfOrder.get(event) ?? new Set();
    outOfOrder.set(event, ofEvent.add(rewriter).add(guard));
  };
  const severity = 'unsafe';
  const byDialect = [...groupBy(writtenHooks, ({ hook }) => hook.speaks)].map(
    ([dialect, hooks]) => ({
      hooks: dialect === host.id ? [] : hooks,
      judgesRewritten: rewritingIn(adapterOf(dialect), hooks),
    }),
  );
  const mayRunInTurn = host.merging?.inTurn || byDialect.some((one) => one.judgesRewritten);
  if (!mayRunInTurn) return emptyOrderPlan;
  /** The pairs that start in this order under the host, and whose guard judges the call itself in its own agent. */
  const unchanged: HookPair<One>[] = [];
  for (const { hooks, judgesRewritten } of byDialect) {
    for (const pair of pairsOf(hooks, editedLineOf !== undefined)) {
      const { event, rewriter, guard } = pair;
      if (shareLine(rewriter, guard, event)) continue;
      const [line, lineOfGuard] = [rewriter, guard].map(({ hook }) => editedLineOf?.(hook, event));
      const [index = Infinity, indexOfGuard = Infinity] = [line?.index, lineOfGuard?.index];
      const startsFirst = index === indexOfGuard ? pair.isInOrder : index < indexOfGuard;
      if (!pair.isInOrder || !judgesRewritten?.(pair)) {
        if (startsFirst) unchanged.push(pair);
        continue;
      }
      const order = startsFirst ? orderAt(host, event) : undefined;
      const isSaid = order === 'always' || line?.isInTurn || lineOfGuard?.isInTurn;
      const toMark = line ? guard : rewriter; // an edited line stays as it is
      if (order && !isSaid && !(line && lineOfGuard)) inTurn.add(toMark);
      if (order && order !== 'unproved' && (isSaid || inTurn.has(toMark))) continue;
      const code = order === 'unproved' ? 'order-unproved' : 'order-lost';
      addLoss(pair, { severity, code, agent: host.title, first: displayNameOf(rewriter.hook) });
    }
  }
  const statesInTurn = tableOf(host.id).group.sequential !== undefined;
  const ofGroupsInTurn = writtenHooks.filter(
    (one) => inTurn.has(one) || (statesInTurn && one.hook.sequential),
  );
  for (const pair of unchanged) {
    const { event, rewriter, guard } = pair;
    const order = orderAt(host, event);
    // A pair that says itself that it runs in turn has it as its owner wants it.
    const isWanted = rewriter.hook.sequential || guard.hook.sequential;
    const runsInTurn =
      order === 'always' ||
      (order !== undefined &&
        !isWanted &&
        ofGroupsInTurn.some((one) => canMeet(one, rewriter, event) && canMeet(one, guard, event)));
    const first = displayNameOf(rewriter.hook);
    if (runsInTurn) addLoss(pair, { severity, code: 'order-made', first });
  }
  return { inTurn, losses, outOfOrder };
}

/**
 * Returns when an agent runs the hooks of a native event in turn, each with the call as the one before changed it:
 * `always`, or where a group says `sequential`. `unproved`: only its documentation says so. Undefined: never.
 */
export function orderAt(
  { id, merging }: Adapter,
  event: string,
): 'always' | 'sequential' | 'unproved' | undefined {
  if (merging?.inTurn) return 'always';
  const order = tableOf(id).firing.sequentialEvents?.[event];
  return order === true ? 'sequential' : order;
}

/**
 * Returns a test for whether the guard of a pair judges, in their own agent, what the rewriter made of a
 * call: both stand at one event whose hooks run in turn, or the agent fires the rewriter's event before the
 * guard's event for one call. Undefined: no guard of these hooks judges a rewritten call.
 */
function rewritingIn(
  agent: Adapter,
  hooks: readonly StartedHook[],
): ((pair: HookPair) => boolean) | undefined {
  const sequential = new Set(hooks.flatMap(({ hook }) => (hook.sequential ? hook.event : [])));
  const stageOfHook = ({ hook }: StartedHook) => stageOf(agent.merging, hook.event);
  const hasStages = new Set(hooks.map(stageOfHook)).size > 1;
  if (!agent.merging?.inTurn && !sequential.size && !hasStages) return undefined;
  return ({ rewriter, guard }) => {
    const { event } = rewriter.hook;
    if (event !== guard.hook.event)
      return stageOfHook(rewriter) >= 0 && stageOfHook(rewriter) < stageOfHook(guard);
    const order = orderAt(agent, event);
    return order === 'always' || (order !== undefined && sequential.has(event));
  };
}

/**
 * Returns each rewriter with each guard behind it, for every event of the host at which both may run.
 *
 * @param inAnyOrder Whether guards before the rewriter count as well.
 */
function* pairsOf<One extends StartedHook>(
  hooks: readonly One[],
  inAnyOrder: boolean,
): Generator<HookPair<One>> {
  for (const [i, rewriter] of hooks.entries()) {
    if (rewriter.mayRewrite === false || !ownBindingOf(rewriter.hook).outcome.input) continue;
    const events = new Set(
      rewriter.entryPoints.flatMap(({ binding }) => (binding.outcome.input ? binding.native : [])),
    );
    for (const [j, guard] of hooks.entries()) {
      const isInOrder = j > i;
      if (j === i || !(isInOrder || inAnyOrder) || !isGuard(guard.hook)) continue;
      for (const event of events)
        if (canMeet(rewriter, guard, event)) yield { event, rewriter, guard, isInOrder };
    }
  }
}

/** Tells whether one call may start both hooks at a native event of the host. */
export function canMeet(one: StartedHook, other: StartedHook, event: string): boolean {
  const pointsOf = ({ entryPoints }: StartedHook) =>
    entryPoints.filter(({ binding }) => binding.native === event);
  return pointsOf(one).some((a) => pointsOf(other).some((b) => canMeetAt(a, b)));
}

/** Tells whether one call may start both hooks of two entry points of one native event. */
export const canMeetAt = (a: EntryPoint, b: EntryPoint): boolean =>
  a.hostTools.some((name) => b.hostTools.includes(name)) ||
  Boolean(a.mcpTools && b.mcpTools) ||
  Boolean(a.unknownTools && b.unknownTools);
