/** The folder from which the site is built. */
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeFolder } from '../../scripts/site/assemble.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'anyhook-content-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('only what has changed is written, and what is no page any more is removed', () => {
  mkdirSync(join(folder, 'guides'));
  for (const path of ['guides/same.md', 'guides/other.md', 'gone.md']) {
    writeFileSync(join(folder, path), 'old');
    utimesSync(join(folder, path), 1000, 1000);
  }
  const files = { 'guides/same.md': 'old', 'guides/other.md': 'new', 'findings/new.md': 'new' };
  writeFolder(
    folder,
    new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])),
  );
  for (const [path, text] of Object.entries(files))
    expect(readFileSync(join(folder, path), 'utf8')).toBe(text);
  const isUntouched = (path: string) => statSync(join(folder, path)).mtimeMs === 1_000_000;
  expect(Object.keys(files).filter(isUntouched)).toEqual(['guides/same.md']);
  expect(() => statSync(join(folder, 'gone.md'))).toThrow('ENOENT');
});
