/** Command lines with a mistake in them: each is answered with a line to type, and that line is understood. */
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cursorHooks, geminiHooks, project } from './project.ts';

const files = {
  'anyhook.yaml': 'version: 1\nhooks:\n  - { on: prompt, run: echo }\n',
  '.gemini/settings.json': geminiHooks({ AfterAgent: [{ command: 'echo' }] }),
  '.cursor/hooks.json': { version: 1, hooks: {} },
};

/** A command line with a mistake, and what is to be typed for it; undefined: it is understood as it is. */
const lines: [typed: string, meant: string | undefined][] = [
  // Commands
  ['conver gemini claude', 'convert gemini claude'],
  ['Convert gemini claude', 'convert gemini claude'],
  ['migrate gemini cursor', 'convert gemini cursor'],
  ['translate gemini cursor', 'convert gemini cursor'],
  ['uninstall gemini', 'remove gemini'],
  ['rm gemini', 'remove gemini'],
  ['undo', 'remove --all --dry-run'],
  ['synch', 'sync'],
  ['apply', 'sync'],
  ['upgrade', 'sync'],
  ['diff', 'sync --dry-run'],
  ['ci', 'sync --check'],
  ['capabilites', 'capabilities'],
  ['events claude', 'capabilities claude'],
  ['--sync', 'sync'],
  ['--dry-run sync', 'sync --dry-run'],
  ['gemini claude', 'convert gemini claude'],
  ['check', 'doctor'],
  ['diagnose', 'doctor'],
  ['docter', 'doctor'],
  ['status', 'list'],
  ['ls', 'list'],
  ['lsit', 'list'],
  ['try "rm -rf /"', 'test "rm -rf /"'],
  ['"rm -rf /"', 'test "rm -rf /"'],
  ['tset "rm -rf /"', 'test "rm -rf /"'],
  ['init claude gemini', 'init --agents claude,gemini'],
  ['list --jsn', 'list --json'],
  ['version', undefined],
  ['-v', undefined],
  ['sync --version', undefined],
  // Agents
  ['convert gemini cluade', 'convert gemini claude'],
  ['convert gemni claude', 'convert gemini claude'],
  ['convert gemini claude-code', undefined],
  ['convert gemini-cli Claude', undefined],
  ['convert Gemini copilot-cli', undefined],
  ['convert gemini github-copilot', undefined],
  ['convert gemini "Qwen Code"', undefined],
  ['convert gemini openai-codex', undefined],
  ['convert anyhook.yaml gemini', undefined],
  ['remove gemini-cli', undefined],
  ['remove gemnii', 'remove gemini'],
  ['capabilities qwen-code', undefined],
  ['capabilities tabnin', 'capabilities tabnine'],
  ['sync --to claude-code,gemini-cli', undefined],
  ['sync --to cluade,gemnii', 'sync --to claude,gemini'],
  ['sync --from Gemini-CLI', undefined],
  ['sync --from gemnii', 'sync --from gemini'],
  // Words in the wrong place
  ['convert gemini to claude', 'convert gemini claude'],
  ['convert gemini claude cursor', 'sync --from gemini --to claude,cursor'],
  ['convert gemini claude cursor --write', 'sync --from gemini --to claude,cursor'],
  ['convert --from gemini --to claude', 'convert gemini claude'],
  ['convert --to=claude --from=gemini', 'convert gemini claude'],
  ['convert --source gemini --target claude --wrte', 'convert gemini claude --write'],
  ['convert gemini', 'convert gemini cursor'],
  ['sync gemini', 'sync --to gemini'],
  ['sync gemini cursor', 'sync --from gemini --to cursor'],
  ['remove', 'remove --all --dry-run'],
  // Flags
  ['sync --target gemini', 'sync --to gemini'],
  ['sync --agents=gemini,cursor', 'sync --to gemini,cursor'],
  ['sync --dryrun', 'sync --dry-run'],
  ['sync -n', 'sync --dry-run'],
  ['sync --verify', 'sync --check'],
  ['sync --write', 'sync'],
  ['sync --source gemini', 'sync --from gemini'],
  ['sync --allow-loss', 'sync --accept-loss'],
  ['convert gemini claude --apply', 'convert gemini claude --write'],
  ['convert gemini claude --out x.json', 'convert gemini claude --output x.json'],
  ['convert gemini claude -o x.json', 'convert gemini claude --output x.json'],
  ['convert gemini claude --jsn', 'convert gemini claude --json'],
  ['convert gemini claude --windows', 'convert gemini claude --for windows'],
  ['convert gemini claude --for win32', 'convert gemini claude --for windows'],
  ['convert gemini claude --scope usr', 'convert gemini claude --scope user'],
  ['convert gemini claude --scope local', 'convert gemini claude --scope project'],
  ['convert gemini claude --global', 'convert gemini claude --scope user'],
  ['remove gemini --preview', 'remove gemini --dry-run'],
  ['sync --to', 'sync --help'],
  ['test ls --scope usr', 'test ls --scope user'],
  ['test ls --tool shell --nothing', 'test --help'],
  ['frobnicate', '--help'],
  ['test rm -rf x', 'test "rm -rf x"'],
  ['test ls ./guard.sh -v', 'test "ls ./guard.sh" -v'],
  ['test ls --timeout 5', 'test ls --timeout 5s'],
  ['test ls --as cursr -- echo', 'test ls --as cursor -- echo'],
  ['capabilities --agent gemini', 'capabilities gemini'],
  ['remove --agent gemini', 'remove gemini'],
  ['remove all', 'remove --all'],
  ['sync --to gemini cursor', 'sync --to gemini,cursor'],
  ['convert .gemini/settings.json claude', 'convert gemini claude'],
  ['convert gemini claude --for mac', 'convert gemini claude'],
  ['convert gemini claude --write --output x.json', 'convert gemini claude --output x.json'],
  [
    'convert gemini claude --wrte --accept-loss=echo',
    'convert gemini claude --write --accept-loss=echo',
  ],
  ['init --agents cluade', 'init --agents claude'],
  ['init --agents claude --hooks shel --yes', 'init --agents claude --hooks shell --yes'],
  // What the project has tells what is meant
  ['cursor', 'convert cursor gemini'],
  ['convert', 'convert cursor gemini'],
  ['convert cursor', 'convert cursor gemini'],
  ['convert cursor claude,gemini', 'sync --from cursor --to claude,gemini'],
  ['convert cursor gemini extra', 'convert cursor gemini'],
  ['convert claude-code gemini', 'convert gemini claude'],
  ['convert claude qwen', 'convert cursor qwen'],
  ['sync --from claude', 'sync --from cursor'],
  ['convert help', 'convert --help'],
  ['sync anyhook.yaml', 'sync'],
  ['sync .cursor/hooks.json', 'sync --from cursor'],
  ['--verison', '--version'],
  ['test --tool write .env', 'test --tool write --path .env'],
  ['test .env --tool raed', 'test --tool read --path .env'],
  ['test --tool fetch https://a.b', 'test --tool fetch --url https://a.b'],
  ['test --event beforeShel ls', 'test ls --event before-tool'],
  ['test ls --hook ehco', 'test ls --hook echo'],
  ['test ls --hook=ehco', 'test ls --hook=echo'],
  ['sync --guards-nothing ehco', 'sync --guards-nothing echo'],
  ['sync --accept-loss=ehco', 'sync --accept-loss=echo'],
  // Flags that are another word, and not a mistyped one
  ['test "ls -a" --only x', 'test --help'],
  ['test "ls -a" --odd x', 'test --help'],
  ['test "ls -a" --usr', 'test --help'],
  ['test "ls -a" --at x', 'test --help'],
  ['sync --too gemini', 'sync --help'],
  // Flags of few letters that are mistyped
  ['test --tool edit --path a --odl b', 'test --tool edit --path a --old b'],
  ['test --tool fetch --ulr https://a.b', 'test --tool fetch --url https://a.b'],
  ['test ls --nmae x', 'test ls --name x'],
];

/** Lines that are answered without a line to type: the message says what can be chosen. */
const withoutLine = ['sync --guards-nothing nope', 'test ls --hook frobnicate'];

const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

/** Runs a command line in a new project. */
const say = (line: string) => project(files).anyhook(...wordsOf(line));

test.each(lines)('anyhook %s is answered with what to type: %s', async (typed, meant) => {
  const { stderr, code } = await say(typed);
  const [, line] = /^Type: anyhook (.*)$/m.exec(stderr) ?? [];
  const said = line?.replaceAll("'", '"');
  expect(said).toBe(meant);
  expect([stderr === '', code === 2]).toEqual([meant === undefined, meant !== undefined]);
});

test.each(withoutLine)('anyhook %s is answered without a line to type', async (typed) => {
  const { stderr, code } = await say(typed);
  expect([code, stderr]).toEqual([2, expect.not.stringContaining('Type:')]);
});

test('a line that only has its words in another order is not suggested', async () => {
  const p = project({ '.cursor/hooks.json': files['.cursor/hooks.json'] });
  const { stderr, code } = await p.anyhook('test', '--agent', 'copilot-cli', 'ls');
  expect([code, stderr]).toEqual([2, expect.not.stringContaining('Type:')]);
});

/** A project in which every command has something to do. */
const fullFiles = {
  ...files,
  'anyhook.yaml': 'version: 1\nhooks:\n  - { on: after-tool, run: echo }\n',
  '.cursor/hooks.json': cursorHooks({ afterShellExecution: [{ command: 'echo' }] }),
  '~/.gemini/settings.json': geminiHooks({ AfterAgent: [{ command: 'echo' }] }),
  'guard.sh': '#!/bin/sh\n',
};

test('every line that an answer gives does not end as bad usage, and differs from what was typed', async () => {
  const answered = lines.filter(([, line]) => line !== undefined) as [string, string][];
  expect(answered.length).toBeGreaterThan(90);
  for (const [typed, line] of answered) {
    const isAsking = line.startsWith('init ') && !/ --yes\b/.test(line);
    const { stderr, code } = await project(fullFiles).anyhook(
      ...wordsOf(isAsking ? `${line} --yes` : line),
    );
    expect([line, stderr, code === 2, line === typed]).toEqual([line, '', false, false]);
  }
});

test.each([
  ['sync', 2],
  ['sync --check', 2],
  ['test', 2],
  ['test ls', 2],
  ['init --yes', 2],
  ['list', 0],
  ['doctor', 0],
])('anyhook %s says that anyhook.yml is not read', async (line, exitCode) => {
  const { 'anyhook.yaml': text = '', '.gemini/settings.json': settings = '' } = files;
  const p = project({ 'anyhook.yml': text, '.gemini/settings.json': settings });
  const { stdout, stderr, code } = await p.anyhook(...wordsOf(line));
  expect([code, exitCode === 2 ? stderr : stdout]).toEqual([
    exitCode,
    expect.stringContaining('anyhook.yml is not read: rename it to anyhook.yaml'),
  ]);
  expect(stdout).not.toContain('nothing wrong');
  p.put('anyhook.yaml', text);
  const both = await p.anyhook(...wordsOf(line));
  expect(both.stdout + both.stderr).not.toContain('anyhook.yml');
});

test('sync without a file of the person says to write it', async () => {
  const { stderr, code } = await say('sync --scope user');
  expect(code).toBe(2);
  expect(stderr.replace(/\s+/g, ' ')).toMatch(
    /^anyhook: ~\/\.anyhook\/anyhook\.yaml: there is no .* write it first, or name another with --from/,
  );
});

test.each([
  ['on: before-tool, tools: [bash]', 'unknown tool "bash"; did you mean "shell"?'],
  ['on: before-tool, tools: [Bahs]', 'unknown tool "Bahs"; did you mean "shell"?'],
  ['on: before-tool, tools: [frobnicate]', 'unknown tool "frobnicate"; there are shell, '],
  ['on: before-tool, tools: shell', 'tools: expected a list, got text; write [shell]'],
  ['on: before-tool, tools: "shell, read"', 'expected a list, got text; write [shell, read]'],
  ['on: prompt, agents: claude', 'agents: expected a list, got text; write [claude]'],
  ['on: prompt, agents: [claude-code]', 'unknown vendor "claude-code"; did you mean "claude"?'],
  ['speaks: claude-code, event: Stop', 'unknown vendor "claude-code"; did you mean "claude"?'],
])('a hook with %s in anyhook.yaml is answered with what to write', async (keys, text) => {
  const p = project({ 'anyhook.yaml': `version: 1\nhooks:\n  - { ${keys}, run: echo }\n` });
  const { stderr, code } = await p.anyhook('sync', '--to', 'claude');
  expect([code, stderr.replace(/\s+/g, ' ')]).toEqual([2, expect.stringContaining(text)]);
});

test('with --json the line to type is the field suggestion of the error', async () => {
  const { stdout, stderr } = await say('sync --target gemini --json');
  expect(JSON.parse(stdout)).toEqual({
    error: {
      code: 'usage',
      message: 'sync has no flag --target',
      suggestion: 'anyhook sync --to gemini --json',
    },
  });
  expect(stderr).toBe('');
});

test('no line is suggested for words that a terminal would obey', async () => {
  const { stderr } = await project(files).anyhook('sync', '--target', 'gem\u001b[31mini');
  expect(stderr).toBe('anyhook: sync has no flag --target\nType: anyhook sync --help\n');
});

test('a flag is not taken as the value of the flag before it', async () => {
  const place = project(files);
  const { stdout, code } = await place.anyhook('convert', 'gemini', 'claude', '--output', '--json');
  expect([JSON.parse(stdout).error.message, code]).toEqual([
    '--output <file>: the value is missing',
    2,
  ]);
  expect(readdirSync(place.dir)).not.toContain('--json');
});

test('a script that is not there, and an empty shell command, are bad usage', async () => {
  const place = project(files);
  const missing = await place.anyhook('test', 'ls', '--', './nope.sh');
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('no such file')]);
  const empty = await place.anyhook('test', '');
  expect([empty.code, empty.stderr]).toEqual([2, expect.stringContaining('is empty')]);
});

test('init says that a flag names no agent before it asks anything', async () => {
  const { stderr, code } = await say('init --agents emacs');
  expect([code, stderr]).toEqual([2, expect.stringContaining('--agents emacs: no such agent')]);
});

test('anyhook alone says what to type first, names each command, and fits 80 columns', async () => {
  const { stdout, code } = await project({}).anyhook();
  const { stdout: help } = await project({}).anyhook('--help');
  const commands = [...help.matchAll(/^ {2}([a-z]+) \[/gm)].map(([, name]) => name);
  expect(code).toBe(0);
  expect(stdout.indexOf('anyhook init')).toBeLessThan(stdout.indexOf('Commands:'));
  for (const name of commands.slice(0, -1)) expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect(stdout.split('\n').length).toBeLessThan(24);
});
