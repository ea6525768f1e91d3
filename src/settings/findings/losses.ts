import { adapters } from '../../adapters/index.ts';
import type { EventName } from '../../canonical/event.ts';
import type { Hook } from '../../canonical/hook.ts';
import { gates } from '../../canonical/kinds.ts';
import { type Severity, severity as severityOf } from '../../canonical/loss.ts';
import type { OutcomeKey } from '../../canonical/outcome.ts';
import type { Adapter, Binding, Native } from '../../mapping/adapter.ts';
import { rowOf } from '../../mapping/fields.ts';
import { adapterOf } from '../../translate/host.ts';
import { bindingNamed } from '../../translate/plan.ts';
import { can } from '../../translate/response.ts';
import type { Way } from '../command-line/wrap.ts';
import type { Coverage } from '../coverage/coverage.ts';
import { handlerOf } from '../handler.ts';
import { tableOf } from '../tables.ts';
import type { HookLoss, Want } from './hook-loss.ts';

/** What only an editor does: an agent without one has nothing to guard there. */
const editor: readonly EventName[] = ['completion-read', 'completion-edit', 'workspace-open'];

/** Answers that hide or refuse something. */
const guarding: readonly OutcomeKey[] = ['decision', 'output', 'replaced', 'response', 'toolNames'];

/** What is said in place of an answer that a gate has no form for. */
const stricter: Partial<Record<OutcomeKey, Want>> = {
  input: { code: 'rewrite-refuses' },
  halt: { code: 'halt-refuses' },
};

/** Whether a hook of this event may be a guard. */
const guards = (binding: Binding): boolean =>
  gates.includes(binding.event) || guarding.some((key) => binding.outcome[key] !== undefined);

/** What a hook loses on its way into a host. One that may fail guards nothing. */
export function lossesOf(host: Adapter, hook: Hook, ways: readonly Way[]): HookLoss[] {
  const watches = hook.onFailure === 'allow';
  return allLosses(host, hook, ways).map((loss) =>
    watches && loss.severity === 'unsafe' ? { ...loss, severity: 'lossy' } : loss,
  );
}

function allLosses(host: Adapter, hook: Hook, ways: readonly Way[]): HookLoss[] {
  const dialect = adapterOf(hook.speaks);
  const binding = bindingNamed(dialect, hook.event);
  if (!ways.length) return [lost(host, hook, binding)];
  const bindings = ways.map(({ reach }) => reach.binding);
  const tool = ways.every(({ reach }) => isServed(reach)) ? 'mcp' : undefined;
  const losses: HookLoss[] = [];
  const unheard: Record<Severity, OutcomeKey[]> = { unsafe: [], lossy: [], cosmetic: [] };
  for (const key of Object.keys(binding.outcome) as OutcomeKey[]) {
    if (!heardAnywhere(dialect, binding, key)) continue;
    const loss = unsaid(host, binding, key, bindings, tool);
    if (typeof loss === 'string') unheard[loss].push(key);
    else if (loss) losses.push(loss);
  }
  for (const [severity, answers] of Object.entries(unheard) as [Severity, OutcomeKey[]][]) {
    if (answers.length) losses.push({ severity, code: 'unheard', answers });
  }
  const unset = dialect.runtime.unsupplied.filter((name) => names(hook.command, name));
  if (host !== dialect && unset.length) {
    losses.push({ severity: 'lossy', code: 'variable-unset', names: unset });
  }
  const keys = unknownKeys(hook);
  if (keys.length) {
    const severity = gates.includes(binding.event) ? 'unsafe' : 'lossy';
    losses.push({ severity, code: 'unknown-keys', agent: dialect.title, keys });
  }
  if (hook.sequential && tableOf(host.id).group.sequential === undefined) {
    losses.push({ severity: 'lossy', code: 'side-by-side', agent: host.title });
  }
  return losses;
}

/** Whether a command line names a variable. */
const names = (line: string, name: string): boolean =>
  line
    .split(/\$\{?|%/)
    .some((rest) => rest.startsWith(name) && !/^\w/.test(rest.slice(name.length)));

/** Whether a hook hears of tools of MCP servers alone. */
const isServed = ({ mcp, own, other }: Coverage): boolean =>
  mcp !== false && !own.length && other !== true;

/** Keys beside a line that may mean anything; those that begin so are words for people. */
function unknownKeys(hook: Hook): string[] {
  const { entry, group, always, idle = [], lines = {} } = tableOf(hook.speaks);
  const places = [entry, group].flatMap((fields) => Object.values<Native>(fields));
  const known = places.flatMap((one) => (typeof one === 'string' ? one : one.at));
  const told = new Set([
    ...known,
    ...Object.keys(always),
    ...Object.values(lines).flat(),
    ...idle,
    'type',
  ]);
  if (handlerOf(hook).kind === 'program') return []; // its arguments
  return Object.keys({ ...hook.rest, ...hook.group }).filter(
    (key) => !told.has(key) && !/^[_$]/.test(key),
  );
}

/** The canonical dialect can word anything; what no agent hears on an event, nobody asks for. */
function heardAnywhere(dialect: Adapter, { event }: Binding, key: OutcomeKey): boolean {
  if (dialect.tools.length) return true;
  return Object.values<Adapter>(adapters).some(
    (one) => one !== dialect && one.bindings.all().some((b) => b.event === event && b.outcome[key]),
  );
}

function lost(host: Adapter, hook: Hook, binding: Binding): HookLoss {
  const nothing =
    editor.includes(binding.event) &&
    !host.bindings.all().some(({ event }) => editor.includes(event));
  const { event, matcher } = hook;
  const severity = guards(binding) && !nothing ? 'unsafe' : 'lossy';
  return { severity, code: 'no-event', agent: host.title, event, matcher };
}

/** Whether a host hears an answer for the tools alone that the hook's own agent does. */
const isSame = (one: Native | undefined, own: Native | undefined): boolean =>
  one !== undefined && own !== undefined && rowOf(one).only === rowOf(own).only;

/** How bad it is that a host hears nothing of an answer; or what it hears instead. */
function unsaid(
  host: Adapter,
  own: Binding,
  key: OutcomeKey,
  bindings: readonly Binding[],
  tool: 'mcp' | undefined,
): HookLoss | Severity | undefined {
  const says = (one: OutcomeKey, value?: string) =>
    bindings.some((binding) => can([binding], one, value, tool));
  const gate = says('decision', 'deny');
  if (key === 'decision') {
    const asks = can([own], 'decision', 'ask') && !says('decision', 'ask');
    if (!gate) return { severity: 'unsafe', code: 'no-refusal', agent: host.title };
    return asks ? { severity: 'lossy', code: 'question-refuses' } : undefined;
  }
  if (says(key) || bindings.some((one) => isSame(one.outcome[key], own.outcome[key]))) {
    return undefined;
  }
  if (key === 'output' && says('replaced')) return undefined;
  if (key === 'replaced' && says('output')) return { severity: 'lossy', code: 'failure-shown' };
  if (key === 'halt' && says('output')) return { severity: 'lossy', code: 'halt-hides' };
  // The shim sees to these.
  if (key === 'env' && own.event === 'session-start') return undefined;
  if (key === 'context' && host.bindings.all().some(({ outcome }) => outcome.context)) {
    return { severity: 'lossy', code: 'context-later' };
  }
  const instead = gate ? stricter[key] : undefined;
  if (instead) return { severity: 'lossy', ...instead };
  if (key === 'halt' && own.event === 'stop') return 'cosmetic'; // the turn is over anyway
  return severityOf({ kind: 'unsaid', path: key });
}
