// The files and addresses that a guard is told of: those that Gemini CLI opens and fetches.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { machine, readText } from '../../src/translate/machine.ts';
import * as client from './gemini-paths.ts';
import { fetched, made, opened, searched, texts, told, tools } from './gemini-paths.ts';

const root = client.oddProject();
afterAll(() => rmSync(root, { recursive: true, force: true }));

const input = (tool: client.Tool, spelling: string) => ({
  ...tools[tool],
  file_path: spelling.replace('ROOT', root),
});

describe.each(Object.keys(tools) as client.Tool[])('a guard of %s', (tool) => {
  test.each(opened)('is shown for the path %j the file %j', (spelling, file) => {
    const heard = told(root, tool, input(tool, spelling)) as string[];
    expect(heard).toContain(join(root, file));
    expect(machine.disk?.real(heard[0] as string)).toBe(join(root, file));
  });
});

test.each(made)('a guard of a new file is shown for the path %j the file %j', (spelling, file) => {
  const heard = told(root, 'write_file', input('write_file', spelling)) as string[];
  expect(heard).toContain(join(root, file));
  expect(machine.disk?.real(heard[0] as string)).toBe(join(root, file));
});

test.each(
  searched,
)('a guard of an edit is shown for the bare path %j the file %j that the client finds', (spelling, file) => {
  const edit = input('replace', spelling);
  expect(told(root, 'replace', edit)).toContain(join(root, file));
  expect(told(root, 'replace', { ...edit, old_string: '' })).not.toBe('refused');
});

test('a guard of an edit is shown every file that the client may find for a bare name', () => {
  const all = ['in.txt', '@pkg/in.txt', 'pkg/in.txt'].map((file) => join(root, file));
  expect(told(root, 'replace', input('replace', 'in.txt'))).toEqual(expect.arrayContaining(all));
});

test('an edit of a bare name that no file has is refused', () => {
  expect(told(root, 'replace', input('replace', 'none.txt'))).toBe('refused');
});

test.each(
  fetched,
)('a guard of a fetch with the prompt %j is shown the addresses %j', (prompt, all) => {
  expect(told(root, 'web_fetch', { prompt })).toEqual(
    all.length ? expect.arrayContaining([...all]) : [undefined],
  );
});

test('a guard of a fetch is shown its url argument beside the addresses of its prompt', () => {
  const url = 'HTTPS://github.com/o/r/blob/main/a';
  expect(told(root, 'web_fetch', { url })).toEqual([
    'https://github.com/o/r/blob/main/a',
    'https://raw.githubusercontent.com/o/r/main/a',
  ]);
  const both = { url: 'https://a.test/x', prompt: 'see https://b.test/y' };
  expect(told(root, 'web_fetch', both)).toEqual(['https://a.test/x', 'https://b.test/y']);
});

test.each(texts)('a file with the bytes %s is read as the text %j', (bytes, text) => {
  const path = join(root, 'marked');
  writeFileSync(path, Buffer.from(bytes, 'hex'));
  expect(readText(path)).toEqual({ text });
});
