import fc from 'fast-check';
import { describe, test } from 'vitest';
import { eventsOf, matcherOf, vendors } from './arbitrary.ts';
import { faults, hosts } from './firing.ts';

const hooks = fc.constantFrom(...vendors).chain((speaks) =>
  fc.record(
    {
      speaks: fc.constant(speaks as string),
      event: fc.constantFrom(...eventsOf(speaks)),
      command: fc.constant('./x.sh'),
      matcher: matcherOf(speaks),
    },
    { requiredKeys: ['speaks', 'event', 'command'] },
  ),
);

describe.each(hosts)('a matcher in %s', (host) => {
  test('lets through all that the hook may hear of, once', () => {
    const law = fc.property(
      hooks.filter(({ speaks }) => speaks !== host),
      (hook) => {
        for (const fault of faults(host, hook)) throw new Error(fault);
      },
    );
    fc.assert(law, { numRuns: 300 });
  });
});
