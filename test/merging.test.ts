// How each agent merges what several of its hooks say: the tables (`merging`) against the oracles.
import { describe, expect, test } from 'vitest';
import { adapters, type Vendor } from '../src/adapters/index.ts';
import type { Outcome, OutcomeKey } from '../src/canonical/outcome.ts';
import type { Adapter, Binding } from '../src/mapping/adapter.ts';
import { bindingsFor } from '../src/translate/bindings.ts';
import { machine } from '../src/translate/machine.ts';
import { mergeHooks } from '../src/translate/merged-outcome.ts';
import { canExpress, encodeOutcome } from '../src/translate/response.ts';
import { rank } from './oracles/effect.ts';
import { mergingOracles, oracles } from './oracles/index.ts';

const said: readonly Outcome[] = [
  { decision: 'deny', reason: 'one' },
  { decision: 'deny', reason: 'two' },
  { decision: 'ask', reason: 'sure' },
  { decision: 'allow' },
  { context: 'this' },
  { context: 'that' },
  { followUp: 'go on' },
  { followUp: 'and on' },
  { replaced: 'hidden' },
  { replaced: 'covered' },
  { message: 'note' },
  {},
];

const vendors = Object.keys(adapters).filter((id) => id !== 'anyhook') as Vendor[];
const canonical = ['before-tool', 'prompt', 'after-tool', 'stop'] as const;

/** Lists pairs of outcomes that an agent can say at an event. */
function* pairsAt(binding: Binding) {
  const isSayable = (one: Outcome) =>
    Object.entries(one).every(([key, value]) =>
      canExpress([binding], key as OutcomeKey, key === 'decision' ? value : undefined),
    );
  const all = said.filter(isSayable);
  // Beside a refusal or another result, agents take context and messages in the response of another hook, but not in the same one.
  const hides = ({ decision, replaced }: Outcome) => decision === 'deny' || replaced !== undefined;
  const adds = ({ context, message }: Outcome) => context ?? message;
  for (const first of all)
    for (const second of all)
      if (!(adds(first) && hides(second)) && !(adds(second) && hides(first)))
        yield [first, second] as const;
}

describe.each(vendors)('%s', (vendor) => {
  const adapter: Adapter = adapters[vendor];
  const events = canonical.flatMap((event) => bindingsFor(adapter, event));
  test.each(
    events.map((binding) => [binding.native, binding] as const),
  )('merges hooks of %s as its client does', (native, binding) => {
    const context = { adapter, event: { event: binding.event }, world: machine };
    const ran = (outcome: Outcome) => {
      const response = Object.keys(outcome).length ? encodeOutcome(binding, outcome, context) : {};
      return { code: 0, stdout: JSON.stringify(response), stderr: '' };
    };
    let count = 0;
    for (const pair of pairsAt(binding)) {
      const due = mergingOracles[vendor](native, pair.map(ran), 'native');
      const alone = pair.map((one) => oracles[vendor](native, ran(one), 'native'));
      // The agent would let one hook undo the refusal of another.
      if (alone.some(({ verdict }) => rank(verdict) > Math.max(1, rank(due.verdict)))) continue;
      // It would not have started the second.
      const stops = adapter.merging?.inTurn && /deny|ask/.test(String(pair[0].decision));
      const parts = (stops ? pair.slice(0, 1) : pair).map((outcome) => ({ outcome }));
      const { outcome } = mergeHooks(parts, adapter.merging);
      const is = oracles[vendor](native, ran(outcome), 'native');
      const about = JSON.stringify(pair);
      // Of two reasons this agent shows the last one only, and we both.
      const isLonger = vendor === 'qwen' && is.reason?.endsWith(`\n${due.reason}`);
      const expected = isLonger ? { ...due, reason: is.reason } : due;
      expect({ about, ...is }).toEqual({ about, ...expected });
      count++;
    }
    expect(count).toBeGreaterThan(0);
  });
});
