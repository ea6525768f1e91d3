// What lines of ours name by keys: where it stands, how it comes back, and when it goes.
import {
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Hook } from '../../src/canonical/hook.ts';
import { convertText } from '../../src/convert/convert-text.ts';
import { parseShimLines } from '../../src/settings/command-line/shim-line.ts';
import { agentVendors, formatOf, readHooks } from '../../src/settings/formats/index.ts';
import { tableOf } from '../../src/settings/tables.ts';
import {
  formatValueRecord,
  parseValueRecord,
  valueKeyOf,
} from '../../src/settings/value-record.ts';
import { eventAt } from '../facts.ts';
import { commands, type Project, project } from './project.ts';

const kept = '.anyhook/kept.json';
const gemini = '.gemini/settings.json';
const cursor = '.cursor/hooks.json';

/** A guard of Gemini CLI with a variable of its own, and keys that nobody else reads. */
const guard = (token = 's3cret') => ({
  hooks: {
    BeforeTool: [
      {
        matcher: 'run_shell_command',
        hooks: [{ type: 'command', command: './guard.sh', env: { TOKEN: token }, own: [1] }],
      },
    ],
  },
});
const write = ['convert', 'gemini', 'cursor', '--write', '--accept-loss'];
const back = ['convert', 'cursor', 'gemini', '--write', '--accept-loss'];
const keysIn = (text: string): string[] =>
  [...text.matchAll(/--(?:values|carry) ([\da-f]{10})\b/g)].map(([, key = '']) => key);
const recordOf = (p: Project) => (p.has(kept) ? p.json(kept).kept : {});

async function made(token?: string): Promise<Project> {
  const p = project({ [gemini]: guard(token), 'guard.sh': '#!/bin/sh\n' });
  expect((await p.anyhook(...write)).code).toBe(0);
  return p;
}

test('a converted hook names its values and its own keys, which stand in a private record beside the runner', async () => {
  const p = await made();
  const text = p.get(cursor);
  expect(text).not.toMatch(/s3cret|TOKEN|own/);
  const [line = ''] = commands(p.json(cursor));
  const { values = '', carry = '' } = parseShimLines(line)[0]?.flags ?? {};
  expect(recordOf(p)).toEqual({
    [values]: { env: { TOKEN: 's3cret' } },
    [carry]: { rest: { own: [1] } },
  });
  for (const [key, entry] of Object.entries(recordOf(p)))
    expect(valueKeyOf(entry as object as never)).toBe(key);
  expect(statSync(p.at(kept)).mode & 0o777).toBe(0o600);
});

test('a hook comes back by the record as it was, to the byte, and the record goes with the last line', async () => {
  const p = await made();
  const before = p.get(gemini);
  p.drop(gemini);
  expect((await p.anyhook(...back)).code).toBe(0);
  expect(p.json(gemini)).toEqual(JSON.parse(before));
  expect((await p.anyhook('remove', 'cursor')).code).toBe(0);
  expect(p.has(kept)).toBe(false);
});

test('a second conversion changes nothing, and one of another value replaces the entry', async () => {
  const p = await made();
  const before = p.state();
  expect((await p.anyhook(...write)).code).toBe(0);
  expect(p.state()).toEqual(before);
  p.put(gemini, guard('newer'));
  await p.anyhook(...write);
  expect(p.get(kept)).not.toContain('s3cret');
  expect(new Set(Object.keys(recordOf(p)))).toEqual(new Set(keysIn(p.get(cursor))));
});

test('an entry stays as long as some line of the project names it, or settings cannot be read', async () => {
  const p = await made();
  await p.anyhook('convert', 'gemini', 'tabnine', '--write', '--accept-loss');
  await p.anyhook('convert', 'gemini', 'codex', '--write', '--accept-loss');
  await p.anyhook('remove', 'cursor');
  const named = keysIn(p.get('.codex/hooks.json'));
  expect(named.length).toBeGreaterThan(0);
  for (const key of named) expect(recordOf(p)).toHaveProperty(key);
  mkdirSync(p.at('.qwen/settings.json'), { recursive: true });
  const before = p.get(kept);
  await p.anyhook('remove', 'codex');
  expect(p.get(kept)).toBe(before);
  p.drop('.qwen');
  await p.anyhook('remove', 'tabnine');
  expect(p.has('.anyhook')).toBe(false);
});

describe('where the record is lost', () => {
  const lose = (p: Project) => p.drop(kept);

  test('converting back names the line and what is lost, and a guard without its values is not written', async () => {
    const p = await made();
    lose(p);
    p.drop(gemini);
    const { code, ...said } = await p.anyhook('convert', 'cursor', 'gemini', '--write');
    const stdout = said.stdout.replace(/\s+/g, ' ');
    expect(code).toBe(1);
    expect(stdout).toMatch(/✗ \.cursor\/hooks\.json:\d+ \(preToolUse\).*: the values of --values/);
    expect(stdout).toMatch(/does not have what --carry \w+ names/);
    expect(stdout).toMatch(/kept.json does not have the values of its env and headers/);
    expect(p.has(gemini)).toBe(false);
    expect((await p.anyhook(...back)).code).toBe(0);
    expect(commands(p.json(gemini))).toEqual(['./guard.sh']);
  });

  test.each([
    ['alone', []],
    ['and what was written is not known either', ['.anyhook/written.json']],
  ])('%s, remove takes the line out', async (_, also) => {
    const p = await made();
    for (const path of [kept, ...also]) p.drop(path);
    const { code, stdout } = await p.anyhook('remove', 'cursor');
    expect([code, stdout]).toEqual([0, expect.stringContaining('Removed 2 entries')]);
    expect(p.has('.anyhook')).toBe(false);
  });

  test('sync and convert write it anew, and say so before', async () => {
    const p = await made();
    const [line, record] = [p.get(cursor), p.get(kept)];
    lose(p);
    const check = ['sync', '--from', 'gemini', '--check', '--accept-loss'];
    expect((await p.anyhook(...check)).stdout).toContain(`Out of date: ${kept}`);
    expect((await p.anyhook(...write)).stdout).toMatch(/Written: +(?:\.anyhook|.*kept\.json)/);
    expect([p.get(cursor), p.get(kept)]).toEqual([line, record]);
    lose(p);
    const synced = await p.anyhook('sync', '--from', 'gemini', '--strict', '--accept-loss');
    expect([synced.code, p.get(kept)]).toEqual([0, record]);
  });
});

/** What a record may be instead of one. */
const broken: [string, (path: string) => void][] = [
  ['cut off', (path) => truncateSync(path, 40)],
  ['empty', (path) => truncateSync(path, 0)],
  ['of 50 MB', (path) => truncateSync(path, 50 * 1024 * 1024)],
  ['a list', (path) => writeFileSync(path, '[]')],
  ['of __proto__ keys', (path) => writeFileSync(path, '{"version":1,"kept":{"__proto__":{}}}')],
  [
    'of values that are no texts',
    (path) => {
      const kept = JSON.parse(readFileSync(path, 'utf8')).kept;
      const other = Object.entries<object>(kept).map(([key, entry]) =>
        'env' in entry ? [key, { env: { TOKEN: { a: 1 } } }] : [key, entry],
      );
      writeFileSync(path, JSON.stringify({ version: 1, kept: Object.fromEntries(other) }));
    },
  ],
  [
    'a folder',
    (path) => {
      rmSync(path);
      mkdirSync(path);
    },
  ],
  [
    'a link to a file elsewhere',
    (path) => {
      rmSync(path);
      symlinkSync('/etc/hostname', path);
    },
  ],
];

describe.each(broken)('a record that is %s', (_, spoil) => {
  test('stops nothing: its lines are read, its conversion writes it anew, and remove takes them out', async () => {
    const p = await made();
    const [line, record] = [p.get(cursor), p.get(kept)];
    spoil(p.at(kept));
    const source = p.get(gemini);
    p.drop(gemini);
    const { code, stdout } = await p.anyhook('convert', 'cursor', 'gemini', '--write');
    expect(code).toBe(1);
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'kept.json does not have the values of its env and headers',
    );
    p.put(gemini, source);
    expect((await p.anyhook(...write)).code).toBe(0);
    expect([p.get(cursor), p.get(kept)]).toEqual([line, record]);
    spoil(p.at(kept));
    expect((await p.anyhook('remove', 'cursor')).stdout).toContain('Removed 2 entries');
    expect(p.has(cursor)).toBe(false);
  });
});

test('a record of a newer version is neither read as ours nor replaced', async () => {
  const p = await made();
  const newer = JSON.stringify({ version: 2, kept: [] });
  p.put(kept, newer);
  const { code, stderr } = await p.anyhook(...write);
  expect([code, stderr]).toEqual([2, expect.stringContaining('made by a newer anyhook')]);
  expect(p.get(kept)).toBe(newer);
});

test('a person’s hooks have their record in the home, beside their runner', async () => {
  const p = project({ [`~/${gemini}`]: guard() });
  const scope = ['--scope', 'user'];
  expect((await p.anyhook(...write, ...scope)).code).toBe(0);
  expect(p.get(`~/${cursor}`)).not.toContain('s3cret');
  expect(p.get(`~/${kept}`)).toContain('s3cret');
  expect(p.has('.anyhook')).toBe(false);
  await p.anyhook('remove', 'cursor', ...scope);
  expect(p.has(`~/${kept}`)).toBe(false);
});

test('the hooks of another project’s file come with what the record beside it holds', async () => {
  const p = await made();
  const other = project({ '.gemini/.keep': '' });
  const input = ['--input', p.at(cursor), '--write', '--accept-loss'];
  expect((await other.anyhook('convert', 'cursor', 'gemini', ...input)).code).toBe(0);
  expect(other.get(gemini)).toContain('s3cret');
});

const secrets: Partial<Hook>[] = [
  { command: './x', env: { TOKEN: 'v4lue-a', 'it’s': 'v4lue-b $HOME' } },
  { command: '', url: 'https://a.test/', headers: { 'X-Key': 'v4lue-c' }, headerEnv: ['T'] },
];

test('No value of a variable or a header stands in the settings of an agent whose entries have no env', () => {
  let met = 0;
  for (const speaks of agentVendors())
    for (const to of agentVendors().filter((id) => id !== speaks)) {
      const event = eventAt(speaks, 'before');
      const hooks = secrets.map((hook) => ({ speaks, event, ...hook }));
      const entries = hooks.map(
        (hook) => formatOf('anyhook').stateHook('anyhook', hook as Hook).entry,
      );
      const source = { text: JSON.stringify({ version: 1, hooks: entries }), file: 'anyhook.yaml' };
      const { text, rows, record } = convertText({
        from: 'anyhook',
        to,
        source,
        target: { text: '', file: 'x' },
      });
      const own = tableOf(to).entry.fields.env !== undefined;
      expect(text.match(/v4lue-./g) ?? [], `${speaks} → ${to}`).toEqual(
        own && rows[0]?.events.length ? expect.arrayContaining([]) : [],
      );
      expect(text).not.toContain('v4lue-c');
      const again = text ? readHooks(to, text, 'x', record).hooks : [];
      for (const { hook, events } of rows)
        if (events.length) {
          met++;
          expect(again.map((one) => one.hook)).toContainEqual(hook);
        }
    }
  expect(met).toBeGreaterThan(60);
});

test('two branches that add entries merge to a record of both, and what is no key is left out', () => {
  const [a, b] = [{ env: { A: '1' } }, { rest: { '': null } }];
  const both = { [valueKeyOf(a)]: a, [valueKeyOf(b)]: b };
  expect(parseValueRecord(formatValueRecord(both))).toEqual(both);
  expect(formatValueRecord(both).split('\n')).toHaveLength(8);
  expect(parseValueRecord('{"kept":{"__proto__":{},"x":{},"0123456789":7}}')).toEqual({});
  expect(parseValueRecord(formatValueRecord({}))).toEqual({});
  for (const text of ['', '{', '[]', '{"kept":[]}', '7'])
    expect(parseValueRecord(text)).toBeUndefined();
});
