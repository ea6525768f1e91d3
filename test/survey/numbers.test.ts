/** A hook has one number in every command, in one form. */
import { expect, test } from 'vitest';
import { type Files, project } from '../settings/project.ts';

const refusing = '#!/bin/sh\necho no >&2; exit 2\n';
const names = ['first.sh', 'second.sh', 'third.sh', 'fourth.sh', 'fifth.sh'];
const scripts = Object.fromEntries(names.map((name) => [name, refusing]));
const command = (name: string) => ({ type: 'command', command: `sh ${name}` });
const groups = (event: string, ...all: string[]) => ({
  hooks: { [event]: all.map((name) => ({ hooks: [command(name)] })) },
});

/** Returns the number that a report gives each script: the words before the name of the script. */
function numbersIn(text: string): Record<string, string> {
  const found = names.flatMap((name) => {
    const [, number] = new RegExp(`(?:^|[^\\w#])(#\\d+) +${name}`, 'm').exec(text) ?? [];
    return number === undefined ? [] : [[name, number]];
  });
  return Object.fromEntries(found);
}

const places: [string, Files, string[][]][] = [
  [
    'agents with files of their own',
    {
      '.claude/settings.json': groups('PreToolUse', 'third.sh', 'first.sh'),
      '.cursor/hooks.json': {
        version: 1,
        hooks: { preToolUse: [command('second.sh'), command('first.sh')] },
      },
      '.gemini/settings.json': groups('BeforeTool', 'fourth.sh', 'second.sh'),
    },
    [
      ['convert', 'claude', 'gemini'],
      ['convert', 'cursor', 'claude'],
      ['convert', 'gemini', 'cursor'],
      ['sync', '--from', 'cursor', '--to', 'gemini', '--dry-run'],
    ],
  ],
  [
    'a file for every agent, and hooks of the agents',
    {
      'anyhook.yaml': `version: 1\nhooks:\n${['second.sh', 'fifth.sh']
        .map((name) => `  - { on: before-tool, run: sh ${name} }\n`)
        .join('')}`,
      '.claude/settings.json': groups('PreToolUse', 'third.sh', 'second.sh'),
      '.gemini/settings.json': {},
    },
    [
      ['sync', '--dry-run'],
      ['convert', 'claude', 'gemini'],
    ],
  ],
  [
    'hooks of the project and of the person',
    {
      '.gemini/settings.json': groups('BeforeTool', 'fourth.sh', 'second.sh'),
      '~/.claude/settings.json': groups('PreToolUse', 'first.sh'),
      '~/.gemini/settings.json': groups('BeforeTool', 'third.sh'),
    },
    [
      ['convert', 'gemini', 'claude'],
      ['convert', 'claude', 'qwen', '--scope', 'user'],
      ['convert', 'gemini', 'qwen', '--scope', 'user'],
    ],
  ],
];

test.each(places)('%s: every command gives a hook one number', async (_, files, conversions) => {
  const place = project({ ...scripts, ...files });
  const listed = numbersIn((await place.anyhook('list')).stdout);
  expect(new Set(Object.values(listed)).size).toBe(Object.keys(listed).length);
  const doctor = numbersIn((await place.anyhook('doctor')).stdout);
  expect(doctor).toEqual(listed);
  const asked = await place.anyhook('test', 'rm -rf /', '--json');
  const { agents } = JSON.parse(asked.stdout) as {
    agents: { hooks: { hook: string; number: number }[] }[];
  };
  const trials = agents.flatMap(({ hooks }) => hooks);
  expect(trials.length).toBeGreaterThan(2);
  for (const { hook, number } of trials) expect([hook, `#${number}`]).toEqual([hook, listed[hook]]);
  for (const words of conversions) {
    const { stdout } = await place.anyhook(...words);
    const numbers = numbersIn(stdout);
    expect(Object.keys(numbers).length).toBeGreaterThan(0);
    expect([words, numbers]).toEqual([
      words,
      { ...numbers, ...pick(listed, Object.keys(numbers)) },
    ]);
  }
});

const pick = (from: Record<string, string>, keys: string[]): Record<string, string> =>
  Object.fromEntries(keys.flatMap((key) => (from[key] === undefined ? [] : [[key, from[key]]])));

test('a number is taken in the form in which it is printed, and no other', async () => {
  const place = project({
    ...scripts,
    '.claude/settings.json': groups('PreToolUse', 'first.sh', 'second.sh'),
  });
  const { stdout } = await place.anyhook('test', 'rm -rf /', '--hook=#2');
  expect(stdout).toContain('second.sh');
  expect(stdout).not.toContain('first.sh');
  const bare = await place.anyhook('test', 'rm -rf /', '--hook', '2');
  expect(bare.code).toBe(2);
  expect(bare.stderr).toContain("Type: anyhook test 'rm -rf /' '--hook=#2'");
});
