// A refusal stays a refusal under every host, whatever text its reason is: at a gate, at the end of a turn, after a tool.

import { expect, test } from 'vitest';
import type { Vendor } from '../../src/adapters/index.ts';
import type { Finished } from '../../src/mapping/adapter.ts';
import type { Run } from '../../src/shim/prepare-run.ts';
import { isGate } from '../../src/translate/bindings.ts';
import type { Json } from '../../src/util/json.ts';
import { answerOf, followUpOf, vendors } from '../conformance/fixtures.ts';
import { type Effect, rank } from '../oracles/effect.ts';
import { oracles } from '../oracles/index.ts';
import { answerHook, listCases, type MatrixCase } from './cases.ts';

/** Texts that some reader takes for none, for too much, or for no text at all. */
const short: Record<string, string> = {
  'half an emoji': 'Blocked: \ud83d',
  'the other half of an emoji': '\ude00 blocked',
  'the halves of an emoji in the wrong order': 'a \ude00\ud83d b',
  'a character that is blank in Rust alone': '\u0085',
  'a character that is blank in JavaScript alone': '\ufeff',
  'no text': '',
  'blanks alone': ' \t\n\r ',
  'a line separator and a paragraph separator': '\u2028\u2029',
  'a NUL character': '\0',
  'a text with control characters': '\u001b[31mno\u0007\u0008',
  'a text from right to left': '\u202eon\u202c',
  'an answer in JSON that allows':
    '{"permissionDecision":"allow","decision":"allow","continue":true}',
  'the word __proto__': '__proto__',
  'a text with JSON escapes': '\\ud83d \\u0000 \\" \\',
  'a text of noncharacters': '\uffff\ufffe',
  'a text of two lines': 'one\r\ntwo',
};
const long: Record<string, string> = {
  'characters of one byte': 'x'.repeat(400_000),
  'characters that JSON may escape': '\u00e9'.repeat(180_000),
  'surrogate pairs': `a${'😀'.repeat(90_000)}`,
};
const endless = 'x'.repeat(11_000_000);

const texts = /reason|message|stderr|text/i;

/** An answer with a text wherever it has one. */
const saying = (answer: Json, text: string): Json =>
  Object.fromEntries(
    Object.entries(answer).map(([key, value]) => {
      if (typeof value === 'string' && texts.test(key)) return [key, text];
      const inner = typeof value === 'object' && value !== null && !Array.isArray(value);
      return [key, inner ? saying(value as Json, text) : value];
    }),
  );

const ended = (some: Partial<Finished>) =>
  ({ code: 0, stdout: '', stderr: '', ...some }) as Finished;

/** A refusal with a text, in every way that a hook of the dialect has. */
function refusals({ dialect, native }: MatrixCase, text: string): Finished[] {
  const answer = answerOf(dialect, native, 'deny') ?? followUpOf(dialect, native);
  return [
    ...(answer ? [ended({ stdout: JSON.stringify(saying(answer, text)) })] : []),
    ended({ code: 2, stderr: text }),
  ];
}

const places = [...listCases()].filter(({ firstOfEvent }) => firstOfEvent);
const gates = places.filter(({ run }) => isGate(run.host.bindings[0]));
/** Of each kind a gate of tools, which every agent has. */
const firstOf = (key: (place: MatrixCase) => string): MatrixCase[] => {
  const seen = new Set<string>();
  return gates
    .filter(({ event }) => event === 'before-tool')
    .filter((one) => !seen.has(key(one)) && seen.add(key(one)));
};
const ofPair = firstOf(({ host, dialect }) => `${host} ${dialect}`);
const ofHost = firstOf(({ host, dialect }) => `${host} ${dialect === host}`);

/** Tells whether an agent refuses something, goes on at the end of a turn, or hides a result. */
const refuses = ({ verdict, ends, followUp, replaced, output }: Effect): boolean =>
  rank(verdict) >= rank('deny') || (ends ?? followUp ?? replaced ?? output) !== undefined;

/**
 * Where a hook's own agent refuses and the host does not; its own hooks end with 0 there. `inTurn`:
 * neighbouring places refuse in different ways, each in one of them.
 */
function weaker(some: readonly MatrixCase[], text: string, inTurn = false): string[] {
  return some.flatMap((place, turn) => {
    const { host, fired, dialect, native, told } = place;
    const run: Run = { ...place.run, flags: { ...place.run.flags, exit: '0' } };
    const all = refusals(place, text);
    return all
      .filter((_, i) => !inTurn || i === turn % all.length)
      .flatMap((ran) => {
        const own = oracles[dialect](native, ran, 'native');
        if (!refuses(own)) return [];
        const said = oracles[host](fired, answerHook(run, told, ran), 'host');
        return refuses(said) ? [] : [`${host} ${fired} <- ${dialect} ${native}, code ${ran.code}`];
      });
  });
}

/** The same through an agent that can be refused something with any text. */
const plain = new Set(weaker(places, 'no'));
const fresh = (found: readonly string[]) => found.filter((one) => !plain.has(one));

test.each(
  Object.entries(short),
)('a refusal stays a refusal under every host if its reason is %s', (_, text) => {
  expect(places.length).toBeGreaterThan(100);
  expect(plain.size).toBeLessThan(places.length / 2);
  expect(fresh(weaker(places, text))).toEqual([]);
});

test.each(
  Object.entries(long).map(([name, text], i) => [name, text, i] as const),
)('a refusal stays a refusal under every host if its reason is very long and made of %s', (_, text, turn) => {
  // Every host and every dialect meets each of these texts, a pair one of them.
  const placeOf = (vendor: Vendor): number => vendors.indexOf(vendor);
  const some = ofPair.filter(
    ({ host, dialect }) => (placeOf(host) + placeOf(dialect)) % Object.keys(long).length === turn,
  );
  expect(some.length).toBeGreaterThan(20);
  expect(fresh(weaker(some, text, true))).toEqual([]);
});

test('a refusal stays a refusal under every host if its reason has 11 million characters', () => {
  expect(ofHost.length).toBeGreaterThan(14);
  expect(fresh(weaker(ofHost, endless, true))).toEqual([]);
});

test('a rewrite of 11 million characters is a refusal for Copilot CLI, not the call as it was', () => {
  const place = gates.find(
    (one) => one.host === 'copilot' && one.dialect === 'claude' && one.native === 'PreToolUse',
  ) as MatrixCase;
  const input = { command: endless };
  const extra = { hookEventName: 'PreToolUse', permissionDecision: 'allow', updatedInput: input };
  const ran = ended({ stdout: JSON.stringify({ hookSpecificOutput: extra }) });
  const said = answerHook(place.run, place.told, ran);
  expect(oracles.copilot(place.fired, said, 'host')).toMatchObject({
    verdict: 'deny',
    reason: expect.stringContaining('rewrote this call'),
  });
});
