import type { Adapter, Binding, ToolRow } from '../mapping/adapter.ts';
import { withStatedName } from '../mapping/event-key.ts';
import { setAtPath } from '../mapping/paths.ts';
import { payloadPlanOf } from '../translate/payload-plan.ts';
import type { Json } from '../util/json.ts';

const source = { client: 'My agent', version: '1.2.3', how: 'recorded by running the client' };

/** The files that a folder of fixtures must have, each with an example of its content. */
export const exampleFiles: Readonly<Record<string, Json>> = {
  'payloads/PreTool.json': {
    source,
    payload: { event: 'PreTool', tool: 'bash', args: { cmd: 'ls' } },
    event: { event: 'before-tool', tool: 'shell', name: 'bash', input: { command: 'ls' } },
  },
  'contract.json': { source, id: 'agent', title: 'My agent' },
  'responses.json': {
    source,
    hears: [{ on: 'PreTool', response: { verdict: 'block' }, outcome: { decision: 'deny' } }],
    says: [{ on: 'PreTool', outcome: { decision: 'deny' }, response: { verdict: 'block' } }],
  },
  'finished.json': {
    source,
    cases: [
      { on: 'PreTool', why: 'it has nothing to say', finished: { code: 0 }, outcome: {}, held: {} },
    ],
  },
};

/**
 * Returns the file name and an example of a payload fixture that is missing, as a part of a failure.
 *
 * @param row The tool that no fixture is about. Absent: no fixture is about the event of the binding.
 */
export function examplePayload(adapter: Adapter, binding: Binding, row?: ToolRow): string {
  const { name, input } = payloadPlanOf(binding);
  const tool = row?.names[0] ?? row?.tool;
  const payload = withStatedName(adapter, {}, binding.native);
  if (tool !== undefined && name?.readPaths[0]) setAtPath(payload, name.readPaths[0], tool);
  if (tool !== undefined && input?.readPaths[0]) setAtPath(payload, input.readPaths[0], {});
  const event = {
    event: binding.event,
    ...(row && { tool: row.tool, name: tool, input: {} }),
  };
  const client = { ...source, client: adapter.title };
  const file = `payloads/${[binding.native, tool].filter(Boolean).join('-')}.json`;
  return `${file}, such as ${JSON.stringify({ source: client, payload, event })}`;
}
