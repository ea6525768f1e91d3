import { expect, test } from 'vitest';
import { oracles } from './index.ts';

type Vendor = 'gemini' | 'tabnine' | 'terminai';
const deny = '{"decision":"deny","reason":"no"}';

// Columns: exit code, stdout, stderr; then the verdict of each on BeforeTool. `!` is a deny.
// Sources: facts/gemini-cli.md 0 #1-#3 and 1, facts/tabnine-cli.md 1.3, facts/terminai.md 2.6.
const rows: [number | null, string, string, string, string, string][] = [
  [0, '', '', '.', '.', '.'],
  [0, deny, '', '!', '!', '!'],
  [0, JSON.stringify(deny), '', '!', '!', '!'],
  [0, `\uFEFF${deny}`, '', '!', '!', '!'],
  [0, `log\n${deny}`, '', '.', '.', '.'],
  [0, `${deny}\ndone`, '', '.', '.', '.'],
  [0, '', deny, '!', '.', '.'],
  [2, '', deny, '!', '!', '!'],
  [3, '', deny, '!', '!', '.'],
  [0, '{"decision":"DENY"}', '', '.', '.', '.'],
  [0, `[${deny}]`, '', '.', '.', '.'],
  [0, '{"decision":"deny","hookSpecificOutput":"x"}', '', '.', '.', '!'],
  [1, deny, '', '!', '!', '.'],
  [1, '', 'text', '.', '.', '.'],
  [2, '', '', '.', '!', '.'],
  [2, '', 'text', '!', '!', '!'],
  [2, 'text', '', '!', '!', '.'],
  [2, '{}', 'text', '.', '!', '!'],
  [2, '{"decision":"allow"}', 'text', '.', '!', '!'],
  [2, '42', 'text', '.', '!', '!'],
  [3, '', '', '.', '.', '.'],
  [3, '', 'text', '!', '!', '.'],
  [127, '', 'not found', '!', '!', '.'],
  [null, 'text', '', '.', '.', '.'],
  [null, deny, '', '!', '!', '.'],
];

test.each(
  rows,
)('the oracles of the Gemini family judge exit code %s, stdout %j, stderr %j as recorded', (code, stdout, stderr, ...wanted) => {
  const vendors: Vendor[] = ['gemini', 'tabnine', 'terminai'];
  const found = vendors.map((vendor) =>
    oracles[vendor]('BeforeTool', { code, stdout, stderr }, 'native').verdict === 'deny'
      ? '!'
      : '.',
  );
  expect(found).toEqual(wanted);
});

test('a hook that did not start refuses for Gemini CLI, Tabnine and anyhook, not for TerminaI and Cursor', () => {
  const ran = { code: null, notStarted: '/no/hook', stdout: '', stderr: '' };
  const verdict = (vendor: keyof typeof oracles, event: string) =>
    oracles[vendor](event, ran, 'native').verdict;
  expect(verdict('gemini', 'BeforeTool')).toBe('deny');
  expect(verdict('tabnine', 'BeforeTool')).toBe('deny');
  expect(verdict('terminai', 'BeforeTool')).toBe('pass');
  expect(verdict('cursor', 'preToolUse')).toBe('pass');
  expect(verdict('anyhook', 'before-tool')).toBe('deny');
});
