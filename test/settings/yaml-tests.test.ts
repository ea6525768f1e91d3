/** `tests` in `anyhook.yaml`: mistakes are reported, and conversions keep the list as it stands. */
import { expect, test } from 'vitest';
import { readHooks } from '../../src/settings/formats/index.ts';
import { project } from './project.ts';

const read = (tests: string) => readHooks('anyhook', `version: 1\nhooks: []\n${tests}`, 'f');
const mistakes = (tests: string): string => {
  try {
    read(tests);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

test.each([
  ['tests:\n  - call: ls\n', /3:.*expect|4:.*"expect" is missing|unknown expectation/],
  ['tests:\n  - {call: ls, expect: dney}\n', /unknown expectation "dney"; did you mean "deny"\?/],
  [
    'tests:\n  - {call: ls, expect: deny, agent: [claude]}\n',
    /unknown key "agent"; did you mean "agents"\?/,
  ],
  [
    'tests:\n  - {call: ls, expect: deny, agents: [claud]}\n',
    /unknown vendor "claud"; did you mean "claude"\?/,
  ],
  [
    'tests:\n  - {call: {tool: shel, command: ls}, expect: deny}\n',
    /4:.*unknown tool "shel"; did you mean "shell"\?/,
  ],
  ['tests:\n  - {call: {tool: write}, expect: deny}\n', /"path" is missing/],
  [
    'tests:\n  - {call: {tool: shell, comand: ls}, expect: deny}\n',
    /unknown argument of shell "comand"; did you mean "command"\?/,
  ],
  [
    'tests:\n  - {call: {tool: shell, command: 5}, expect: deny}\n',
    /command: 5 is of another type/,
  ],
  [
    'tests:\n  - {event: before-tol, call: ls, expect: deny}\n',
    /unknown event "before-tol"; did you mean "before-tool"\?/,
  ],
  [
    'tests:\n  - {event: stop, call: {tool: shell}, expect: none}\n',
    /the event stop is about no tool/,
  ],
  [
    'tests:\n  - {event: prompt, call: {promt: a}, expect: none}\n',
    /unknown field of prompt "promt"; did you mean "prompt"\?/,
  ],
  ['tests:\n  - {call: {tool: mcp}, expect: deny}\n', /mcp needs "server" and "name"/],
  ['tests: deny\n', /tests: expected a list/],
])('reports the mistake in %j', (text, message) => {
  expect(mistakes(text)).toMatch(message);
});

test.each([
  'tests:\n  - {call: rm -rf x, expect: deny}\n',
  'tests:\n  - {call: {tool: Bash, command: ls}, expect: pass, reason: a, hook: b, name: c}\n',
  'tests:\n  - {call: {tool: write, path: .env}, expect: deny, agents: [claude, gemini]}\n',
  'tests:\n  - {call: {tool: mcp__srv__do, any: 1}, expect: ask}\n',
  'tests:\n  - {event: stop, expect: none}\n',
  'tests:\n  - {event: prompt, call: {prompt: hello}, expect: allow}\n',
  'tests: []\n',
  'tests:\n',
])('accepts %j', (text) => {
  expect(mistakes(text)).toBe('');
});

test('hooks that are converted into anyhook.yaml, and taken out again, leave its tests to the byte', async () => {
  const tests = 'tests: # what is expected\n  - { call: rm -rf x, expect: deny } # not this\n';
  const before = `version: 1\nhooks:\n  - { on: stop, run: ./a.sh }\n${tests}`;
  const { anyhook, get } = project({
    'anyhook.yaml': before,
    '.cursor/hooks.json': { version: 1, hooks: { beforeShellExecution: [{ command: './g.sh' }] } },
  });
  const { code } = await anyhook('convert', 'cursor', 'anyhook', '--write');
  expect([code, get('anyhook.yaml').endsWith(tests)]).toEqual([0, true]);
  expect(get('anyhook.yaml')).toContain('./g.sh');
  await anyhook('remove', 'anyhook');
  expect(get('anyhook.yaml')).toBe(before);
});
