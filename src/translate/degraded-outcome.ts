import type { Loss } from '../canonical/loss.ts';
import type { Outcome, OutcomeKey } from '../canonical/outcome.ts';
import { isGateEvent, traitsOf } from '../canonical/traits.ts';
import type { Binding, Draft } from '../mapping/adapter.ts';
import { refusedByHook, stoppedByHook } from '../mapping/default-reasons.ts';
import { rowOf } from '../mapping/fields.ts';
import { keysOf } from '../util/keys-of.ts';
import { describeRewrite, joinTexts, type LostRewrite, outputText } from './outcome-texts.ts';
import { canExpress, findForm } from './response.ts';

/** What decides how an outcome is expressed for a host. */
export interface HostTerms {
  /** The event as decoded from the host's payload. */
  event: Draft;
  /**
   * The host's binding of the event. If it is not certain which agent the host is, these are the bindings
   * of all agents that it may be, the likeliest first. An outcome key is kept only if all of them can
   * express it. The answer is encoded with the first, so the losses that depend on how a key is written
   * (`unhidden`, `implied`) are those of the first.
   */
  bindings: readonly Binding[];
  /** At a gate, an `ask` is passed on to a host that can express it. If false, it becomes a deny there. */
  passesAsk: boolean;
  /** The rewritten call or prompt, if the host cannot apply it. A prompt is taken from the outcome. */
  lostRewrite?: LostRewrite | undefined;
}

/** An outcome while it is degraded. Every step gets this one object, and changes `outcome` and `losses` in place. */
interface Degradation {
  outcome: Outcome;
  losses: Loss[];
  terms: HostTerms;
  /** The hook's reason and its message to the person, on lines of their own. `undefined`: it gave neither. */
  why: string | undefined;
  /** The event is a gate, and the host can express a refusal there. */
  canRefuse: boolean;
  /**
   * What happened is over, such as a call, a batch of calls or a response of the model, and its result is
   * about to be shown to the model. No refusal undoes it: a refusal, where the host has one at all, only
   * concerns the result. A hook can hide the result.
   */
  hasResult: boolean;
  /** Tells whether the host can express an outcome key; with a value, whether it can express that value. */
  canSay(key: OutcomeKey, value?: unknown): boolean;
}

/**
 * Turns an outcome into one that the host can express: the same outcome if the host can express it, and
 * otherwise a stricter one, or one that lacks something, with a loss for each difference. Steps:
 * 1. If the hook refuses at an event about a result, and the host has no refusal there, the result is hidden.
 * 2. If the host can halt but not replace a result, a replaced result becomes a halt.
 * 3. A halt that the host cannot express becomes the strictest verdict that the host can express.
 * 4. At a gate, an `ask` that is not passed on becomes a deny.
 * 5. At a gate, a rewrite that the host cannot apply becomes a deny that shows the rewritten call or prompt.
 * 6. Reasons and replaced results move to the fields that the host has.
 * 7. Keys that the host cannot express are removed, each with a loss.
 */
export function degradeOutcome(
  wanted: Outcome,
  terms: HostTerms,
): { outcome: Outcome; losses: Loss[] } {
  const { event, bindings } = terms;
  const outcome: Outcome = { ...wanted };
  const canSay = (key: OutcomeKey, value?: unknown) => canExpress(bindings, key, value, event.tool);
  const canRefuse = isGateEvent(event.event) && canSay('decision', 'deny');
  const why = joinTexts(outcome.reason, outcome.message);
  const { begins, hidesResult: hasResult = false } = traitsOf(event.event);
  const losses: Loss[] = [];
  const { prompt } = outcome;
  // At any other event the key means nothing, or no refusal is heard.
  if (prompt !== undefined && canRefuse && begins === 'turn' && !canSay('prompt')) {
    if (prompt !== event.prompt) terms = { ...terms, lostRewrite: { prompt } };
    delete outcome.prompt;
  }
  const degradation: Degradation = { outcome, losses, terms, why, canRefuse, hasResult, canSay };
  hideDeniedResult(degradation);
  replaceByHalt(degradation);
  degradeHalt(degradation);
  // A halt ends what an `allow` or an `ask` would be about, so it replaces them. A refusal is kept.
  if (outcome.halt && outcome.decision !== 'deny') delete outcome.decision;
  degradeAsk(degradation);
  const { lostRewrite } = terms;
  if (lostRewrite !== undefined && outcome.decision !== 'deny' && !outcome.halt) {
    const key = lostRewrite.prompt === undefined ? 'input' : 'prompt';
    if (canRefuse) turnIntoDeny(degradation, key, 'rewrite', describeRewrite(lostRewrite, why));
    // No vendor can rewrite a call where it cannot refuse. Only the canonical dialect has `input` at such events.
    else if (!canSay('input'))
      losses.push({ kind: 'unsaid', path: 'input', value: lostRewrite.input });
  }
  if (outcome.decision === 'deny' || outcome.halt) delete outcome.input;
  settleReason(degradation);
  degradeReplacement(degradation);
  for (const key of keysOf(outcome)) {
    if (canSay(key, outcome[key])) continue;
    losses.push({ kind: 'unsaid', path: key, value: outcome[key] });
    delete outcome[key];
  }
  // If the verdict was removed, its reason is removed too.
  if ((wanted.decision || wanted.halt) && !outcome.decision && !outcome.halt) delete outcome.reason;
  reportUnhidden(degradation);
  return { outcome, losses: [...losses, ...listImpliedFields(outcome, bindings)] };
}

/**
 * Makes the decision a deny, and adds the loss for it.
 *
 * @param key The outcome key whose verdict becomes the deny, for the loss.
 * @param verdict The verdict that becomes the deny, for the loss: `ask` or `rewrite`.
 * @param reason The reason of the deny. It replaces the hook's own reason.
 */
function turnIntoDeny(
  { outcome, losses }: Degradation,
  key: OutcomeKey,
  verdict: string,
  reason: string,
): void {
  losses.push({ kind: 'stricter', path: key, from: verdict, to: 'deny' });
  outcome.decision = 'deny';
  outcome.reason = reason;
}

/** Hides a result if the hook refuses at an event about a result, and the host has no refusal there. */
function hideDeniedResult({ outcome, losses, why, hasResult, canSay }: Degradation): void {
  const canHide = canSay('replaced') || canSay('output') || canSay('halt');
  if (outcome.decision !== 'deny' || !hasResult || !canHide || canSay('decision', 'deny')) return;
  losses.push({ kind: 'stricter', path: 'decision', from: 'deny', to: 'replaced' });
  outcome.replaced ??= why ?? refusedByHook;
  delete outcome.decision;
}

/**
 * If the host can halt but not replace a result, turns a replaced result into a halt, which keeps the
 * result from the model too. If the hook asks for a halt already, the replaced result is only removed.
 */
function replaceByHalt({ outcome, losses, hasResult, canSay }: Degradation): void {
  if (!hasResult || !canSay('halt') || canSay('replaced')) return;
  if (outcome.replaced !== undefined && !outcome.halt) {
    losses.push({ kind: 'stricter', path: 'replaced', from: 'replaced', to: 'halt' });
    outcome.halt = true;
    outcome.haltReason ??= outcome.replaced;
  }
  delete outcome.replaced;
}

/**
 * Turns a halt that the host cannot express into the strictest verdict that it can express. If there is none,
 * the halt is left to the last step, which removes it with a loss. At the end of a turn the halt is removed
 * without a loss, since there is only a follow-up left to stop. There, and at the end of a subagent, the
 * follow-up is removed.
 */
function degradeHalt({ outcome, losses, terms, why, hasResult, canSay }: Degradation): void {
  if (!outcome.halt || canSay('halt')) return;
  if (traitsOf(terms.event.event).ends === 'turn') {
    // The turn is over already, so the halt only asks that no further turn begins.
    delete outcome.halt;
    delete outcome.followUp;
  } else if (traitsOf(terms.event.event).ends === 'subagent') {
    delete outcome.followUp; // the subagent at least begins no further turn
  } else if (!hasResult && canSay('decision', 'deny')) {
    // Weaker than a halt, but the strictest verdict that the host has: this event is refused, the turn goes on.
    losses.push({ kind: 'unsaid', path: 'halt', value: true });
    outcome.decision = 'deny';
    outcome.reason = joinTexts(outcome.haltReason ?? why, 'Stop here, and tell the person.');
    delete outcome.halt;
  } else if (canSay('replaced') || canSay('output')) {
    // The work is done, and the turn goes on. Only the result can still be hidden.
    losses.push({ kind: 'unsaid', path: 'halt', value: true });
    outcome.replaced ??= outcome.haltReason ?? why ?? stoppedByHook;
    delete outcome.halt;
  }
}

/**
 * At a gate, turns an `ask` that would reach no person into a deny. If an `ask` is left, its reason becomes
 * the message to the person, unless the hook gave a message.
 */
function degradeAsk(degradation: Degradation): void {
  const { outcome, terms, why, canRefuse, canSay } = degradation;
  if (outcome.decision !== 'ask') return;
  if (canRefuse && !(terms.passesAsk && canSay('decision', 'ask'))) {
    const { input, prompt } = outcome;
    const isOtherPrompt = prompt !== undefined && prompt !== terms.event.prompt;
    const call = terms.lostRewrite ?? (isOtherPrompt ? { prompt } : input && { input });
    const shownCall = call === undefined ? '' : `\n${describeRewrite(call, undefined)}`;
    const reason = `A person must approve this: ${why ?? 'a hook asks for it.'}${shownCall}`;
    turnIntoDeny(degradation, 'decision', 'ask', reason);
  } else if (canSay('message')) {
    outcome.message ??= outcome.reason; // a person has to decide, so the person is told why
  }
}

/**
 * Gives a deny or a halt a reason, in a field that the host has. The reason of an `ask` stays as it is, and
 * any other reason is removed.
 */
function settleReason({ outcome, why, canSay }: Degradation): void {
  if (outcome.decision === 'deny') {
    outcome.reason ??= outcome.message ?? refusedByHook;
    if (outcome.message && !canSay('message') && canSay('reason')) {
      // A message that is the reason already is not repeated.
      outcome.reason = joinTexts(outcome.reason, outcome.message);
      delete outcome.message;
    }
  } else if (outcome.halt) {
    outcome.haltReason ??= why ?? stoppedByHook;
    if (canSay('reason')) outcome.reason ??= outcome.haltReason;
  } else if (outcome.decision !== 'ask') delete outcome.reason;
}

/**
 * Moves what replaces a tool's output between `replaced` (a text for the model) and `output` (a native result),
 * if the host can only express the other.
 */
function degradeReplacement({ outcome, losses, terms, canSay }: Degradation): void {
  if (outcome.replaced !== undefined && !canSay('replaced') && canSay('output')) {
    outcome.output = { content: [{ type: 'text', text: outcome.replaced }] };
    delete outcome.replaced;
  } else if (
    outcome.output &&
    traitsOf(terms.event.event).ends === 'call' &&
    !canSay('output', outcome.output) &&
    canSay('replaced')
  ) {
    losses.push({ kind: 'stricter', path: 'output', from: 'rewrite', to: 'replaced' });
    outcome.replaced ??= outputText(outcome.output);
    delete outcome.output;
  }
}

/** Adds a loss if the model of the host still sees the original result beside the text that replaces it. */
function reportUnhidden({ outcome: { replaced }, losses, terms }: Degradation): void {
  const [binding] = terms.bindings;
  if (replaced === undefined || !binding) return;
  const { severityIfOriginalStays } =
    findForm(binding, 'replaced', replaced, terms.event.tool) ?? {};
  if (severityIfOriginalStays)
    losses.push({ kind: 'unhidden', path: 'replaced', severity: severityIfOriginalStays });
}

/**
 * Lists a loss for each native field that is written into the response and has an effect, although the hook
 * did not ask for it. Such are the further fields that a row writes beside its own (`implies`). They have an
 * effect only if an outcome row of the binding has their path. Beside an `allow` nothing is listed: the further
 * field is then a permission, such as the one that a rewrite needs, and the hook gave the permission itself.
 */
function listImpliedFields(outcome: Outcome, bindings: readonly Binding[]): Loss[] {
  const losses: Loss[] = [];
  const listEffectivePaths = () =>
    Object.values(bindings[0]?.outcome ?? {}).flatMap((native) => rowOf(native).at);
  for (const key of keysOf(outcome)) {
    const native = bindings[0]?.outcome[key];
    if (native === undefined || outcome.decision === 'allow') continue;
    for (const [path, value] of Object.entries(rowOf(native).implies ?? {})) {
      if (listEffectivePaths().includes(path)) losses.push({ kind: 'implied', path, value });
    }
  }
  return losses;
}
