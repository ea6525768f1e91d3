import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { oneLine } from '../shim/run.ts';
import { cursorHooks, type Project, project } from './project.ts';

const file = '.gemini/settings.json';
const deep = (open: string, close: string) => open.repeat(100_000) + close.repeat(100_000);

/** Settings that are none, and what is said of them. */
const bad: [name: string, make: (p: Project) => void, said: RegExp][] = [
  [
    'no JSON',
    (p) => p.put(file, '{\n  "a": 1,\n  b\n}'),
    /^anyhook: \.gemini\/settings\.json:3:3: /,
  ],
  ['cut off', (p) => p.put(file, '{ "hooks": {'), /^anyhook: \.gemini\/settings\.json:1:13: /],
  ['a list', (p) => p.put(file, '\n[{}]'), /settings\.json:2:1: found a list, expected an object/],
  ['a text', (p) => p.put(file, '"x"'), /settings\.json:1:1: found a string, expected an object/],
  ['deep lists', (p) => p.put(file, deep('[', ']')), /settings\.json:1:201: more than 200 levels/],
  ['deep objects', (p) => p.put(file, deep('{"a":', '}')), /settings\.json:1:\d+: more than 200 /],
  [
    '33 MB',
    (p) => p.put(file, `{"a":"${'x'.repeat(33 << 20)}"}`),
    /settings\.json .*larger than 32 MB/,
  ],
  ['Latin-1', (p) => writeFileSync(p.at(file), Buffer.from('{"a":"é"}', 'latin1')), /UTF-8/],
  ['a folder', (p) => mkdirSync(p.at(file)), /settings\.json .*not a regular file/],
  [
    'a link out of the project',
    (p) => symlinkSync(p.at('~/other.json'), p.at(file)),
    /other\.json, outside/,
  ],
  ['a link to nothing', (p) => symlinkSync('nothing.json', p.at(file)), /symbolic link to nothing/],
];
const cursor = { '.cursor/hooks.json': cursorHooks({ stop: [{ command: 'true' }] }) };

/** Each meets every fourth of them. */
const commands = [
  ['convert', 'gemini', 'cursor', '--write'],
  ['remove', 'gemini'],
  ['convert', 'cursor', 'gemini', '--write'],
  ['sync', '--from', 'cursor', '--check'],
];

test.each(
  bad,
)('settings that are %s are refused in one line, and nothing is written', async (name, make, why) => {
  const p = project({ ...cursor, '.gemini/.keep': '', '~/other.json': '{}' });
  make(p);
  const before = p.state();
  const args = commands[bad.findIndex(([one]) => one === name) % commands.length] as string[];
  const said = await p.anyhook(...args);
  expect(said.stderr).toMatch(oneLine);
  expect(said.stderr).toMatch(why);
  expect(said).toMatchObject({ code: 2, stdout: '' });
  expect(p.state()).toEqual(before);
});

test.each([
  ['{"hooks":[1]}', 'the value of "hooks" is not an object of events'],
  ['{"hooks":{"BeforeTool":1}}', 'the value is not a list'],
  ['{"hooks":{"BeforeTool":[1]}}', 'not a group of hooks'],
  ['{"hooks":{"BeforeTool":[{"hooks":{}}]}}', 'this group has no list "hooks"'],
  ['{"hooks":{"BeforeTool":[{"command":"x"}]}}', 'this entry is in no group'],
  [
    '{"hooks":{"BeforeTool":[{"hooks":[{"type":"command","command":["a","b"]}]}]}}',
    'command is a list',
  ],
])('settings %s hold no hook, and the reason is reported', async (text, why) => {
  const p = project({ [file]: text });
  const said = await p.anyhook('convert', 'gemini', 'cursor');
  expect(said).toMatchObject({ code: 0, stderr: '' });
  expect(said.stdout).toContain('There are no hooks in the source.');
  expect(said.stdout.replace(/\s+/g, ' ')).toMatch(/ ✗ \.gemini\/settings\.json:1( \(\w+\))?: /);
  expect(said.stdout.replace(/\s+/g, ' ')).toContain(why);
});

test('keys such as __proto__ and toString are carried, and remove restores a file that has them', async () => {
  const odd = '"__proto__": { "polluted": true }, "constructor": 1, "toString": [ 2 ]';
  const text = `{ ${odd}, "hooks": { ${odd}, "BeforeTool": [ { ${odd}, "hooks": [ { ${odd}, "type": "command", "command": "echo x" } ] } ] } }\n`;
  const p = project({ ...cursor, [file]: text });
  for (const to of ['cursor', 'tabnine', 'anyhook'])
    expect((await p.anyhook('convert', 'gemini', to, '--write', '--accept-loss')).code).toBe(0);
  const back = await p.anyhook('convert', 'tabnine', 'gemini', '--output', '-');
  expect(JSON.parse(back.stdout).hooks).toEqual(
    JSON.parse(text.replace(/(?<=hooks": \{) .*?\], /, '')).hooks,
  );
  await p.anyhook('convert', 'cursor', 'gemini', '--write');
  await p.anyhook('remove', 'gemini');
  expect(p.get(file)).toBe(text);
});

test('a record may name events such as constructor and toString', async () => {
  const entries = { constructor: [{ hooks: [{ command: 'x' }] }], toString: [1] };
  const written = { created: false, before: null, after: 'a'.repeat(64), entries };
  const record = { version: 1, files: { [file]: written } };
  const p = project({ ...cursor, [file]: '{}', '.anyhook/written.json': record });
  const said = await p.anyhook('convert', 'cursor', 'gemini', '--write');
  expect(said, said.stderr).toMatchObject({ code: 0 });
  expect(p.get('.anyhook/written.json')).toContain('"constructor": [');
  expect((await p.anyhook('remove', 'gemini')).code).toBe(0);
});

test.each([
  ['a type', { type: { toString: null }, command: 'x' }],
  ['a server', { type: 'mcp_tool', server: { toString: null }, tool: 'x' }],
  ['an argument', { type: 'command', command: 'x', args: [{ toString: null }] }],
])('%s that is an object with a key toString leads to no stack trace', async (_, entry) => {
  const hooks = { hooks: { PreToolUse: [{ hooks: [entry] }] } };
  const p = project({ '.claude/settings.json': hooks, '.codex/hooks.json': hooks });
  for (const from of ['claude', 'codex']) {
    const said = await p.anyhook('convert', from, 'cursor');
    expect(said.stderr).not.toMatch(/TypeError|\n {4}at /);
    expect(said.stdout).toContain('PreToolUse');
  }
});
