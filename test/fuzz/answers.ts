import { inspect } from 'node:util';
import { expect } from 'vitest';
import type { Flags } from '../../src/canonical/flags.ts';
import type { Loss } from '../../src/canonical/loss.ts';
import { isGateEvent } from '../../src/canonical/traits.ts';
import type { Finished } from '../../src/mapping/adapter.ts';
import { isSameJson } from '../../src/util/equal.ts';
import type { Json } from '../../src/util/json.ts';
import { mayRefuse } from '../conformance/fixtures.ts';
import { factOf } from '../facts.ts';
import { answerHook, listCases, type MatrixCase } from '../matrix/cases.ts';
import { compareEffects } from '../matrix/compare.ts';
import { type Cell, inputsOf, kindOf } from '../matrix/matrix.ts';
import { type Effect, type FinishedCommand, parseJson, rank } from '../oracles/effect.ts';
import { effectOnPayload, oracles } from '../oracles/index.ts';
import { bufferOf } from './arbitrary.ts';

/** How a hook ended, and what it printed, in Latin-1; `place`: on which event of whom. */
export interface Input {
  place: string;
  flags: Partial<Flags>;
  end: Omit<Finished, 'stdout' | 'stderr'>;
  stdout: string;
  stderr: string;
}

export const nameOf = (at: MatrixCase) => [at.host, at.fixture, at.dialect, at.native].join(' ');
export const all = [...listCases()];
const byName = new Map(all.map((place) => [nameOf(place), place]));
/** An event that can be stopped, and whose host hears a refusal there. */
export const isGate = ({ event, host, fired }: MatrixCase) =>
  isGateEvent(event) && mayRefuse(host, fired);

/** What no answer may bring about that its own vendor would not have. */
const acts = ['halt', 'deny', 'ask', 'unasked allow', 'input', 'followUp', 'replaced'];

const texts = ['replaced', 'followUp'];

/** What its own vendor makes of it; one that throws on the way makes nothing of it. */
function natively(vendor: MatrixCase['dialect'], event: string, ran: Finished): Effect {
  try {
    return oracles[vendor](event, ran, 'native');
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return { verdict: 'pass' };
    throw error;
  }
}

const shown = (heard: Effect): string => inspect(heard, { depth: 5 });

/** What is too deep to compare counts by its verdict alone. */
function compared(...all: Parameters<typeof compareEffects>): Cell['difference'] {
  try {
    return compareEffects(...all);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const [event, { verdict: due }, { verdict: is }, inputs] = all;
    return compareEffects(event, { verdict: due }, { verdict: is }, inputs);
  }
}

/** What passes through means the same, and may be too deep to compare. */
const pick = ({ code, stdout, stderr }: FinishedCommand): FinishedCommand => ({
  code,
  stdout,
  stderr,
});

export function cellOf({ place: name, flags: more, end, stdout, stderr }: Input): Cell {
  const place = byName.get(name) as MatrixCase;
  const { host, dialect, fired, native, told, payload } = place;
  const flags = { ...place.run.flags, ...more };
  const text = (latin1: string) => bufferOf(latin1).toString();
  const ran = { ...end, stdout: text(stdout), stderr: text(stderr) } as Finished;
  const said = answerHook({ ...place.run, flags }, told, ran);
  const side = host === dialect || flags.ask === 'host' ? 'native' : 'host';
  const due = effectOnPayload(dialect, natively(dialect, native, ran), told.payload);
  const through = host === dialect && isSameJson(pick(said), pick(ran));
  const is = through ? due : effectOnPayload(host, oracles[host](fired, said, side), payload);
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
  const value = parseJson(text);
  if (!cutOff && code === 0 && text[0] === '{' && value === undefined) return true;
  if (flags.onFailure !== 'block') return false;
  if (cutOff) return true;
  if (code === 0 || code === 2) return false;
  // At any exit code: an object alone, or whatever holds one, also on stderr.
  const takes = factOf(place.dialect, 'otherCodes');
  if (takes === 'stdout') return text[0] !== '{' || typeof value !== 'object';
  const inner = typeof value === 'string' ? parseJson(value) : value;
  const own = text ? inner : parseJson(stderr.trim());
  return takes === 'nothing' || typeof own !== 'object';
}

export function neverWeaker(input: Input): void {
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

/** What hooks say, each in words of several dialects. */
export const verdicts: Json[] = [
  { decision: 'deny', reason: 'no' },
  { permission: 'deny', user_message: 'no' },
  { continue: false, stopReason: 'no', user_message: 'no' },
  { decision: 'block', reason: 'no', hookSpecificOutput: { additionalContext: 'x' } },
  { decision: 'ask', permission: 'ask', reason: 'sure?' },
  { halt: true, haltReason: 'no' },
];

const ends: Input['end'][] = [{ code: 0 }, { code: 1 }, { code: 2 }, { code: 3 }];

/** The first gate of each event, of every dialect under every host. */
export const firstGates = all.filter((place) => isGate(place) && place.firstOfEvent);

/** A refusal that is cut off after each of its characters, at a gate. */
export function* cutOff(place: MatrixCase): Generator<Input> {
  for (const answer of verdicts.slice(0, 3)) {
    const text = JSON.stringify(answer);
    for (let length = 1; length < text.length; length++)
      for (const end of length % 3 ? ends.slice(0, 1) : ends)
        yield {
          ...{ place: nameOf(place), flags: {}, end },
          ...{ stdout: text.slice(0, length), stderr: '' },
        };
  }
}

const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;

/** Refusals in the words of Cursor that are far too large, each with what it is. */
export const huge: [string, string][] = [
  [
    '9 MB in one string',
    `{"permission":"deny","decision":"deny","user_message":"${'x'.repeat(9 << 20)}"}`,
  ],
  ['a rewrite 50,000 levels deep', `{"permission":"ask","updated_input":{"command":${deep}}}`],
  [
    '50,000 keys in each other',
    `{"permission":"deny","a":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_001)}`,
  ],
];

/** Where other hosts ask a hook of Cursor about a call. */
export const cursorElsewhere = firstGates.filter(
  ({ dialect, native, host }) =>
    dialect === 'cursor' && native === 'preToolUse' && host !== 'cursor',
);
