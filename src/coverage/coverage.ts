import type { Adapter, Binding, Draft } from '../mapping/adapter.ts';
import { listFills } from '../translate/encode.ts';
import { toEquivalentCall } from '../translate/equivalent-call.ts';
import { generateHookInputs, type HookInput, subjectsOf } from '../translate/hook-input.ts';
import { listImpliedCalls, sampleWorld } from '../translate/implied-calls.ts';
import { isMeaningMet } from '../translate/matching.ts';
import { requireBinding } from '../translate/named-bindings.ts';
import { payloadPlanOf } from '../translate/payload-plan.ts';
import { canExpress } from '../translate/response.ts';
import type { Json } from '../util/json.ts';
import { hasToolName, isMcpName, listNames, matchesToolNames, runBounded } from './names.ts';
import { cachePerAgent } from './per-agent.ts';
import { type Sample, samplesOf } from './samples.ts';

/** The events and calls that a hook is for, in the words of its own agent. */
export interface HookScope {
  /** The hook's own agent. */
  dialect: Adapter;
  /** The native event of that agent. */
  event: string;
  matcher?: string | undefined;
  /** The only canonical tools that the hook is for. Absent: any tool. */
  tools?: readonly string[] | undefined;
}

/** How many calls of a kind meet a matcher. True: all. False: none. `some`: some of them, or we cannot tell. */
type MatchExtent = boolean | 'some';

/** A native event of a host that fires a hook, and the calls it fires the hook for. */
export interface Coverage {
  binding: Binding;
  /** The native names of the host's built-in tools for whose calls the hook is fired. */
  hostTools: string[];
  /** Those of `hostTools` for which the hook is fired on some calls only, depending on what the call does. */
  partlyFired: string[];
  /** For how many calls of MCP tools the hook is fired. */
  mcpTools: MatchExtent;
  /** For how many calls of tools that are not in our tables the hook is fired. */
  unknownTools: MatchExtent;
}

/**
 * Tells whether each value that a matcher's subject can have at an event of a host is the subject of some
 * sample: the host has a closed list of words for the subject's field, or its event has no such field. False
 * if the subject is no single field of the payload.
 *
 * @param sample Any sample of the host's event.
 * @param input The sample in the hook's dialect.
 */
function hasAllSubjectValues({ binding }: Sample, input: HookInput): boolean {
  const { subject } = input.binding;
  const subjectField = payloadPlanOf(input.binding).plainOps.find(
    ({ readPaths }) => readPaths[0]?.join('.') === subject,
  );
  if (!subjectField) return false;
  const hostField = payloadPlanOf(binding).plainOps.find(
    ({ canonicalName }) => canonicalName === subjectField.canonicalName,
  );
  return hostField === undefined || hostField.row.codec?.words !== undefined;
}

/**
 * Tells how many of the calls that a sample stands for meet the scope of a hook.
 *
 * @param input The sample in the hook's dialect.
 */
function matchSample(scope: HookScope, input: HookInput, sample: Sample): MatchExtent {
  const { dialect, matcher, tools } = scope;
  const { binding, variant } = input;
  if (tools && !tools.some((tool) => tool === variant.event.tool)) return false;
  if (matcher === undefined || binding.subject === undefined) return true;
  const meaning = dialect.matchers.read(matcher, binding);
  if (typeof meaning === 'string') return meaning === 'every';
  /** Whether the subject is a fixed word (`=`) or the tool's name, both of which the samples have. */
  const hasSampledSubject = binding.subject[0] === '=' || matchesToolNames(binding);
  const isNameList = 'names' in meaning; // otherwise it is a pattern
  if (!hasSampledSubject && !(isNameList && hasAllSubjectValues(sample, input))) return 'some';
  if (isMeaningMet(meaning, subjectsOf(input, dialect) ?? [], runBounded)) return true;
  if (sample.kind === 'no-tool' || sample.kind === 'built-in') return false;

  // The sample is a call of an MCP or unknown tool with a made-up name. Calls of other such tools may
  // meet the matcher.
  const names = listNames(meaning);
  // At an event of MCP tools alone the subject is the tool's name without its server: any name is possible.
  if (!names || binding.given?.tool === 'mcp') return 'some';
  // No MCP or unknown tool has the name of a built-in one. Words of a pattern may be parts of other names.
  const possibleNames = isNameList ? names.filter((name) => !hasToolName(dialect, name)) : names;
  const isMcp = sample.kind === 'mcp';
  // An MCP tool may have any of these names; an unknown tool has none that only an MCP tool can have.
  return possibleNames.some((name) => isMcp || !isMcpName(dialect, name)) && 'some';
}

/** A native event of a host, with samples of what it is fired for. `inputs`: each sample as hook inputs of a dialect. */
interface SampledBinding {
  binding: Binding;
  samples: { sample: Sample; inputs: HookInput[] }[];
}

const cacheSampledBindings = cachePerAgent<SampledBinding[]>();

/** Returns every event of a host with its samples. They do not depend on the matcher, so hooks of one dialect and event share them. */
const sampleBindings = (host: Adapter, { dialect, event }: HookScope): SampledBinding[] =>
  cacheSampledBindings(host, `${dialect.id} ${event}`, () =>
    host.bindings.all().map((binding) => ({
      binding,
      samples: samplesOf(host, binding).map((sample) => ({
        sample,
        inputs: receivedCallsOf(host, dialect, sample).flatMap((call) => [
          ...generateHookInputs(dialect, call, sampleWorld, event),
        ]),
      })),
    })),
  );

/**
 * Returns every call that a hook can receive when a host fires a sampled event: the calls that the event
 * implies, the event itself, and the call of the dialect's equivalent tool if it has one.
 */
const receivedCallsOf = (host: Adapter, dialect: Adapter, { event }: Sample): readonly Draft[] => {
  const implied = listImpliedCalls(host, dialect, event, sampleWorld);
  const equivalent = toEquivalentCall({
    host,
    dialect,
    event,
    input: (event.input ?? undefined) as Json,
  });
  return [
    ...implied,
    ...(implied.includes(event) ? [] : [event]),
    ...(equivalent ? [equivalent] : []),
  ];
};

/**
 * Returns the native events of a host that fire a hook. If the hook can refuse and some of them accept a
 * refusal, the others are left out. If some of the rest have the canonical event of the hook, only these
 * are returned.
 */
export function coverageOf(host: Adapter, scope: HookScope): Coverage[] {
  const covered = sampleBindings(host, scope).flatMap(
    (sampled) => coverBinding(host, sampled, scope) ?? [],
  );
  const ownBinding = requireBinding(scope.dialect, scope.event);
  const acceptsRefusal = (binding: Binding) => canExpress([binding], 'decision', 'deny');
  const accepting = acceptsRefusal(ownBinding)
    ? covered.filter(({ binding }) => acceptsRefusal(binding))
    : [];
  const suitable = accepting.length ? accepting : covered;
  const ofSameEvent = suitable.filter(({ binding }) => binding.event === ownBinding.event);
  return ofSameEvent.length ? ofSameEvent : suitable;
}

/** Returns for which calls one native event of a host fires a hook. Undefined: for none. */
export function coverageOfEvent(
  host: Adapter,
  native: string,
  scope: HookScope,
): Coverage | undefined {
  const sampled = sampleBindings(host, scope).find(({ binding }) => binding.native === native);
  return sampled && coverBinding(host, sampled, scope);
}

/**
 * Returns the tool name that a payload of a binding has for a call. At some bindings it depends on what the
 * call does.
 *
 * @param name The native name of the tool in the agent's table.
 */
function toolNameAt(adapter: Adapter, binding: Binding, name: string, event: Draft): string {
  const codec = payloadPlanOf(binding).name?.row.codec;
  return codec ? String(codec.write(name, { adapter, event, world: sampleWorld })) : name;
}

/** Returns for which calls a native event fires a hook, found by its samples. Undefined: for none. */
function coverBinding(
  host: Adapter,
  { binding, samples }: SampledBinding,
  scope: HookScope,
): Coverage | undefined {
  const tools = new Set<string>();
  const fullyFired = new Set<string>();
  const otherTools: Pick<Coverage, 'mcpTools' | 'unknownTools'> = {
    mcpTools: false,
    unknownTools: false,
  };
  let isFired = false;
  for (const { sample, inputs } of samples) {
    const extents = inputs.map((input) => matchSample(scope, input, sample));
    const extent: MatchExtent = extents.includes(true) || (extents.includes('some') && 'some');
    isFired ||= extent !== false;
    const { kind, tool, coversOnlySomeCalls } = sample;
    if (tool !== undefined && extent) {
      const name = toolNameAt(host, binding, tool, sample.event);
      tools.add(name);
      if (!coversOnlySomeCalls) fullyFired.add(name);
    }
    if (kind === 'mcp') otherTools.mcpTools ||= extent;
    if (kind === 'unknown-tool') otherTools.unknownTools ||= extent;
  }
  const partlyFired = [...tools].filter((name) => !fullyFired.has(name));
  return isFired ? { binding, hostTools: [...tools], partlyFired, ...otherTools } : undefined;
}

/**
 * Returns the names of the values that an event takes from the session's memory. They are found by deriving
 * from an event without fields, with a `recall` that only notes the names it is asked for.
 */
export function findRecalledNames(adapter: Adapter, binding: Binding): string[] {
  const names: string[] = [];
  const recall = (name: string) => void names.push(name);
  for (const table of listFills(adapter, binding))
    for (const derive of Object.values(table ?? {}))
      derive({ event: binding.event }, { ...sampleWorld, recall });
  return names;
}
