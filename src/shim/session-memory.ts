/**
 * Supplies from the memory of the session what the host does not: fields that its payload lacks, and
 * variables, context, halts and follow-ups of hooks that it does not take or does not count.
 */

import { startsHook } from '../canonical/flags.ts';
import type { Loss } from '../canonical/loss.ts';
import type { Outcome } from '../canonical/outcome.ts';
import { traitsOf } from '../canonical/traits.ts';
import type { Adapter, Context, Draft, Reading } from '../mapping/adapter.ts';
import { stoppedByHook } from '../mapping/default-reasons.ts';
import { bindingsFor, isGate } from '../translate/bindings.ts';
import type { HookInput } from '../translate/hook-input.ts';
import { decodeReading } from '../translate/hook-outcome.ts';
import { payloadPlanOf } from '../translate/payload-plan.ts';
import { canExpress } from '../translate/response.ts';
import { formatNotice } from '../translate/shim-output.ts';
import type { Run } from './prepare-run.ts';
import { noStateReason } from './session.ts';

/** Tells whether an event's fields have all of the given values. Returns false where no values are given. */
const hasValues = (values: Readonly<Record<string, unknown>> | undefined, event: Draft): boolean =>
  values !== undefined && Object.entries(values).every(([name, value]) => event[name] === value);

/** Tells whether an event ends a turn of the agent or of a subagent. A hook can then ask for a follow-up. */
const isStop = ({ event }: Draft): boolean => /turn|subagent/.test(traitsOf(event).ends ?? '');

/** Tells whether an event is a prompt: of a person, or the task of a subagent. */
const isPrompt = ({ event }: Draft): boolean => traitsOf(event).begins === 'turn';

/** Tells whether a prompt event only continues the prompt before it: a person has said nothing new. */
export const isContinuedPrompt = ({ host, event }: Run): boolean =>
  hasValues(host.bindings[0]?.continues, event);

/**
 * Tells whether the hook was run before in this turn, for an event that the host fires many times in a
 * turn, even if what the event announces never happens (`firesSpeculatively`). Notes that the hook is
 * run now. At other events, and in a verbatim run, returns false and notes nothing.
 */
export const isRepeatedInTurn = ({ isVerbatim, host, event, session }: Run): boolean =>
  !isVerbatim &&
  hasValues(host.bindings[0]?.firesSpeculatively, event) &&
  session().noteRunInTurn();

/**
 * Adds fields to the event.
 *
 * 1. Notes the prompt of a person, if a later event may need its turn: the session keeps something
 *    already, or the shim line only records, or the hook's dialect has a field for the turn.
 * 2. Begins the session, if this is its start event.
 * 3. Unless the run is verbatim or the session has kept nothing, adds the turn and the duration of a call,
 *    where the host does not state them, and the number of follow-ups, unless the host limits those itself.
 */
export function addRememberedFields(run: Run): void {
  const { flags, host, dialect, event, isVerbatim, session } = run;
  if (isPrompt(event) && event.agent === undefined) {
    const readsTurn = () =>
      !isVerbatim &&
      bindingsFor(dialect, 'prompt').some((binding) =>
        payloadPlanOf(binding).plainOps.some(({ canonicalName }) => canonicalName === 'turn'),
      );
    if (!startsHook(flags) || session().exists() || readsTurn()) session().notePrompt();
  }
  if (traitsOf(event.event).begins === 'session') session().begin();
  if (isVerbatim || !session().exists()) return;
  const addField = (field: string, value: unknown) => {
    if (value !== undefined) event[field] ??= value;
  };
  addField('turn', session().turnId());
  if (traitsOf(event.event).ends === 'call') addField('duration', session().readCallDuration());
  if (isStop(event) && !host.agents[0]?.capsLoops) {
    const count = session().countFollowUps();
    // Some hosts state how many follow-ups there were, others only whether there was one, as 0 or 1.
    if (count || event.loopCount === undefined) event.loopCount = count;
    // Some hosts forget their retry flag: TerminaI always, Gemini CLI after a tool call.
    if (count) event.retry = true;
  }
}

/**
 * Returns why a gate must refuse without running its hook: the reason of the hook that halted the
 * session, where the shim line says `--halt strict`. Undefined: the hook is run. A prompt is never
 * refused for that.
 */
export const haltReasonOf = ({ flags, host, event, session }: Run): string | undefined =>
  flags.halt === 'strict' && isGate(host.bindings[0]) && !isPrompt(event)
    ? session().readHaltReason()
    : undefined;

/** Remembers for later events the fields that the binding of this event lists, and when a call began. */
export function rememberValues({ host, event, session }: Run): void {
  if (isPrompt(event) && event.agent !== undefined) return; // the task of a subagent
  for (const [name, field] of Object.entries(host.bindings[0]?.remembers ?? {})) {
    session().rememberValue(name, event[field]);
  }
  if (traitsOf(event.event).begins === 'call') session().noteCallStart();
}

/** Tells whether a vendor gives later hooks the variables that a hook of the session's start set. */
const passesVariables = (adapter: Adapter): boolean =>
  bindingsFor(adapter, 'session-start').some(({ outcome }) => outcome.env);

/**
 * Reads the variables that hooks of this session set, if the hook's own agent passes such variables on.
 * As with the vendor, a variable may have any name: it comes from a hook that the person configured, and
 * reaches only other hooks. Throws `state`.
 */
export function readSessionVariables({
  isVerbatim,
  dialect,
  session,
}: Run): Record<string, string> {
  // Where the memory cannot be used, variables may be lost: `readVariables` throws.
  const mayExist = !isVerbatim && (session().exists() || session().findProblem() !== undefined);
  return mayExist && passesVariables(dialect) ? session().readVariables() : {};
}

/**
 * Notes the follow-up that the hook asked for at a stop, without counting it. When it comes back as a
 * prompt, it is then not taken for one of a person. Does nothing in a session that has kept nothing yet.
 *
 * @param followUp Undefined: the hook asked for none, which is noted too.
 */
export function noteFollowUp(followUp: string | undefined, { event, session }: Run): void {
  if (isStop(event) && session().exists()) session().noteFollowUp(followUp ?? '');
}

/** Notes the follow-up that a response asks for, where the hook's output is passed on unchanged. */
export function noteFollowUpOfReading(reading: Reading, input: HookInput, run: Run): void {
  if (!isStop(run.event) || !run.session().exists()) return;
  const context: Context<Adapter> = { adapter: run.dialect, event: run.event, world: run.world };
  try {
    noteFollowUp(decodeReading(reading, context, input).followUp, run);
  } catch {
    // The response is invalid. The host gets it unchanged, and decides what it counts as.
  }
}

/** What `keepForLater` reports of the parts of an outcome that it kept, or could not keep. */
export interface Deferred {
  /** One for each part that was kept for later. */
  losses: Loss[];
  /** Text for stderr that says what could not be kept, or an empty text. */
  notice: string;
}

/**
 * Keeps for later what the host does not take at this event (`keepForLater`), and adds to the outcome the context that
 * was kept at earlier events (`addKeptContext`). Changes the outcome.
 */
export function exchangeWithMemory(outcome: Outcome, run: Run): Deferred {
  const deferred = keepForLater(outcome, run);
  addKeptContext(outcome, run);
  return deferred;
}

/** Tells whether the host takes a key of an outcome at the event of a run. */
const isTakenAt = ({ host, event }: Run, key: 'env' | 'context' | 'halt'): boolean =>
  canExpress(host.bindings, key, undefined, event.tool);

/**
 * Keeps for later what the host does not take at this event. Changes the outcome, in these steps:
 *
 * 1. Variables that the host does not take are kept for later hooks. Where they cannot be kept, a
 *    message tells the person.
 * 2. Context that the host does not take is kept for a later event, if every agent that may be the host
 *    has an event at which it takes context.
 * 3. A halt that the host does not take is noted, for `--halt strict`, but not at a prompt or the end of
 *    a turn.
 */
export function keepForLater(outcome: Outcome, run: Run): Deferred {
  const { flags, host, event, session } = run;
  const { agents } = host;
  const losses: Loss[] = [];
  let notice = '';
  const isTaken = (key: 'env' | 'context' | 'halt') => isTakenAt(run, key);
  const markDeferred = (key: 'env' | 'context') => {
    delete outcome[key];
    losses.push({ kind: 'delayed', path: key });
  };
  const { context, env, halt, haltReason, reason, message } = outcome;
  if (env && !isTaken('env')) {
    if (session().keepVariables(env)) markDeferred('env');
    else {
      const why = `variables of this session are lost, and hooks that need them refuse: ${noStateReason}`;
      notice = formatNotice(why);
      outcome.message ??= `anyhook: ${why}`;
    }
  }
  if (context && !isTaken('context')) {
    const isTakenElsewhere = agents.every(({ bindings }) =>
      bindings.all().some((binding) => binding.outcome.context),
    );
    if (isTakenElsewhere && session().keepContext(context)) markDeferred('context');
  }
  if (halt && !isTaken('halt') && !isPrompt(event) && traitsOf(event.event).ends !== 'turn') {
    const isNoted = session().noteHalt(haltReason ?? reason ?? message ?? stoppedByHook);
    if (!isNoted && flags.halt === 'strict')
      notice = formatNotice(`this call alone is refused: ${noStateReason}`);
  }
  return { losses, notice };
}

/**
 * Adds to an outcome the context that was kept at earlier events, if the host takes context, unless the host would ignore
 * it because of a refusal, a halt, a replaced result or a failed call. In a verbatim run nothing is added.
 */
export function addKeptContext(outcome: Outcome, run: Run): void {
  const { event, isVerbatim, session } = run;
  const { context, decision, halt, replaced } = outcome;
  const hidesContext = halt || decision === 'deny' || replaced !== undefined;
  const isFailed = event.result?.error;
  if (isVerbatim || hidesContext || isFailed || !isTakenAt(run, 'context')) return;
  const allContext = [session().takeContext(), context].filter(Boolean).join('\n');
  if (allContext) outcome.context = allContext;
}
