import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { adapters } from '../../src/adapters/index.ts';
import { tableOf } from '../../src/settings/tables.ts';
import { property } from '../property.ts';
import { hasTable, isWide } from '../wide.ts';
import { writeAgentFile } from './agent-file.ts';
import { once, settingsOf, type Vendor, vendors } from './arbitrary.ts';
import { convert, onceMore, thereAndBack } from './laws.ts';

const others = (vendor: Vendor): Vendor[] => vendors.filter((other) => other !== vendor);

for (const vendor of vendors) {
  property(`Settings of ${vendor} come back from every other agent with each hook carried there`, {
    corpus: 'roundtrip',
    inputs: settingsOf(vendor),
    holds: (text) => {
      for (const to of others(vendor)) thereAndBack({ vendor, text }, to);
    },
    runs: 2,
    longRuns: 8,
  });

  property(`Settings of ${vendor} are written into every other agent once, and not again`, {
    corpus: 'roundtrip',
    inputs: fc.tuple(settingsOf(vendor), settingsOf(vendor)),
    holds: ([text, other]) => {
      for (const to of others(vendor)) onceMore({ vendor, text }, { vendor, text: other }, to);
    },
    runs: 1,
    longRuns: 2,
  });
}

const command = './guard.sh';

/** Settings of one hook: every event of an agent, with a matcher and without. */
function settingsOfOne(vendor: Vendor): string[] {
  const {
    entry: { constants: always },
    syntax: { layout: format },
  } = tableOf(vendor);
  const entry = { ...always, command };
  const withMatcher = [{}, { matcher: 'x' }];
  return [...adapters[vendor].bindings.nativeNames].flatMap((event) =>
    withMatcher.map((matcher) => {
      const element = format === 'flat' ? { ...entry, ...matcher } : { ...matcher, hooks: [entry] };
      return writeAgentFile(vendor, { version: 1, hooks: { [event]: [element] } });
    }),
  );
}

/** The same in anyhook.yaml: of the events of every agent, and of its own. */
function sourcesOfOne(): string[] {
  const own = adapters.anyhook.bindings.nativeNames.flatMap((on) => [{ on }, { on, match: 'x' }]);
  const agents = others('anyhook').flatMap((speaks) =>
    adapters[speaks].bindings.nativeNames.map((event) => ({ speaks, event })),
  );
  return [...agents, ...own].map((about) =>
    stringify({ version: 1, hooks: [{ ...about, run: command }] }),
  );
}

type Journey = readonly [text: string, to: Vendor];

/** Each of these settings, on its way to every other agent. */
function* journeysOf(vendor: Vendor): Generator<Journey> {
  const all = vendor === 'anyhook' ? sourcesOfOne() : settingsOfOne(vendor);
  for (const text of all) for (const to of others(vendor)) yield [text, to];
}

const ways = ['native', 'shim', 'degraded', 'emulated', 'lost'] as const;

/** The journeys by what becomes of their hook: all of them, or the first until there is one of each. */
const journeysByWay = once((vendor: Vendor): Map<string, Journey[]> => {
  const found = new Map<string, Journey[]>();
  for (const journey of journeysOf(vendor)) {
    const [text, to] = journey;
    for (const { how } of convert({ vendor, text }, to).rows)
      found.set(how, [...(found.get(how) ?? []), journey]);
    if (!isWide && ways.every((way) => found.has(way))) break;
  }
  return found;
});

/** Lists the native events of a vendor whose canonical event some other agent lacks. */
const rareEventsOf = (vendor: Vendor): string[] =>
  adapters[vendor].bindings
    .all()
    .filter(({ event }) =>
      others(vendor).some((to) => !adapters[to].bindings.listFor(event).length),
    )
    .map(({ native }) => native);

test.each(vendors.flatMap((vendor) => ways.map((way) => [vendor, way] as const)))(
  'A hook of %s that another agent gets as "%s" comes back',
  hasTable,
  (vendor, way) => {
    const all = journeysByWay(vendor).get(way) ?? [];
    // Only a vendor whose events every agent has may have no hook that is lost.
    if (!all.length) return expect([way, rareEventsOf(vendor)]).toEqual(['lost', []]);
    // A dozen of them, spread over all events and hosts, or the first.
    const step = Math.ceil(all.length / 12);
    for (const [text, to] of isWide ? all.filter((_, i) => i % step === 0) : all.slice(0, 1))
      expect(thereAndBack({ vendor, text }, to)).toContain(way);
  },
);

const post = (more: object) => ({ type: 'http', url: 'https://x.test/a?b=c', ...more });
const plugin = { hooks: [{ type: 'plugin', command: '', timeout: 0 }], ['__proto__']: null };

/** Settings that broke one of the two properties once. */
test.each<[Vendor, string, unknown[]]>([
  ['claude', 'PreToolUse', [plugin, { matcher: '', hooks: [post({})] }, plugin]],
  ['claude', 'PreToolUse', [{ hooks: [post({ if: false, headers: { A: 'a\n', B: 'b' } })] }]],
  ['qwen', 'PreCompact', [{ hooks: [post({ headers: { '': 'guard', B: 'b' } })] }]],
  ['copilot', 'PermissionRequest', [{ command: './x', env: { ['__proto__']: 'a', B: 'b' } }]],
  ['copilot', 'newEvent', [{ type: 'http', url: '', headers: {} }]],
  ['copilot', 'preToolUse', [post({ headers: {}, ['__proto__']: null })]],
])('settings of %s with these hooks at %s come back from every other agent and are written once: %j', (vendor, event, list) => {
  const text = JSON.stringify({ version: 1, hooks: { [event]: list } });
  for (const to of vendors) {
    if (to === vendor) continue;
    thereAndBack({ vendor, text }, to);
    onceMore({ vendor, text }, { vendor, text }, to);
  }
});
