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

/** Why one call starts a hook more than once: each cause with the words that a person reads. */
export const startCauses = {
  several: 'for each file, address or change',
  elsewhere: 'for what is written, and for what that leads to, as a link does',
  before: 'for the Read before a change',
  name: 'for each server that the name may mean, up to a refusal',
  tool: 'for each tool that the name may mean, up to a refusal',
  twin: 'for what the call does, and for its own agent’s tool of that kind',
  wording: 'for each wording of a path or an address, up to a refusal',
} as const;
export type StartCause = keyof typeof startCauses;

/** Finds the causes for which a call starts a hook more than once. Empty: it is started once at most. */
export function findStartCauses(inputs: readonly HookInput[]): Set<StartCause> {
  const found = new Set<StartCause>();
  if (inputs.length < 2) return found;
  const byKind = [...groupBy(inputs, ({ isHypothetical }) => isHypothetical === true).values()];
  if (byKind.length > 1) found.add('before');
  const servers = inputs.map(({ variant }) => variant.event.mcp?.server);
  const name = new Set(servers).size > 1 ? 'name' : 'tool';
  for (const { isRepeat, isFurtherPlace, impliedCall } of inputs) {
    if (isFurtherPlace) found.add('elsewhere');
    if (isRepeat)
      found.add(impliedCall?.mcp ? name : impliedCall?.tool === 'other' ? 'twin' : 'wording');
  }
  for (const kind of byKind) {
    const objects = kind.filter(({ isRepeat, isFurtherPlace }) => !isRepeat && !isFurtherPlace);
    if (objects.length > 1) found.add('several');
  }
  return found;
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

/** What is known about a host's command lines when starts are counted. */
export interface StartOptions {
  /** The MCP servers in the host's settings. Empty: any server is possible. */
  servers?: readonly string[] | undefined;
  /** Set if the hook receives relative and absolute paths, although its owner did not ask for that. */
  wordings?: Hook['wordings'];
}

/** A cache for hooks that do not differ in anything the result depends on. */
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
  const isNaming = needsServerNames(host, hook, entryPoints);
  const named = isNaming ? selectServersToName(host.id, servers) : [];
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

function findRepeatsAt(
  host: Adapter,
  hook: Hook,
  bindings: Iterable<Binding>,
  line: StartFlags,
  servers: readonly string[],
): RepeatedStart[] {
  const found = new Map<StartCause, Set<string>>();
  const count = (sample: Draft, tool: string) => {
    const call = withAbsolutePath(sample);
    const inputs = listStartInputs(host, hook, call, line);
    const causes = findStartCauses(inputs);
    // The host makes these calls before this one, and fires its hooks for each.
    const isAfter = (host.listPrecedingCalls?.(call) ?? []).some(
      (one) => listStartInputs(host, hook, one, line).length,
    );
    if (inputs.length && isAfter) causes.add('before');
    for (const why of causes) found.set(why, (found.get(why) ?? new Set()).add(tool));
  };
  for (const binding of bindings)
    for (const { event, tool = '', kind, coversOnlySomeCalls } of samplesOf(host, binding)) {
      if (coversOnlySomeCalls) continue;
      if (kind !== 'mcp') count(event, tool);
      else
        for (const server of servers.length ? servers : ['my-server'])
          count(sampleMcpCall(host, event, server), tool);
    }
  return [...found].map(([why, tools]) => ({ why, tools: [...tools].filter(Boolean) }));
}

/** Returns a call whose path is absolute, as the calls of every agent are in canonical terms. */
function withAbsolutePath(call: Draft): Draft {
  const input = call.input as Json | undefined;
  const key = pathArgumentOf(call.tool);
  if (typeof input?.[key] !== 'string') return call;
  return { ...call, input: { ...input, [key]: `${call.cwd}/${input[key]}` } };
}

/** Returns the hook inputs that a hook is started with for one call. */
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
  const first = (call: Draft) => {
    for (const input of generateHookInputs(dialect, call, sampleWorld, hook.event, true))
      if (isForHook(input)) return input;
    return undefined;
  };
  const call = { host, dialect, event, input: event.input ?? undefined, world: sampleWorld };
  try {
    const inputs = collectCallInputs({ ...call, ...line }, first);
    return guard === false || answer !== 'heard' ? selectNonGuardInputs(inputs) : inputs;
  } catch {
    return []; // refused without a start
  }
}

/** Describes repeated starts in one sentence. */
export const formatRepeatedStarts = (all: readonly RepeatedStart[]): string =>
  `some calls start it more than once: ${all
    .map(({ why, tools }) => `${startCauses[why]} (${tools.join(', ') || 'tools of MCP servers'})`)
    .join('; ')}`;
