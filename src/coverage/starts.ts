import type { Flags } from '../canonical/flags.ts';
import type { Hook } from '../canonical/hook.ts';
import type { Adapter, Binding, Draft } from '../mapping/adapter.ts';
import { pathArgumentOf } from '../translate/affected-files.ts';
import { collectCallInputs, selectNonGuardInputs } from '../translate/call-inputs.ts';
import { generateHookInputs, type HookInput } from '../translate/hook-input.ts';
import { adapterOf } from '../translate/host.ts';
import { sampleWorld } from '../translate/implied-calls.ts';
import { isMatcherMet } from '../translate/matching.ts';
import type { Json } from '../util/json.ts';
import type { EntryPoint } from './entry-points.ts';
import { distinguishingServers, needsServerNames } from './mcp-servers.ts';
import { runBounded } from './names.ts';
import { samplesOf } from './samples.ts';

/** For what one call starts a hook, where that is more than once. */
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

/** Why a call starts a hook more than once; nothing, where it does not. */
export function findStartCauses(told: readonly HookInput[]): Set<StartCause> {
  const found = new Set<StartCause>();
  if (told.length < 2) return found;
  const [unmade, made] = [true, undefined].map((is) =>
    told.filter((one) => one.isHypothetical === is),
  );
  if (unmade?.length && made?.length) found.add('before');
  const served = told.map(({ variant }) => variant.event.mcp?.server);
  const name = new Set(served).size > 1 ? 'name' : 'tool';
  for (const { isRepeat, isOtherPlace, impliedCall } of told) {
    if (isOtherPlace) found.add('elsewhere');
    if (isRepeat)
      found.add(impliedCall?.mcp ? name : impliedCall?.tool === 'other' ? 'twin' : 'wording');
  }
  for (const some of [unmade, made]) {
    const objects = some?.filter(({ isRepeat, isOtherPlace }) => !isRepeat && !isOtherPlace) ?? [];
    if (objects.length > 1) found.add('several');
  }
  return found;
}

/** Calls of a host that start a hook more than once, and why. */
export interface RepeatedStart {
  why: StartCause;
  /** The host's names of the tools; empty: those of MCP servers. */
  tools: string[];
}

/** A call of a tool of an MCP server, as far as the name alone tells it. */
function callMcpServer(host: Adapter, event: Draft, server: string): Draft {
  const served = { server, tool: 'do_this' }; // as people call them
  const name = host.mcp.write(served);
  return { ...event, tool: 'mcp', name, mcp: { ...(host.mcp.read(name) ?? served) } };
}

/** What is known of a host's lines when the starts are counted. */
export interface StartOptions {
  /** MCP servers that its settings name; none: any server may be there. */
  servers?: readonly string[] | undefined;
  /** A path is told in both wordings, although the hook's owner did not say so. */
  wordings?: Hook['wordings'];
}

/** By host: what was found for hooks that differ in nothing that it depends on. */
const knownRepeats = new WeakMap<Adapter, Map<string, RepeatedStart[]>>();

/** The calls for which a hook is started more than once where it is converted to, by reason. */
export function listRepeatedStarts(
  host: Adapter,
  hook: Hook,
  ways: readonly EntryPoint[],
  { servers = [], wordings = hook.wordings }: StartOptions = {},
): RepeatedStart[] {
  if (hook.speaks === host.id) return [];
  const bindings = new Set(ways.map((way) => way.binding));
  const { speaks, event, matcher, tools, guard, answer } = hook;
  const natives = [...bindings].map(({ native }) => native);
  const told = needsServerNames(host, hook, ways) ? distinguishingServers(host.id, servers) : [];
  const line: Line = {
    ...(wordings && { wordings }),
    ...(told.length > 0 && { servers: told.join(',') }),
  };
  const about = [speaks, event, matcher, tools, guard, answer, natives, line, servers];
  const key = JSON.stringify(about);
  const ofHost = knownRepeats.get(host) ?? new Map<string, RepeatedStart[]>();
  knownRepeats.set(host, ofHost);
  const found = ofHost.get(key) ?? findRepeatsAt(host, hook, bindings, line, servers);
  ofHost.set(key, found);
  return found;
}

/** The flags of a line that the starts depend on. */
type Line = Pick<Flags, 'wordings' | 'servers'>;

function findRepeatsAt(
  host: Adapter,
  hook: Hook,
  bindings: Iterable<Binding>,
  line: Line,
  servers: readonly string[],
): RepeatedStart[] {
  const found = new Map<StartCause, Set<string>>();
  const count = (sample: Draft, tool: string) => {
    const call = withWholePath(sample);
    const told = findStarts(host, hook, call, line);
    const causes = findStartCauses(told);
    // The host fires its hooks for that call as well, on its way to this one.
    const isAfter = (host.precedes?.(call) ?? []).some(
      (one) => findStarts(host, hook, one, line).length,
    );
    if (told.length && isAfter) causes.add('before');
    for (const why of causes) found.set(why, (found.get(why) ?? new Set()).add(tool));
  };
  for (const binding of bindings)
    for (const { event, tool = '', kind, isPart } of samplesOf(host, binding)) {
      if (isPart) continue;
      if (kind !== 'mcp') count(event, tool);
      else
        for (const server of servers.length ? servers : ['my-server'])
          count(callMcpServer(host, event, server), tool);
    }
  return [...found].map(([why, tools]) => ({ why, tools: [...tools].filter(Boolean) }));
}

/** A call with the path of its file as every agent's calls have it in our terms. */
function withWholePath(call: Draft): Draft {
  const input = call.input as Json | undefined;
  const key = pathArgumentOf(call.tool);
  if (typeof input?.[key] !== 'string') return call;
  return { ...call, input: { ...input, [key]: `${call.cwd}/${input[key]}` } };
}

/** What a hook is started for by one call. */
function findStarts(host: Adapter, hook: Hook, event: Draft, line: Line): readonly HookInput[] {
  const dialect = adapterOf(hook.speaks);
  const { matcher, tools, guard, answer = 'heard' } = hook;
  const isFor = (told: HookInput) =>
    (tools?.some((tool) => tool === told.variant.event.tool) ?? true) &&
    (matcher === undefined ||
      told.binding.ownNames === true ||
      isMatcherMet(dialect, matcher, told, runBounded));
  const first = (call: Draft) => {
    for (const told of generateHookInputs(dialect, call, sampleWorld, hook.event, true))
      if (isFor(told)) return told;
    return undefined;
  };
  const input = event.input ?? undefined;
  const about = { host, dialect, event, input };
  try {
    const told = collectCallInputs({ ...about, ...line, world: sampleWorld }, first);
    return guard === false || answer !== 'heard' ? selectNonGuardInputs(told) : told;
  } catch {
    return []; // refused without a start
  }
}

/** That in words. */
export const wordRepeatedStarts = (all: readonly RepeatedStart[]): string =>
  `some calls start it more than once: ${all
    .map(({ why, tools }) => `${startCauses[why]} (${tools.join(', ') || 'tools of MCP servers'})`)
    .join('; ')}`;
