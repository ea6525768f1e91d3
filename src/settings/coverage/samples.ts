import { baseKinds, eventKinds, type Kinds, toolKinds } from '../../canonical/kinds.ts';
import type { ToolName } from '../../canonical/tool.ts';
import type { Adapter, Binding, Draft } from '../../mapping/adapter.ts';
import { set, split } from '../../mapping/paths.ts';
import { isRaw } from '../../mapping/tools.ts';
import { planOf } from '../../translate/plan.ts';
import type { Json } from '../../util/json.ts';

/** Something that may happen in a host, as its settings can tell it from the rest. */
export interface Sample {
  binding: Binding;
  event: Draft;
  /** The tool as the host calls it; undefined: not a tool's event, or no tool the host comes with. */
  tool?: string;
  kind: 'plain' | 'own' | 'mcp' | 'other';
}

/** A name no agent has a tool for, and no matcher means. */
export const nobody = 'qzqzq';

/** Values for what must be there. */
function filled(kinds: Kinds): Json {
  const out: Json = {};
  for (const [path, kind] of Object.entries(kinds)) {
    // A part of what need not be there need not be there.
    if (kind.endsWith('?') || path.includes('.')) continue;
    const choice = kind.startsWith('=') ? kind.slice(1).split('|')[0] : undefined;
    const plain = { s: 'x', n: 0, b: false, o: {}, a: [], l: [], O: [] }[kind[0] as string];
    set(out, split(path), choice ?? plain ?? null);
  }
  return out;
}

const call = (tool: ToolName, name: string, more: Json = {}): Json => ({
  tool,
  name,
  input: { ...filled(toolKinds[tool].input), ...(tool === 'edit' ? { old: 'a', new: 'b' } : {}) },
  ...more,
});

/** Every tool a host has, one of an MCP server, and one nobody knows. */
function callsOf(agent: Adapter): { call: Json; kind: Sample['kind']; tool?: string }[] {
  const own = agent.tools
    .filter(({ tool }) => !isRaw(tool))
    .flatMap((row) => row.names.map((name) => ({ call: call(row.tool, name), name })));
  // Some arguments of such a tool make it one we do not know.
  const odd = agent.tools
    .filter((row) => row.when)
    .flatMap((row) => row.names.map((name) => ({ call: call('other', name), name })));
  const several = Object.entries(agent.composites ?? {}).map(([name, { sample }]) => ({
    call: call('other', name, { input: sample }),
    name,
  }));
  const mcp = { server: 'zqzqz', tool: nobody };
  return [
    ...[...own, ...odd, ...several].map(({ call, name }) => ({
      call,
      kind: 'own' as const,
      tool: name,
    })),
    { call: call('mcp', agent.mcp.write(mcp), { mcp }), kind: 'mcp' },
    { call: call('other', nobody), kind: 'other' },
  ];
}

/** An event with each of the words its agent has for a field, in turn. */
function worded(binding: Binding, event: Draft): Draft[] {
  const each = planOf(binding).plain.flatMap(({ canon, row }) =>
    [row.codec?.other ?? [], row.codec?.words ?? []]
      .flat()
      .map((word) => ({ ...event, [canon]: word })),
  );
  return each.length ? each : [event];
}

/** Everything one binding of a host may be fired for. */
export function samplesOf(agent: Adapter, binding: Binding): Sample[] {
  const kinds = eventKinds[binding.event];
  const given = Object.entries(binding.given ?? {}).map(([path, value]) => [
    path,
    typeof value === 'string' ? value : value[0],
  ]);
  const event = {
    ...filled(baseKinds),
    ...filled(kinds),
    session: 'x',
    cwd: '/x',
    event: binding.event,
    ...('status' in kinds && { status: 'completed' }),
    ...('response' in kinds && { response: 'x' }),
    ...Object.fromEntries(given),
  } as Draft;
  if (!('tool' in kinds)) {
    return worded(binding, event).map((one) => ({ binding, event: one, kind: 'plain' }));
  }
  const ended = 'status' in kinds ? ['ok', 'failed'] : [undefined];
  return callsOf(agent)
    .filter(({ call }) => binding.given?.tool === undefined || call.tool === binding.given.tool)
    .flatMap(({ call, kind, tool }) =>
      ended.map((status) => ({
        binding,
        event: { ...event, ...call, ...(status && { status }) },
        kind,
        ...(tool === undefined ? {} : { tool }),
      })),
    );
}
