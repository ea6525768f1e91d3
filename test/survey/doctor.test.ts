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

test('a script of the home folder that is looked for in each project is named, and not written for any agent', async () => {
  const source = (path: string) => `version: 1
hooks:
  - {name: guard, on: before-tool, tools: [shell], run: node ${path}, on-failure: block}
`;
  const diagnose = async (path: string, more: Files = {}) => {
    const place = project({ '~/.anyhook/anyhook.yaml': source(path), ...more });
    const synced = await place.anyhook('sync', '--scope', 'user', '--to', 'claude,gemini');
    const doctor = async () => (await place.anyhook('doctor')).stdout.replace(/\s+/g, ' ');
    return { ...synced, place, doctor, written: place.has('~/.claude') };
  };
  const script = `console.log('{"decision":"deny"}')`;
  // A project that has such a script could let every call pass.
  for (const files of [{}, { 'hooks/guard.mjs': script }]) {
    const { code, stderr, written } = await diagnose('hooks/guard.mjs', files);
    expect({ code, written }).toEqual({ code: 2, written: false });
    expect(stderr.replace(/\s+/g, ' ')).toContain(
      '~/.anyhook/anyhook.yaml:3: run: the script hooks/guard.mjs would be looked for in each project, whose author could choose it. Write ~/.anyhook/hooks/guard.mjs',
    );
  }
  const home = { '~/.anyhook/hooks/guard.mjs': script };
  const absolute = await diagnose('~/.anyhook/hooks/guard.mjs', home);
  expect(absolute).toMatchObject({ code: 0, written: true });
  expect(await absolute.doctor()).toContain('nothing wrong');
  // An entry as earlier versions wrote it.
  const settings = absolute.place.get('~/.claude/settings.json');
  const older = settings.replace(/node \S*hooks\/guard\.mjs/, 'node hooks/guard.mjs');
  expect(older).not.toBe(settings);
  absolute.place.put('~/.claude/settings.json', older);
  const changed = await absolute.doctor();
  expect(changed).toContain('the script hooks/guard.mjs would be looked for in each project');
  expect(changed).toContain('such as ~/.anyhook/hooks/guard.mjs, then: anyhook sync --scope user');
});

test('a project with hooks and no agent is told a command that names agents', async () => {
  const hooks = 'hooks: [{name: guard, on: before-tool, run: echo}]';
  const { stdout } = await project({ 'anyhook.yaml': `version: 1\n${hooks}\n` }).anyhook('doctor');
  expect(stdout).toContain('It never runs: it is not written into any agent yet.');
  expect(stdout).toMatch(/\$ anyhook sync --to \w+,\w+/);
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

test('a hook in a file that several agents load is shown once, with the agents that load it too', async () => {
  const place = project({
    '.claude/settings.json': claude('PreToolUse', script, 'Bash'),
    '.cursor/hooks.json': { version: 1, hooks: { stop: [{ command: 'sh note.sh' }] } },
    '.github/hooks/anyhook.json': {
      version: 1,
      hooks: { sessionEnd: [{ command: 'sh note.sh' }] },
    },
    'guard.sh': refusing,
    'note.sh': noting,
  });
  const { stdout } = await place.anyhook('doctor');
  expect(stdout).toContain('.claude/settings.json (also loaded by Copilot CLI, Cursor)');
  expect(stdout).toContain('in Copilot CLI, Cursor: speaks another dialect');
  expect(stdout.match(/guard\.sh {2}PreToolUse Bash/g)).toHaveLength(1);
  expect(stdout).toContain('guard.sh  .claude/settings.json:7 (Copilot CLI, Cursor)');
  expect(stdout).toContain('3 hooks in 3 agents, 1 of them with something wrong.');
  expect(wide(stdout)).toEqual([]);
});

/** Returns the codes of all findings that `doctor --json` lists, of files and of hooks. */
async function findingsOf(files: Files): Promise<string[]> {
  const { stdout } = await project(files).anyhook('doctor', '--json');
  return [...stdout.matchAll(/"code": "([\w-]+)",\s*"kind"/g)].map(([, code = '']) => code);
}

test.each<[string, Files, string[]]>([
  [
    'an event that the agent does not have',
    { '.gemini/settings.json': claude('PreToolUse', script), 'guard.sh': refusing },
    ['unknown-event'],
  ],
  [
    'an event that nobody has',
    { '.claude/settings.json': claude('OnSave', script), 'guard.sh': refusing },
    ['unknown-event'],
  ],
  [
    'a switch in the file of the hook',
    {
      '.claude/settings.json': claude('PreToolUse', script, 'Bash', { disableAllHooks: true }),
      'guard.sh': refusing,
    },
    ['switched-off'],
  ],
  [
    'a switch in another file',
    {
      '.claude/settings.json': claude('PreToolUse', script, 'Bash'),
      '.claude/settings.local.json': { disableAllHooks: true },
      'guard.sh': refusing,
    },
    ['switched-off'],
  ],
])('The JSON of doctor lists %s once among the findings', async (_, files, codes) => {
  expect(await findingsOf(files)).toEqual(codes);
});

const gemini = (event: string, command: string) => ({
  '.gemini/settings.json': claude(event, { command }),
});
const absent = 'no-such-notifier-xyz done';

test('A program that is missing on this machine is no fault of a project, unless a gate starts it', async () => {
  const notifier = project({
    '.claude/settings.json': claude('Notification', { command: absent }),
  });
  expect((await notifier.anyhook('doctor', '--strict')).code).toBe(0);
  const ending = project(gemini('AfterAgent', absent));
  expect((await ending.anyhook('doctor', '--strict')).code).toBe(0);
  const gate = project({ '.claude/settings.json': claude('PreToolUse', { command: absent }) });
  expect((await gate.anyhook('doctor', '--strict')).code).toBe(5);
});

test('Where an agent takes a failure for a wish to go on, doctor does not speak of calls', async () => {
  expect(await truthsOf(gemini('AfterAgent', absent), 'gemini')).toEqual([
    'never-ends: program-missing',
  ]);
  expect(await truthsOf(gemini('AfterAgent', 'sh gone.sh'), 'gemini')).toEqual([
    'never-ends: script-missing',
  ]);
  expect(await truthsOf(gemini('BeforeTool', 'sh gone.sh'), 'gemini')).toEqual([
    'refuses-every-call: script-missing',
  ]);
  const { stdout } = await project(gemini('AfterAgent', 'sh gone.sh')).anyhook('doctor');
  expect(stdout).toContain('It makes the agent go on each time it wants to end');
  expect(stdout).not.toContain('refuses every call');
});

test('The star that an agent does not read as an expression is mended to one that matches every tool', async () => {
  const place = project({
    '.github/hooks/hooks.json': {
      version: 1,
      hooks: { preToolUse: [{ type: 'command', bash: 'sh log.sh', matcher: '*' }] },
    },
    'log.sh': noting,
  });
  expect((await place.anyhook('doctor')).stdout).toContain('Write ".*" as the matcher.');
});

test('Entries that never run have the sign of what is dead, and are not taken for no hooks at all', async () => {
  const group = { matcher: 'Shell', hooks: [{ type: 'command', command: 'sh guard.sh' }] };
  const place = project({
    '.cursor/hooks.json': { version: 1, hooks: { preToolUse: [group] } },
    'guard.sh': refusing,
  });
  const { stdout } = await place.anyhook('doctor');
  expect(stdout).toMatch(/^ {4}✗ .*group of hooks/m);
  expect(stdout).not.toContain('No hooks found here');
  expect(stdout).toContain('No hook here is read by its agent: 1 thing above is wrong.');
});

test('A guard whose time limit is too short to answer lets calls pass', async () => {
  const entry = (timeout: number) => ({
    '.gemini/settings.json': {
      hooks: {
        BeforeTool: [
          { matcher: 'run_shell_command', hooks: [{ type: 'command', ...script, timeout }] },
        ],
      },
    },
    'guard.sh': refusing,
  });
  expect(await truthsOf(entry(5), 'gemini')).toEqual(['fails-open: odd-timeout']);
  expect(await truthsOf(entry(5000), 'gemini')).toEqual(['guards']);
  const { stdout } = await project(entry(5)).anyhook('doctor');
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    'the time limit is 5ms. Was another unit meant? Write the time limit in the unit that',
  );
  expect(stdout).not.toContain('nothing wrong');
  const long = await project(entry(9_000_000)).anyhook('doctor', '-v');
  expect(long.stdout).toContain('! BeforeTool: the time limit is');
});
