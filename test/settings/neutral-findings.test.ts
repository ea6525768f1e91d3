/** What is said of hooks in anyhook.yaml that do nothing in some agents, or in all. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adapters } from '../../src/adapters/index.ts';
import { checkSettings } from '../../src/check/check.ts';
import type { Adapter } from '../../src/mapping/adapter.ts';
import { describeFinding, kindOfFinding } from '../../src/settings/finding.ts';
import { readHooks } from '../../src/settings/formats/index.ts';
import { property } from '../property.ts';
import { project } from './project.ts';

const agents = Object.keys(adapters).filter((id) => id !== 'anyhook');
const titles = (ids: readonly string[]) =>
  ids.map((id) => (adapters as Record<string, Adapter>)[id]?.title);

const yaml = (keys: object) =>
  JSON.stringify({ version: 1, hooks: [{ on: 'before-tool', run: 'x', ...keys }] });
const check = (keys: object, hosts?: readonly string[]) =>
  checkSettings('anyhook', readHooks('anyhook', yaml(keys), 'anyhook.yaml'), undefined, hosts);
/** The findings about a hook, as `kind code mend`. */
const said = (keys: object, hosts?: readonly string[]): string[] =>
  check(keys, hosts).map((one) => {
    const mend = 'mend' in one && one.mend !== undefined ? ` ${one.mend}` : '';
    return `${kindOfFinding(one)} ${one.code}${mend}`;
  });

test.each([
  ['shell'],
  ['^(shell|write)$'],
  ['write|edit'],
  ['.*'],
  ['*'],
  [''],
  ['^(?!read)'],
  ['github/.*'],
  ['^mcp$'],
  ['query'],
  ['my_tool'],
  ['lint'],
  ['tasks'],
  ['.*file.*'],
  ['(shell|other)'],
])('of match %j nothing is said', (match) => {
  expect(said({ match })).toEqual([]);
});

test.each([
  ['Bahs', 'dead match-never tools: [shell]'],
  ['^Bahs$', 'dead match-never tools: [shell]'],
  ['shel l', 'dead match-never'],
  ['Bash(git *)', 'dead match-never tools: [shell]'],
  ['Bash, Write', 'dead match-never tools: [shell, write]'],
  ['bash', 'odd match-some-agents tools: [shell]'],
  ['Bash', 'odd match-some-agents tools: [shell]'],
  ['run_shell_command', 'odd match-some-agents tools: [shell]'],
  ['.*(write_to_file).*', 'odd match-some-agents tools: [write]'],
  ['Edit|Write|MultiEdit|NotebookEdit', 'odd match-some-agents tools: [edit, write]'],
  ['mcp__github__.*', 'odd match-some-agents match: "github/.*"'],
  ['MCP:query', 'odd match-some-agents match: "query"'],
  ['shell|write_file', 'odd match-misses tools: [shell, write]'],
  ['shell|Bash', ''],
])('of match %j it is said: %s', (match, wanted) => {
  const [found = '', ...others] = said({ match });
  expect(others).toEqual([]);
  if (wanted === 'dead match-never') expect(['', wanted]).toContain(found);
  else expect(found).toBe(wanted);
});

test('the agents in which a name runs and in which it does not are told apart', () => {
  expect(check({ match: 'Bash' })).toMatchObject([
    {
      runs: titles(['claude', 'codex']),
      never: titles(agents.filter((id) => id !== 'claude' && id !== 'codex')),
    },
  ]);
  expect(said({ match: 'Bash' }, ['claude', 'codex'])).toEqual([]);
  expect(said({ match: 'Bash' }, ['gemini'])).toEqual(['dead match-never tools: [shell]']);
  expect(said({ match: 'Bash', agents: ['claude'] })).toEqual([]);
  expect(said({ match: 'Bash', agents: ['gemini', 'qwen'] })).toEqual([
    'dead match-never tools: [shell]',
  ]);
});

test('agents without the event or the tools of a hook are named, if the hook names them', () => {
  expect(said({ tools: ['todo'], agents: ['codex'] })).toEqual(['dead no-such-tool']);
  expect(said({ tools: ['todo'], agents: ['codex', 'claude'] })).toEqual(['odd no-such-tool']);
  expect(said({ tools: ['todo'] })).toEqual([]);
  expect(said({ on: 'worktree-create', agents: ['gemini'] })).toEqual(['dead no-such-event']);
});

test('a hook of an agent is checked as in the file of that agent', () => {
  const of = (keys: object) => said({ on: undefined, ...keys });
  expect(of({ speaks: 'claude', event: 'PreToolUse', match: 'bash' })).toEqual([
    'dead matcher-names-no-tool Bash',
  ]);
  expect(of({ speaks: 'gemini', event: 'BeforeTool', match: 'Bash' })).toEqual([
    'dead matcher-names-no-tool run_shell_command',
  ]);
  expect(of({ speaks: 'claude', event: 'PreToolUse', match: 'Bash' })).toEqual([]);
  expect(of({ speaks: 'claude', event: 'Stop', match: 'x' })).toEqual(['odd matcher-ignored']);
  expect(of({ speaks: 'claude', event: 'PreToolUse', timeout: '5h'.replace('h', 'ms') })).toEqual([
    'odd odd-timeout',
  ]);
});

test('sync --strict ends with 5 where match is no tool of some agent here, and says what to write', async () => {
  const p = project({
    'anyhook.yaml': yaml({ match: 'Bahs' }),
    '.claude/settings.json': {},
    '.gemini/settings.json': {},
  });
  const dead = await p.anyhook('sync', '--strict');
  expect(dead.code).toBe(5);
  expect(dead.stdout.replace(/\s+/g, ' ')).toContain('tools: [shell]');
  p.put('anyhook.yaml', yaml({ match: 'Bash' }));
  const some = await p.anyhook('sync', '--strict');
  expect(some.code).toBe(5);
  p.put('anyhook.yaml', yaml({ tools: ['shell'] }));
  const right = await p.anyhook('sync', '--json');
  const found = JSON.parse(right.stdout) as { findings: { source: unknown[] } }[];
  expect(found.map(({ findings }) => findings.source)).toEqual([[], []]);
});

const names = (ids: readonly string[]): string[] =>
  ids.flatMap(
    (id) => (adapters as Record<string, Adapter>)[id]?.tools.flatMap((row) => row.names) ?? [],
  );

describe.each(agents)('a name of %s beside `on`', (agent) => {
  test('is never said to run nowhere, and what is proposed says nothing more', () => {
    const called =
      (adapters as Record<string, Adapter>)[agent]?.tools.flatMap((row) => row.names.slice(0, 1)) ??
      [];
    let proposed = 0;
    for (const match of new Set(called)) {
      for (const one of check({ match })) {
        expect([match, one.code]).toEqual([match, 'match-some-agents']);
        expect(describeFinding(one)).toContain(match);
        if (!('mend' in one) || one.mend === undefined) continue;
        const [, key = '', value = ''] = /^(\w+): (.*)$/.exec(one.mend) ?? [];
        const list = value.replace(/[[\]"]/g, '').split(', ');
        expect([match, said(key === 'tools' ? { tools: list } : { match: list[0] })]).toEqual([
          match,
          [],
        ]);
        proposed++;
      }
    }
    expect(proposed).toBeGreaterThan(1);
  });
});

property('A match that names a canonical tool is never said to run nowhere.', {
  corpus: 'neutral-findings',
  inputs: fc.tuple(
    fc.constantFrom('shell', 'write', 'edit', 'read', 'mcp', 'task'),
    fc.array(fc.oneof(fc.constantFrom(...names(agents)), fc.stringMatching(/^[a-zA-Z_]{1,9}$/)), {
      maxLength: 2,
    }),
    fc.constantFrom(['', ''], ['^(', ')$'], ['(?:', ')'], ['\\b(', ')\\b']),
  ),
  holds: ([tool, others, [before = '', after = '']]) => {
    const match = before + [...others, tool].join('|') + after;
    expect([match, said({ match })]).not.toEqual([match, [expect.stringMatching(/^dead/)]]);
  },
  runs: 30,
  longRuns: 500,
});

/** Everything that is said of a text of anyhook.yaml, or the error because of which it is not read. */
function everythingSaid(text: string): string {
  try {
    const findings = checkSettings('anyhook', readHooks('anyhook', text, 'anyhook.yaml'));
    return findings.map(describeFinding).join('\n');
  } catch (error) {
    return (error as Error).message;
  }
}

test.each(
  agents,
)('the beginning of an event of %s beside `speaks` is answered with the event that may be meant', (agent) => {
  const { nativeNames } = (adapters as Record<string, Adapter>)[agent]
    ?.bindings as Adapter['bindings'];
  const isOnlyOne = (start: string) =>
    nativeNames.filter((other) => other.startsWith(start)).length === 1;
  const beginnings = nativeNames.flatMap((name) =>
    Array.from(name, (_, end) => name.slice(0, end)).filter(
      (start) => start.length >= 4 && isOnlyOne(start),
    ),
  );
  expect(beginnings.length).toBeGreaterThan(10);
  const said = beginnings.map((event) => [
    event,
    everythingSaid(yaml({ on: undefined, speaks: agent, event })),
  ]);
  const unanswered = said.filter(
    ([, message = '']) => !/did you mean|is an event of/.test(message) && message !== '',
  );
  expect(unanswered).toEqual([]);
  expect(said.filter(([event = '', message]) => !message && !nativeNames.includes(event))).toEqual(
    [],
  );
});
