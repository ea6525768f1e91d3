// A response that an adapter put into the words of its tables may be read again: it stays as it is.
import { expect, test } from 'vitest';
import { adapters, type Vendor } from '../src/adapters/index.ts';
import { hear } from '../src/index.ts';
import type { Adapter } from '../src/mapping/adapter.ts';
import { fixtures, payloads, vendors } from './conformance/fixtures.ts';

const own = vendors.filter((id) => (adapters as Record<string, Adapter>)[id]?.normaliseResponse);

test.each(own)('A response of %s in the words of its tables is in those words already', (id) => {
  const { normaliseResponse: tidy, bindings } = adapters[id as Vendor] as Adapter;
  let compared = 0;
  for (const { response } of fixtures[id]?.responses.hears ?? []) {
    for (const binding of bindings.all()) {
      const once = tidy?.(response, binding) ?? {};
      expect(tidy?.(once, binding), `${binding.native} ${JSON.stringify(response)}`).toEqual(once);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(100);
});

test.each([
  'Stop',
  'SubagentStop',
])('Context of a Claude Code hook at %s is said once', (native) => {
  const all = Object.values(payloads.claude ?? {}).map(({ payload }) => payload);
  const payload = all.find((one) => one.hook_event_name === native) ?? {};
  const said = (answer: object) =>
    hear('claude', payload, { code: 0, stdout: JSON.stringify(answer), stderr: '' }).outcome
      .followUp;
  const hookSpecificOutput = { hookEventName: native, additionalContext: 'more' };
  expect(said({ hookSpecificOutput })).toBe('more');
  expect(said({ hookSpecificOutput, decision: 'block', reason: 'go on' })).toBe('more\ngo on');
});
