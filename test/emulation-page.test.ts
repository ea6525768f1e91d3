import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { page } from '../scripts/emulation.ts';

test('docs/emulation.md is what `npm run emulation -- --write` generates from the adapters’ tables', () => {
  const written = readFileSync(new URL('../docs/emulation.md', import.meta.url), 'utf8');
  expect(written).toBe(page);
});

test('every cell of the event tables says native, emulated, degraded or impossible', () => {
  const [events = ''] = page.split('## Variables');
  const rows = events
    .split('\n')
    .filter((line) => /^\| .* \|$/.test(line) && !line.includes(' CLI '));
  const cells = rows.flatMap((line) => line.split(' | ').slice(1, 5));
  const words = new Set(cells.map((cell) => cell.replace(/ \|$/, '')));
  words.delete('---');
  expect([...words].sort()).toEqual(['degraded', 'emulated', 'impossible', 'native']);
});
