import type { Loss } from '../canonical/loss.ts';
import type { Outcome, OutcomeKey } from '../canonical/outcome.ts';
import { isGateEvent, traitsOf } from '../canonical/traits.ts';
import type { Binding, Draft } from '../mapping/adapter.ts';
import { rowOf } from '../mapping/fields.ts';
import { keysOf } from '../util/keys-of.ts';
import { describeRewrite, joinTexts, type LostRewrite, outputText } from './outcome-texts.ts';
import { canExpress, findForm } from './response.ts';

/** What decides how an outcome is expressed on a host. */
export interface HostTerms {
  /** The event as decoded from the host's payload. */
  event: Draft;
  /** The event's binding of the host; of each candidate where the host is not certain. Only what all of them can express is used. */
  bindings: readonly Binding[];
  /** An `ask` is passed on to the host. Otherwise it becomes a deny. */
  passesAsk: boolean;
  /** The rewritten call, where the host cannot apply it. */
  lostRewrite?: LostRewrite | undefined;
}

/** An outcome while it is degraded: each step changes it in place. */
interface Degradation {
  outcome: Outcome;
  losses: Loss[];
  terms: HostTerms;
  /** The hook's reason and its message to the person. */
  why: string | undefined;
  /** The event is a gate at which the host can express a refusal. */
  gate: boolean;
  /** The event has a result that can be hidden from the agent. */
  hidden: boolean;
  /** Tells whether the host can express an outcome key, and a value of it. */
  says(key: OutcomeKey, value?: unknown): boolean;
}

/**
 * Turns an outcome into one that the host can express: the same where it can, a stricter one where it
 * cannot. Steps:
 * 1. a refusal of a finished result hides the result, where the host cannot refuse it;
 * 2. a halt that the host cannot express becomes the strictest verdict that it can;
 * 3. an `ask` that is not passed on becomes a deny;
 * 4. a rewrite that the host cannot apply becomes a deny that shows the rewritten call;
 * 5. reasons and replaced results move to the fields that the host has;
 * 6. keys that the host cannot express are removed, each with a loss.
 */
export function degradeOutcome(
  wanted: Outcome,
  terms: HostTerms,
): { outcome: Outcome; losses: Loss[] } {
  const { event, bindings } = terms;
  const outcome: Outcome = { ...wanted };
  const says = (key: OutcomeKey, value?: unknown) => canExpress(bindings, key, value, event.tool);
  const gate = isGateEvent(event.event) && says('decision', 'deny');
  const why = joinTexts(outcome.reason, outcome.message);
  const hidden = traitsOf(event.event).hidesResult === true;
  const degradation: Degradation = { outcome, losses: [], terms, why, gate, hidden, says };
  hideDeniedResult(degradation);
  degradeHalt(degradation);
  if (outcome.halt && outcome.decision !== 'deny') delete outcome.decision; // after a halt nothing runs that a decision could be about
  if (!outcome.followUp) delete outcome.followUp; // an empty text begins no turn
  degradeAsk(degradation);
  if (terms.lostRewrite !== undefined && outcome.decision !== 'deny' && !outcome.halt) {
    if (gate)
      turnIntoDeny(degradation, 'input', 'rewrite', describeRewrite(terms.lostRewrite, why));
    else if (!says('input'))
      degradation.losses.push({ kind: 'unsaid', path: 'input', value: terms.lostRewrite.input });
  }
  if (outcome.decision === 'deny' || outcome.halt) delete outcome.input;
  settleReason(degradation);
  degradeReplacement(degradation);
  for (const key of keysOf(outcome)) {
    if (says(key, outcome[key])) continue;
    degradation.losses.push({ kind: 'unsaid', path: key, value: outcome[key] });
    delete outcome[key];
  }
  // A verdict that was removed leaves no reason behind.
  if ((wanted.decision || wanted.halt) && !outcome.decision && !outcome.halt) delete outcome.reason;
  reportUnhidden(degradation);
  return { outcome, losses: [...degradation.losses, ...listImpliedFields(outcome, bindings)] };
}

/** Replaces a verdict by a deny with a reason. `from` and `was` name what is replaced, for the loss. */
function turnIntoDeny(
  { outcome, losses }: Degradation,
  from: OutcomeKey,
  was: string,
  reason: string,
): void {
  losses.push({ kind: 'stricter', path: from, from: was, to: 'deny' });
  outcome.decision = 'deny';
  outcome.reason = reason;
}

/** Hides the result of something finished that the hook refuses, where the host cannot express that refusal. */
function hideDeniedResult({ outcome, losses, why, hidden, says }: Degradation): void {
  const takesAway = says('replaced') || says('output') || says('halt');
  if (outcome.decision !== 'deny' || !hidden || !takesAway || says('decision', 'deny')) return;
  losses.push({ kind: 'stricter', path: 'decision', from: 'deny', to: 'replaced' });
  outcome.replaced ??= why ?? 'Blocked by a hook.';
  delete outcome.decision;
}

/**
 * Degrades a halt that the host cannot express. Where the host can halt but not replace a result, a
 * replacement becomes a halt, because only that keeps the result from the agent.
 */
function degradeHalt({ outcome, losses, terms, why, hidden, says }: Degradation): void {
  if (says('halt')) {
    if (!hidden || says('replaced')) return;
    if (outcome.replaced !== undefined && !outcome.halt) {
      losses.push({ kind: 'stricter', path: 'replaced', from: 'replaced', to: 'halt' });
      outcome.halt = true;
      outcome.haltReason ??= outcome.replaced;
    }
    delete outcome.replaced;
  } else if (!outcome.halt) return;
  else if (traitsOf(terms.event.event).ends === 'turn') {
    // The turn is over already: the halt only asks that no further turn begins.
    delete outcome.halt;
    delete outcome.followUp;
  } else if (traitsOf(terms.event.event).ends === 'subagent') {
    delete outcome.followUp; // the subagent at least begins no further turn
  } else if (!hidden && says('decision', 'deny')) {
    // The strictest verdict that the host has, although weaker: this call is refused, the turn goes on.
    losses.push({ kind: 'unsaid', path: 'halt', value: true });
    outcome.decision = 'deny';
    outcome.reason = joinTexts(outcome.haltReason ?? why, 'Stop here, and tell the person.');
    delete outcome.halt;
  } else if (says('replaced') || says('output')) {
    // The call is over and the turn goes on, so the result is hidden.
    losses.push({ kind: 'unsaid', path: 'halt', value: true });
    outcome.replaced ??= outcome.haltReason ?? why ?? 'Stopped by a hook.';
    delete outcome.halt;
  }
}

/** Turns an `ask` that would reach no person into a deny; of one that does, the reason becomes the message to the person. */
function degradeAsk(degradation: Degradation): void {
  const { outcome, terms, why, gate, says } = degradation;
  if (outcome.decision !== 'ask') return;
  if (gate && !(terms.passesAsk && says('decision', 'ask'))) {
    const call = terms.lostRewrite ?? (outcome.input && { input: outcome.input });
    const more = call === undefined ? '' : `\n${describeRewrite(call, undefined)}`;
    const reason = `A person must approve this: ${why ?? 'a hook asks for it.'}${more}`;
    turnIntoDeny(degradation, 'decision', 'ask', reason);
  } else if (says('message')) {
    outcome.message ??= outcome.reason; // the person is wanted, so the person reads why
  }
}

/** Gives every verdict a reason, in a field that the host has, and removes the reason where there is no verdict. */
function settleReason({ outcome, why, says }: Degradation): void {
  if (outcome.decision === 'deny') {
    outcome.reason ??= outcome.message ?? 'Blocked by a hook.';
    if (outcome.message && !says('message') && says('reason')) {
      outcome.reason = joinTexts(outcome.reason, outcome.message);
      delete outcome.message;
    }
  } else if (outcome.halt) {
    outcome.haltReason ??= why ?? 'Stopped by a hook.';
    if (says('reason')) outcome.reason ??= outcome.haltReason;
  } else if (outcome.decision !== 'ask') delete outcome.reason;
}

/** Moves what the agent is to see in place of a tool's output to the field that the host has: `replaced` or `output`. */
function degradeReplacement({ outcome, losses, terms, says }: Degradation): void {
  if (outcome.replaced !== undefined && !says('replaced') && says('output')) {
    outcome.output = { content: [{ type: 'text', text: outcome.replaced }] };
    delete outcome.replaced;
  } else if (
    outcome.output &&
    traitsOf(terms.event.event).ends === 'call' &&
    !says('output', outcome.output) &&
    says('replaced')
  ) {
    losses.push({ kind: 'stricter', path: 'output', from: 'rewrite', to: 'replaced' });
    outcome.replaced ??= outputText(outcome.output);
    delete outcome.output;
  }
}

/** Reports the result that the model still sees although the hook wants it replaced. */
function reportUnhidden({ outcome: { replaced }, losses, terms }: Degradation): void {
  const [binding] = terms.bindings;
  if (replaced === undefined || !binding) return;
  const { unhidden } = findForm(binding, 'replaced', replaced, terms.event.tool) ?? {};
  if (unhidden) losses.push({ kind: 'unhidden', path: 'replaced', severity: unhidden });
}

/**
 * Lists losses for native fields that the host's response states beside an outcome key although the
 * hook did not ask for them. Fields that no row of the event reads have no effect and are left out.
 */
function listImpliedFields(outcome: Outcome, bindings: readonly Binding[]): Loss[] {
  const losses: Loss[] = [];
  const readPaths = () =>
    Object.values(bindings[0]?.outcome ?? {}).flatMap((native) => rowOf(native).at);
  for (const key of keysOf(outcome)) {
    const native = bindings[0]?.outcome[key];
    if (native === undefined || outcome.decision === 'allow') continue;
    for (const [path, value] of Object.entries(rowOf(native).implies ?? {})) {
      if (readPaths().includes(path)) losses.push({ kind: 'implied', path, value });
    }
  }
  return losses;
}
