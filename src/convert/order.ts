/** Compares the order in which a host and a hook's own agent start hooks: does a guard judge the call itself, or the call as a rewriter changed it? */

import type { Hook } from '../canonical/hook.ts';
import type { EntryPoint } from '../coverage/entry-points.ts';
import type { Adapter } from '../mapping/adapter.ts';
import { displayNameOf } from '../settings/hook-names.ts';
import { isGuard, ownBindingOf } from '../settings/own-agent.ts';
import { tableOf } from '../settings/tables.ts';
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
}

export const emptyOrderPlan: OrderPlan = { inTurn: new Set(), losses: new Map() };

/** A hook that rewrites calls, and a later guard that a host starts for the same calls. */
interface HookPair<One extends StartedHook = StartedHook> {
  /** The host's native event. */
  event: string;
  rewriter: One;
  guard: One;
}

/**
 * Compares the order of hooks under a host with their order in their own agent: a guard that judges what
 * a rewriter made of a call must do so under the host, and a guard that judges the call itself must not
 * be given what a rewriter made of it. Otherwise it has an unsafe loss.
 *
 * Hooks of one line are started by the shim, in the order of their own agent.
 *
 * @param writtenHooks The hooks in the order in which they are written.
 * @param shareLine Tells whether one line starts two hooks wherever one call starts both at a native event of the host.
 */
export function compareOrder<One extends StartedHook>(
  host: Adapter,
  writtenHooks: readonly One[],
  shareLine: (one: One, other: One, event: string) => boolean,
): OrderPlan {
  const inTurn = new Set<StartedHook>();
  const losses = new Map<StartedHook, HookLoss[]>();
  const addLoss = (one: StartedHook, loss: HookLoss) => {
    const known = losses.get(one) ?? [];
    if (!known.some(({ code }) => code === loss.code)) losses.set(one, [...known, loss]);
  };
  const { sequentialEvents = {} } = tableOf(host.id).firing;
  const severity = 'unsafe';
  for (const [dialect, hooks] of groupBy(writtenHooks, ({ hook }) => hook.speaks)) {
    const judgesRewritten = rewritingIn(dialect, hooks);
    if (dialect === host.id || !judgesRewritten) continue;
    const pairs = [...pairsOf(hooks)].filter(
      ({ event, rewriter, guard }) => !shareLine(rewriter, guard, event),
    );
    for (const { event, rewriter, guard } of pairs.filter(judgesRewritten)) {
      if (sequentialEvents[event]) inTurn.add(rewriter);
      if (sequentialEvents[event] === true) continue;
      const code = sequentialEvents[event] ? 'order-unproved' : 'order-lost';
      const first = displayNameOf(rewriter.hook);
      addLoss(guard, { severity, code, agent: host.title, first });
    }
    for (const { event, rewriter, guard } of pairs.filter((one) => !judgesRewritten(one))) {
      const runsInTurn = [...inTurn].some(
        (one) => canMeet(one, rewriter, event) && canMeet(one, guard, event),
      );
      const first = displayNameOf(rewriter.hook);
      if (runsInTurn) addLoss(guard, { severity, code: 'order-made', first });
    }
  }
  return { inTurn, losses };
}

/**
 * Returns a test for whether the guard of a pair judges, in their own agent, what the rewriter made of a
 * call: both stand at one event whose hooks run in turn, or the agent fires the rewriter's event before the
 * guard's event for one call. Undefined: no guard of these hooks judges a rewritten call.
 */
function rewritingIn(
  dialect: string,
  hooks: readonly StartedHook[],
): ((pair: HookPair) => boolean) | undefined {
  const { stages = [], sequentialEvents = {} } = tableOf(dialect).firing;
  const eventsInTurn = new Set(hooks.flatMap(({ hook }) => (hook.sequential ? hook.event : [])));
  /** Returns the position of a hook's event among those that the agent fires for one call. -1: the event is none of them. */
  const stageOf = ({ hook }: StartedHook): number =>
    stages.findIndex((natives) => natives.includes(hook.event));
  if (!eventsInTurn.size && new Set(hooks.map(stageOf)).size < 2) return undefined;
  return ({ rewriter, guard }) => {
    const { event } = rewriter.hook;
    return event === guard.hook.event
      ? eventsInTurn.has(event) && Boolean(sequentialEvents[event])
      : stageOf(rewriter) >= 0 && stageOf(rewriter) < stageOf(guard);
  };
}

/** Returns each rewriter with each guard after it, for every event of the host at which both may run. */
function* pairsOf<One extends StartedHook>(hooks: readonly One[]): Generator<HookPair<One>> {
  for (const [i, rewriter] of hooks.entries()) {
    if (rewriter.mayRewrite === false || !ownBindingOf(rewriter.hook).outcome.input) continue;
    const events = new Set(
      rewriter.entryPoints.flatMap(({ binding }) => (binding.outcome.input ? binding.native : [])),
    );
    for (const guard of hooks.slice(i + 1).filter(({ hook }) => isGuard(hook))) {
      for (const event of events)
        if (canMeet(rewriter, guard, event)) yield { event, rewriter, guard };
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
