// Fields of a payload that no table knows are named, also where their values occur elsewhere in it.
import { expect, test } from 'vitest';
import { translate } from '../src/index.ts';

const call = (weird: unknown, newtop: unknown) => ({
  session_id: 's1',
  transcript_path: '/h/.claude/projects/-w/s1.jsonl',
  cwd: '/w',
  permission_mode: 'default',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_use_id: 't1',
  tool_input: { command: 'ls', weird },
  newtop,
});

test.each([
  'cursor',
  'gemini',
  'codex',
  'copilot',
  'qwen',
] as const)('A hook of %s is not told a field of a call or a payload that is new, and a loss says so', (to) => {
  let compared = 0;
  for (const value of ['w', 1, true, null, 'of no other field']) {
    const native = to === 'cursor' ? { native: 'preToolUse' } : {};
    const told = translate(call(value, value), { from: 'claude', to, ...native });
    const paths = told?.losses.map(({ path }) => path);
    expect(paths, String(value)).toContain('rest.newtop');
    expect(paths, String(value)).toContain('rest.tool_input');
    compared++;
  }
  expect(compared).toBe(5);
});
