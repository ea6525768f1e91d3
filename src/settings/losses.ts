import type { Adapter, Binding } from '../adapter.ts';
import type { EventName } from '../canonical/event.ts';
import type { Hook } from '../canonical/hook.ts';
import { gates } from '../canonical/kinds.ts';
import { type Severity, severity as severityOf } from '../canonical/loss.ts';
import type { OutcomeKey } from '../canonical/outcome.ts';
import { adapterOf } from '../host.ts';
import { can } from '../outcomes.ts';
import { bindingNamed } from '../plan.ts';
import { tableOf, type Way } from './wrap.ts';

/** Something a hook may want, and does not get where it is converted to. */
export interface HookLoss {
  severity: Severity;
  text: string;
}

/** What only an editor does: an agent without one has nothing to guard there. */
const editor: readonly EventName[] = ['completion-read', 'completion-edit', 'workspace-open'];

/** Answers that hide or refuse something. */
const guarding: readonly OutcomeKey[] = ['decision', 'output', 'replaced', 'response', 'toolNames'];

/** What is said in place of an answer that a gate has no form for. */
const stricter: Partial<Record<OutcomeKey, string>> = {
  input: 'a rewritten call becomes a refusal that shows it',
  halt: 'a halt refuses this call, and the turn goes on',
};

/** Whether a hook of this event may be a guard. */
export const guards = (binding: Binding): boolean =>
  gates.includes(binding.event) || guarding.some((key) => binding.outcome[key] !== undefined);

/** What a hook loses on its way into a host. */
export function lossesOf(host: Adapter, hook: Hook, ways: readonly Way[]): HookLoss[] {
  const binding = bindingNamed(adapterOf(hook.speaks), hook.event);
  if (!ways.length) return [lost(host, hook, binding)];
  const losses = Object.keys(binding.outcome).flatMap((key) =>
    unsaid(
      host,
      binding,
      key as OutcomeKey,
      ways.map(({ reach }) => reach.binding),
    ),
  );
  if (hook.sequential && tableOf(host.id).group.sequential === undefined) {
    losses.push({
      severity: 'lossy',
      text: `${host.title} runs all hooks of an event side by side`,
    });
  }
  return losses;
}

function lost(host: Adapter, hook: Hook, binding: Binding): HookLoss {
  const nothing =
    editor.includes(binding.event) && !host.bindings.some(({ event }) => editor.includes(event));
  const matcher = hook.matcher === undefined ? '' : ` that ${JSON.stringify(hook.matcher)} matches`;
  return {
    severity: guards(binding) && !nothing ? 'unsafe' : 'lossy',
    text: `${host.title} has nothing like ${hook.event}${matcher}`,
  };
}

function unsaid(
  host: Adapter,
  own: Binding,
  key: OutcomeKey,
  bindings: readonly Binding[],
): HookLoss[] {
  const says = (one: OutcomeKey, value?: string, tool?: string) =>
    bindings.some((binding) => can([binding], one, value, tool));
  const gate = says('decision', 'deny');
  if (key === 'decision') {
    const asks = can([own], 'decision', 'ask') && !says('decision', 'ask');
    if (!gate)
      return [{ severity: 'unsafe', text: `${host.title} does not let a hook refuse here` }];
    return asks ? [{ severity: 'lossy', text: 'a question becomes a refusal' }] : [];
  }
  if (bindings.some((binding) => binding.outcome[key] !== undefined)) return [];
  if (key === 'output' && says('replaced')) return [];
  const instead = gate ? stricter[key] : undefined;
  if (instead) return [{ severity: 'lossy', text: instead }];
  const quiet = key === 'halt' && own.event === 'stop'; // the turn is over anyway
  const severity = quiet ? 'cosmetic' : severityOf({ kind: 'unsaid', path: key });
  return [{ severity, text: `${names[key] ?? key} is not heard there` }];
}

const names: Partial<Record<OutcomeKey, string>> = {
  message: 'a message to the person',
  context: 'context for the agent',
  replaced: 'a result in place of the tool’s',
  output: 'a rewritten result',
  tail: 'a further tool call',
  followUp: 'a further prompt',
  clear: 'clearing the conversation',
  halt: 'a halt',
  haltReason: 'the reason of a halt',
  request: 'a changed model request',
  response: 'an answer in place of the model’s',
  toolMode: 'a choice of tools',
  toolNames: 'a list of tools',
  env: 'variables for later hooks',
  plugins: 'a list of plugins',
  quiet: 'a wish to be quiet',
  reason: 'a reason',
};
