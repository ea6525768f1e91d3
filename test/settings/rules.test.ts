// The rules beside a matcher, against what the real client was seen to start.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { meets } from '../../src/adapters/claude/rules.ts';

interface Seen {
  commands: string[];
  /** Rule → places of the commands that it held for. */
  shell: Record<string, number[] | 'all'>;
  files: Record<string, string>;
  /** Working folder → line of a rule for `Write` → names of the files that it held for. */
  folders: Record<string, Record<string, string[]>>;
}
const seen: Seen = JSON.parse(
  readFileSync(new URL('../../fixtures/claude/rules.json', import.meta.url), 'utf8'),
);

const told = (tool: string, input: object, cwd = '/p/proj') => ({
  native: 'PreToolUse',
  payload: { cwd, tool_name: tool, tool_input: input },
});

/** What is in a line that no words tell: it starts a hook for nothing rather than not at all. */
const unsure = /\$\(|`/;

test.each(
  Object.entries(seen.shell),
)('the rule %s holds for each command that the client held it for, and else only for unsure lines', (rule, places) => {
  for (const [at, command] of seen.commands.entries()) {
    const is = meets(rule, told('Bash', { command }));
    const was = places === 'all' || places.includes(at);
    const beyond = unsure.test(command) || rule.includes('\\') || command.startsWith('FOO=1 git');
    if (was || !beyond) expect([command, is]).toEqual([command, was]);
  }
});

/** Whether a rule for files may hold for more than the client held it for. */
const isUnsure = (line: string): boolean => line.includes('\\') || /^[~/]\/?(?!\/)/.test(line);

describe.each(Object.entries(seen.folders))('in the working folder %s', (cwd, rules) => {
  // An unsure rule that the client held for no file may hold for any: there is nothing to compare.
  const known = Object.entries(rules).filter(([line, names]) => names.length || !isUnsure(line));
  test.each(
    known,
  )('the rule Write(%s) holds for each file that the client held it for, and else only where it is unsure', (line, names) => {
    for (const [name, file] of Object.entries(seen.files)) {
      const is = meets(`Write(${line})`, told('Write', { file_path: file }, cwd));
      const was = names.includes(name);
      if (was || !isUnsure(line)) expect([file, is]).toEqual([file, was]);
    }
  });
});

test.each([
  ['', 'Stop', true],
  ['Bash(git *)', 'Stop', false],
  ['Bash(git *)', 'PostToolUse', true],
  ['Bash', 'PermissionRequest', true],
  ['Agent(Explore)', 'PreToolUse', false], // another tool
])('the rule %j, asked about a git command at %s, holds: %j', (rule, native, held) => {
  const payload = { cwd: '/', tool_name: 'Bash', tool_input: { command: 'git status' } };
  expect(meets(rule, { native, payload })).toBe(held);
});

test('every rule for the tool of sub-agents holds under both its names, Agent and Task', () => {
  for (const tool of ['Agent', 'Task'])
    for (const rule of ['Agent', 'Task', 'Task(Explore)', 'Agent(*)'])
      expect(meets(rule, told(tool, { prompt: 'x' }))).toBe(true);
});

test('many stars in a rule do not make the matching of long lines and paths explode', () => {
  const command = `${'echo a && '.repeat(20_000)}git status`;
  expect(meets('Bash(*a*b*c*d*e*zz)', told('Bash', { command }))).toBe(false);
  expect(
    meets(`Write(${'**/'.repeat(20)}x)`, told('Write', { file_path: `/p/${'a/'.repeat(2000)}y` })),
  ).toBe(false);
});
