import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Flags } from '../../src/canonical/flags.ts';
import type { Json } from '../../src/util/json.ts';
import { responses } from '../conformance/fixtures.ts';
import type { MatrixCase } from '../matrix/cases.ts';
import { rank } from '../oracles/effect.ts';
import { property } from '../property.ts';
import { stdouts } from '../shim/behaviours.ts';
import {
  all,
  cellOf,
  cursorElsewhere,
  cutOff,
  firstGates,
  huge,
  type Input,
  isGate,
  nameOf,
  neverWeaker,
  verdicts,
} from './answers.ts';
import { anyBytes, anyJson, bytesOf, mutated } from './arbitrary.ts';

/** What hooks of a dialect print on an event. */
function answersOf({ dialect, native }: MatrixCase): Json[] {
  const { hears = [] } = responses[dialect] ?? {};
  const on = ({ on }: { on: string | string[] }) =>
    [on].flat().some((name) => name === native || name.split('-').includes(native));
  return hears.filter(on).map(({ response }) => response);
}
const end = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ code: 0 }) },
  { weight: 3, arbitrary: fc.constantFrom(1, 2, 3, 126, 127, 137, 255).map((code) => ({ code })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Input['end']>(
      { code: null, signal: 'SIGKILL' },
      { code: null, signal: 'SIGTERM', timedOut: true },
      { code: null, signal: 'SIGKILL', tooMuch: true },
    ),
  },
);
const flags = fc.constantFrom<Partial<Flags>>(
  ...([{}, {}, { onFailure: 'block' }, { onFailure: 'block' }] as const),
  ...([{ ask: 'host' }, { ask: 'deny' }] as const),
);
const beside = fc.constantFrom('', ' ', '\n', 'log', '{}', '[guard] ok\n', 'null', '\ufeff', ',');
const twoOf = fc.constantFrom<(text: string, other: string) => string>(
  (text) => text,
  (text) => text,
  (text) => text,
  (text, other) => text + other,
  (text, other) => other + text,
  (text, other) => `${text}\n${other}`,
  (text) => JSON.stringify(text),
  (text) => JSON.stringify(JSON.stringify(text)),
  (text) => `[${text}]`,
  (text) => `\`\`\`json\n${text}\n\`\`\``,
  (text) => text.replaceAll('"', "'"),
  (text) => text.replaceAll('{', '{ // x\n').replaceAll('}', ',}'),
);

const printed = (answers: readonly Json[]) =>
  bytesOf(
    fc
      .tuple(
        fc.constantFrom(...answers).chain((one) => mutated(one, 3)),
        fc.oneof(
          beside,
          fc.constantFrom(...answers).map((one) => JSON.stringify(one)),
        ),
        twoOf,
      )
      .map(([text, other, join]) => join(text, other)),
  );
const noise = fc.oneof(
  anyBytes,
  bytesOf(anyJson),
  bytesOf(fc.constantFrom(...Object.values(stdouts))),
);

const inputs = (of: readonly MatrixCase[]) =>
  fc.constantFrom(...of).chain((place): fc.Arbitrary<Input> => {
    const said = printed([...verdicts, ...answersOf(place)]);
    const stdout = fc.oneof({ weight: 5, arbitrary: said }, { weight: 1, arbitrary: noise });
    const quiet = fc.constantFrom('', '', '', 'no\n');
    const stderr = fc.oneof({ weight: 6, arbitrary: quiet }, { weight: 1, arbitrary: said });
    return fc.record({ place: fc.constant(nameOf(place)), flags, end, stdout, stderr });
  });

property(
  'At a gate, a host never reads less in the output of a hook than the agent of the hook reads',
  {
    corpus: 'response',
    inputs: inputs(all.filter(isGate)),
    holds: neverWeaker,
    runs: 300,
    longRuns: 2500,
  },
);

property(
  'At an event that is no gate, a host reads no effect that the agent of the hook does not read',
  {
    corpus: 'response',
    inputs: inputs(all.filter((place) => !isGate(place))),
    holds: neverWeaker,
    runs: 300,
    longRuns: 1200,
  },
);

test('a host reads no less than the agent of the hook in a refusal that is cut off, at four places for every gate', () => {
  for (const [turn, place] of firstGates.entries()) {
    const cuts = [...cutOff(place)].filter((_, i) => i % 61 === turn % 61);
    expect(cuts.length).toBeGreaterThanOrEqual(4);
    for (const input of cuts) neverWeaker(input);
  }
});

test.each(huge)('Gemini CLI reads a refusal from a Cursor hook that prints %s', (_, stdout) => {
  const place = cursorElsewhere.find(({ host }) => host === 'gemini') as MatrixCase;
  const input = { place: nameOf(place), flags: {}, end: { code: 0 }, stdout, stderr: '' };
  expect(rank(cellOf(input).host.verdict)).toBeGreaterThanOrEqual(rank('deny'));
});
