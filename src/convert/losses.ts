import { adapters } from '../adapters/index.ts';
import { eventTraits } from '../canonical/event-traits.ts';
import type { Hook } from '../canonical/hook.ts';
import { type Severity, severityOf } from '../canonical/loss.ts';
import { type OutcomeKey, outcomeTraitsOf, severities } from '../canonical/outcome.ts';
import type { ToolName } from '../canonical/tool.ts';
import { traitsOf } from '../canonical/traits.ts';
import type { EntryPoint } from '../coverage/entry-points.ts';
import { findLaterBindings } from '../coverage/later-bindings.ts';
import type { Adapter, Binding, PathOrRow } from '../mapping/adapter.ts';
import { rowOf } from '../mapping/fields.ts';
import { answersGate, ownBindingOf, shellLineOf } from '../settings/own-agent.ts';
import { tableOf } from '../settings/tables.ts';
import { findUnknownKeys } from '../settings/unknown-keys.ts';
import { followShell } from '../shim/substitute.ts';
import { hookTimeWithin, timeLimitOf } from '../shim/time-limits.ts';
import { adapterOf } from '../translate/host.ts';
import { canExpress } from '../translate/response.ts';
import { keysOf } from '../util/keys-of.ts';
import type { HookAnswers } from './answers/hook-answers.ts';
import type { HookLoss } from './hook-loss.ts';

const failureShown: HookLoss = { severity: 'lossy', code: 'failure-shown' };

/**
 * Returns what a hook loses under a host.
 *
 * @param entryPoints The entry points of the hook in the host. Empty: the host never starts the hook.
 * @param answers What the hook can say. Absent: anything.
 */
export const lossesOf = (
  host: Adapter,
  hook: Hook,
  entryPoints: readonly EntryPoint[],
  answers?: HookAnswers,
): HookLoss[] =>
  entryPoints.length ? [...lossesAt(host, hook, entryPoints, answers)] : [lossOfEvent(host, hook)];

/** Returns losses with `lossy` in place of `unsafe`, for a hook that guards nothing. */
export const asHarmless = (losses: readonly HookLoss[]): HookLoss[] =>
  losses.map((loss) => (loss.severity === 'unsafe' ? { ...loss, severity: 'lossy' } : loss));

/**
 * Tells whether a hook is for a gate, or for an event at which its own agent lets a hook refuse something, or
 * hide something from the agent. At such an event also a hook whose answer does not count is taken for a
 * guard: `chooseRoute` downgrades the losses of such a hook afterwards.
 */
function canGuard(hook: Hook): boolean {
  const { outcome } = ownBindingOf(hook);
  return answersGate(hook) || keysOf(outcome).some((key) => outcomeTraitsOf(key).isGuard);
}

/** Returns the loss of a hook that no event of the host fires. */
function lossOfEvent(host: Adapter, hook: Hook): HookLoss {
  const { event, matcher } = hook;
  const isOfEditor = ({ event }: Binding) => eventTraits[event]?.isEditorOnly;
  // The event comes only from an editor, and this host has none: there is nothing to guard.
  const needsEditor = isOfEditor(ownBindingOf(hook)) && !host.bindings.all().some(isOfEditor);
  const severity = canGuard(hook) && !needsEditor ? 'unsafe' : 'lossy';
  return { severity, code: 'no-event', agent: host.title, event, matcher };
}

/**
 * Returns what a hook loses at tools for which the host fires hooks on some calls only. In the other cases
 * the host does the same work with another tool (`partialTools`), and the hook misses them unless it is
 * started for that tool too. A hook that is started for every tool loses nothing.
 */
function* lossesOfTools(
  host: Adapter,
  hook: Hook,
  entryPoints: readonly EntryPoint[],
): Iterable<HookLoss> {
  if (entryPoints.some(({ unknownTools }) => unknownTools === true)) return;
  const fullyFired = new Set(
    entryPoints.flatMap(({ hostTools, partlyFired }) =>
      hostTools.filter((name) => !partlyFired.includes(name)),
    ),
  );
  const firesFor = (tool: ToolName): boolean =>
    host.tools.some((row) => row.tool === tool && row.names.some((name) => fullyFired.has(name)));
  const { partialTools = {} } = tableOf(host.id).firing;
  for (const [tool, { otherTool, why }] of Object.entries(partialTools)) {
    if (!firesFor(tool as ToolName)) continue;
    const severity = canGuard(hook) && !firesFor(otherTool) ? 'unsafe' : 'lossy';
    yield { severity, code: 'partly-told', tool, why };
  }
}

/** Returns the losses of a hook that the host starts through at least one entry point. */
function* lossesAt(
  host: Adapter,
  hook: Hook,
  entryPoints: readonly EntryPoint[],
  answers: HookAnswers | undefined,
): Iterable<HookLoss> {
  const dialect = adapterOf(hook.speaks);
  yield* lossesOfOutcomeKeys(host, hook, entryPoints, answers);
  const unset = unsetVariablesIn(host, hook, dialect);
  if (unset.length) {
    // The variable may be part of the script's path. A script that is not found does not run, so that a
    // guard refuses nothing.
    const severity = canGuard(hook) ? 'unsafe' : 'lossy';
    yield { severity, code: 'variable-unset', agent: host.title, names: unset };
  }
  yield* lossesOfTools(host, hook, entryPoints);
  const { backgroundKeys = [] } = tableOf(hook.speaks).entry;
  // Its own agent does not wait for such a hook; the host does.
  if (backgroundKeys.some((key) => hook.rest?.[key] === true)) {
    yield { severity: 'lossy', code: 'awaited', agent: host.title };
  }
  const keys = findUnknownKeys(hook);
  if (keys.length) {
    const severity = answersGate(hook) ? 'unsafe' : 'lossy';
    yield { severity, code: 'unknown-keys', agent: dialect.title, keys };
  }
  const canRunInTurn = host.merging?.inTurn || tableOf(host.id).group.sequential !== undefined;
  const fixedTimes = entryPoints.flatMap(({ binding }) =>
    binding.hasFixedTimeout ? [hookTimeWithin(timeLimitOf(host, binding))] : [],
  );
  const time = Math.min(...fixedTimes);
  if (hook.timeout !== undefined && hook.timeout > time)
    yield { severity: 'lossy', code: 'time-cut', agent: host.title, seconds: time / 1000 };
  if (hook.sequential && !canRunInTurn) {
    yield { severity: 'lossy', code: 'side-by-side', agent: host.title };
  }
}

/** Returns the losses for those outcome keys that a hook's own agent honours at its event and the host does not. */
function* lossesOfOutcomeKeys(
  host: Adapter,
  hook: Hook,
  entryPoints: readonly EntryPoint[],
  answers: HookAnswers | undefined,
): Iterable<HookLoss> {
  const own = ownBindingOf(hook);
  const isHeard = hook.answer === undefined;
  if (!isHeard) return; // nothing that such a hook says counts in its own agent
  /** The keys that the host ignores. Those of one severity are told in one loss. */
  const ignored: Record<Severity, OutcomeKey[]> = { unsafe: [], lossy: [], cosmetic: [] };
  // What the script is seen to say comes first, so that the loss that matters most is read first.
  const isSeen = (key: OutcomeKey) =>
    key === 'decision' ? answers?.showsAsk === true : answers?.keys.has(key) === true;
  const keys = keysOf(own.outcome);
  for (const key of [...keys.filter(isSeen), ...keys.filter((one) => !isSeen(one))]) {
    if (!isHonouredAnywhere(adapterOf(hook.speaks), own, key)) continue;
    const hidesOnlySuccess = key === 'replaced' && losesFailureHiding(host, hook, entryPoints);
    const fullLoss =
      lossOfOutcomeKey(host, hook, key, entryPoints, answers) ??
      (hidesOnlySuccess ? failureShown : undefined);
    const loss = fullLoss && lossByAnswers(fullLoss, hook, key, answers);
    // A severity: the host ignores the key.
    if (typeof loss === 'string') ignored[loss].push(key);
    else if (loss) yield loss;
  }
  for (const severity of severities) {
    // The code and the key `answers` are printed with `--json`. They stand for outcome keys.
    const answers = ignored[severity];
    if (answers.length) yield { severity, code: 'unheard', agent: host.title, answers };
  }
}

/**
 * Returns what is left of the loss of an outcome key, by what a hook can say. Undefined: it never sets the key. If
 * that is not known, the loss stays as it is at a gate, and is no more than `lossy` elsewhere.
 */
function lossByAnswers(
  loss: HookLoss | Severity,
  hook: Hook,
  key: OutcomeKey,
  answers: HookAnswers | undefined,
): HookLoss | Severity | undefined {
  if (!answers) return loss;
  const { keys, mayAsk, others } = answers;
  const { severity, code } = typeof loss === 'string' ? { severity: loss, code: undefined } : loss;
  if (code === 'question-refuses' && !mayAsk) return undefined;
  if (keys.has(key) || (others === 'open' && answersGate(hook))) return loss;
  const mustProve = severity === 'unsafe' && answersGate(hook);
  if (others === 'proven' || (others === 'shown' && !mustProve)) return undefined;
  if (severity !== 'unsafe' || mustProve) return loss;
  return typeof loss === 'string' ? 'lossy' : { ...loss, severity: 'lossy' };
}

/**
 * Returns the variables that a hook's command line names and that are not set under a host. They are
 * variables that its own agent (`dialect`) sets and the shim cannot, and variables that only hooks of a
 * plugin are given.
 */
function unsetVariablesIn(host: Adapter, hook: Hook, dialect: Adapter): string[] {
  const { uncomputableVariables, pluginVariables = [] } = dialect.runtime;
  const line = shellLineOf(hook) ?? hook.command;
  // An agent may put the folder of a plugin into the line itself, also in single quotes. The shim does that
  // only for an agent that does it for every variable.
  const isLeftAlone = (name: string) =>
    !dialect.runtime.substitutesSettings &&
    pluginVariables.includes(name) &&
    isInSingleQuotes(line, name);
  return [...(host === dialect ? [] : uncomputableVariables), ...pluginVariables].filter(
    (name) => namesVariable(line, name) && (hook.env?.[name] === undefined || isLeftAlone(name)),
  );
}

/**
 * Tells whether a line has, or may have, `${NAME}` in single quotes, where a shell does not replace it. Another
 * shell that the line starts with a quoted script does.
 */
function isInSingleQuotes(line: string, name: string): boolean {
  if (!line.includes("'") || /sh -[a-z]*c /.test(line)) return false;
  const { feed, state } = followShell(line);
  const parts = line.split(`\${${name}}`).slice(0, -1);
  return parts.some((part) => {
    feed(part.replace(/\$\{\w+\}/g, '_'));
    return !['plain', 'double', 'comment'].includes(state());
  });
}

/** Tells whether a line names a variable as `$NAME`, `${NAME}` or `%NAME%`, also in quotes. */
const namesVariable = (line: string, name: string): boolean =>
  line
    .split(/\$\{?|%/)
    .some((rest) => rest.startsWith(name) && !/^\w/.test(rest.slice(name.length)));

/** Tells whether a dialect is the canonical one, which has no tools of its own, and not an agent's. */
const isCanonical = (dialect: Adapter): boolean => dialect.tools.length === 0;

/**
 * Tells whether an outcome key that a dialect's table has at an event has an effect somewhere. An agent
 * honours what its table has. The canonical dialect can state every key at every event: of its keys, those
 * count that some agent honours there.
 */
const isHonouredAnywhere = (dialect: Adapter, { event }: Binding, key: OutcomeKey): boolean =>
  !isCanonical(dialect) ||
  Object.values<Adapter>(adapters).some(
    (one) => one !== dialect && one.bindings.all().some((b) => b.event === event && b.outcome[key]),
  );

/**
 * Tells whether the rows of one outcome key in two agents both exist and are for the same tools: for one tool
 * (`onlyTool`), or for all.
 */
const isForSameTools = (hostRow: PathOrRow | undefined, ownRow: PathOrRow | undefined): boolean =>
  hostRow !== undefined &&
  ownRow !== undefined &&
  rowOf(hostRow).onlyTool === rowOf(ownRow).onlyTool;

/**
 * Tells whether an agent fires a binding after a call that failed. If some of its bindings of the event state
 * the status `failed` (`given`), it fires only these after a failure; otherwise it fires every binding of the
 * event that states no status.
 */
function firesAfterFailure({ bindings }: Adapter, binding: Binding): boolean {
  const isForFailures = ({ given = {} }: Binding) => [given.status ?? []].flat().includes('failed');
  const ofFailures = bindings
    .all()
    .filter((one) => one.event === binding.event && isForFailures(one));
  return ofFailures.length ? ofFailures.includes(binding) : binding.given?.status === undefined;
}

/** Tells whether a hook could hide a failed call's message under its own agent, and the host can hide only successful results. */
function losesFailureHiding(
  host: Adapter,
  hook: Hook,
  entryPoints: readonly EntryPoint[],
): boolean {
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
 * Returns what a hook loses if it sets an outcome key under a host.
 *
 * @param answers What the hook can say, as far as that is known.
 * @returns A loss if the host does something else instead. A severity if the host ignores the key.
 *   Undefined if the host honours the key, or the shim supplies it.
 */
function lossOfOutcomeKey(
  host: Adapter,
  hook: Hook,
  outcomeKey: OutcomeKey,
  entryPoints: readonly EntryPoint[],
  answers: HookAnswers | undefined,
): HookLoss | Severity | undefined {
  const own = ownBindingOf(hook);
  const bindings = entryPoints.map(({ binding }) => binding);
  const isForMcpOnly = entryPoints.every(
    ({ mcpTools, hostTools, unknownTools }) =>
      mcpTools && !hostTools.length && unknownTools !== true,
  );
  const tool = isForMcpOnly ? 'mcp' : undefined;
  const honours = (key: OutcomeKey, value?: string) =>
    bindings.some((binding) => canExpress([binding], key, value, tool));
  const canRefuse = honours('decision', 'deny');
  const { hidesResult, begins, ends } = traitsOf(own.event);
  // At an event about a result, a refusal can only hide the result.
  const key = outcomeKey === 'decision' && hidesResult ? 'replaced' : outcomeKey;
  if (key === 'decision') {
    if (!canRefuse) return { severity: 'unsafe', code: 'no-refusal', agent: host.title };
    // Where the host could ask, the shim refuses all the same, unless the hook says `ask: host`.
    const isPassedOn =
      honours('decision', 'ask') &&
      (!answers?.showsAsk || hook.ask === 'host' || host.id === hook.speaks || isCanonical(host));
    const losesQuestion = canExpress([own], 'decision', 'ask') && !isPassedOn;
    return losesQuestion ? { severity: 'lossy', code: 'question-refuses' } : undefined;
  }
  // For a row of a single tool `honours` may be false. Nothing is lost if the row of the hook's own agent is
  // for that tool alone too.
  const isHonouredForSameTool = bindings.some((one) =>
    isForSameTools(one.outcome[key], own.outcome[key]),
  );
  if (honours(key) || isHonouredForSameTool) return undefined;
  if (key === 'output' && honours('replaced')) return undefined;
  if (key === 'replaced' && honours('output')) return failureShown;
  if (key === 'replaced' && hidesResult && honours('halt'))
    return { severity: 'lossy', code: 'hiding-halts' };
  if (key === 'halt' && honours('output')) return { severity: 'lossy', code: 'halt-hides' };
  if (key === 'env' && begins === 'session') return undefined; // the shim supplies it
  if (key === 'context' && findLaterBindings(host, own, entryPoints).length) {
    return { severity: 'lossy', code: 'context-later', agent: host.title };
  }
  const { refusalLoss } = outcomeTraitsOf(key);
  if (canRefuse && refusalLoss) return { severity: 'lossy', code: refusalLoss };
  if (key === 'halt' && ends === 'turn') return 'cosmetic'; // the turn ends anyway
  return severityOf({ kind: 'unsaid', path: key });
}
