import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Flags } from '../../src/canonical/flags.ts';
import { gates } from '../../src/canonical/kinds.ts';
import type { Loss } from '../../src/canonical/loss.ts';
import type { Finished } from '../../src/mapping/adapter.ts';
import { equal } from '../../src/util/equal.ts';
import type { Json } from '../../src/util/json.ts';
import { mayRefuse, responses } from '../conformance/fixtures.ts';
import { difference } from '../matrix/compare.ts';
import { type Cell, inputsOf, kindOf } from '../matrix/matrix.ts';
import { concluded, type Place, places } from '../matrix/places.ts';
import { type Heard, parsed, type Ran, rank } from '../oracles/heard.ts';
import { oracles, settled } from '../oracles/index.ts';
import { stdouts } from '../shim/behaviours.ts';
import { anyBytes, anyJson, bufferOf, bytesOf, mutated } from './arbitrary.ts';
import { found, law, runs } from './fuzz.ts';

/** How a hook ended, and what it printed, in Latin-1; `place`: on which event of whom. */
interface Input {
  place: string;
  flags: Partial<Flags>;
  end: Omit<Finished, 'stdout' | 'stderr'>;
  stdout: string;
  stderr: string;
}

const nameOf = (at: Place) => [at.host, at.fixture, at.dialect, at.native].join(' ');
const all = [...places()];
const byName = new Map(all.map((place) => [nameOf(place), place]));
/** An event that can be stopped, and whose host hears a refusal there. */
const isGate = ({ event, host, fired }: Place) =>
  gates.includes(event as never) && mayRefuse(host, fired);

/** What no answer may bring about that its own vendor would not have. */
const acts = ['halt', 'deny', 'ask', 'unasked allow', 'input', 'followUp', 'replaced'];

const texts = ['replaced', 'followUp'];

/** What its own vendor makes of it; one that throws on the way makes nothing of it. */
function natively(vendor: Place['dialect'], event: string, ran: Finished): Heard {
  try {
    return oracles[vendor](event, ran, 'native');
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return { verdict: 'pass' };
    throw error;
  }
}

const shown = (heard: Heard): string => inspect(heard, { depth: 5 });

/** What is too deep to compare counts by its verdict alone. */
function compared(...all: Parameters<typeof difference>): Cell['difference'] {
  try {
    return difference(...all);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const [event, { verdict: due }, { verdict: is }, inputs] = all;
    return difference(event, { verdict: due }, { verdict: is }, inputs);
  }
}

/** What passes through means the same, and may be too deep to compare. */
const pick = ({ code, stdout, stderr }: Ran): Ran => ({ code, stdout, stderr });

function cellOf({ place: name, flags: more, end, stdout, stderr }: Input): Cell {
  const place = byName.get(name) as Place;
  const { host, dialect, fired, native, told, payload } = place;
  const flags = { ...place.run.flags, ...more };
  const text = (latin1: string) => bufferOf(latin1).toString();
  const ran = { ...end, stdout: text(stdout), stderr: text(stderr) } as Finished;
  const said = concluded({ ...place.run, flags }, told, ran);
  const side = host === dialect || flags.ask === 'host' ? 'native' : 'host';
  const due = settled(dialect, natively(dialect, native, ran), told.payload);
  const through = host === dialect && equal(pick(said), pick(ran));
  const is = through ? due : settled(host, oracles[host](fired, said, side), payload);
  const inputs = inputsOf(place);
  return {
    place,
    rec: { name: 'fuzz', ran, plain: ran.code === 0 },
    flags,
    native: due,
    host: is,
    losses: (said.log.losses as Loss[] | undefined) ?? [],
    difference: compared(place.event, due, is, inputs),
  };
}

/** Answers no vendor would take for one. */
function untrusted({ place, rec, flags }: Cell): boolean {
  const { code, stdout, stderr, timedOut, tooMuch, notStarted } = rec.ran;
  const cutOff = timedOut || tooMuch || notStarted !== undefined;
  const text = stdout.trim();
  const value = parsed(text);
  if (!cutOff && code === 0 && text[0] === '{' && value === undefined) return true;
  if (flags.onFailure !== 'block') return false;
  if (cutOff) return true;
  if (code === 0 || code === 2) return false;
  // At any exit code: an object alone, or whatever holds one, also on stderr.
  if (place.dialect === 'claude') return text[0] !== '{' || typeof value !== 'object';
  const takesAny = ['gemini', 'tabnine', 'qwen'].includes(place.dialect);
  const inner = typeof value === 'string' ? parsed(value) : value;
  const own = text ? inner : parsed(stderr.trim());
  return !takesAny || typeof own !== 'object';
}

function neverWeaker(input: Input): void {
  const cell = cellOf(input);
  const { lost, made } = cell.difference;
  const { native, host } = cell;
  // A reason that is no text is worded anew: that it is there is what counts.
  const gone = (one: string) => !texts.includes(one) || host[one as 'replaced'] === undefined;
  const difference = {
    lost: lost.filter((one) => acts.includes(one) && gone(one)),
    made: made.filter((one) => acts.includes(one)),
    stricter: false,
  };
  const { kind, why } = kindOf({ ...cell, difference });
  expect(kind, `${why}: natively ${shown(native)}, here ${shown(host)}`).not.toBe('weaker');
  if (isGate(cell.place) && untrusted(cell))
    expect(rank(host.verdict), shown(host)).toBeGreaterThanOrEqual(rank('deny'));
}

/** What hooks of a dialect print on an event. */
function answersOf({ dialect, native }: Place): Json[] {
  const { hears = [] } = responses[dialect] ?? {};
  const on = ({ on }: { on: string | string[] }) =>
    [on].flat().some((name) => name === native || name.split('-').includes(native));
  return hears.filter(on).map(({ response }) => response);
}
const verdicts: Json[] = [
  { decision: 'deny', reason: 'no' },
  { permission: 'deny', user_message: 'no' },
  { continue: false, stopReason: 'no', user_message: 'no' },
  { decision: 'block', reason: 'no', hookSpecificOutput: { additionalContext: 'x' } },
  { decision: 'ask', permission: 'ask', reason: 'sure?' },
  { halt: true, haltReason: 'no' },
];

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

const inputs = (of: readonly Place[]) =>
  fc.constantFrom(...of).chain((place): fc.Arbitrary<Input> => {
    const said = printed([...verdicts, ...answersOf(place)]);
    const stdout = fc.oneof({ weight: 5, arbitrary: said }, { weight: 1, arbitrary: noise });
    const quiet = fc.constantFrom('', '', '', 'no\n');
    const stderr = fc.oneof({ weight: 6, arbitrary: quiet }, { weight: 1, arbitrary: said });
    return fc.record({ place: fc.constant(nameOf(place)), flags, end, stdout, stderr });
  });

describe('what a hook prints', () => {
  found<Input>('response', neverWeaker);
  law('is never heard as less at a gate', inputs(all.filter(isGate)), neverWeaker, runs(2500));
  law(
    'brings about nothing else elsewhere',
    inputs(all.filter((place) => !isGate(place))),
    neverWeaker,
    runs(1200),
  );

  test('is never heard as less, wherever it is cut off', () => {
    const ends: Input['end'][] = [{ code: 0 }, { code: 1 }, { code: 2 }, { code: 3 }];
    let cut = 0;
    for (const place of all.filter((one) => isGate(one) && one.firstOfEvent)) {
      for (const answer of verdicts.slice(0, 3)) {
        const text = JSON.stringify(answer);
        for (let i = 1; i < text.length; i += 1)
          for (const end of i % 3 ? ends.slice(0, 1) : ends) {
            const stdout = text.slice(0, i);
            neverWeaker({ place: nameOf(place), flags: {}, end, stdout, stderr: '' });
            cut++;
          }
      }
    }
    expect(cut).toBeGreaterThan(10_000);
  });

  const big = 'x'.repeat(9 << 20);
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  test.each([
    ['9 MB in one string', `{"permission":"deny","decision":"deny","user_message":"${big}"}`],
    ['a rewrite 50,000 levels deep', `{"permission":"ask","updated_input":{"command":${deep}}}`],
    [
      '50,000 keys in each other',
      `{"permission":"deny","a":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_001)}`,
    ],
  ])('is a refusal also with %s', (_, stdout) => {
    const shell = all.filter((one) => one.dialect === 'cursor' && one.native === 'preToolUse');
    const elsewhere = shell.filter((one) => one.host !== 'cursor' && one.firstOfEvent);
    for (const place of elsewhere.filter(isGate)) {
      const cell = cellOf({
        place: nameOf(place),
        flags: {},
        end: { code: 0 },
        stdout,
        stderr: '',
      });
      expect(rank(cell.host.verdict), nameOf(place)).toBeGreaterThanOrEqual(rank('deny'));
    }
  });
});
