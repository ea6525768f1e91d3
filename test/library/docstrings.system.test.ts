/** The public surface: it is as `fixtures/api` has it, each export has a docstring, and the examples in them run. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'rolldown/experimental';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listExports, printSurface, storedSurface } from '../../scripts/api.ts';
import { installOnce, packedFolder } from '../packed.ts';

const surface = listExports();
const folder = join(packedFolder(), 'docstrings');
beforeAll(async () => {
  await installOnce();
  mkdirSync(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('the entry points export what fixtures/api says (`npm run api -- --write` writes it)', () => {
  expect(Object.fromEntries(printSurface())).toEqual(Object.fromEntries(storedSurface()));
});

/** Entry points for those who write adapters. They are unstable, and their functions are shown by the adapters themselves. */
const isForAdapters = (entry: string): boolean => /^anyhook\/(?:adapter|testing)$/.test(entry);

test('every export has a docstring, and every function for users an example', () => {
  const all = [...surface].flatMap(([entry, found]) => found.map((one) => ({ entry, ...one })));
  expect(all.length).toBeGreaterThan(150);
  const bare = all.filter((one) => !one.doc.trim());
  expect(bare.map(({ entry, name }) => `${entry} ${name}`)).toEqual([]);
  const unshown = all.filter(
    (one) => one.isFunction && !isForAdapters(one.entry) && !one.doc.includes('@example'),
  );
  expect(unshown.map(({ entry, name }) => `${entry} ${name}`)).toEqual([]);
});

/** What examples take as given. Each is made anew for each example. */
const given = `
const shellCall = { hook_event_name: 'PreToolUse', session_id: 's', transcript_path: '/t', cwd: '/p', tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'c' };
const geminiCall = { hook_event_name: 'BeforeTool', session_id: 's', transcript_path: '/t', cwd: '/p', timestamp: '2026-11-21T10:00:00.000Z', tool_name: 'run_shell_command', tool_input: { command: 'ls' } };
const cursorCall = { hook_event_name: 'preToolUse', conversation_id: 'c', generation_id: 'g', cursor_version: '3.22.7', workspace_roots: ['/p'], tool_name: 'Shell', tool_input: { command: 'ls' } };
const payload = PAYLOAD;
const stdin = JSON.stringify(payload);
const event = all.decode('cursor', cursorCall);
const child = { stdin: { end() {} } };
const ask = () => ({ code: 0, stdout: '{"permission":"deny"}', stderr: '' });
const text = all.placeHooks(OF, undefined, [{ on: 'before-tool', tools: ['shell'], command: 'mytool hook' }], { owner: 'mytool' }).text;
const settings = text;
const path = 'settings.json';
const record = {}, added = {}, results = [];
const readFile = async (file) => (file.endsWith('kept.json') ? all.formatValueRecord({}) : text);
const writeFile = async () => {}, writeFileSync = () => {}, rmSync = () => {};
const homedir = () => '/home/ada';
const guard = all.hook({ beforeTool: (call) => (call.tool === 'shell' ? all.deny('no') : undefined) });
const said = [];
const console = { log: (line) => said.push(line) };
`;

/** The agent that an example speaks of first. */
const agentOf = (code: string): string =>
  /'(claude|codex|copilot|cursor|gemini)'/.exec(code)?.[1] ?? 'claude';
const payloadOf = (agent: string): string =>
  agent === 'cursor'
    ? 'cursorCall'
    : agent === 'gemini'
      ? 'geminiCall'
      : agent === 'copilot'
        ? '{ ...shellCall, timestamp: "2026-11-21T10:00:00.000Z" }'
        : 'shellCall';

/** Reads a comment as a value. Undefined: it is a sentence. `…` stands for further keys. */
function valueIn(comment: string): string | undefined {
  const value = comment.trim().replace(/,? …/g, '');
  if (!/^(?:[[{'"]|-?\d+$|true$|false$|null$|undefined$)/.test(value)) return undefined;
  return parseSync('value.js', `(${value})`).errors.length ? undefined : value;
}

interface Placed {
  type: string;
  start: number;
  end: number;
  expression?: Placed;
  consequent?: Placed;
}

/** Makes a program of an example: what it takes as given, and an assertion for each value that a comment states. */
function programOf(entry: string, code: string): string {
  const { program, comments } = parseSync('example.ts', code);
  let checked = code;
  const statements = (program.body as unknown as Placed[]).toReversed();
  for (const outer of statements) {
    const statement = outer.consequent?.type === 'ExpressionStatement' ? outer.consequent : outer;
    if (statement.type !== 'ExpressionStatement' || !statement.expression) continue;
    const comment = comments.find(({ start }) => start >= statement.end);
    if (!comment || code.slice(statement.end, comment.start).trim()) continue;
    const value = valueIn(comment.value);
    if (value === undefined) continue;
    const { start, end } = statement.expression;
    checked = `${checked.slice(0, start)}isLike(${checked.slice(start, end)}, (${value}), ${comment.value.includes('…')})${checked.slice(end)}`;
  }
  const own = /^import /m.test(code) ? '' : checked.replace('export default ', '');
  const taken = [...own.matchAll(/^\s*(?:const|let) (?:(\w+)|\{([^}]*)\})/gm)].flatMap(
    ([, one, some]) =>
      one ? [one] : (some ?? '').split(',').map((name) => name.split(':').at(-1)?.trim() ?? ''),
  );
  const givenLines = given
    .replaceAll('OF', `'${agentOf(code)}'`)
    .replace('PAYLOAD', payloadOf(agentOf(code)));
  return `import assert from 'node:assert/strict';
import * as base from 'anyhook';
import * as settings_ from 'anyhook/settings';
import * as machine_ from 'anyhook/machine';
import * as hook_ from 'anyhook/hook';
import * as testing_ from 'anyhook/hook/testing';
import * as entry_ from '${entry}';
const all = { ...entry_, ...hook_, ...testing_, ...machine_, ...settings_, ...base };
const plain = (value) => (value && typeof value === 'object' ? JSON.parse(JSON.stringify(value)) : value);
let checks = 0;
const isLike = (value, expected, isPart) => {
  checks += 1;
  if (!isPart) return assert.deepEqual(plain(value), plain(expected));
  for (const [key, one] of Object.entries(expected)) assert.deepEqual(plain(value[key]), plain(one));
};
const expect = (value) => ({ toBe: (expected) => isLike(value, expected), toEqual: (expected) => isLike(value, expected) });
${givenLines}
const scope = { ...all, isLike, expect, payload, stdin, event, child, ask, text, settings, path, record, added, results, readFile, writeFile, writeFileSync, rmSync, homedir, guard, console };
for (const name of ${JSON.stringify(taken)}) delete scope[name];
const AsyncFunction = (async () => {}).constructor;
await new AsyncFunction(...Object.keys(scope), ${JSON.stringify(own)})(...Object.values(scope));
process.stdout.write(String(checks));
`;
}

interface Example {
  entry: string;
  name: string;
  code: string;
}

/** Every example of a function for users, once. Those of src/library are run by `examples.test.ts`. */
const examples: Example[] = [...surface]
  .filter(([entry]) => !isForAdapters(entry))
  .flatMap(([entry, all]) =>
    all
      .filter(({ file, isFunction }) => isFunction && !file.startsWith('library/'))
      .flatMap((one) =>
        one.doc
          .split('@example')
          .slice(1)
          .map((part) => ({ entry, name: one.name, code: (part.split(/^@\w/m)[0] ?? '').trim() })),
      ),
  )
  .filter(
    ({ name, code }, index, all) =>
      all.findIndex((one) => one.name === name && one.code === code) === index,
  );

test('the examples are found', () => expect(examples.length).toBeGreaterThan(25));

test.each(
  examples,
)('the example of $name runs, and the values in its comments are right', (example) => {
  const { entry, name, code } = example;
  const file = join(folder, `${name}-${examples.indexOf(example)}.mjs`);
  writeFileSync(file, programOf(entry, code));
  const home = join(folder, `home-${examples.indexOf(example)}`);
  mkdirSync(join(home, '.cursor'), { recursive: true });
  writeFileSync(join(home, '.cursor/hooks.json'), '{"version":1,"hooks":{}}');
  writeFileSync(join(home, 'anyhook.yaml'), 'version: 1\nhooks: []\n');
  const env = { ...process.env, HOME: home, CLAUDE_PROJECT_DIR: '/p' };
  const checks = execFileSync(process.execPath, [file], { cwd: home, env, encoding: 'utf8' });
  const stated = code
    .split('\n')
    .filter((line) => valueIn(line.split('; // ')[1] ?? '') !== undefined);
  expect(Number(checks)).toBeGreaterThanOrEqual(stated.length);
});
