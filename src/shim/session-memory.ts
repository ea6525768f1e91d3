/**
 * Supplies what a host does not tell its hooks or cannot pass on, from the memory of the session:
 * fields of earlier events, counts of follow-ups, variables, context, and halts.
 */
import { startsHook } from '../canonical/flags.ts';
import type { Loss } from '../canonical/loss.ts';
import type { Outcome } from '../canonical/outcome.ts';
import { traitsOf } from '../canonical/traits.ts';
import type { Adapter, Context, Draft, Reading } from '../mapping/adapter.ts';
import { bindingsFor, isGate } from '../translate/bindings.ts';
import type { HookInput } from '../translate/hook-input.ts';
import { decodeReading } from '../translate/hook-outcome.ts';
import { payloadPlanOf } from '../translate/payload-plan.ts';
import { canExpress } from '../translate/response.ts';
import { formatNotice } from '../translate/shim-output.ts';
import type { Run } from './prepare-run.ts';
import { noStateReason } from './session.ts';

/** Tells whether an event's fields have all of the given values. Returns false for undefined values. */
const hasValues = (values: Readonly<Record<string, unknown>> | undefined, event: Draft): boolean =>
  values !== undefined && Object.entries(values).every(([name, value]) => event[name] === value);

/** Tells whether an event ends a turn of the agent or of a subagent: a hook can ask for a follow-up. */
const isStop = ({ event }: Draft): boolean => /turn|subagent/.test(traitsOf(event).ends ?? '');

/** Tells whether an event is a prompt: of a person, or the task of a subagent. */
const isPrompt = ({ event }: Draft): boolean => traitsOf(event).begins === 'turn';

/** Tells whether a prompt event only continues the prompt before it, so that a person said nothing new. */
export const isContinuedPrompt = ({ host, event }: Run): boolean =>
  hasValues(host.bindings[0]?.continues, event);

/**
 * Tells whether the hook was run before in this turn, for an event that the host fires many times in a
 * turn, also where the action does not happen (`firesSpeculatively`). Notes that the hook is run now. Returns false
 * in a verbatim run, and at any other event.
 */
export const isRepeatedInTurn = ({ isVerbatim, host, event, session }: Run): boolean =>
  !isVerbatim &&
  hasValues(host.bindings[0]?.firesSpeculatively, event) &&
  session().noteRunInTurn();

/**
 * Adds to the event the fields that its host does not state: turn, duration of a call, number of
 * follow-ups. Before that, notes a prompt of a person if a later event may need its turn, and begins
 * the session at its start event. To the event of a verbatim run nothing is added.
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
    // Some hosts state only whether there was a follow-up, others how many: our own count replaces both.
    if (count || event.loopCount === undefined) event.loopCount = count;
    // Hosts forget their retry flag: TerminaI always, Gemini CLI after a tool call.
    if (count) event.retry = true;
  }
}

/**
 * Returns why a gate must refuse without asking its hook: a hook halted the session, and the line
 * says `--halt strict`. Undefined: the hook is asked. Prompts are never refused for that.
 */
export const haltReasonOf = ({ flags, host, event, session }: Run): string | undefined =>
  flags.halt === 'strict' && isGate(host.bindings[0]) && !isPrompt(event)
    ? session().readHaltReason()
    : undefined;

/** Records an event for later ones: the fields that its binding states, and when a call began. */
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
 * Reads the variables that hooks of this session asked for. Any name is allowed, as with the vendor:
 * they come from a hook that the person configured, and reach no process but another hook. Throws
 * `state`.
 */
export function readSessionVariables({
  isVerbatim,
  dialect,
  session,
}: Run): Record<string, string> {
  const mayExist = !isVerbatim && (session().exists() || session().findProblem() !== undefined);
  return mayExist && passesVariables(dialect) ? session().readVariables() : {};
}

/**
 * Notes the follow-up that the hook asked for at a stop, where it is not counted here, so that it is not
 * taken for a prompt of a person. Undefined: the hook asked for none, which is noted as well. Does
 * nothing in a session that has kept nothing yet.
 */
export function noteFollowUp(followUp: string | undefined, { event, session }: Run): void {
  if (isStop(event) && session().exists()) session().noteFollowUp(followUp ?? '');
}

/** Notes the follow-up of an answer that is passed on unchanged; an invalid answer has none. */
export function noteFollowUpOfReading(reading: Reading, input: HookInput, run: Run): void {
  if (!isStop(run.event) || !run.session().exists()) return;
  const context: Context = { adapter: run.dialect, event: run.event, world: run.world };
  try {
    noteFollowUp(decodeReading(reading, context, input).followUp, run);
  } catch {
    // The host judges the answer.
  }
}

/** What became of the parts of an outcome that were kept for later. */
interface Deferred {
  losses: Loss[];
  /** A notice of what could not be kept, or an empty text. */
  note: string;
}

/**
 * Keeps the parts of an outcome for which the host's response has no words at this event, and adds
 * context that was kept at an earlier event. Changes the outcome, in these steps:
 *
 * 1. Variables that the host does not take are kept for later hooks. Where they cannot be kept, a
 *    message tells the person.
 * 2. Context that the host does not take at this event is kept for a later one, if every agent that may
 *    be the host has an event that takes context.
 * 3. A halt that the host does not take is noted, for `--halt strict`, but not at a prompt or the end of
 *    a turn.
 * 4. Where the host takes context, kept context is added, unless it would be lost beside a refusal, a
 *    halt, a replaced result or a failed call. In a verbatim run nothing is added.
 */
export function deferOutcome(
  outcome: Outcome,
  { flags, host, event, isVerbatim, session }: Run,
): Deferred {
  const { agents, bindings } = host;
  const losses: Loss[] = [];
  let note = '';
  const isTaken = (key: 'env' | 'context' | 'halt') =>
    canExpress(bindings, key, undefined, event.tool);
  const markDeferred = (key: 'env' | 'context') => {
    delete outcome[key];
    losses.push({ kind: 'delayed', path: key });
  };
  const { context, env, halt, haltReason, reason, message } = outcome;
  if (env && !isTaken('env')) {
    if (session().keepVariables(env)) markDeferred('env');
    else {
      const why = `variables of this session are lost, and hooks that need them refuse: ${noStateReason}`;
      note = formatNotice(why);
      outcome.message ??= `anyhook: ${why}`;
    }
  }
  if (context && !isTaken('context')) {
    const isTakenElsewhere = agents.every(({ bindings }) =>
      bindings.all().some((one) => one.outcome.context),
    );
    if (isTakenElsewhere && session().keepContext(context)) markDeferred('context');
  }
  if (halt && !isTaken('halt') && !isPrompt(event) && traitsOf(event.event).ends !== 'turn') {
    const isNoted = session().noteHalt(haltReason ?? reason ?? message ?? 'Stopped by a hook.');
    if (!isNoted && flags.halt === 'strict')
      note = formatNotice(`this call alone is refused: ${noStateReason}`);
  }
  const hidesContext = halt || outcome.decision === 'deny' || outcome.replaced !== undefined;
  const isFailed = event.result?.error;
  if (!isVerbatim && !hidesContext && isTaken('context') && !isFailed) {
    const text = [session().takeContext(), context].filter(Boolean).join('\n');
    if (text) outcome.context = text;
  }
  return { losses, note };
}
