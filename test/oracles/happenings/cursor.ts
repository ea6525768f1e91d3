import type { Json } from '../../../src/util/json.ts';
import type { Happening } from '../effect.ts';
import { mcpCalls, readRecordedPayloads, unknownToolNames } from './usual.ts';

/**
 * Returns the other events that Cursor fires for the same incident: one for tools in general, and one for
 * the kind of tool.
 */
function listCompanions(payload: Json, all: Map<string, Json>): Json[] {
  const { command, file_path, tool_name, tool_input } = payload;
  const like = (name: string, more: Json) => [{ ...(all.get(name) as Json), ...more }];
  const input = (tool_input ?? {}) as Json;
  const path = input.file_path;
  const mcp = String(tool_name).startsWith('MCP:') && {
    tool_name: String(tool_name).slice(4),
    mcp_server_name: 'demo',
  };
  const own: Record<string, () => Json[]> = {
    beforeShellExecution: () =>
      like('cli-preToolUse-Shell', { tool_input: { command, cwd: '', timeout: 30_000 } }),
    afterShellExecution: () =>
      like('cli-postToolUse-Shell', { tool_input: { command, cwd: '', timeout: 30_000 } }),
    beforeReadFile: () => like('cli-preToolUse-Read', { tool_input: { file_path } }),
    afterFileEdit: () => like('cli-postToolUse-Write', { tool_input: { file_path, content: 'x' } }),
    beforeMCPExecution: () => like('cli-preToolUse-MCP', { tool_name: `MCP:${tool_name}` }),
    afterMCPExecution: () => like('cli-postToolUse-MCP', { tool_name: `MCP:${tool_name}` }),
    subagentStart: () => {
      const call = all.get('docs-preToolUse-Task')?.tool_input as Json;
      const { subagent_type = call.subagent_type, task: prompt = call.prompt } = payload;
      return like('docs-preToolUse-Task', { tool_input: { ...call, prompt, subagent_type } });
    },
    afterAgentResponse: () => like('cli-stop-0', {}),
    stop: () => like('cli-afterAgentResponse', {}),
    preToolUse: () => {
      if (mcp) return like('docs-beforeMCPExecution-url', mcp);
      if (tool_name === 'Shell')
        return like('cli-beforeShellExecution', { command: input.command });
      if (tool_name === 'Task') {
        const { subagent_type, prompt: task } = input;
        return like('docs-subagentStart', { subagent_type, task });
      }
      return tool_name === 'Read' && path ? like('cli-beforeReadFile', { file_path: path }) : [];
    },
    postToolUse: () => {
      if (mcp) return like('docs-afterMCPExecution', mcp);
      if (tool_name === 'Shell') return like('cli-afterShellExecution', { command: input.command });
      const edits = [{ old_string: 'a', new_string: 'b' }];
      return tool_name === 'Write' && path
        ? like('cli-afterFileEdit-edit', { file_path: path, edits })
        : [];
    },
  };
  return own[payload.hook_event_name as string]?.() ?? [];
}

/** Lists the incidents of Cursor, which fires several events for most of them. */
export function listHappenings(): Happening[] {
  const all = readRecordedPayloads('cursor');
  const get = (name: string, more: Json = {}) => ({ ...(all.get(name) as Json), ...more });
  const list: Happening[] = [...all].map(([name, payload]) => ({
    name,
    payloads: [payload, ...listCompanions(payload, all)],
  }));
  for (const tool_name of unknownToolNames) {
    const call = { tool_name, tool_input: {} };
    for (const name of ['preToolUse-Grep', 'postToolUse-Grep'])
      list.push({ name: tool_name, payloads: [get(`cli-${name}`, call)] });
    list.push({ name: tool_name, payloads: [get('docs-postToolUseFailure-error', call)] });
  }
  for (const mcp of mcpCalls) {
    const call = { tool_name: `MCP:${mcp.tool}`, tool_input: {} };
    const bare = { tool_name: mcp.tool, mcp_server_name: mcp.server };
    const before = [get('cli-preToolUse-MCP', call), get('docs-beforeMCPExecution-url', bare)];
    const after = [get('cli-postToolUse-MCP', call), get('docs-afterMCPExecution', bare)];
    const failed = [
      get('docs-postToolUseFailure-error', call),
      get('docs-afterMCPExecution', bare),
    ];
    for (const payloads of [before, after, failed])
      list.push({ name: `MCP:${mcp.tool}`, payloads, mcp });
  }
  return list;
}
