import { eventKinds, fieldKinds, type Kinds, toolKinds } from '../canonical/kinds.ts';
import type { ToolName } from '../canonical/tool.ts';
import type { Adapter, Binding, Draft } from '../mapping/adapter.ts';
import { listEquivalentNames } from '../mapping/equivalent-tools.ts';
import { setAtPath, splitPath } from '../mapping/paths.ts';
import { hasNativeArguments } from '../mapping/tools.ts';
import { payloadPlanOf } from '../translate/payload-plan.ts';
import type { Json } from '../util/json.ts';

/** A sample of what a native event of a host is fired for, as far as settings can tell cases apart. */
export interface Sample {
  binding: Binding;
  event: Draft;
  /**
   * The native name of the tool. Absent: the event is not about a tool, or the tool is not one of the
   * host's own.
   */
  tool?: string;
  /** The kind of tool that the event is about. `no-tool`: the event is about none. */
  kind: 'no-tool' | 'built-in' | 'mcp' | 'unknown-tool';
  /** Set if most calls of the tool do less than the sample, such as a shell command that also applies a patch. */
  coversOnlySomeCalls?: boolean;
}

/** A name that no agent has a tool for, and that no matcher lists. */
export const unknownToolName = 'qzqzq';

/**
 * Returns an object with a value for each required field.
 *
 * @param kinds The kind of each field by its path, such as `s` for a text or `=ok|failed` for one of two words.
 */
function requiredValuesOf(kinds: Kinds): Json {
  const values: Json = {};
  for (const [path, kind] of Object.entries(kinds)) {
    // Optional fields and fields inside objects are left out.
    if (kind.endsWith('?') || path.includes('.')) continue;
    const firstWord = kind.startsWith('=') ? kind.slice(1).split('|')[0] : undefined;
    const emptyValue = { s: 'x', n: 0, b: false, o: {}, a: [], l: [], O: [] }[kind[0] as string];
    setAtPath(values, splitPath(path), firstWord ?? emptyValue ?? null);
  }
  return values;
}

/** Returns the fields of an event that hold a call of a tool. `more` overrides single fields. */
const sampleCall = (tool: ToolName, name: string, more: Json = {}): Json => ({
  tool,
  name,
  input: {
    ...requiredValuesOf(toolKinds[tool].input),
    ...(tool === 'edit' ? { old: 'a', new: 'b' } : {}),
  },
  ...more,
});

/** Returns sample calls of every built-in tool of a host, of an MCP tool, and of an unknown tool. */
function sampleCallsOf(
  agent: Adapter,
): (Pick<Sample, 'kind' | 'tool' | 'coversOnlySomeCalls'> & { call: Json })[] {
  const builtInCalls = (tool: ToolName, names: readonly string[], more: Json = {}) =>
    names.map((name) => ({
      kind: 'built-in' as const,
      tool: name,
      call: sampleCall(tool, name, more),
    }));
  const mcp = { server: 'zqzqz', tool: unknownToolName };
  const listedNames = new Set([
    ...agent.tools.flatMap(({ names }) => names),
    ...Object.keys(agent.composites ?? {}),
  ]);
  return [
    ...agent.tools
      .filter(({ tool }) => !hasNativeArguments(tool))
      .flatMap((row) => builtInCalls(row.tool, row.names)),
    // A row with `when` is for some arguments only. With other arguments the call is of the tool `other`.
    ...agent.tools.filter(({ when }) => when).flatMap(({ names }) => builtInCalls('other', names)),
    ...Object.entries(agent.composites ?? {}).flatMap(([name, { tool, sample }]) =>
      builtInCalls(tool ?? 'other', [name], { input: sample }).map((sampled) => ({
        ...sampled,
        coversOnlySomeCalls: tool !== undefined,
      })),
    ),
    ...listEquivalentNames(agent.equivalentTools)
      .filter((name) => !listedNames.has(name))
      .flatMap((name) => builtInCalls('other', [name])),
    { kind: 'mcp', call: sampleCall('mcp', agent.mcp.write(mcp), { mcp }) },
    { kind: 'unknown-tool', call: sampleCall('other', unknownToolName) },
  ];
}

/** Returns copies of an event, one for each word that a field of the agent may have; without such fields, the event. */
function varyWords(binding: Binding, event: Draft): Draft[] {
  const copies = payloadPlanOf(binding).plainOps.flatMap(({ canonicalName, row }) =>
    [row.codec?.other ?? [], row.codec?.words ?? []]
      .flat()
      .map((word) => ({ ...event, [canonicalName]: word })),
  );
  return copies.length ? copies : [event];
}

/** Returns samples of everything that a binding of a host is fired for. */
export function samplesOf(agent: Adapter, binding: Binding): Sample[] {
  const kinds = eventKinds[binding.event];
  const givenValues = Object.entries(binding.given ?? {}).map(([path, value]) => [
    path,
    [value].flat()[0],
  ]);
  const event = {
    ...requiredValuesOf(fieldKinds.base),
    ...requiredValuesOf(kinds),
    session: 'x',
    cwd: '/x',
    event: binding.event,
    ...('status' in kinds && { status: 'completed' }),
    ...('response' in kinds && { response: 'x' }),
    ...Object.fromEntries(givenValues),
  } as Draft;
  if (!('tool' in kinds)) {
    return varyWords(binding, event).map((varied) => ({ binding, event: varied, kind: 'no-tool' }));
  }
  const statuses = 'status' in kinds ? ['ok', 'failed'] : [undefined];
  return sampleCallsOf(agent)
    .filter(({ call }) => binding.given?.tool === undefined || call.tool === binding.given.tool)
    .flatMap(({ call, ...ofSample }) =>
      statuses.map((status) => ({
        binding,
        event: { ...event, ...call, ...(status && { status }) },
        ...ofSample,
      })),
    );
}
