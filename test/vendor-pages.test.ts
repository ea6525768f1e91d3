import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findVerification } from '../scripts/agent-facts.ts';
import { fillAgentPage, overview } from '../scripts/agent-pages.ts';
import { adapters, type Vendor } from '../src/adapters/index.ts';
import type { Adapter } from '../src/mapping/adapter.ts';
import { listDifferences } from './vendor-rows.ts';

const root = new URL('../', import.meta.url);
const folder = new URL('docs/vendors/', root);
const pages = readdirSync(folder).map((file) => file.replace('.md', ''));

const textOf = (id: string): string => readFileSync(new URL(`${id}.md`, folder), 'utf8');

/** The headings with which every page begins, in this order. */
const headings = [
  'At a glance',
  'Start here',
  'What its pages get wrong',
  'What never fires',
  'What other agents make of its files',
  'What anyhook cannot help',
];

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
    const rows = listDifferences(id);
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

  test('has the name of the agent as its title, and begins with the headings that every page has', () => {
    const text = textOf(id);
    expect(text.split('\n')[0]).toBe(`# ${adapters[id as Vendor].title}`);
    const found = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    expect(found.slice(0, headings.length)).toEqual(headings);
  });

  test('has the generated parts that the code prints now', () => {
    expect(fillAgentPage(id as Vendor, textOf(id))).toBe(textOf(id));
  });

  test('names the version that its fixtures name, if the tests run the client', () => {
    const path = new URL(`fixtures/${id}/contract.json`, root);
    const { source } = JSON.parse(readFileSync(path, 'utf8'));
    expect(findVerification(id as Vendor).version).toBe(source.version);
  });
});

test('docs/agents.md is what the code prints now', () => {
  expect(readFileSync(new URL('docs/agents.md', root), 'utf8')).toBe(overview);
});

test('the overview of agents has what is known of single ones', () => {
  const cellsOf = (id: Vendor) =>
    overview
      .split('\n')
      .find((line) => line.includes(`vendors/${id}.md`))
      ?.split(' | ')
      .slice(3, 6);
  expect(cellsOf('claude')).toEqual(['yes', 'yes', 'yes']); // refuse, ask, rewrite
  expect(cellsOf('codex')).toEqual(['yes', 'no', 'yes']);
  expect(cellsOf('terminai')).toEqual(['yes', 'no', 'no']);
});

test('a page lists the impossible cases of its own agent, and not those of every agent or of another', () => {
  const limitsOf = (id: string) => textOf(id).split('## What anyhook cannot help')[1] ?? '';
  expect(limitsOf('cursor')).toContain('A hook cannot hide the output of a finished tool.');
  expect(limitsOf('gemini')).not.toContain('A hook cannot hide the output of a finished tool.');
  expect(limitsOf('gemini')).not.toContain('A hook can show the person nothing.');
  expect(limitsOf('claude')).toContain('hooks of Claude Code, compaction');
});
