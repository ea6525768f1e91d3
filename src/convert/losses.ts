import { adapters } from '../adapters/index.ts';
import { eventTraits } from '../canonical/event.ts';
import type { Hook } from '../canonical/hook.ts';
import { type Severity, severityOf } from '../canonical/loss.ts';
import { type OutcomeKey, outcomeTraitsOf, severities } from '../canonical/outcome.ts';
import type { ToolName } from '../canonical/tool.ts';
import { traitsOf } from '../canonical/traits.ts';
import type { EntryPoint } from '../coverage/entry-points.ts';
import { findLaterBindings } from '../coverage/later.ts';
import type { Adapter, Binding, Native } from '../mapping/adapter.ts';
import { rowOf } from '../mapping/fields.ts';
import { isGate, ownBindingOf, shellLineOf } from '../settings/own-agent.ts';
import { tableOf } from '../settings/tables.ts';
import { findUnknownKeys } from '../settings/unknown-keys.ts';
import { adapterOf } from '../translate/host.ts';
import { canExpress } from '../translate/response.ts';
import { keysOf } from '../util/keys-of.ts';
import type { HookLoss } from './hook-loss.ts';

const failureShown: HookLoss = { severity: 'lossy', code: 'failure-shown' };

/** What a hook loses on its way into a host. */
export const lossesOf = (host: Adapter, hook: Hook, ways: readonly EntryPoint[]): HookLoss[] =>
  ways.length ? [...lossesAt(host, hook, ways)] : [lossOfEvent(host, hook)];

/** Losses of a hook that guards nothing: by its owner's word, by what is heard of it, or since it never runs. */
export const asHarmless = (losses: readonly HookLoss[]): HookLoss[] =>
  losses.map((loss) => (loss.severity === 'unsafe' ? { ...loss, severity: 'lossy' } : loss));

/** Tells whether a hook can refuse or hide something. */
function guards(hook: Hook): boolean {
  const { outcome } = ownBindingOf(hook);
  return isGate(hook) || keysOf(outcome).some((key) => outcomeTraitsOf(key).isGuard);
}

function lossOfEvent(host: Adapter, hook: Hook): HookLoss {
  const { event, matcher } = hook;
  const home = ownBindingOf(hook);
  const needsEditor = ({ event }: Binding) => eventTraits[event]?.isEditorOnly;
  const nothing = needsEditor(home) && !host.bindings.all().some(needsEditor);
  const severity = guards(hook) && !nothing ? 'unsafe' : 'lossy';
  return { severity, code: 'no-event', agent: host.title, event, matcher };
}

/** Tools that a hook is for, and that a host does a part of with another. One of every tool hears that one. */
function* lossesOfTools(
  host: Adapter,
  hook: Hook,
  ways: readonly EntryPoint[],
): Iterable<HookLoss> {
  const heard = new Set(
    ways.flatMap(({ own, partly }) => own.filter((name) => !partly.includes(name))),
  );
  const hears = (tool: ToolName): boolean =>
    host.tools.some((row) => row.tool === tool && row.names.some((name) => heard.has(name)));
  if (ways.some(({ other }) => other === true)) return;
  for (const [tool, { rest, why }] of Object.entries(tableOf(host.id).firing.partialTools ?? {})) {
    if (!hears(tool as ToolName)) continue;
    const severity = guards(hook) && !hears(rest) ? 'unsafe' : 'lossy';
    yield { severity, code: 'partly-told', tool, why };
  }
}

function* lossesAt(host: Adapter, hook: Hook, ways: readonly EntryPoint[]): Iterable<HookLoss> {
  const dialect = adapterOf(hook.speaks);
  const home = ownBindingOf(hook);
  const unheard: Record<Severity, OutcomeKey[]> = { unsafe: [], lossy: [], cosmetic: [] };
  const answers = hook.answer === undefined ? home.outcome : {};
  for (const key of keysOf(answers)) {
    if (!isHonouredAnywhere(dialect, home, key)) continue;
    const isHidden = key === 'replaced' && showsFailure(host, hook, ways);
    const loss = lossOfAnswer(host, home, key, ways) ?? (isHidden ? failureShown : undefined);
    if (typeof loss === 'string') unheard[loss].push(key);
    else if (loss) yield loss;
  }
  for (const severity of severities) {
    const answers = unheard[severity];
    if (answers.length) yield { severity, code: 'unheard', agent: host.title, answers };
  }
  const unset = unsetVariablesIn(host, hook, dialect);
  if (unset.length) {
    // What its line cannot find does not run, and a guard that does not run refuses nothing.
    const severity = guards(hook) ? 'unsafe' : 'lossy';
    yield { severity, code: 'variable-unset', agent: host.title, names: unset };
  }
  yield* lossesOfTools(host, hook, ways);
  const { backgroundKeys = [] } = tableOf(hook.speaks).entry;
  if (backgroundKeys.some((key) => hook.rest?.[key] === true)) {
    yield { severity: 'lossy', code: 'awaited', agent: host.title };
  }
  const keys = findUnknownKeys(hook);
  if (keys.length) {
    const severity = isGate(hook) ? 'unsafe' : 'lossy';
    yield { severity, code: 'unknown-keys', agent: dialect.title, keys };
  }
  if (hook.sequential && tableOf(host.id).group.sequential === undefined) {
    yield { severity: 'lossy', code: 'side-by-side', agent: host.title };
  }
}

/** The variables that a hook's line names, and that nobody gives it in the settings of a host. */
function unsetVariablesIn(host: Adapter, hook: Hook, dialect: Adapter): string[] {
  const { unsupplied, ofPlugin = [] } = dialect.runtime;
  const line = shellLineOf(hook) ?? hook.command;
  return [...(host === dialect ? [] : unsupplied), ...ofPlugin].filter(
    (name) => hook.env?.[name] === undefined && namesVariable(line, name),
  );
}

const namesVariable = (line: string, name: string): boolean =>
  line
    .split(/\$\{?|%/)
    .some((rest) => rest.startsWith(name) && !/^\w/.test(rest.slice(name.length)));

/** The canonical dialect can word anything; what no agent hears on an event, nobody asks for. */
const isHonouredAnywhere = (dialect: Adapter, { event }: Binding, key: OutcomeKey): boolean =>
  dialect.tools.length > 0 ||
  Object.values<Adapter>(adapters).some(
    (one) => one !== dialect && one.bindings.all().some((b) => b.event === event && b.outcome[key]),
  );

/** Whether a host hears an answer for the tools alone that the hook's own agent does. */
const isSame = (one: Native | undefined, own: Native | undefined): boolean =>
  one !== undefined && own !== undefined && rowOf(one).only === rowOf(own).only;

/** Whether an agent fires a binding after a call that failed: where it has one for those alone, that one. */
function isOfFailure({ bindings }: Adapter, binding: Binding): boolean {
  const says = ({ given = {} }: Binding) => [given.status ?? []].flat().includes('failed');
  const some = bindings.all().filter((one) => one.event === binding.event && says(one));
  return some.length ? some.includes(binding) : binding.given?.status === undefined;
}

/** Whether a hook may hide what a failed call says, and a host does so with results alone. */
function showsFailure(host: Adapter, hook: Hook, ways: readonly EntryPoint[]): boolean {
  const home = ownBindingOf(hook);
  const failed = ways.map(({ binding }) => binding).filter((one) => isOfFailure(host, one));
  return (
    traitsOf(home.event).ends === 'call' &&
    isOfFailure(adapterOf(hook.speaks), home) &&
    failed.length > 0 &&
    !failed.some((one) => one.outcome.replaced ?? one.outcome.output)
  );
}

/** How bad it is that a host hears nothing of an answer; or what it hears instead. */
function lossOfAnswer(
  host: Adapter,
  home: Binding,
  key: OutcomeKey,
  ways: readonly EntryPoint[],
): HookLoss | Severity | undefined {
  const bindings = ways.map(({ binding }) => binding);
  const mcpAlone = ways.every(({ mcp, own, other }) => mcp && !own.length && other !== true);
  const says = (one: OutcomeKey, value?: string) =>
    bindings.some((binding) => canExpress([binding], one, value, mcpAlone ? 'mcp' : undefined));
  const gate = says('decision', 'deny');
  const { hidesResult: isOver, begins, ends } = traitsOf(home.event);
  if (key === 'decision' && isOver) key = 'replaced'; // what is over is hidden, not refused
  if (key === 'decision') {
    if (!gate) return { severity: 'unsafe', code: 'no-refusal', agent: host.title };
    const asks = canExpress([home], 'decision', 'ask') && !says('decision', 'ask');
    return asks ? { severity: 'lossy', code: 'question-refuses' } : undefined;
  }
  if (says(key) || bindings.some((one) => isSame(one.outcome[key], home.outcome[key]))) {
    return undefined;
  }
  if (key === 'output' && says('replaced')) return undefined;
  if (key === 'replaced' && says('output')) return failureShown;
  if (key === 'replaced' && isOver && says('halt'))
    return { severity: 'lossy', code: 'hiding-halts' };
  if (key === 'halt' && says('output')) return { severity: 'lossy', code: 'halt-hides' };
  // The shim sees to these.
  if (key === 'env' && begins === 'session') return undefined;
  if (key === 'context' && findLaterBindings(host, home, ways).length) {
    return { severity: 'lossy', code: 'context-later', agent: host.title };
  }
  const { refusal } = outcomeTraitsOf(key);
  if (gate && refusal) return { severity: 'lossy', code: refusal };
  if (key === 'halt' && ends === 'turn') return 'cosmetic'; // the turn is over anyway
  return severityOf({ kind: 'unsaid', path: key });
}
