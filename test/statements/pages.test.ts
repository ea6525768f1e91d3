// What the pages of agents state as a whole, and the differences in `docs/vendors/`: see `pages.ts`.
import { expect, test } from 'vitest';
import { adapters } from '../../src/adapters/index.ts';
import { listDifferences } from '../vendor-rows.ts';
import { eventsOf, kinds, pages, rowsOf } from './pages.ts';

/** How many statements of each kind the pages have. */
const statements = {
  'cursor/hook-event-reference.yaml': {
    events: 20,
    payload: 101,
    answers: 35,
    exits: 4,
    matchers: 3,
    tools: 7,
    settings: 1,
    client: 1,
  },
  'gemini/hooks-reference.yaml': {
    events: 11,
    payload: 107,
    answers: 63,
    exits: 13,
    several: 2,
    matchers: 7,
    tools: 4,
    client: 10,
  },
  'tabnine/event-reference.yaml': {
    events: 11,
    payload: 39,
    answers: 33,
    exits: 1,
    several: 3,
    tools: 2,
    settings: 1,
    client: 3,
  },
  'tabnine/hooks.yaml': {
    events: 11,
    payload: 5,
    answers: 16,
    exits: 8,
    variables: 5,
    settings: 2,
    client: 3,
  },
  'terminai/hooks-reference.yaml': {
    events: 11,
    payload: 66,
    answers: 34,
    exits: 8,
    tools: 2,
    client: 4,
  },
};

const cells = (vendor: string) => listDifferences(vendor).map(([stated]) => stated as string);

const vendors = [...new Set(pages.map(({ vendor }) => vendor))];

test('every difference stands on the vendor’s page', () => {
  let met = 0;
  for (const kind of kinds) {
    for (const { vendor, title, differs } of rowsOf(kind)) {
      if (differs === undefined) continue;
      expect([title, cells(vendor)]).toEqual([title, expect.arrayContaining([differs])]);
      met++;
    }
  }
  expect(met).toBeGreaterThan(0);
});

test.each(
  vendors,
)('every row of docs/vendors/%s.md about what the pages say is of a statement here', (vendor) => {
  const told = kinds.flatMap((kind) =>
    rowsOf(kind).flatMap((row) => (row.vendor === vendor ? (row.differs ?? []) : [])),
  );
  const missing = cells(vendor).filter(
    (cell) => !cell.endsWith(': not stated') && !told.includes(cell),
  );
  expect(missing).toEqual([]);
});

test.each(vendors)('every event of %s is one that its pages state, or a newer one', (vendor) => {
  const stated = rowsOf('events').flatMap((row) =>
    row.vendor === vendor ? eventsOf(vendor, row) : [],
  );
  const newer = pages.flatMap((page) => (page.vendor === vendor ? (page.source.newer ?? []) : []));
  const natives = [...adapters[vendor].bindings.nativeNames];
  expect([...new Set([...stated, ...newer])].sort()).toEqual(natives.sort());
});

test('every row stands at a line that its page has, and the pages have so many statements of each kind', () => {
  const counts = pages.map(({ vendor, name, source, rows }) => {
    for (const { at } of kinds.flatMap((kind) => rows[kind] as { at: number }[])) {
      expect(at).toBeGreaterThan(0);
      expect(at).toBeLessThanOrEqual(source.lines);
    }
    const all = kinds.map((kind) => [kind, rows[kind].length] as const);
    return [`${vendor}/${name}`, Object.fromEntries(all.filter(([, count]) => count > 0))];
  });
  expect(Object.fromEntries(counts)).toEqual(statements);
});
