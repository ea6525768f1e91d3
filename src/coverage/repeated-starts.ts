/** Finds out why one call of a host's tool starts a converted hook more than once. */
import type { Flags } from '../canonical/flags.ts';
import type { Hook } from '../canonical/hook.ts';
import type { Adapter, Binding, Draft } from '../mapping/adapter.ts';
import { pathArgumentOf } from '../translate/affected-files.ts';
import { collectCallInputs, selectNonGuardInputs } from '../translate/call-inputs.ts';
import { generateHookInputs, type HookInput } from '../translate/hook-input.ts';
import { adapterOf } from '../translate/host.ts';
import { sampleWorld } from '../translate/implied-calls.ts';
import { isMatcherMet } from '../translate/matching.ts';
import { groupBy } from '../util/group.ts';
import type { Json } from '../util/json.ts';
import type { EntryPoint } from './entry-points.ts';
import { needsServerNames, selectServersToName } from './mcp-servers.ts';
import { runBounded } from './names.ts';
import { cachePerAgent } from './per-agent.ts';
import { samplesOf } from './samples.ts';

/** Causes for which one call starts a hook more than once, each with the words that a person reads. */
export const startCauses = {
  several: 'for each file, address or change',
  elsewhere:
    'for the path or address as it is written, and for what it leads to (a link, for instance)',
  before: 'for the Read before a change',
  name: 'for each server that the name may mean, up to a refusal',
  tool: 'for each tool that the name may mean, up to a refusal',
  twin: 'for what the call does, and for the tool of that kind of the hook’s own agent',
  wording: 'for each wording of a path or an address, up to a refusal',
} as const;
export type StartCause = keyof typeof startCauses;

/**
 * Finds the causes for which a call starts a hook more than once. Empty: the call starts it once at most.
 *
 * @param inputs The hook inputs of the call, one for each start.
 */
export function findStartCauses(inputs: readonly HookInput[]): Set<StartCause> {
  const causes = new Set<StartCause>();
  if (inputs.length < 2) return causes;
  // Calls that the host makes, and calls that it would make first, such as the Read before a change.
  const byKind = [...groupBy(inputs, ({ isHypothetical }) => isHypothetical === true).values()];
  if (byKind.length > 1) causes.add('before');
  const servers = new Set(inputs.map(({ variant }) => variant.event.mcp?.server));
  const mcpCause = servers.size > 1 ? 'name' : 'tool';
  for (const { isRepeat, isFurtherPlace, impliedCall } of inputs) {
    if (isFurtherPlace) causes.add('elsewhere');
    if (isRepeat)
      causes.add(impliedCall?.mcp ? mcpCause : impliedCall?.tool === 'other' ? 'twin' : 'wording');
  }
  for (const ofKind of byKind) {
    const objects = ofKind.filter(({ isRepeat, isFurtherPlace }) => !isRepeat && !isFurtherPlace);
    if (objects.length > 1) causes.add('several');
  }
  return causes;
}

/** A cause for which a hook is started more than once, and the tools whose calls have it. */
export interface RepeatedStart {
  why: StartCause;
  /** The native names of the tools. Empty: MCP tools. */
  tools: string[];
}

/** Returns a call of an MCP tool, with what can be read from the tool's name alone. */
function sampleMcpCall(host: Adapter, event: Draft, server: string): Draft {
  const mcp = { server, tool: 'do_this' }; // a usual form of a tool's name
  const name = host.mcp.write(mcp);
  return { ...event, tool: 'mcp', name, mcp: { ...(host.mcp.read(name) ?? mcp) } };
}

/** What is known about the shim line of a hook when its starts are counted. */
export interface StartOptions {
  /** The MCP servers in the host's settings. Empty: any server is possible. */
  servers?: readonly string[] | undefined;
  /** Whether the line starts the hook for both wordings of a path. Absent: as the hook itself says. */
  wordings?: Hook['wordings'];
}

/** Results by everything they depend on, so that hooks which differ in nothing else share them. */
const cacheRepeatedStarts = cachePerAgent<RepeatedStart[]>();

/**
 * Returns the causes for which a converted hook is started more than once, with the tools of the host
 * that have them.
 */
export function listRepeatedStarts(
  host: Adapter,
  hook: Hook,
  entryPoints: readonly EntryPoint[],
  { servers = [], wordings = hook.wordings }: StartOptions = {},
): RepeatedStart[] {
  if (hook.speaks === host.id) return [];
  const bindings = new Set(entryPoints.map(({ binding }) => binding));
  const { speaks, event, matcher, tools, guard, answer } = hook;
  const natives = [...bindings].map(({ native }) => native);
  const needsNames = needsServerNames(host, hook, entryPoints);
  const named = needsNames ? selectServersToName(host.id, servers) : [];
  const line: StartFlags = {
    ...(wordings && { wordings }),
    ...(named.length > 0 && { servers: named.join(',') }),
  };
  const key = [speaks, event, matcher, tools, guard, answer, natives, line, servers];
  return cacheRepeatedStarts(host, JSON.stringify(key), () =>
    findRepeatsAt(host, hook, bindings, line, servers),
  );
}

/** The flags of a shim line that the number of starts depends on. */
type StartFlags = Pick<Flags, 'wordings' | 'servers'>;

/** Counts the starts of a hook for a sample of each call that the given events are fired for. */
function findRepeatsAt(
  host: Adapter,
  hook: Hook,
  bindings: Iterable<Binding>,
  line: StartFlags,
  servers: readonly string[],
): RepeatedStart[] {
  const toolsByCause = new Map<StartCause, Set<string>>();
  const addCausesOf = (sample: Draft, tool: string) => {
    const call = withAbsolutePath(sample);
    const inputs = listStartInputs(host, hook, call, line);
    const causes = findStartCauses(inputs);
    // Calls that the host itself makes before this one fire hooks as well.
    const hasPrecedingStart = (host.listPrecedingCalls?.(call) ?? []).some(
      (preceding) => listStartInputs(host, hook, preceding, line).length,
    );
    if (inputs.length && hasPrecedingStart) causes.add('before');
    for (const why of causes) toolsByCause.set(why, (toolsByCause.get(why) ?? new Set()).add(tool));
  };
  for (const binding of bindings)
    for (const { event, tool = '', kind, coversOnlySomeCalls } of samplesOf(host, binding)) {
      if (coversOnlySomeCalls) continue;
      if (kind !== 'mcp') addCausesOf(event, tool);
      else
        for (const server of servers.length ? servers : ['my-server'])
          addCausesOf(sampleMcpCall(host, event, server), tool);
    }
  return [...toolsByCause].map(([why, tools]) => ({ why, tools: [...tools].filter(Boolean) }));
}

/** Returns a call whose path is absolute, as the calls of every agent are in canonical terms. */
function withAbsolutePath(call: Draft): Draft {
  const input = call.input as Json | undefined;
  const key = pathArgumentOf(call.tool);
  if (typeof input?.[key] !== 'string') return call;
  return { ...call, input: { ...input, [key]: `${call.cwd}/${input[key]}` } };
}

/** Returns the hook inputs of one call, one for each time that the hook is started. */
function listStartInputs(
  host: Adapter,
  hook: Hook,
  event: Draft,
  line: StartFlags,
): readonly HookInput[] {
  const dialect = adapterOf(hook.speaks);
  const { matcher, tools, guard, answer = 'heard' } = hook;
  const isForHook = (input: HookInput) =>
    (tools?.some((tool) => tool === input.variant.event.tool) ?? true) &&
    (matcher === undefined ||
      input.binding.hasPrivateSubjects === true ||
      isMatcherMet(dialect, matcher, input, runBounded));
  const findFirstInput = (call: Draft) => {
    for (const input of generateHookInputs(dialect, call, sampleWorld, hook.event, true))
      if (isForHook(input)) return input;
    return undefined;
  };
  const call = { host, dialect, event, input: event.input ?? undefined, world: sampleWorld };
  try {
    const inputs = collectCallInputs({ ...call, ...line }, findFirstInput);
    return guard === false || answer !== 'heard' ? selectNonGuardInputs(inputs) : inputs;
  } catch {
    return []; // the shim refuses such a call without a start
  }
}

/** Describes repeated starts in one sentence. */
export const formatRepeatedStarts = (starts: readonly RepeatedStart[]): string =>
  `some calls start it more than once: ${starts
    .map(({ why, tools }) => `${startCauses[why]} (${tools.join(', ') || 'tools of MCP servers'})`)
    .join('; ')}`;
