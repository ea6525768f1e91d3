/** What the shim remembers in place of a host that does not, and what it tells and says of it. */

import { isHook } from '../canonical/flags.ts';
import type { Loss } from '../canonical/loss.ts';
import type { Outcome } from '../canonical/outcome.ts';
import { traitsOf } from '../canonical/traits.ts';
import type { Adapter, Context, Draft, Reading } from '../mapping/adapter.ts';
import { decodeReading } from '../translate/answer.ts';
import { bindingsFor, isGate } from '../translate/bindings.ts';
import type { HookInput } from '../translate/hook-input.ts';
import { payloadPlanOf } from '../translate/payload-plan.ts';
import { canExpress } from '../translate/response.ts';
import { formatNotice } from '../translate/shim-output.ts';
import type { Run } from './prepare-run.ts';
import { noStateReason } from './session.ts';

type Values = Readonly<Record<string, unknown>> | undefined;
const holds = (values: Values, event: Draft): boolean =>
  values !== undefined && Object.entries(values).every(([name, value]) => event[name] === value);

/** Tells whether an event ends a turn of the agent or of a subagent: a hook can ask for a follow-up. */
const isStop = ({ event }: Draft): boolean => /turn|subagent/.test(traitsOf(event).ends ?? '');

/** Tells whether an event is a prompt: of a person, or the task of a subagent. */
const isPrompt = ({ event }: Draft): boolean => traitsOf(event).begins === 'turn';

/** Whether the prompt before it goes on: a person said nothing new. */
export const isContinuedPrompt = ({ host, event }: Run): boolean =>
  holds(host.bindings[0]?.continues, event);

/** Whether this only may be happening, and the hook was told since the last prompt. */
export const wasAskedBefore = ({ isVerbatim: same, host, event, session }: Run): boolean =>
  !same && holds(host.bindings[0]?.eager, event) && session().noteAsked();

/** Notes a prompt where somebody will ask for it, and puts in what the host does not tell. */
export function addRememberedFields({
  flags,
  host,
  dialect,
  event,
  isVerbatim: same,
  session,
}: Run): void {
  if (isPrompt(event) && event.agent === undefined) {
    const tells = () =>
      !same &&
      bindingsFor(dialect, 'prompt').some((binding) =>
        payloadPlanOf(binding).plainOps.some(({ canon }) => canon === 'turn'),
      );
    if (!isHook(flags) || session().exists() || tells()) session().notePrompt();
  }
  if (traitsOf(event.event).begins === 'session') session().begin();
  if (same || !session().exists()) return;
  const told = (field: string, value: unknown) => {
    if (value !== undefined) event[field] ??= value;
  };
  told('turn', session().turn());
  if (traitsOf(event.event).ends === 'call') told('duration', session().readCallDuration());
  if (isStop(event) && !host.agents[0]?.capsLoops) {
    const count = session().countFollowUps();
    // Some hosts say whether there was one, where others count.
    if (count || event.loopCount === undefined) event.loopCount = count;
    if (count) event.retry = true; // hosts forget: TerminaI always, Gemini CLI after a tool call
  }
}

/** Why a gate has to refuse without asking its hook. */
export const haltReasonOf = ({ flags, host, event, session }: Run): string | undefined =>
  flags.halt === 'strict' && isGate(host.bindings[0]) && !isPrompt(event)
    ? session().readHaltReason()
    : undefined;

/** For a command-less entry: what later events need of this one. */
export function rememberFields({ host, event, session }: Run): void {
  if (isPrompt(event) && event.agent !== undefined) return; // a task, that no person gave
  for (const [name, field] of Object.entries(host.bindings[0]?.remembers ?? {})) {
    session().rememberField(name, event[field]);
  }
  if (traitsOf(event.event).begins === 'call') session().noteCallStart();
}

/** Whether a vendor gives its later hooks the variables that one of them asked for. */
const givesEnv = (adapter: Adapter): boolean =>
  bindingsFor(adapter, 'session-start').some(({ outcome }) => outcome.env);

/**
 * Variables that a hook of the session asked for. Any name, as with the vendor: they come from a
 * hook the person configured, and reach no process but that of another. Throws `state`.
 */
export function readSessionVariables({
  isVerbatim: same,
  dialect,
  session,
}: Run): Record<string, string> {
  const known = !same && (session().exists() || session().problem() !== undefined);
  return known && givesEnv(dialect) ? session().env() : {};
}

/** What a host that counts by itself was asked for: it is no prompt of a person. */
export function noteFollowUp(followUp: string | undefined, { event, session }: Run): void {
  if (isStop(event) && session().exists()) session().noteFollowUp(followUp ?? '');
}

/** The same, of an answer that passes as it is: somebody else may wait for the next prompt. */
export function noteFollowUpOfReading(reading: Reading, told: HookInput, run: Run): void {
  if (!isStop(run.event) || !run.session().exists()) return;
  const context: Context = { adapter: run.dialect, event: run.event, world: run.world };
  try {
    noteFollowUp(decodeReading(reading, context, told).followUp, run);
  } catch {
    // Nothing of this answer is ours to judge.
  }
}

/** What was kept, and what a person must be told of it. */
interface Deferred {
  losses: Loss[];
  note: string;
}

/** Keeps for later what cannot be said now, and says what was kept where it can be. */
export function deferOutcome(
  outcome: Outcome,
  { flags, host, event, isVerbatim: same, session }: Run,
): Deferred {
  const { agents, bindings } = host;
  const losses: Loss[] = [];
  let note = '';
  const says = (key: 'env' | 'context' | 'halt') =>
    canExpress(bindings, key, undefined, event.tool);
  const later = (key: 'env' | 'context') => {
    delete outcome[key];
    losses.push({ kind: 'delayed', path: key });
  };
  const { context, env, halt, haltReason, reason, message } = outcome;
  if (env && !says('env')) {
    if (session().keepVariables(env)) later('env');
    else {
      const why = `variables of this session are lost, and hooks that need them refuse: ${noStateReason}`;
      note = formatNotice(why);
      outcome.message ??= `anyhook: ${why}`;
    }
  }
  if (context && !says('context')) {
    const anywhere = agents.every(({ bindings }) =>
      bindings.all().some((one) => one.outcome.context),
    );
    if (anywhere && session().keepContext(context)) later('context');
  }
  if (halt && !says('halt') && !isPrompt(event) && traitsOf(event.event).ends !== 'turn') {
    const noted = session().noteHalt(haltReason ?? reason ?? message ?? 'Stopped by a hook.');
    if (!noted && flags.halt === 'strict')
      note = formatNotice(`this call alone is refused: ${noStateReason}`);
  }
  // Beside a refusal, or an error, it would be lost.
  const lost = halt || outcome.decision === 'deny' || outcome.replaced !== undefined;
  if (!same && !lost && says('context') && !event.result?.error) {
    const text = [session().takeContext(), context].filter(Boolean).join('\n');
    if (text) outcome.context = text;
  }
  return { losses, note };
}
