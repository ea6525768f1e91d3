// No vendor is forgotten in `fixtures/<vendor>/facts.json`, and what stands there fits its payloads.
import { describe, expect, test } from 'vitest';
import { adapters, type Vendor } from '../src/adapters/index.ts';
import { payloads } from './conformance/fixtures.ts';
import {
  eventAt,
  factOf,
  facts,
  type Moment,
  moments,
  recordedPayload,
  sections,
  vendorsStating,
} from './facts.ts';
import { rank } from './oracles/effect.ts';
import { oracles } from './oracles/index.ts';

const vendors = Object.keys(adapters) as Vendor[];

describe.each(vendors)('fixtures/%s/facts.json', (vendor) => {
  test.each(sections)('states %s or the reason why it does not, and never both', (section) => {
    const { without = {}, ...stated } = facts[vendor] ?? {};
    const said = [section in stated, typeof without[section] === 'string'];
    expect(said.filter(Boolean), 'one of both').toHaveLength(1);
  });

  test('states known sections alone, and a source only for a section that it states', () => {
    const { without = {}, sources = {}, ...stated } = facts[vendor];
    for (const key of Object.keys({ ...stated, ...without })) expect(sections).toContain(key);
    for (const key of Object.keys(sources)) expect(Object.keys(stated)).toContain(key);
  });

  test.each(
    moments,
  )('names an event for %s whose payload has the canonical event of that moment', (moment) => {
    const native = eventAt(vendor, moment);
    const own = Object.entries(payloads[vendor] ?? {}).filter(
      ([name]) => name === native || name.split('-').includes(native),
    );
    expect(own.map(([, { event }]) => event.event)).toContain(meant[moment]);
  });

  test('states a refusal that the oracle of the agent reads as one, with its reason', () => {
    const stdout = JSON.stringify(factOf(vendor, 'refusal'));
    const ran = { code: 0, stdout, stderr: '' };
    const { verdict, reason } = oracles[vendor](eventAt(vendor, 'shell'), ran, 'native');
    expect(rank(verdict)).toBeGreaterThanOrEqual(rank('deny'));
    expect(reason).toBe('no');
  });
});

const meant: Record<Moment, string> = {
  start: 'session-start',
  prompt: 'prompt',
  before: 'before-tool',
  shell: 'before-tool',
  after: 'after-tool',
  stop: 'stop',
  end: 'session-end',
};

test.each(
  vendorsStating('call'),
)('the recorded calls of %s, before and after the tool, are of a shell command', (vendor) => {
  const { before, after, tool, input, afterInput = input } = factOf(vendor, 'call');
  for (const [name, path] of [
    [before, input],
    [after, afterInput],
  ] as const) {
    const { event } = payloads[vendor]?.[name] ?? {};
    expect(event).toMatchObject({ tool: 'shell' });
    const payload = recordedPayload(vendor, name);
    expect(payload).toHaveProperty(tool, expect.any(String));
    expect(payload).toHaveProperty(`${path}.command`, expect.any(String));
  }
});

test('every family is named after a vendor that belongs to it', () => {
  for (const vendor of vendors) {
    const first = factOf(vendor, 'family');
    expect(factOf(first, 'family')).toBe(first);
  }
});
