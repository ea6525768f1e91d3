import { baseKinds, eventKinds, type Kinds, toolKinds } from '../canonical/kinds.ts';
import type { ToolName } from '../canonical/tool.ts';
import type { Adapter, Binding, Draft } from '../mapping/adapter.ts';
import { listEquivalentNames } from '../mapping/equivalent-tools.ts';
import { setAtPath, splitPath } from '../mapping/paths.ts';
import { isRaw } from '../mapping/tools.ts';
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

/** Returns a value for each required field. */
function requiredValuesOf(kinds: Kinds): Json {
  const out: Json = {};
  for (const [path, kind] of Object.entries(kinds)) {
    // Optional fields are left out, and so are fields of objects.
    if (kind.endsWith('?') || path.includes('.')) continue;
    const choice = kind.startsWith('=') ? kind.slice(1).split('|')[0] : undefined;
    const plain = { s: 'x', n: 0, b: false, o: {}, a: [], l: [], O: [] }[kind[0] as string];
    setAtPath(out, splitPath(path), choice ?? plain ?? null);
  }
  return out;
}

const sampleCall = (tool: ToolName, name: string, more: Json = {}): Json => ({
  tool,
  name,
  input: {
    ...requiredValuesOf(toolKinds[tool].input),
    ...(tool === 'edit' ? { old: 'a', new: 'b' } : {}),
  },
  ...more,
});

/** Returns a call of every tool of a host, of an MCP tool, and of an unknown tool. */
function sampleCallsOf(
  agent: Adapter,
): (Pick<Sample, 'kind' | 'tool' | 'coversOnlySomeCalls'> & { call: Json })[] {
  const own = (tool: ToolName, names: readonly string[], more: Json = {}) =>
    names.map((name) => ({
      kind: 'built-in' as const,
      tool: name,
      call: sampleCall(tool, name, more),
    }));
  const mcp = { server: 'zqzqz', tool: unknownToolName };
  const known = new Set([
    ...agent.tools.flatMap(({ names }) => names),
    ...Object.keys(agent.composites ?? {}),
  ]);
  return [
    ...agent.tools.filter(({ tool }) => !isRaw(tool)).flatMap((row) => own(row.tool, row.names)),
    // A row with `when` is for some arguments only; with others the tool is one we do not know.
    ...agent.tools.filter(({ when }) => when).flatMap(({ names }) => own('other', names)),
    ...Object.entries(agent.composites ?? {}).flatMap(([name, { tool, sample }]) =>
      own(tool ?? 'other', [name], { input: sample }).map((one) => ({
        ...one,
        coversOnlySomeCalls: tool !== undefined,
      })),
    ),
    ...listEquivalentNames(agent.equivalentTools)
      .filter((name) => !known.has(name))
      .flatMap((name) => own('other', [name])),
    { kind: 'mcp', call: sampleCall('mcp', agent.mcp.write(mcp), { mcp }) },
    { kind: 'unknown-tool', call: sampleCall('other', unknownToolName) },
  ];
}

/** Returns copies of an event, one for each word that the agent has for a field. */
function varyWords(binding: Binding, event: Draft): Draft[] {
  const each = payloadPlanOf(binding).plainOps.flatMap(({ canonicalName, row }) =>
    [row.codec?.other ?? [], row.codec?.words ?? []]
      .flat()
      .map((word) => ({ ...event, [canonicalName]: word })),
  );
  return each.length ? each : [event];
}

/** Returns samples of everything that a binding of a host is fired for. */
export function samplesOf(agent: Adapter, binding: Binding): Sample[] {
  const kinds = eventKinds[binding.event];
  const given = Object.entries(binding.given ?? {}).map(([path, value]) => [
    path,
    [value].flat()[0],
  ]);
  const event = {
    ...requiredValuesOf(baseKinds),
    ...requiredValuesOf(kinds),
    session: 'x',
    cwd: '/x',
    event: binding.event,
    ...('status' in kinds && { status: 'completed' }),
    ...('response' in kinds && { response: 'x' }),
    ...Object.fromEntries(given),
  } as Draft;
  if (!('tool' in kinds)) {
    return varyWords(binding, event).map((one) => ({ binding, event: one, kind: 'no-tool' }));
  }
  const ended = 'status' in kinds ? ['ok', 'failed'] : [undefined];
  return sampleCallsOf(agent)
    .filter(({ call }) => binding.given?.tool === undefined || call.tool === binding.given.tool)
    .flatMap(({ call, ...what }) =>
      ended.map((status) => ({
        binding,
        event: { ...event, ...call, ...(status && { status }) },
        ...what,
      })),
    );
}
