/** The address of the schema of `anyhook.yaml`, which an editor reads also where anyhook is installed for no project. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { servedFiles } from '../scripts/site/assemble.ts';
import { convertText } from '../src/convert/convert-text.ts';
import { sourceJsonSchema } from '../src/settings/neutral/schema.ts';

const root = join(import.meta.dirname, '..');
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
const { homepage } = JSON.parse(textOf('package.json')) as { homepage: string };
const { $id } = sourceJsonSchema() as { $id: string };

/** Lists the addresses that comments for editors name in a text. */
const namedIn = (text: string): string[] =>
  [...text.matchAll(/^# yaml-language-server: \$schema=(.*)$/gm)].map(([, url]) => url as string);

test('the site serves the schema of `anyhook.yaml` at the address by which it calls itself', () => {
  expect($id.startsWith(homepage)).toBe(true);
  expect(servedFiles[$id.slice(homepage.length)]).toBe('dist/anyhook.schema.json');
});

test('a new `anyhook.yaml` names the address of the schema', () => {
  const { text } = convertText({
    from: 'cursor',
    to: 'anyhook',
    source: {
      text: JSON.stringify({ version: 1, hooks: { stop: [{ command: 'x' }] } }),
      file: '.cursor/hooks.json',
    },
    target: { text: '', file: 'anyhook.yaml' },
  });
  expect(namedIn(text)).toEqual([$id]);
});

test.each([
  'README.md',
  'examples/anyhook.yaml',
])('the comment for editors in %s names the address of the schema', (file) => {
  expect(namedIn(textOf(file))).toEqual([$id]);
});
