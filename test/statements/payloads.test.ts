// Fields of the payloads that the agents’ pages state: see `pages.ts`.
import { expect, test } from 'vitest';
import type { Vendor } from '../../src/adapters/index.ts';
import { decode, encode, translate } from '../../src/index.ts';
import { getAtPath } from '../../src/mapping/paths.ts';
import { makeWorld } from '../../src/testing/fixtures.ts';
import type { Json } from '../../src/util/json.ts';
import { toldElsewhere } from './elsewhere.ts';
import { eachRow, eventsOf, payloadFor } from './pages.ts';

const world = makeWorld();
const at = (value: unknown, path: string): unknown => getAtPath(value, path.split('.'));
const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;

test.each(
  eachRow('payload'),
)('%s: the field is read at home, and told again as it was', (_, row) => {
  for (const native of eventsOf(row.vendor, row)) {
    const value = row.field === 'hook_event_name' && row.event === '*' ? native : row.value;
    const payload = payloadFor(row.vendor, native, { ...row.with, [row.field]: value });
    const event = decode(row.vendor, payload, { world });
    for (const [path, is] of Object.entries(row.reads))
      expect([native, path, at(event, path)]).toEqual([native, path, is]);
    const told = encode(row.vendor, event, { native, world })?.payload;
    const again = 'again' in row ? (row.again ?? undefined) : value;
    expect([native, at(told, row.field)]).toEqual([native, again]);
  }
});

/** How often a field was found among payloads that have it or not. */
const often = (found: ReadonlySet<boolean>): string =>
  found.size === 2 ? 'sometimes' : found.has(true) ? 'always' : found.size ? 'never' : 'nowhere';

/** The first statement about each field: further ones are about its values. */
const met = new Set<string>();
const fields = eachRow('payload').filter(([, { vendor, event, field, elsewhere }]) => {
  const key = JSON.stringify([vendor, event, field, elsewhere]);
  return !met.has(key) && met.add(key);
});

test.each(fields)('%s: a hook finds the field under other agents as often as is said', (_, row) => {
  const found = new Set<boolean>();
  for (const native of eventsOf(row.vendor, row)) {
    for (const { told } of toldElsewhere(row.vendor, native)) {
      const value = at(told, row.field);
      found.add(value !== undefined);
      if (value !== undefined && !row.anyKind)
        expect([native, kindOf(value)]).toEqual([native, kindOf(row.value)]);
    }
  }
  expect(row.elsewhere ?? 'always').toBe(often(found));
  if (found.size && found.has(false) && !row.optional) expect(row.differs).toBeDefined();
});

test.each(
  eachRow('payload').filter(([, row]) => row.others),
)('%s: hooks of other agents are told what the field holds in their words', (_, row) => {
  for (const native of eventsOf(row.vendor, row)) {
    const payload = payloadFor(row.vendor, native, { ...row.with, [row.field]: row.value });
    for (const [to, fields] of Object.entries(row.others ?? {})) {
      const told = translate(payload, { from: row.vendor, to: to as Vendor, world })?.payload;
      for (const [field, value] of Object.entries(fields as Json))
        expect([native, to, field, at(told, field)]).toEqual([native, to, field, value]);
    }
  }
});
