import { expect, test } from 'vitest';
import { type Files, type Project, project, wide } from '../settings/project.ts';

interface Hook {
  name: string;
  event: string;
  gate: boolean;
  truth: { code: string; cause?: string; why?: string; remedy?: { command?: string } };
}

interface File {
  file: string;
  role: string;
  scope: string;
  trust: string;
  error?: string;
  hooks: Hook[];
}

interface Report {
  agents: { agent: string; trust?: string; files: File[] }[];
  neutral?: File;
}

/** Returns what `doctor --json` says. */
async function examine(place: Project): Promise<Report> {
  const { stdout } = await place.anyhook('doctor', '--json');
  return JSON.parse(stdout) as Report;
}

/** Returns the truth and the cause of each hook that an agent loads. */
async function truthsOf(files: Files, agent: string): Promise<string[]> {
  const { agents } = await examine(project(files));
  const found = agents.find((one) => one.agent === agent)?.files ?? [];
  return found.flatMap(({ hooks }) =>
    hooks.map(({ truth: { code, cause } }) => (cause === undefined ? code : `${code}: ${cause}`)),
  );
}

const refusing = '#!/bin/sh\ngrep -q "rm -rf" && { echo no >&2; exit 2; }\nexit 0\n';
const noting = '#!/bin/sh\ncat >> /dev/null\n';

const claude = (event: string, entry: object, matcher?: string, more: object = {}) => ({
  hooks: {
    [event]: [
      { ...(matcher !== undefined && { matcher }), hooks: [{ type: 'command', ...entry }] },
    ],
  },
  ...more,
});
const script = { command: 'sh guard.sh' };

test.each<[string, string, Files, string, string[]]>([
  [
    'a guard guards',
    'claude',
    { '.claude/settings.json': claude('PreToolUse', script, 'Bash'), 'guard.sh': refusing },
    '',
    ['guards'],
  ],
  [
    'a logger at a gate runs',
    'claude',
    { '.claude/settings.json': claude('PreToolUse', script, 'Bash'), 'guard.sh': noting },
    '',
    ['runs'],
  ],
  [
    'a hook whose script is missing never runs',
    'claude',
    { '.claude/settings.json': claude('PostToolUse', script) },
    '',
    ['never-runs: script-missing'],
  ],
  [
    'a hook whose missing script its agent takes for a refusal refuses every call',
    'claude',
    { '.claude/settings.json': claude('PreToolUse', script, 'Bash') },
    '',
    ['refuses-every-call: script-missing'],
  ],
])('%s (%s)', async (_, agent, files, __, expected) => {
  expect(await truthsOf(files, agent)).toEqual(expected);
});

test('the report has a line for each hook, and fits a terminal', async () => {
  const place = project({
    '.claude/settings.json': claude('PreToolUse', script, 'Bash'),
    'guard.sh': refusing,
  });
  const { stdout, code } = await place.anyhook('doctor');
  expect(code).toBe(0);
  expect(stdout).toContain('guard.sh  PreToolUse Bash  guards');
  expect(stdout).toContain('1 hook in 1 agent, nothing wrong.');
  expect(wide(stdout)).toEqual([]);
});

test('without any hooks, doctor and list name the command that writes the first ones', async () => {
  const place = project();
  for (const command of ['doctor', 'list'])
    expect((await place.anyhook(command)).stdout).toContain('anyhook init');
});

test('with --strict, doctor ends with 5 if a hook does nothing, and with 0 if nothing is wrong', async () => {
  const place = project({ '.claude/settings.json': claude('PostToolUse', script) });
  expect((await place.anyhook('doctor', '--strict')).code).toBe(5);
  expect((await place.anyhook('doctor')).code).toBe(0);
  place.put('guard.sh', noting);
  expect((await place.anyhook('doctor', '--strict')).code).toBe(0);
});
