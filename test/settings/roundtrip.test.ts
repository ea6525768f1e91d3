import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { settingsOf, type Vendor, vendors } from './arbitrary.ts';
import { onceMore, thereAndBack } from './laws.ts';

/** Configurations for each pair; CI says more. */
const numRuns = Number(process.env.ROUNDTRIPS ?? 20);
const seed = Number(process.env.FUZZ_SEED ?? 20261123);

describe.each(vendors)('any settings of %s', (vendor) => {
  const others = vendors.filter((other) => other !== vendor);

  test('survive the way into any other and back', { timeout: 600_000 }, () => {
    const ways: Record<string, number> = {};
    const law = fc.property(settingsOf(vendor), (text) => {
      for (const to of others)
        for (const how of thereAndBack({ vendor, text }, to)) ways[how] = (ways[how] ?? 0) + 1;
    });
    fc.assert(law, { numRuns, seed });
    expect(Object.keys(ways)).toEqual(
      expect.arrayContaining(['native', 'shim', 'degraded', 'emulated', 'lost']),
    );
  });

  test('are written once', { timeout: 600_000 }, () => {
    const law = fc.property(settingsOf(vendor), settingsOf(vendor), (text, other) => {
      for (const to of others) onceMore({ vendor, text }, { vendor, text: other }, to);
    });
    fc.assert(law, { numRuns: Math.ceil(numRuns / 5), seed });
  });
});

const post = (more: object) => ({ type: 'http', url: 'https://x.test/a?b=c', ...more });
const plugin = { hooks: [{ type: 'plugin', command: '', timeout: 0 }], ['__proto__']: null };

/** What did not, once. */
test.each<[Vendor, string, unknown[]]>([
  ['claude', 'PreToolUse', [plugin, { matcher: '', hooks: [post({})] }, plugin]],
  ['claude', 'PreToolUse', [{ hooks: [post({ if: false, headers: { A: 'a\n', B: 'b' } })] }]],
  ['qwen', 'PreCompact', [{ hooks: [post({ headers: { '': 'guard', B: 'b' } })] }]],
  ['copilot', 'PermissionRequest', [{ command: './x', env: { ['__proto__']: 'a', B: 'b' } }]],
  ['copilot', 'newEvent', [{ type: 'http', url: '', headers: {} }]],
  ['copilot', 'preToolUse', [post({ headers: {}, ['__proto__']: null })]],
])('these of %s do, at %s: %j', (vendor, event, list) => {
  const text = JSON.stringify({ version: 1, hooks: { [event]: list } });
  for (const to of vendors) {
    if (to === vendor) continue;
    thereAndBack({ vendor, text }, to);
    onceMore({ vendor, text }, { vendor, text }, to);
  }
});
