import { expect, test } from 'vitest';
import { convertText } from '../../src/convert/convert-text.ts';

const grouped = (event: string, matcher: string) =>
  JSON.stringify({
    hooks: { [event]: [{ matcher, hooks: [{ type: 'command', command: 'h.sh' }] }] },
  });
const flat = (event: string, matcher: string) =>
  JSON.stringify({ version: 1, hooks: { [event]: [{ command: 'h.sh', matcher }] } });

const toCursor = (matcher: string) =>
  convertText({
    from: 'gemini',
    to: 'cursor',
    source: { file: '.gemini/settings.json', text: grouped('SessionEnd', matcher) },
    target: { file: '.cursor/hooks.json', text: '' },
  });

test('a SessionEnd hook with the matcher "exit" becomes a sessionEnd hook of Cursor', () => {
  const { rows, text } = toCursor('exit');
  const lost = rows.flatMap(({ losses }) => losses.map(({ code }) => code));
  expect(lost).not.toContain('no-event');
  expect(text).toContain('sessionEnd');
});

test.each([
  'clear',
  'logout',
  'prompt_input_exit',
  'other',
])('a SessionEnd hook with the matcher "%s" is lost in Cursor, and the loss names the matcher', (matcher) => {
  const { rows, text } = toCursor(matcher);
  const [loss] = rows.flatMap(({ losses }) => losses);
  expect(loss).toMatchObject({ severity: 'lossy', code: 'no-event', matcher });
  expect(text).not.toContain('sessionEnd');
});

test('a SessionEnd matcher goes from Gemini CLI to Tabnine CLI without a loss', () => {
  const { rows } = convertText({
    from: 'gemini',
    to: 'tabnine',
    source: { file: '.gemini/settings.json', text: grouped('SessionEnd', 'clear') },
    target: { file: '.tabnine/agent/settings.json', text: '' },
  });
  expect(rows.flatMap(({ losses }) => losses)).toEqual([]);
});

// Until February 2026 every MCP tool was called so.
test.each([
  'MCP',
  '^MCP$',
  'Shell|MCP',
  '^(Shell|MCP)$',
])('the Cursor matcher %s means MCP tools: it is not reported, and the matcher in Gemini CLI meets them', (matcher) => {
  const { rows, findings, text } = convertText({
    from: 'cursor',
    to: 'gemini',
    source: { file: '.cursor/hooks.json', text: flat('preToolUse', matcher) },
    target: { file: '.gemini/settings.json', text: '' },
  });
  expect(findings.source).toEqual([]);
  expect(rows[0]?.losses.filter(({ severity }) => severity === 'unsafe')).toEqual([]);
  const { hooks } = JSON.parse(text) as { hooks: { BeforeTool: { matcher?: string }[] } };
  const [{ matcher: there = '' } = {}] = hooks.BeforeTool;
  expect(new RegExp(there).test('mcp_any_thing')).toBe(true);
});

test.each([
  ['qwen', 'PostToolBatch', 'claude', '.claude/settings.json'],
  ['tabnine', 'AfterModel', 'gemini', '.gemini/settings.json'],
] as const)('a %s hook of %s that hides what is over ends the turn in %s, which is no unsafe loss', (from, event, to, file) => {
  const { rows } = convertText({
    from,
    to,
    source: { file: `${from}.json`, text: grouped(event, '') },
    target: { file, text: '' },
  });
  const losses = rows.flatMap((row) => row.losses);
  expect(losses).toContainEqual({ severity: 'lossy', code: 'hiding-halts' });
  expect(losses.filter(({ severity }) => severity === 'unsafe')).toEqual([]);
});
