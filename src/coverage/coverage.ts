import type { Adapter, Binding, Draft } from '../mapping/adapter.ts';
import { requireBinding } from '../translate/bindings.ts';
import { toEquivalentCall } from '../translate/equivalent-call.ts';
import { generateHookInputs, type HookInput, subjectsOf } from '../translate/hook-input.ts';
import { listImpliedCalls, sampleWorld } from '../translate/implied-calls.ts';
import { isMeaningMet } from '../translate/matching.ts';
import { payloadPlanOf } from '../translate/payload-plan.ts';
import { canExpress } from '../translate/response.ts';
import type { Json } from '../util/json.ts';
import { hasToolName, isMatchedByTool, isMcpName, listNames, runBounded } from './names.ts';
import { cachePerHost } from './per-host.ts';
import { type Sample, samplesOf } from './samples.ts';

/** The calls that a hook is for, in terms of its own agent. */
export interface HookScope {
  dialect: Adapter;
  event: string;
  matcher?: string | undefined;
  /** The only canonical tools that the hook is for. Absent: any tool. */
  tools?: readonly string[] | undefined;
}

/** How much of a kind of calls a matcher meets: all, none, or some, which are not known in more detail. */
type MatchExtent = boolean | 'some';

/** A native event of a host that fires a hook, and the calls it fires the hook for. */
export interface Coverage {
  binding: Binding;
  /** The host's own tools for whose calls the hook is fired, by their native names. */
  own: string[];
  /** Those of `own` for which the hook is fired on some calls only, depending on what the call does. */
  partly: string[];
  /** Calls of MCP tools. */
  mcp: MatchExtent;
  /** Calls of tools that our tables do not have. */
  other: MatchExtent;
}

/**
 * Tells whether every value that the matcher is compared with is known: the host has a closed list of
 * them, or none.
 */
function hasKnownWords({ binding }: Sample, input: HookInput): boolean {
  const { subject } = input.binding;
  const op = payloadPlanOf(input.binding).plainOps.find(
    ({ paths }) => paths[0]?.join('.') === subject,
  );
  if (!op) return false;
  const ofHost = payloadPlanOf(binding).plainOps.find(({ canon }) => canon === op.canon);
  return ofHost === undefined || ofHost.row.codec?.words !== undefined;
}

/** Tells for how much of a sampled kind of calls a hook matches its input. */
function matchSample(scope: HookScope, input: HookInput, sample: Sample): MatchExtent {
  const { dialect, matcher, tools } = scope;
  const { binding, variant } = input;
  if (tools && !tools.some((tool) => tool === variant.event.tool)) return false;
  if (matcher === undefined || binding.subject === undefined) return true;
  const meaning = dialect.matchers.read(matcher, binding);
  if (typeof meaning === 'string') return meaning === 'every';
  const ofTools = binding.subject[0] === '=' || isMatchedByTool(binding);
  if (!ofTools && !('names' in meaning && hasKnownWords(sample, input))) return 'some';
  if (isMeaningMet(meaning, subjectsOf(input, dialect) ?? [], runBounded)) return true;
  if (sample.kind === 'plain' || sample.kind === 'own') return false;

  // The sample has a made-up tool name. Other names of this kind may meet the matcher.
  const names = listNames(meaning);
  if (!names || binding.given?.tool === 'mcp') return 'some';
  // No MCP tool has the name of a built-in one.
  const others = 'names' in meaning ? names.filter((name) => !hasToolName(dialect, name)) : names;
  const isMcp = sample.kind === 'mcp';
  return others.some((name) => isMcp || !isMcpName(dialect, name)) && 'some';
}

/**
 * A native event of a host, with samples of what it is fired for, and every hook input that a sample
 * becomes.
 */
interface SampledBinding {
  binding: Binding;
  samples: { sample: Sample; inputs: HookInput[] }[];
}

const sampledBindings = cachePerHost<SampledBinding[]>();

/** Returns the sampled events of a host. They do not depend on the matcher, so they are found once. */
const sampleBindings = (host: Adapter, { dialect, event }: HookScope): SampledBinding[] =>
  sampledBindings(host, `${dialect.id} ${event}`, () =>
    host.bindings.all().map((binding) => ({
      binding,
      samples: samplesOf(host, binding).map((sample) => ({
        sample,
        inputs: receivedCallsOf(host, dialect, sample).flatMap((one) => [
          ...generateHookInputs(dialect, one, sampleWorld, event),
        ]),
      })),
    })),
  );

/**
 * Returns every form in which a hook can receive a call: its implied calls, the call itself, and the
 * call of an equivalent tool.
 */
const receivedCallsOf = (host: Adapter, dialect: Adapter, { event }: Sample): readonly Draft[] => {
  const all = listImpliedCalls(host, dialect, event, sampleWorld);
  const own = toEquivalentCall({ host, dialect, event, input: (event.input ?? undefined) as Json });
  return [...all, ...(all.includes(event) ? [] : [event]), ...(own ? [own] : [])];
};

/**
 * Returns the native events of a host that fire a hook. If the hook can refuse, events that accept a
 * refusal exclude the others; then events of the hook's own kind exclude the others.
 */
export function coverageOf(host: Adapter, scope: HookScope): Coverage[] {
  const all = sampleBindings(host, scope).flatMap((one) => coverBinding(host, one, scope) ?? []);
  const ownBinding = requireBinding(scope.dialect, scope.event);
  const refuses = (binding: Binding) => canExpress([binding], 'decision', 'deny');
  const refusing = refuses(ownBinding) ? all.filter(({ binding }) => refuses(binding)) : [];
  const found = refusing.length ? refusing : all;
  const same = found.filter(({ binding }) => binding.event === ownBinding.event);
  return same.length ? same : found;
}

/** Returns the name that an event has for a tool. Some events name a tool by what it does. */
function toolNameAt(adapter: Adapter, binding: Binding, name: string, event: Draft): string {
  const codec = payloadPlanOf(binding).name?.row.codec;
  return codec ? String(codec.write(name, { adapter, event, world: sampleWorld })) : name;
}

function coverBinding(
  host: Adapter,
  { binding, samples }: SampledBinding,
  scope: HookScope,
): Coverage | undefined {
  const own = new Set<string>();
  const whole = new Set<string>();
  const covered: Pick<Coverage, 'mcp' | 'other'> = { mcp: false, other: false };
  let any = false;
  for (const { sample, inputs } of samples) {
    const hits = inputs.map((one) => matchSample(scope, one, sample));
    const hit = hits.includes(true) || (hits.includes('some') && 'some');
    any ||= hit !== false;
    const { kind, tool, isPart } = sample;
    if (tool !== undefined && hit) {
      const name = toolNameAt(host, binding, tool, sample.event);
      own.add(name);
      if (!isPart) whole.add(name);
    }
    if ((kind === 'mcp' || kind === 'other') && covered[kind] !== true) covered[kind] ||= hit;
  }
  const partly = [...own].filter((name) => !whole.has(name));
  return any ? { binding, own: [...own], partly, ...covered } : undefined;
}

/** Returns the names of the values that an event takes from the session's memory. */
export function findRecalledNames(binding: Binding): string[] {
  const names: string[] = [];
  const recall = (name: string) => void names.push(name);
  for (const derive of Object.values(binding.derive ?? {})) {
    derive({ event: binding.event }, { ...sampleWorld, recall });
  }
  return names;
}
