import { match, P } from 'ts-pattern';
import type { Hook } from '../canonical/hook.ts';
import type { Severity } from '../canonical/loss.ts';
import { findAgentFlag } from '../check/multi-agent-command.ts';
import { type EntryPoint, entryPointsOf } from '../coverage/entry-points.ts';
import type { Adapter } from '../mapping/adapter.ts';
import type { System } from '../mapping/settings.ts';
import { findShownSecrets } from '../settings/command-line/headers.ts';
import type { ReadHook } from '../settings/formats/format.ts';
import { formatOf } from '../settings/formats/index.ts';
import {
  answersGate,
  handlerOf,
  hasKnownEvent,
  isGuard,
  otherSystems,
  systemOf,
} from '../settings/own-agent.ts';
import { tableOf } from '../settings/tables.ts';
import { adapterOf } from '../translate/host.ts';
import { mayGuard } from './answers/hook-answers.ts';
import type { HookLoss, LossReason } from './hook-loss.ts';
import type { Unconverted } from './hook-result.ts';
import { asHarmless, lossesOf } from './losses.ts';
import { isForWindows, type PlanOptions } from './options.ts';
import { lossOfVariables } from './settings-variables.ts';

/** How a hook gets into the target: as it is, started by the shim, or not at all. */
export type Route = { losses: HookLoss[] } & (
  | { kind: 'unwrapped' }
  | { kind: 'shim'; entryPoints: EntryPoint[] }
  | (Unconverted & { kind: 'none' })
);

/**
 * Decides how a hook gets into a host's settings, and what it loses. If the hook guards nothing, or never
 * runs in its own agent, its losses are at most `lossy`, unless it is written without the shim.
 */
export function chooseRoute(host: Adapter, one: ReadHook, options: PlanOptions): Route {
  const { hook } = one;
  if (options.heldBack?.has(one)) return { kind: 'none', how: 'kept', losses: [] };
  const file = options.force ? undefined : options.personalHooks?.get(one);
  const route: Route =
    file === undefined
      ? routeOf(host, one, options)
      : {
          kind: 'none',
          how: 'kept',
          losses: [{ severity: severityFor(hook), code: 'values-personal', file }],
        };
  const losses = [...route.losses, ...lossesOfMissingValues(host, one, route, options)];
  const isDowngraded = guardsNothing(one, options) && route.kind !== 'unwrapped';
  return { ...route, losses: isDowngraded ? lossesOfNonGuard(losses, hook) : losses };
}

/** Tells whether a hook guards nothing: its owner says so, its agent ignores its answers, or its script refuses nothing. */
export function guardsNothing(
  one: ReadHook,
  { answers, hooksThatNeverRun }: Pick<PlanOptions, 'answers' | 'hooksThatNeverRun'>,
): boolean {
  const { hook } = one;
  const known = answers?.get(one);
  return (
    hook.answer !== undefined ||
    hook.guard === false ||
    (hooksThatNeverRun?.has(one) ?? false) ||
    (known !== undefined && !mayGuard(hook, known))
  );
}

/** Returns the severity of a loss that makes a hook weaker, if the hook is a guard. */
const severityFor = (hook: Hook): Severity => (answersGate(hook) ? 'unsafe' : 'lossy');

/** Returns what a hook loses because values or variables that it needs are not there. */
function lossesOfMissingValues(
  host: Adapter,
  one: ReadHook,
  { kind }: Route,
  { settingsVariables, sourceWorkspace }: PlanOptions,
): HookLoss[] {
  const { hook, missing, problem } = one;
  const losses: HookLoss[] = [];
  if (kind !== 'none' && problem !== undefined) {
    losses.push({ severity: severityFor(hook), code: 'line-unread', problem });
  }
  if (kind !== 'none' && missing?.valuesKey !== undefined) {
    losses.push({ severity: severityFor(hook), code: 'values-lost' });
  }
  if (kind === 'shim' && settingsVariables) {
    const agents = { from: settingsVariables.agent, to: host.title };
    const loss = lossOfVariables(one, settingsVariables.names, agents, sourceWorkspace);
    if (loss) losses.push(loss);
  }
  return losses;
}

/**
 * Returns the losses of a hook that guards nothing, or never runs in its own agent. An unknown event means
 * the latter, unless the hook's owner said that it guards nothing.
 */
function lossesOfNonGuard(losses: readonly HookLoss[], hook: Hook): HookLoss[] {
  const { title: agent } = adapterOf(hook.speaks);
  return asHarmless(losses).map((loss): HookLoss => {
    const neverRuns = loss.code === 'unknown-event' && hook.guard !== false;
    return neverRuns ? { severity: 'lossy', code: 'never-runs', agent } : loss;
  });
}

/**
 * Decides how a hook gets into a host's settings. The first case that holds counts:
 *
 * 1. hooks of the host's own dialect are to be wrapped: the shim starts the hook;
 * 2. the host's settings can state the hook as it is: it is written without the shim;
 * 3. our tables lack its event, or only its own agent can run it: it is lost;
 * 4. a flag of its command names an agent, so that the command can serve the host itself: it stays where it is;
 * 5. the host fires no event for it: it is lost. Otherwise the shim starts it.
 */
function routeOf(host: Adapter, one: ReadHook, options: PlanOptions): Route {
  const { hook } = one;
  const { force, raw, for: platform } = options;
  const { title: agent } = host;
  const { event, speaks } = hook;
  if (options.wrapsOwnDialect && isWrappable(host.id, hook)) {
    return { kind: 'shim', entryPoints: entryPointsOf(host, hook), losses: [] };
  }
  if (formatOf(host.id).canState(host.id, hook) && !needsPluginFolder(host, hook)) {
    const dropsFile = tableOf(host.id).validation.unknownEventDropsFile && !hasKnownEvent(hook);
    const loss: HookLoss = { severity: 'unsafe', code: 'event-voids', agent, event };
    return { kind: 'unwrapped', losses: dropsFile ? [loss] : [] };
  }
  if (!hasKnownEvent(hook)) {
    const { title: agent } = adapterOf(speaks);
    const loss: HookLoss = { severity: 'unsafe', code: 'unknown-event', agent, event };
    return { kind: 'none', how: 'lost', losses: [loss] };
  }
  const system = systemOf({ for: platform });
  const reason = whyOnlyOwnAgentRuns(hook, system) ?? (raw ? whyNotStated(host, hook) : undefined);
  if (reason)
    return { kind: 'none', how: 'lost', losses: [{ severity: severityFor(hook), ...reason }] };
  const flag = force || speaks === host.id ? undefined : findAgentFlag(host, hook);
  if (flag) {
    const { vendor, hint, instead } = flag;
    const loss: HookLoss = { severity: severityFor(hook), code: 'serves-several', vendor };
    return { kind: 'none', how: 'kept', losses: [loss], hint, instead };
  }
  const entryPoints = entryPointsOf(host, hook);
  const losses = lossesOf(host, hook, entryPoints, options.answers?.get(one));
  if (!entryPoints.length) return { kind: 'none', how: 'lost', losses };
  const systems = otherSystems(hook, system);
  if (systems.length) losses.push({ severity: 'lossy', code: 'other-systems', systems });
  const names = options.valuesOnLine && !raw ? findShownSecrets(tableOf(host.id), hook) : [];
  if (names.length) losses.push({ severity: 'lossy', code: 'values-shown', names });
  const { windowsShell: shell } = tableOf(host.id).commandLine;
  if (raw) losses.push({ severity: 'lossy', code: 'only-renamed', agent });
  else if (shell && isForWindows({ for: platform })) {
    const severity = isGuard(hook) ? 'unsafe' : 'lossy';
    losses.push({ severity, code: 'windows-shell', agent, shell });
  }
  return { kind: 'shim', entryPoints, losses };
}

/**
 * Tells whether a hook has been given the folder of its plugin, relative to the project, and is for a file in
 * which only the shim resolves that path.
 */
const needsPluginFolder = (host: Adapter, { speaks, env = {} }: Hook): boolean =>
  !formatOf(host.id).holdsAllDialects &&
  (adapterOf(speaks).runtime.pluginVariables ?? []).some((name) => env[name] !== undefined);

/**
 * Tells whether the shim can start a hook for its own agent: it is a command, the agent waits for its answer,
 * and the agent's settings can state all of it.
 */
export const isWrappable = (vendor: string, hook: Hook): boolean =>
  hasKnownEvent(hook) &&
  ['shell', 'program'].includes(handlerOf(hook).kind) &&
  !tableOf(vendor).entry.backgroundKeys?.some((key) => hook.rest?.[key]) &&
  formatOf(vendor).canState(vendor, hook);

/** Returns why only a hook's own agent can run it. Undefined: the shim can run it for other agents. */
const whyOnlyOwnAgentRuns = (hook: Hook, system: System): LossReason | undefined =>
  match(handlerOf(hook, system))
    .returnType<LossReason | undefined>()
    .with({ kind: P.union('shell', 'program', 'http', 'module') }, () => undefined)
    .with({ kind: 'model' }, () => ({ code: 'model-answers' }))
    .with({ kind: 'mcp' }, ({ server, tool }) => ({ code: 'mcp-answers', server, tool }))
    .with({ kind: 'elsewhere' }, ({ systems }) => ({ code: 'runs-elsewhere', systems }))
    .with({ kind: 'unknown' }, ({ type }) => ({ code: 'unknown-handler', type }))
    .exhaustive();

/** Returns why a hook cannot be written into a host's settings without the shim. Undefined: it can. */
const whyNotStated = (host: Adapter, { url, module: path }: Hook): LossReason | undefined =>
  path !== undefined
    ? { code: 'module-answers', path }
    : url !== undefined && !tableOf(host.id).entry.http
      ? { code: 'http-answers', url }
      : undefined;
