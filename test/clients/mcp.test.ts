import { expect, test } from 'vitest';
import { gemini } from './gemini.ts';
import { cursor } from './hook.ts';
import { blocked, call, functionResponses } from './model-view.ts';
import { withNotes } from './notes.ts';

test('a beforeMCPExecution hook is given every MCP call, denies one and lets another run', async () => {
  const run = await gemini({
    hooks: { BeforeTool: [cursor('beforeMCPExecution', '.cursor/hooks/guard-mcp.mjs')] },
    turns: [
      call('mcp_my-notes_write_note', { text: 'salaries: 1, 2, 3' }),
      call('mcp_my-notes_write_note', { text: 'lunch at noon' }),
    ],
    settings: withNotes,
  });
  expect(blocked(run.requests[1])).toContain('Salaries are not written down.');
  expect(functionResponses(run.requests[2])[0]?.output).toContain('noted: lunch at noon');
  expect(run.file('notes.txt')).toBe('lunch at noon\n');
  const payloads = run.seen('beforeMCPExecution');
  expect(payloads).toMatchObject([
    { tool_name: 'write_note', mcp_server_name: 'my-notes', tool_input: expect.any(String) },
    { tool_name: 'write_note', mcp_server_name: 'my-notes', tool_input: expect.any(String) },
  ]);
  expect(payloads.map(({ tool_input }) => JSON.parse(String(tool_input)))).toEqual([
    { text: 'salaries: 1, 2, 3' },
    { text: 'lunch at noon' },
  ]);
});
