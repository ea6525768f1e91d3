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

/**
 * Returns what a hook loses under a host.
 *
 * @param entryPoints The entry points of the hook there; without any, the host never starts it.
 */
export const lossesOf = (
  host: Adapter,
  hook: Hook,
  entryPoints: readonly EntryPoint[],
): HookLoss[] =>
  entryPoints.length ? [...lossesAt(host, hook, entryPoints)] : [lossOfEvent(host, hook)];

/** Returns the losses of a hook that guards nothing: none of them is unsafe. */
export const asHarmless = (losses: readonly HookLoss[]): HookLoss[] =>
  losses.map((loss) => (loss.severity === 'unsafe' ? { ...loss, severity: 'lossy' } : loss));

/** Whether a hook can refuse or hide something. */
function canGuard(hook: Hook): boolean {
  const { outcome } = ownBindingOf(hook);
  return isGate(hook) || keysOf(outcome).some((key) => outcomeTraitsOf(key).isGuard);
}

/** Returns the loss of a hook for whose event the host has no event of its own. */
function lossOfEvent(host: Adapter, hook: Hook): HookLoss {
  const { event, matcher } = hook;
  const isOfEditor = ({ event }: Binding) => eventTraits[event]?.isEditorOnly;
  // A host without an editor does nothing that such a hook could guard.
  const isNeedless = isOfEditor(ownBindingOf(hook)) && !host.bindings.all().some(isOfEditor);
  const severity = canGuard(hook) && !isNeedless ? 'unsafe' : 'lossy';
  return { severity, code: 'no-event', agent: host.title, event, matcher };
}

/**
 * Returns the losses of a hook for tools of which the host does a part with another tool. A hook for
 * every tool is told of that other tool as well.
 */
function* lossesOfTools(
  host: Adapter,
  hook: Hook,
  entryPoints: readonly EntryPoint[],
): Iterable<HookLoss> {
  if (entryPoints.some(({ other }) => other === true)) return;
  const names = new Set(
    entryPoints.flatMap(({ own, partly }) => own.filter((name) => !partly.includes(name))),
  );
  const isTold = (tool: ToolName): boolean =>
    host.tools.some((row) => row.tool === tool && row.names.some((name) => names.has(name)));
  for (const [tool, { rest, why }] of Object.entries(tableOf(host.id).firing.partialTools ?? {})) {
    if (!isTold(tool as ToolName)) continue;
    const severity = canGuard(hook) && !isTold(rest) ? 'unsafe' : 'lossy';
    yield { severity, code: 'partly-told', tool, why };
  }
}

/** Returns the losses of a hook that the host starts. */
function* lossesAt(
  host: Adapter,
  hook: Hook,
  entryPoints: readonly EntryPoint[],
): Iterable<HookLoss> {
  const dialect = adapterOf(hook.speaks);
  yield* lossesOfAnswers(host, hook, entryPoints);
  const unset = unsetVariablesIn(host, hook, dialect);
  if (unset.length) {
    // A script that the line does not find is not run, so a guard refuses nothing.
    const severity = canGuard(hook) ? 'unsafe' : 'lossy';
    yield { severity, code: 'variable-unset', agent: host.title, names: unset };
  }
  yield* lossesOfTools(host, hook, entryPoints);
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

/** Returns the losses of the answers that a hook's own agent honours at its event. */
function* lossesOfAnswers(
  host: Adapter,
  hook: Hook,
  entryPoints: readonly EntryPoint[],
): Iterable<HookLoss> {
  const own = ownBindingOf(hook);
  const ignored: Record<Severity, OutcomeKey[]> = { unsafe: [], lossy: [], cosmetic: [] };
  for (const key of keysOf(hook.answer === undefined ? own.outcome : {})) {
    if (!isHonouredAnywhere(adapterOf(hook.speaks), own, key)) continue;
    const isPartlyHidden = key === 'replaced' && showsFailure(host, hook, entryPoints);
    const loss =
      lossOfAnswer(host, own, key, entryPoints) ?? (isPartlyHidden ? failureShown : undefined);
    if (typeof loss === 'string') ignored[loss].push(key);
    else if (loss) yield loss;
  }
  for (const severity of severities) {
    const answers = ignored[severity];
    if (answers.length) yield { severity, code: 'unheard', agent: host.title, answers };
  }
}

/** Returns the variables that a hook's line names and that it does not have under a host. */
function unsetVariablesIn(host: Adapter, hook: Hook, dialect: Adapter): string[] {
  const { unsupplied, ofPlugin = [] } = dialect.runtime;
  const line = shellLineOf(hook) ?? hook.command;
  return [...(host === dialect ? [] : unsupplied), ...ofPlugin].filter(
    (name) => hook.env?.[name] === undefined && namesVariable(line, name),
  );
}

/** Whether a line names a variable as `$NAME`, `${NAME}` or `%NAME%`, also in quotes. */
const namesVariable = (line: string, name: string): boolean =>
  line
    .split(/\$\{?|%/)
    .some((rest) => rest.startsWith(name) && !/^\w/.test(rest.slice(name.length)));

/**
 * Whether some agent honours an answer at an event. The canonical dialect can word every answer at every
 * event, and a hook that speaks it does not mean those that no agent honours.
 */
const isHonouredAnywhere = (dialect: Adapter, { event }: Binding, key: OutcomeKey): boolean =>
  dialect.tools.length > 0 ||
  Object.values<Adapter>(adapters).some(
    (one) => one !== dialect && one.bindings.all().some((b) => b.event === event && b.outcome[key]),
  );

/** Whether a host honours an answer for the same tools as the hook's own agent. */
const isForEqualTools = (one: Native | undefined, own: Native | undefined): boolean =>
  one !== undefined && own !== undefined && rowOf(one).only === rowOf(own).only;

/** Whether an agent fires a binding after a call that failed: its binding for such calls, if it has one. */
function firesAfterFailure({ bindings }: Adapter, binding: Binding): boolean {
  const isForFailures = ({ given = {} }: Binding) => [given.status ?? []].flat().includes('failed');
  const some = bindings.all().filter((one) => one.event === binding.event && isForFailures(one));
  return some.length ? some.includes(binding) : binding.given?.status === undefined;
}

/** Whether a hook can hide the message of a failed call, and the host hides only results. */
function showsFailure(host: Adapter, hook: Hook, entryPoints: readonly EntryPoint[]): boolean {
  const own = ownBindingOf(hook);
  const failed = entryPoints
    .map(({ binding }) => binding)
    .filter((one) => firesAfterFailure(host, one));
  return (
    traitsOf(own.event).ends === 'call' &&
    firesAfterFailure(adapterOf(hook.speaks), own) &&
    failed.length > 0 &&
    !failed.some((one) => one.outcome.replaced ?? one.outcome.output)
  );
}

/**
 * Tells what becomes of one answer under a host.
 *
 * @param own The binding of the hook in its own agent.
 * @returns A loss, where the host does something else instead; a severity, where the host ignores the
 *   answer; undefined, where it honours the answer or the shim supplies it.
 */
function lossOfAnswer(
  host: Adapter,
  own: Binding,
  answer: OutcomeKey,
  entryPoints: readonly EntryPoint[],
): HookLoss | Severity | undefined {
  const bindings = entryPoints.map(({ binding }) => binding);
  const isMcpAlone = entryPoints.every(
    ({ mcp, own, other }) => mcp && !own.length && other !== true,
  );
  const tool = isMcpAlone ? 'mcp' : undefined;
  const honours = (key: OutcomeKey, value?: string) =>
    bindings.some((binding) => canExpress([binding], key, value, tool));
  const canRefuse = honours('decision', 'deny');
  const { hidesResult, begins, ends } = traitsOf(own.event);
  const key = answer === 'decision' && hidesResult ? 'replaced' : answer; // a finished call is hidden
  if (key === 'decision') {
    if (!canRefuse) return { severity: 'unsafe', code: 'no-refusal', agent: host.title };
    const losesQuestion = canExpress([own], 'decision', 'ask') && !honours('decision', 'ask');
    return losesQuestion ? { severity: 'lossy', code: 'question-refuses' } : undefined;
  }
  const isHonoured = bindings.some((one) => isForEqualTools(one.outcome[key], own.outcome[key]));
  if (honours(key) || isHonoured) return undefined;
  if (key === 'output' && honours('replaced')) return undefined;
  if (key === 'replaced' && honours('output')) return failureShown;
  if (key === 'replaced' && hidesResult && honours('halt'))
    return { severity: 'lossy', code: 'hiding-halts' };
  if (key === 'halt' && honours('output')) return { severity: 'lossy', code: 'halt-hides' };
  if (key === 'env' && begins === 'session') return undefined; // the shim supplies it
  if (key === 'context' && findLaterBindings(host, own, entryPoints).length) {
    return { severity: 'lossy', code: 'context-later', agent: host.title };
  }
  const { refusal } = outcomeTraitsOf(key);
  if (canRefuse && refusal) return { severity: 'lossy', code: refusal };
  if (key === 'halt' && ends === 'turn') return 'cosmetic'; // the turn ends anyway
  return severityOf({ kind: 'unsaid', path: key });
}
