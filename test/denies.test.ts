// A refusal that the library says to any event of any agent, and what the agent makes of it.
import { describe, expect, test } from 'vitest';
import { adapters, type Vendor } from '../src/adapters/index.ts';
import type { Loss } from '../src/canonical/loss.ts';
import { severityOf } from '../src/canonical/loss.ts';
import type { Outcome } from '../src/canonical/outcome.ts';
import { say } from '../src/index.ts';
import type { Json } from '../src/util/json.ts';
import { firedAs, payloads } from './conformance/fixtures.ts';
import type { Effect } from './oracles/effect.ts';
import { effectOnPayload, oracles } from './oracles/index.ts';

const agents = (Object.keys(adapters) as Vendor[]).filter((one) => one !== 'anyhook');
const reason = 'Not this.';
const verdicts: Record<string, Outcome> = {
  deny: { decision: 'deny', reason },
  halt: { halt: true, haltReason: reason },
};

/** What asks for nothing. */
const nothings: readonly Outcome[] = [
  { halt: false },
  { clear: false },
  { quiet: false },
  { decision: undefined, halt: undefined, tail: undefined } as Outcome,
  { reason: '', message: ' ', haltReason: '\n' },
];

/** What an agent does with what is said to it. */
type ExpectedEffect = 'refuses' | 'hides' | 'goes on' | 'reads it' | 'nothing';

function effectOf(heard: Effect): ExpectedEffect {
  if (heard.verdict === 'deny' || heard.verdict === 'halt' || heard.ends) return 'refuses';
  if (heard.replaced ?? heard.output ?? heard.response) return 'hides';
  if (heard.followUp) return 'goes on';
  return heard.context?.includes(reason) ? 'reads it' : 'nothing';
}

/** What is wrong with what was said, if anything. */
function faultOf(
  effect: ExpectedEffect,
  said: { stdout: string; losses: readonly Loss[]; silence: string; over: boolean },
): string | undefined {
  const { stdout, losses, silence, over } = said;
  const unsafe = losses.some((loss) => severityOf(loss) === 'unsafe');
  const shown = losses.some(({ kind }) => kind === 'unhidden');
  if (effect === 'reads it') return shown ? undefined : 'is read beside a result, without a loss';
  if (shown) return 'hides a result, with a loss that says it does not';
  if (effect !== 'nothing') return undefined;
  if (!unsafe && !over) return 'does nothing, without an unsafe loss';
  return stdout.trim() === silence ? undefined : 'does nothing, and looks like a refusal';
}

describe.each(agents)('In %s', (vendor) => {
  const { bindings } = adapters[vendor];
  const fixtures = Object.entries(payloads[vendor] ?? {}).map(([name, { payload, named }]) => ({
    name,
    payload,
    native: firedAs(vendor, payload, named),
  }));

  /** What a verdict comes to, event by event, and what is wrong with how it is said. */
  const played = (word: string) => {
    const faults: unknown[] = [];
    const effects = new Map<string, ExpectedEffect>();
    for (const { name, payload, native } of fixtures) {
      const binding = bindings.find(native);
      if (!binding) continue;
      const { stdout, stderr, exitCode, losses } = say(vendor, payload, verdicts[word] as Outcome);
      const ran = { code: exitCode, stdout, stderr };
      const effect = effectOf(
        effectOnPayload(vendor, oracles[vendor](native, ran, 'host'), payload),
      );
      effects.set(native, effect);
      const { neutralResponse, event } = binding;
      const fault = faultOf(effect, {
        stdout,
        losses,
        silence: neutralResponse === null ? '' : JSON.stringify(neutralResponse),
        // The turn is over anyway: a halt asks that no other begins.
        over: event === 'stop' && word === 'halt',
      });
      if (fault) faults.push([name, fault, stdout, losses]);
    }
    return { faults, effects };
  };

  test.each(
    Object.keys(verdicts),
  )('a %s that is said to an event has an effect, or is an unsafe loss and says nothing', (word) => {
    const { faults, effects } = played(word);
    expect(faults).toEqual([]);
    const all = bindings.all().map(({ native }) => native);
    expect([...effects.keys()].sort()).toEqual(all.sort());
  });

  test('a deny or a halt whose reason is empty, blank or absent is answered like one with the general reason', () => {
    for (const { name, payload, native } of fixtures)
      for (const at of [native, payload])
        for (const verdict of [{ decision: 'deny' }, { halt: true }] as const) {
          const general = say(vendor, at, verdict);
          for (const text of ['', ' ', '\t\n'])
            for (const key of ['reason', 'message', 'haltReason', 'followUp'])
              expect(say(vendor, at, { ...verdict, [key]: text }), `${name}, ${key}`).toEqual(
                key === 'followUp' && text
                  ? say(vendor, at, { ...verdict, followUp: 'Blocked by a hook.' })
                  : general,
              );
        }
  });

  test('what asks for nothing is answered like an empty outcome, and nothing is lost of it', () => {
    for (const { name, payload, native } of fixtures)
      for (const at of [native, payload]) {
        const silent = say(vendor, at, {});
        expect(silent.losses, name).toEqual([]);
        for (const one of nothings) expect(say(vendor, at, one), name).toEqual(silent);
      }
  });

  test('an event that refuses for a deny refuses for a halt', () => {
    const [denied, halted] = [played('deny').effects, played('halt').effects];
    const refusing = [...denied].flatMap(([native, is]) => (is === 'refuses' ? [native] : []));
    expect(refusing.length).toBeGreaterThan(1);
    expect(refusing.filter((native) => halted.get(native) !== 'refuses')).toEqual([]);
  });
});

describe('Claude Code, once a tool is over,', () => {
  const said = (fixture: string, outcome: Outcome) => {
    const { payload } = payloads.claude?.[fixture] as { payload: Json };
    const { stdout, losses } = say('claude', payload, outcome);
    return {
      stdout: JSON.parse(stdout) as Json,
      losses: losses.filter(({ kind }) => kind === 'unhidden'),
    };
  };
  const block = { decision: 'block', reason };

  test.each([
    ['PostToolUse-Write', 'lossy'],
    ['docs-PostToolUse-Edit', 'lossy'],
    ['PostToolUseFailure-Bash', 'unsafe'],
  ] as const)('blocks %s and does not end the turn, and the loss of what stays in view is %s', (fixture, severity) => {
    expect(said(fixture, verdicts.deny as Outcome)).toEqual({
      stdout: block,
      losses: [{ kind: 'unhidden', path: 'replaced', severity }],
    });
  });

  test('ends the turn where a result with data cannot be replaced, and replaces the others', () => {
    const { stdout } = said('PostToolUse-Agent-context', verdicts.deny as Outcome);
    expect(stdout).toEqual({ continue: false, stopReason: reason });
    expect(said('docs-PostToolUse-Bash-stderr', verdicts.deny as Outcome).stdout).toHaveProperty(
      'hookSpecificOutput.updatedToolOutput.stdout',
      reason,
    );
  });
});

describe.each(agents)('A rewritten prompt in %s', (vendor) => {
  const prompts = Object.values(payloads[vendor] ?? {}).flatMap(({ payload, event, named }) => {
    const native = firedAs(vendor, payload, named);
    return typeof event.prompt === 'string' &&
      adapters[vendor].bindings.find(native)?.event === 'prompt'
      ? [[native, payload, event.prompt] as const]
      : [];
  });

  test('is sent, or the person reads it in a refusal', () => {
    expect(prompts.length).toBeGreaterThan(0);
    for (const [native, payload] of prompts) {
      const wishes: Outcome[] = [
        {},
        { context: 'C' },
        { message: 'M' },
        { decision: 'allow' },
        { decision: 'ask' },
      ];
      for (const wish of wishes) {
        const said = say(vendor, payload, { ...wish, prompt: 'use [secret] please' });
        const heard = oracles[vendor](native, { ...said, code: said.exitCode }, 'host');
        const isRefused = heard.verdict === 'deny' || heard.verdict === 'halt';
        expect([native, wish, isRefused || heard.prompt]).toEqual([
          native,
          wish,
          isRefused || 'use [secret] please',
        ]);
        if (isRefused) expect(heard.reason).toContain('use [secret] please');
        const unsafe = said.losses.filter((loss) => severityOf(loss) === 'unsafe');
        expect([native, wish, unsafe]).toEqual([native, wish, []]);
      }
    }
  });

  test('that is not changed asks for nothing', () => {
    for (const [native, payload, prompt] of prompts) {
      const said = say(vendor, payload, { prompt });
      const { verdict } = oracles[vendor](native, { ...said, code: said.exitCode }, 'host');
      expect([native, verdict, said.losses]).toEqual([native, 'pass', []]);
    }
  });
});
