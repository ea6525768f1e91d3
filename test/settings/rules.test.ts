// The rules beside a matcher, against what the real client was seen to start.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { matchesRule } from '../../src/adapters/claude/rules.ts';
import { listCommands } from '../../src/adapters/claude/shell-commands.ts';

const fixture = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../../fixtures/claude/${name}`, import.meta.url), 'utf8'));

interface Files {
  files: Record<string, string>;
  /** Working folder → line of a rule for `Write` → names of the files that it held for. */
  folders: Record<string, Record<string, string[]>>;
}
interface Grid {
  what: string;
  /** Its lines were made at random, or one from another. */
  drawn?: true;
  rules: string[];
  /** Places of the rules whose hooks were started → the lines that started them. */
  started: Record<string, string[]>;
}
interface Lines {
  grids: Grid[];
  tools: { rules: string[]; calls: { tool: string; input: object; started: string[] }[] }[];
}
const seen = fixture<Files>('rules.json');
const { grids, tools } = fixture<Lines>('shell-rules.json');

const told = (tool: string, input: object, cwd = '/p/proj') => ({
  native: 'PreToolUse',
  payload: { cwd, tool_name: tool, tool_input: input },
});

/** Each line of a grid, with the rules whose hooks the client started for it. */
const rowsOf = ({ rules, started }: Grid): [line: string, rules: string[]][] =>
  Object.entries(started).flatMap(([places, lines]) => {
    const those =
      places === 'all' ? rules : places.split(' ').flatMap((at) => rules[Number(at)] ?? []);
    return lines.map((line): [string, string[]] => [line, places === '' ? [] : those]);
  });
const holds = (rule: string, command: string, tool = 'Bash') =>
  matchesRule(rule, told(tool, { command }));

/** Cells of lines that are read, in which more is started than by the client. */
const beyond: readonly ((rule: string, line: string) => boolean)[] = [
  (_, line) => /xargs/.test(line), // whatever flags stand before its command
  (rule) => /^Bash\(\*[* ]+\)$/.test(rule),
  (rule) => rule.includes('\\'), // what an escape is in a rule is not known
  (rule, line) => !rule.includes('*') && /(["'])\s*\1/.test(line), // an empty last word
];

describe.each(grids)('of $what', (grid) => {
  const rows = rowsOf(grid);
  test('a rule holds for every line that the client started its hook for', () => {
    const cells = rows.flatMap(([line, rules]) => rules.map((rule) => [rule, line] as const));
    expect(cells.length).toBeGreaterThan(rows.length);
    expect(cells.filter(([rule, line]) => !holds(rule, line))).toEqual([]);
  });

  test('a rule holds for no other line that is read as simple commands', () => {
    const read = rows.filter(([line]) => listCommands(line));
    expect(read.length).toBeGreaterThan(0);
    const more = read.flatMap(([line, rules]) => {
      const others = grid.rules.filter((rule) => !rules.includes(rule) && holds(rule, line));
      return others.map((rule) => [rule, line] as const);
    });
    expect(more.filter(([rule, line]) => !beyond.some((is) => is(rule, line)))).toEqual([]);
  });
});

test('rules for Bash, and those for Monitor, hold for a line of Monitor as they hold for one of Bash', () => {
  const [, grid] = grids as [Grid, Grid];
  const rules = grid.rules.filter((rule) => rule.startsWith('Bash'));
  expect(rules.length).toBeGreaterThan(5);
  const differs = (rule: string, line: string) => {
    const is = holds(rule, line);
    const own = holds(rule.replace('Bash', 'Monitor'), line, 'Monitor');
    return holds(rule, line, 'Monitor') !== is || own !== is;
  };
  const lines = rowsOf(grid).map(([line]) => line);
  expect(lines.filter((line) => rules.some((rule) => differs(rule, line)))).toEqual([]);
});

test('the lines that start every hook here, and not in the client, are those that are listed', () => {
  const unread = grids
    .filter(({ drawn }) => !drawn)
    .flatMap((grid) =>
      rowsOf(grid).flatMap(([line, rules]) =>
        !listCommands(line) && grid.rules.some((rule) => !rules.includes(rule) && holds(rule, line))
          ? [line]
          : [],
      ),
    );
  const { lines } = fixture<{ lines: string[] }>('shell-lines-not-read.json');
  expect([...new Set(unread)].toSorted()).toEqual(lines);
});

test('a line is read up to the length to which the client reads it', () => {
  const line = (length: number) => `ls ${'a'.repeat(length - 3)}`;
  expect(holds('Bash(rm *)', line(10_000))).toBe(false);
  expect(holds('Bash(rm *)', line(10_001))).toBe(true);
});

test('a rule holds for every call of another tool that the client started its hook for', () => {
  let cells = 0;
  for (const { rules, calls } of tools) {
    for (const { tool, input, started } of calls) {
      for (const rule of rules) {
        const is = matchesRule(rule, told(tool, input));
        const was = started.includes(rule);
        // What stands in the parentheses is read for lines and files alone.
        const isRead = /^(?:Bash|Monitor|Read|Write|Edit|NotebookEdit)$/.test(tool);
        if (was || isRead || !/\(.+\)$/.test(rule))
          expect([tool, input, rule, is]).toEqual([tool, input, rule, was]);
        cells++;
      }
    }
  }
  expect(cells).toBeGreaterThan(3000);
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
      const is = matchesRule(`Write(${line})`, told('Write', { file_path: file }, cwd));
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
  expect(matchesRule(rule, { native, payload })).toBe(held);
});

test('every rule for the tool of sub-agents holds under both its names, Agent and Task', () => {
  for (const tool of ['Agent', 'Task'])
    for (const rule of ['Agent', 'Task', 'Task(Explore)', 'Agent(*)'])
      expect(matchesRule(rule, told(tool, { prompt: 'x' }))).toBe(true);
});

test('many stars in a rule do not make the matching of long lines and paths explode', () => {
  const command = `${'echo a && '.repeat(900)}git status`;
  expect(matchesRule('Bash(*a*b*c*d*e*zz)', told('Bash', { command }))).toBe(false);
  expect(
    matchesRule(
      `Write(${'**/'.repeat(20)}x)`,
      told('Write', { file_path: `/p/${'a/'.repeat(2000)}y` }),
    ),
  ).toBe(false);
});
