import { expect, test } from 'vitest';
import { geminiHooks, project, wide } from './project.ts';
import { longFiles } from './sources.ts';

const esc = '\u001b';
const odd = `g${esc}[31m\u0007\u009b2J\u202e\u2028uard`;

test.each([
  [['convert', 'cursor', 'gemini']],
  [['convert', 'cursor', 'terminai', '--force']],
  [['sync', '--from', 'cursor', '--accept-loss']],
  [['convert', '--help']],
  [['sync', '--help']],
  [['remove', '--help']],
  [['test', '--help']],
  [['--help']],
])('the output of %j fits into 80 columns', async (args) => {
  const { stdout } = await project(longFiles).anyhookWith({ COLUMNS: '80' }, ...args);
  const text = stdout.replace(/^@@ .*\n([-+ \\].*\n|-$)*/gm, ''); // the change is as long as it is
  expect(text.length).toBeGreaterThan(20);
  expect(wide(text)).toEqual([]);
});

test('the output into a pipe cuts no name short', async () => {
  const { stdout, stderr } = await project(longFiles).anyhook('convert', 'cursor', 'gemini');
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^! #1 {2}(very-){20}long\.sh +never runs +see line 5 below$/m);
});

test.each([
  [
    ['help', 'nope'],
    /^anyhook: there is no command nope; the commands are .*\nType: anyhook --help\n$/,
  ],
  [['help', 'convrt'], /^anyhook: there is no command convrt; .*\nType: anyhook convert --help\n$/],
  [['help', '--nope'], /^anyhook: there is no flag --nope\nType: anyhook --help\n$/],
])('the command line %j fails with a line that names what is unknown, and one to type', async (args, said) => {
  const { stderr, ...rest } = await project().anyhook(...args);
  expect(rest).toMatchObject({ code: 2, stdout: '' });
  expect(stderr).toMatch(said);
});

test.each([
  ['help'],
  ['help help'],
  ['help convert'],
  ['--help'],
])('anyhook %s prints the usage and the exit codes', async (line) => {
  const { code, stdout, stderr } = await project().anyhook(...line.split(' '));
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^Usage: anyhook .*\n\nExit codes: /s);
});

test.each([
  ['python3 .cursor/hooks/guard.py', 'guard.py'],
  ['"$GEMINI_PROJECT_DIR"/hooks/guard.sh', 'guard.sh'],
  ['node a/g.mjs -x', 'g.mjs -x'],
  ['powershell -ExecutionPolicy Bypass -File .\\hooks\\g.ps1', 'g.ps1'],
  ['cat x | node a/g.mjs', 'cat x | node a/g.mjs'],
  ['npx eslint --fix', 'npx eslint --fix'],
  ['jq -e .x', 'jq -e .x'],
])('the hook with the command %s is shown as %s', async (command, name) => {
  const p = project({ '.gemini/settings.json': geminiHooks({ BeforeTool: [{ command }] }) });
  const { stdout } = await p.anyhook('convert', 'gemini', 'cursor');
  const line = stdout.split('\n')[2] ?? '';
  expect(/^\S #1 {2}/.test(line) && line.slice(6).startsWith(`${name}  `)).toBe(true);
});

test('the columns of the table line up for names of any character width', async () => {
  const named = ['plain', '漢字', '🚀 rocket', '👍🏽', 'é', 'ｶﾅ', '한국어'];
  const { stdout } = await project({
    'anyhook.yaml': `version: 1\nhooks:\n${named.map((name) => `  - { name: "${name}", on: prompt, run: echo }\n`).join('')}`,
  }).anyhook('convert', 'anyhook', 'gemini');
  const from = (name: string) =>
    new RegExp(`(?<=^\\S #\\d {2})${name} +(?=loses|guards|runs)`, 'm').exec(stdout)?.[0];
  const spaces = named.map((name) => (from(name) ?? '').slice(name.length).length);
  // '🚀 rocket' takes nine columns, and two lie between.
  expect(spaces).toEqual([6, 7, 2, 9, 10, 9, 5]);
});

test('a refused convert shows the change that it would make, and a refused convert --write does not', async () => {
  const p = project(longFiles);
  const { stdout, code } = await p.anyhook('convert', 'cursor', 'gemini');
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /\n@@ .*\n\+.*\n\nNothing was written, because \d+ guards .*--accept-loss/s,
  );
  const written = await p.anyhook('convert', 'cursor', 'gemini', '--write');
  expect(written.stdout).not.toContain('@@');
  const dry = await p.anyhook('convert', 'cursor', 'gemini', '--write', '--dry-run');
  expect(dry.stdout).toBe(stdout);
});

test.each([
  [['sync']],
  [['sync', '--check']],
  [['convert', 'anyhook', 'cursor']],
  [['remove', 'cursor']],
])('the output of %j ends with one newline', async (args) => {
  const p = project({
    'anyhook.yaml': 'version: 1\nhooks:\n  - { on: prompt, run: echo }\n',
    '.gemini/settings.json': '{}',
    '.cursor/hooks.json': '{}',
  });
  expect((await p.anyhook(...args)).stdout).toMatch(/^\S.*\S\n$/s);
});

const strange = {
  '.gemini/settings.json': {
    ...geminiHooks({
      BeforeTool: [
        { command: `echo ${odd}`, matcher: `x${odd}` },
        { command: `mytool --agent gemini ${odd}` },
      ],
      [odd]: [{ command: 'x' }],
    }),
  },
  // What stands around the change is shown as well.
  '.cursor/hooks.json': `{\r\n  // ${odd.replace('\u2028', '')}\r\n  "version": 1\r\n}\r\n`,
};

test.each([
  [['convert', 'gemini', 'cursor']],
  [['convert', 'gemini', 'cursor', '--force']],
  [['convert', 'gemini', 'cursor', '--accept-loss', '--write']],
  [['convert', 'gemini', 'cursor', '--json']],
  [['convert', 'gemini', odd]],
  [['sync', '--from', 'gemini', '--to', odd]],
])('the output of %j passes on no character that a terminal would obey', async (args) => {
  const { stdout, stderr } = await project(strange).anyhook(...args);
  const said = stdout + stderr;
  expect(said.length).toBeGreaterThan(20);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get out
  const obeyed = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e]/;
  if (args.includes('--json')) expect(said).not.toContain(esc);
  else expect(said).not.toMatch(obeyed);
});

test('output has colours only where FORCE_COLOR asks for them and NO_COLOR does not forbid them', async () => {
  const p = project(longFiles);
  const say = async (env: Record<string, string>) =>
    (await p.anyhookWith(env, 'convert', 'cursor', 'gemini', '--accept-loss')).stdout;
  const plain = await say({});
  expect(plain).not.toContain(esc);
  const coloured = await say({ FORCE_COLOR: '1' });
  expect(coloured).toContain(`${esc}[32m+`);
  expect(coloured).toContain(`${esc}[31m`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours
  expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(plain);
  expect(await say({ FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(plain);
  expect(await say({ FORCE_COLOR: '0' })).toBe(plain);
});

/** Exit code 4 is at home in cli-bad-place. */
test.each<[number, string[], RegExp]>([
  [0, ['convert', 'cursor', 'gemini', '--accept-loss'], /^$/],
  [1, ['convert', 'cursor', 'gemini'], /^$/],
  [
    2,
    ['convert', 'cursor', 'nobody'],
    /^anyhook: nobody: no such agent; there are .*\bclaude, .*\n$/,
  ],
  [
    2,
    ['convert', 'cursor', 'gemini', 'x'],
    /^anyhook: convert takes 2 words, not 3\nType: anyhook .*\n$/,
  ],
  [
    2,
    ['convert', 'cursor', 'gemini', '--wrte'],
    /^anyhook: convert has no flag --wrte\nType: anyhook .* --write\n$/,
  ],
  [
    2,
    ['convert', 'cursor', 'gemini', '--write', '--output', 'x'],
    /^anyhook: --write and --output exclude each other\nType: anyhook convert cursor gemini --output x\n$/,
  ],
  [
    2,
    ['convert', 'cursor', 'gemini', '--output', '../x'],
    /^anyhook: --output \.\.\/x lies outside .*\n$/,
  ],
  [
    2,
    ['convert', 'tabnine', 'gemini'],
    /^anyhook: .tabnine\/agent\/settings.json: .*cursor, gemini, .*--input\nType: anyhook convert gemini tabnine\n$/,
  ],
  [2, ['sync'], /^anyhook: anyhook.yaml: .*cursor.*--from\n$/],
  [2, ['sync', '--from', 'nobody'], /^anyhook: --from nobody: no such agent.*\n$/],
  [
    2,
    ['sync', '--from', 'cursor', '--to', 'gemini,nobody'],
    /^anyhook: --to nobody: no such .*\n$/,
  ],
  [2, ['sync', '--from', 'x/y.json'], /^anyhook: --from x\/y.json: .*--input.*\n$/],
  [3, ['sync', '--from', 'cursor', '--to', 'gemini', '--accept-loss', '--check'], /^$/],
])('the exit code is %i for the command line %j', async (code, args, stderr) => {
  const p = project(longFiles);
  const before = p.state();
  const said = await p.anyhook(...args);
  expect(said.stderr).toMatch(stderr);
  expect(said.code).toBe(code);
  if (code > 1) expect(p.state()).toEqual(before);
});

test('a question to the person that becomes a refusal is named', async () => {
  const p = project({
    '.claude/settings.json': {
      hooks: {
        PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'hooks/ask.sh' }] }],
      },
    },
    'hooks/ask.sh':
      '#!/bin/sh\necho \'{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask"}}\'\n',
  });
  const { stdout } = await p.anyhook('convert', 'claude', 'gemini');
  expect(stdout).toMatch(/#1 {2}ask\.sh {2}loses {2}a question to the person becomes a refusal/);
});
