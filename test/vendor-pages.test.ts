import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { adapters } from '../src/adapters/index.ts';
import type { Adapter } from '../src/mapping/adapter.ts';

const root = new URL('../', import.meta.url);
const folder = new URL('docs/vendors/', root);
const pages = readdirSync(folder).map((file) => file.replace('.md', ''));

/** The cells of every row of a page. */
const rowsOf = (id: string): string[][] =>
  readFileSync(new URL(`${id}.md`, folder), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .slice(1)
    .map((line) => line.slice(2, -2).split(' | '));

/** Whether a row of an adapter's tables is there: `cursor preToolUse decision`. */
function isRow(at: string): boolean {
  const [id, native, path] = at.split(' ') as [keyof typeof adapters, string, string];
  const binding = (adapters[id] as Adapter | undefined)?.bindings.find(native);
  if (!binding) throw new Error(`${at}: no such event`);
  return path in binding.payload || path in binding.outcome;
}

test('every agent has a page in docs/vendors, and every page an agent', () => {
  const agents = Object.keys(adapters).filter((id) => id !== 'anyhook');
  expect(pages.sort()).toEqual(agents.sort());
});

describe.each(pages)('docs/vendors/%s.md', (id) => {
  test('has four cells in every row, the last naming a fixture, a table row or the lack of one', () => {
    const rows = rowsOf(id);
    expect(rows.length, `rows of docs/vendors/${id}.md`).toBeGreaterThan(0);
    for (const cells of rows) {
      expect(cells).toHaveLength(4);
      const at = cells[3]?.replaceAll('`', '') as string;
      if (at.startsWith('fixtures/'))
        expect([at, existsSync(new URL(at, root))]).toEqual([at, true]);
      else if (at.startsWith('no ')) expect([at, isRow(at.slice(3))]).toEqual([at, false]);
      else expect([at, isRow(at)]).toEqual([at, true]);
      expect(at).toContain(id);
    }
  });
});
