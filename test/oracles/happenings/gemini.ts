import type { Vendor } from '../../../src/adapters/index.ts';
import type { Json } from '../../../src/util/json.ts';
import type { Happening } from '../effect.ts';
import { mcpCalls, readRecordedPayloads, unknownToolNames } from './usual.ts';

/** Returns the names of an MCP tool in every generation of Gemini CLI, written down by hand. */
const listMcpNames = ({ server, tool }: { server: string; tool: string }): string[] => {
  const whole = `mcp_${server}_${tool}`;
  const short = whole.length > 63 ? `${whole.slice(0, 30)}...${whole.slice(-30)}` : whole;
  return [short, `mcp__${server}__${tool}`, `${server}__${tool}`, tool];
};

/** Lists the incidents of Gemini CLI and of its forks, whose tools have several names. */
export function listHappenings(vendor: Vendor): Happening[] {
  const own = readRecordedPayloads(vendor);
  // Tabnine CLI's payloads are those of Gemini CLI, its parent.
  const all = new Map([...(vendor === 'tabnine' ? readRecordedPayloads('gemini') : []), ...own]);
  const list: Happening[] = [];
  const add = (name: string, payload: Json, mcp?: Happening['mcp']) =>
    list.push({ name, payloads: [payload], ...(mcp && { mcp }) });
  const before = all.get('BeforeTool-read_file-lines') as Json;
  const after = all.get('AfterTool-read_file') as Json;
  const ended = ({ tool_name, tool_input, mcp_context }: Json): Json[] => {
    const call = { ...after, tool_name, tool_input, ...(mcp_context ? { mcp_context } : {}) };
    const tool_response = { llmContent: 'x', returnDisplay: 'x' };
    return [
      { ...call, tool_response },
      { ...call, tool_response: { ...tool_response, error: { message: 'x' } } },
    ];
  };
  for (const [name, payload] of all) {
    add(name, payload);
    if (payload.hook_event_name !== 'BeforeTool') continue;
    for (const done of ended(payload)) add(`${name}, done`, done);
  }
  for (const tool_name of unknownToolNames) {
    const call = { ...before, tool_name, tool_input: {} };
    for (const payload of [call, ...ended(call)]) add(tool_name, payload);
  }
  for (const mcp of mcpCalls) {
    const names =
      vendor === 'terminai' ? [mcp.tool, `${mcp.server}__${mcp.tool}`] : listMcpNames(mcp);
    const context = { mcp_context: { server_name: mcp.server, tool_name: mcp.tool } };
    for (const tool_name of names) {
      for (const told of vendor === 'terminai' ? [{}] : [context, {}]) {
        const call = { ...before, tool_name, tool_input: {}, ...told };
        for (const payload of [call, ...ended(call)]) add(tool_name, payload, mcp);
      }
    }
  }
  return list;
}
