import type { Loss } from '../canonical/loss.ts';
import type { Outcome, OutcomeKey } from '../canonical/outcome.ts';
import { isGateEvent, traitsOf } from '../canonical/traits.ts';
import type { Binding, Draft } from '../mapping/adapter.ts';
import { rowOf } from '../mapping/fields.ts';
import { describeRewrite, joinTexts, type LostRewrite, outputText } from './outcome-texts.ts';
import { canExpress, findForm } from './response.ts';

/** How an outcome is to be said where the host cannot say it as it is. */
export interface HostTerms {
  event: Draft;
  /** The host's binding; several where the host is in doubt: only what all can say is said. */
  bindings: readonly Binding[];
  /** Pass an `ask` on. Otherwise it is a deny. */
  passesAsk: boolean;
  /** The rewritten call, when it has no form on the host. */
  lostRewrite?: LostRewrite | undefined;
}

/** An outcome on its way into the host's means; changed in place. */
interface Degradation {
  outcome: Outcome;
  losses: Loss[];
  terms: HostTerms;
  /** The hook's own reason, and what it says to the person. */
  why: string | undefined;
  /** A refusal is heard here. */
  gate: boolean;
  /** Something can be kept from the agent's eyes. */
  hidden: boolean;
  says(key: OutcomeKey, value?: unknown): boolean;
}

/** An outcome in the host's means: the same where it can be said, stricter where it cannot. */
export function degradeOutcome(
  asked: Outcome,
  terms: HostTerms,
): { outcome: Outcome; losses: Loss[] } {
  const { event, bindings } = terms;
  const outcome: Outcome = { ...asked };
  const says = (key: OutcomeKey, value?: unknown) => canExpress(bindings, key, value, event.tool);
  const gate = isGateEvent(event.event) && says('decision', 'deny');
  const why = joinTexts(outcome.reason, outcome.message);
  const hidden = traitsOf(event.event).hidesResult === true;
  const one: Degradation = { outcome, losses: [], terms, why, gate, hidden, says };
  hideDeniedResult(one);
  degradeHalt(one);
  if (outcome.halt && outcome.decision !== 'deny') delete outcome.decision; // nothing runs
  if (!outcome.followUp) delete outcome.followUp; // begins no turn
  degradeAsk(one);
  if (terms.lostRewrite !== undefined && outcome.decision !== 'deny' && !outcome.halt) {
    if (gate) turnIntoDeny(one, 'input', 'rewrite', describeRewrite(terms.lostRewrite, why));
    else if (!says('input'))
      one.losses.push({ kind: 'unsaid', path: 'input', value: terms.lostRewrite.input });
  }
  if (outcome.decision === 'deny' || outcome.halt) delete outcome.input;
  settleReason(one);
  degradeReplacement(one);
  for (const key of Object.keys(outcome) as OutcomeKey[]) {
    if (says(key, outcome[key])) continue;
    one.losses.push({ kind: 'unsaid', path: key, value: outcome[key] });
    delete outcome[key];
  }
  // The reason of a verdict that could not be said is nobody's
  if ((asked.decision || asked.halt) && !outcome.decision && !outcome.halt) delete outcome.reason;
  reportUnhidden(one);
  return { outcome, losses: [...one.losses, ...listImpliedFields(outcome, bindings)] };
}

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

/** A refusal of what is over, where it is not heard: nothing of it is seen. */
function hideDeniedResult({ outcome, losses, why, hidden, says }: Degradation): void {
  const takesAway = says('replaced') || says('output') || says('halt');
  if (outcome.decision !== 'deny' || !hidden || !takesAway || says('decision', 'deny')) return;
  losses.push({ kind: 'stricter', path: 'decision', from: 'deny', to: 'replaced' });
  outcome.replaced ??= why ?? 'Blocked by a hook.';
  delete outcome.decision;
}

/** A halt that the host has no word for, and a replacement that only a halt can stand for. */
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
    // The turn is over anyway: what was asked for is that no other begins.
    delete outcome.halt;
    delete outcome.followUp;
  } else if (traitsOf(terms.event.event).ends === 'subagent') {
    delete outcome.followUp; // no other turn of its own, at least
  } else if (!hidden && says('decision', 'deny')) {
    // Weaker than asked, and the strictest there is: this is refused, the turn goes on.
    losses.push({ kind: 'unsaid', path: 'halt', value: true });
    outcome.decision = 'deny';
    outcome.reason = joinTexts(
      outcome.haltReason ?? why,
      'Stop here, and tell the person.',
    ) as string;
    delete outcome.halt;
  } else if (says('replaced') || says('output')) {
    // Over already, and the turn goes on: without what was to be seen.
    losses.push({ kind: 'unsaid', path: 'halt', value: true });
    outcome.replaced ??= outcome.haltReason ?? why ?? 'Stopped by a hook.';
    delete outcome.halt;
  }
}

/** A question that nobody would be asked is a refusal. */
function degradeAsk(one: Degradation): void {
  const { outcome, terms, why, gate, says } = one;
  if (outcome.decision !== 'ask') return;
  if (gate && !(terms.passesAsk && says('decision', 'ask'))) {
    const call = terms.lostRewrite ?? (outcome.input && { input: outcome.input });
    const more = call === undefined ? '' : `\n${describeRewrite(call, undefined)}`;
    const reason = `A person must approve this: ${why ?? 'a hook asks for it.'}${more}`;
    turnIntoDeny(one, 'decision', 'ask', reason);
  } else if (says('message')) {
    outcome.message ??= outcome.reason; // it is the person who is asked
  }
}

/** A verdict has a reason, and what has no verdict has none. */
function settleReason({ outcome, why, says }: Degradation): void {
  if (outcome.decision === 'deny') {
    outcome.reason ??= outcome.message ?? 'Blocked by a hook.';
    if (outcome.message && !says('message') && says('reason')) {
      outcome.reason = joinTexts(outcome.reason, outcome.message) as string;
      delete outcome.message;
    }
  } else if (outcome.halt) {
    outcome.haltReason ??= why ?? 'Stopped by a hook.';
    if (says('reason')) outcome.reason ??= outcome.haltReason;
  } else if (outcome.decision !== 'ask') delete outcome.reason;
}

/** What is to be seen in place of a tool's output, in the form the host has. */
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

/** Reports what the model still sees although the hook wants it replaced. */
function reportUnhidden({ outcome: { replaced }, losses, terms }: Degradation): void {
  const [binding] = terms.bindings;
  if (replaced === undefined || !binding) return;
  const { unhidden } = findForm(binding, 'replaced', replaced, terms.event.tool) ?? {};
  if (unhidden) losses.push({ kind: 'unhidden', path: 'replaced', severity: unhidden });
}

/** What the host wants said beside a field, and no hook asked for. What nobody reads says nothing. */
function listImpliedFields(outcome: Outcome, bindings: readonly Binding[]): Loss[] {
  const losses: Loss[] = [];
  const read = () => Object.values(bindings[0]?.outcome ?? {}).flatMap((one) => rowOf(one).at);
  for (const key of Object.keys(outcome) as OutcomeKey[]) {
    const native = bindings[0]?.outcome[key];
    if (native === undefined || outcome.decision === 'allow') continue;
    for (const [path, value] of Object.entries(rowOf(native).implies ?? {})) {
      if (read().includes(path)) losses.push({ kind: 'implied', path, value });
    }
  }
  return losses;
}
