import type { Vendor } from '../../../src/adapters/index.ts';
import type { Json } from '../../../src/util/json.ts';
import { type Happening, isObject } from '../effect.ts';
import { mcpCalls, readRecordedPayloads, unknownToolNames } from './usual.ts';

/**
 * Lists the incidents of Cline as its plugin is told them, under whose events our entries stand: each call of a hook file is one
 * of the plugin as well.
 */
export function listHappenings(vendor: Vendor): Happening[] {
  const all = readRecordedPayloads(vendor);
  const call = (after: boolean, name: unknown, input: unknown, output?: unknown): Json => {
    const like = all.get(`${after ? 'afterTool' : 'beforeTool'}-run_commands`) as Json;
    const toolCall = { ...(like.toolCall as Json), toolName: name };
    return { ...like, toolCall, input, ...(after ? { result: { output } } : {}) };
  };
  const list: Happening[] = [];
  for (const [name, payload] of all) {
    const { tool_call: before, tool_result: after } = payload;
    if (isObject(before)) list.push({ name, payloads: [call(false, before.name, before.input)] });
    else if (isObject(after))
      list.push({ name, payloads: [call(true, after.name, after.input, after.output)] });
    // The last text of a run is told before its end.
    else if (name === 'afterRun')
      list.push({ name, payloads: [all.get('afterModel') as Json, payload] });
    else if (/^[a-z]/.test(name)) list.push({ name, payloads: [payload] });
  }
  for (const after of [false, true]) {
    for (const name of unknownToolNames)
      list.push({ name, payloads: [call(after, name, {}, 'done')] });
    for (const mcp of mcpCalls) {
      const name = `${mcp.server}__${mcp.tool}`;
      list.push({ name, payloads: [call(after, name, {}, { content: [] })], mcp });
    }
  }
  return list;
}
