import { adapters } from '../../src/adapters/index.ts';
import type { EventName } from '../../src/canonical/event.ts';
import { type Outcome, type OutcomeKey, outcomeTable } from '../../src/canonical/outcome.ts';
import { say } from '../../src/index.ts';
import { keysOf } from '../../src/util/keys-of.ts';

const values: { readonly [K in OutcomeKey]?: Outcome[K] } = {
  decision: 'deny',
  output: { content: [] },
  tail: { name: 'a', args: {} },
  clear: true,
  halt: true,
  request: { a: 1 },
  response: { a: 1 },
  toolMode: 'NONE',
  toolNames: ['a'],
  env: { A: 'b' },
  plugins: ['/a'],
  quiet: true,
};

/** The outcomes that a key may stand beside: alone, or the verdict that it explains. */
const othersOf = (key: OutcomeKey): readonly Outcome[] => {
  if (key === 'reason') return [{ decision: 'deny' }];
  if (key === 'haltReason') return [{ halt: true }];
  return key === 'message' ? [{}, { decision: 'deny' }] : [{}];
};

/** Tells whether a key of an outcome is honoured at an event by some agent, or changes its answer to the event. */
const hasEffect = (event: EventName, key: OutcomeKey): boolean =>
  Object.values(adapters)
    .filter(({ id }) => id !== 'anyhook')
    .some((agent) =>
      agent.bindings.listFor(event).some(({ native, outcome }) => {
        if (outcome[key] !== undefined || key === 'input') return outcome[key] !== undefined;
        return othersOf(key).some((without) => {
          const withKey = { ...without, [key]: values[key] ?? 'x' };
          const [one, other] = [withKey, without].map((said) => say(agent, native, said).response);
          return JSON.stringify(one) !== JSON.stringify(other);
        });
      }),
    );

/** Lists the keys of an outcome that change the answer to an event in some agent. */
export const listEffectiveKeys = (event: EventName): OutcomeKey[] =>
  keysOf(outcomeTable).filter((key) => hasEffect(event, key));
