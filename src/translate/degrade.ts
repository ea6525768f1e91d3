import { gates } from '../canonical/kinds.ts';
import type { Loss } from '../canonical/loss.ts';
import type { Outcome, OutcomeKey } from '../canonical/outcome.ts';
import type { Binding, Draft } from '../mapping/adapter.ts';
import { rowOf } from '../mapping/fields.ts';
import type { Json } from '../util/json.ts';
import { can } from './response.ts';

/** A rewritten call that the host cannot apply, for its agent to make itself. */
export interface Lost {
  /** The tool, where it is another than that of the call. */
  name?: string;
  /** Arguments, as the host calls them. */
  input: Json | readonly Json[];
  /** Some are called as the hook's agent calls them: the host has none like them. */
  foreign?: true;
}

/** How an outcome is to be said where the host cannot say it as it is. */
export interface Terms {
  event: Draft;
  /** The host's binding; several where the host is in doubt: only what all can say is said. */
  bindings: readonly Binding[];
  /** Pass an `ask` on. Otherwise it is a deny. */
  ask: boolean;
  /** The rewritten call, when it has no form on the host. */
  lost?: Lost | undefined;
}

/** Events at which something can be kept from the agent's eyes. */
const hides: readonly string[] = ['after-tool', 'after-model'];

/** An outcome in the host's means: the same where it can be said, stricter where it cannot. */
export function degrade(asked: Outcome, terms: Terms): { outcome: Outcome; losses: Loss[] } {
  const { event, bindings } = terms;
  const losses: Loss[] = [];
  const outcome: Outcome = { ...asked };
  const says = (key: OutcomeKey, value?: unknown) => can(bindings, key, value, event.tool);
  const gate = gates.includes(event.event) && says('decision', 'deny');
  const deny = (from: OutcomeKey, was: string, reason: string) => {
    losses.push({ kind: 'stricter', path: from, from: was, to: 'deny' });
    outcome.decision = 'deny';
    outcome.reason = reason;
  };
  const why = join(outcome.reason, outcome.message);
  const hidden = hides.includes(event.event);
  const takesAway = says('replaced') || says('output') || says('halt');
  if (outcome.decision === 'deny' && hidden && takesAway && !says('decision', 'deny')) {
    losses.push({ kind: 'stricter', path: 'decision', from: 'deny', to: 'replaced' });
    outcome.replaced ??= why ?? 'Blocked by a hook.';
    delete outcome.decision;
  }

  if (outcome.halt && event.event === 'stop' && !says('halt')) {
    // The turn is over anyway: what was asked for is that no other begins.
    delete outcome.halt;
    delete outcome.followUp;
  } else if (outcome.halt && !says('halt') && gate) {
    // Weaker than asked, and the strictest there is: this call is refused, the turn goes on.
    losses.push({ kind: 'unsaid', path: 'halt', value: true });
    outcome.decision = 'deny';
    outcome.reason = join(outcome.haltReason ?? why, 'Stop here, and tell the person.') as string;
    delete outcome.halt;
  } else if (outcome.halt && !says('halt') && (says('replaced') || says('output'))) {
    // Over already, and the turn goes on: without what was to be seen.
    losses.push({ kind: 'unsaid', path: 'halt', value: true });
    outcome.replaced ??= outcome.haltReason ?? why ?? 'Stopped by a hook.';
    delete outcome.halt;
  } else if (hidden && !says('replaced') && says('halt')) {
    if (outcome.replaced !== undefined && !outcome.halt) {
      losses.push({ kind: 'stricter', path: 'replaced', from: 'replaced', to: 'halt' });
      outcome.halt = true;
      outcome.haltReason ??= outcome.replaced;
    }
    delete outcome.replaced;
  }
  if (!outcome.followUp) delete outcome.followUp; // begins no turn
  if (outcome.decision === 'ask' && gate && !(terms.ask && says('decision', 'ask'))) {
    const call = terms.lost ?? (outcome.input && { input: outcome.input });
    const shown = call === undefined ? '' : `\n${rewritten(call, undefined)}`;
    deny('decision', 'ask', `A person must approve this: ${why ?? 'a hook asks for it.'}${shown}`);
  } else if (outcome.decision === 'ask' && says('message')) {
    outcome.message ??= outcome.reason; // it is the person who is asked
  }
  if (terms.lost !== undefined && outcome.decision !== 'deny' && !outcome.halt && gate) {
    deny('input', 'rewrite', rewritten(terms.lost, why));
  }
  if (outcome.decision === 'deny' || outcome.halt) delete outcome.input;
  if (outcome.decision === 'deny') {
    outcome.reason ??= outcome.message ?? 'Blocked by a hook.';
    if (outcome.message && !says('message') && says('reason')) {
      outcome.reason = join(outcome.reason, outcome.message) as string;
      delete outcome.message;
    }
  } else if (outcome.halt) {
    outcome.haltReason ??= why ?? 'Stopped by a hook.';
    if (says('reason')) outcome.reason ??= outcome.haltReason;
  } else if (outcome.decision !== 'ask') delete outcome.reason;

  if (outcome.replaced !== undefined && !says('replaced') && says('output')) {
    outcome.output = { content: [{ type: 'text', text: outcome.replaced }] };
    delete outcome.replaced;
  } else if (
    outcome.output &&
    event.event === 'after-tool' &&
    !says('output') &&
    says('replaced')
  ) {
    losses.push({ kind: 'stricter', path: 'output', from: 'rewrite', to: 'replaced' });
    outcome.replaced ??= shownOutput(outcome.output);
    delete outcome.output;
  }
  for (const key of Object.keys(outcome) as OutcomeKey[]) {
    if (says(key, outcome[key])) continue;
    losses.push({ kind: 'unsaid', path: key, value: outcome[key] });
    delete outcome[key];
  }
  return { outcome, losses: [...losses, ...implied(outcome, bindings)] };
}

/** What the host wants said beside a field, and no hook asked for. What nobody reads says nothing. */
function implied(outcome: Outcome, bindings: readonly Binding[]): Loss[] {
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

/** As long as a rewritten call may be, in characters: it is shown whole or not at all. */
const longest = 100_000;

function rewritten({ name, input, foreign }: Lost, why: string | undefined): string {
  const text = JSON.stringify(input);
  const call = `${name ? `${name} ` : ''}${text}`;
  const instead =
    text.length > longest
      ? 'The new call is too long to be shown here: tell the person.'
      : `Make this call instead, if it still serves: ${call}`;
  const note = foreign ? ' (some of its arguments go by names this agent does not have)' : '';
  return join(
    `A hook rewrote this call, and this agent cannot apply the change. ${instead}${note}`,
    why,
  ) as string;
}

export function join(a: string | undefined, b: string | undefined): string | undefined {
  if (!a || !b || a.includes(b)) return a || b;
  return b.includes(a) ? b : `${a}\n${b}`;
}

/** A tool's output as the text a model reads: that of an MCP result's parts, or its JSON. */
function shownOutput(output: Record<string, unknown>): string {
  const { content } = output;
  const texts = Array.isArray(content)
    ? content.map((part) => (part as { text?: unknown } | null)?.text)
    : [];
  const plain = texts.length > 0 && texts.every((text) => typeof text === 'string');
  return plain ? texts.join('\n') : JSON.stringify(output);
}
