// What the functions that write answers take and give: plain data, which belongs to the caller.
import { describe, expect, test } from 'vitest';
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import { toolKinds } from '../../src/canonical/kinds.ts';
import {
  AnyhookError,
  feedback,
  type Outcome,
  read,
  refuse,
  say,
  strictest,
} from '../../src/index.ts';
import { payloads } from '../conformance/fixtures.ts';

const agents = (Object.keys(adapters) as Vendor[]).filter((one) => one !== 'anyhook');

/** Changes everything that an object holds, down to its last value. */
function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const inner of Object.values(value)) spoil(inner);
  for (const key of Object.keys(value)) (value as Record<string, unknown>)[key] = 'spoilt';
  (value as Record<string, unknown>).added = 'spoilt';
}

describe.each(agents)('In %s', (vendor) => {
  test('an answer that a caller changes is not part of any later answer', () => {
    const outcomes: Outcome[] = [
      {},
      { decision: 'deny' },
      { halt: true, context: 'x' },
      { message: 'x', replaced: 'x', toolNames: ['x'], env: { x: 'y' }, request: { x: [1] } },
    ];
    const natives = adapters[vendor].bindings.nativeNames;
    for (const native of natives)
      for (const outcome of outcomes) {
        const answer = say(vendor, native, outcome);
        const before = structuredClone(answer);
        spoil(answer);
        expect(say(vendor, native, outcome), native).toEqual(before);
      }
    expect(natives.length).toBeGreaterThan(8);
  });

  test('a refusal and words that a caller changes are not part of any later ones', () => {
    let heard = 0;
    for (const native of adapters[vendor].bindings.nativeNames)
      for (const run of [refuse, feedback]) {
        let answer: unknown;
        try {
          answer = run(vendor, native, 'no');
        } catch {
          continue;
        }
        heard++;
        const before = structuredClone(answer);
        spoil(answer);
        expect(run(vendor, native, 'no'), native).toEqual(before);
      }
    expect(heard).toBeGreaterThan(4);
  });

  test('a reason without a verdict is in the answer, or a loss', () => {
    for (const native of adapters[vendor].bindings.nativeNames)
      for (const key of ['reason', 'haltReason'] as const) {
        const { stdout, losses } = say(vendor, native, { [key]: 'zyx' });
        const isSaid = stdout.includes('zyx');
        expect(losses, native).toEqual(isSaid ? [] : [{ kind: 'unsaid', path: key, value: 'zyx' }]);
        expect(say(vendor, native, { [key]: '' }).losses, native).toEqual([]);
      }
  });

  test('blank words to the model are an error', () => {
    for (const native of adapters[vendor].bindings.nativeNames)
      for (const blank of ['', '  ', '\n', '\u0085', '\u00a0 \u0085'])
        expect(() => feedback(vendor, native, blank), native).toThrow(/^the words: .*say what/s);
  });

  test('a refused rewrite says what is wrong with it, where something is', () => {
    let judged = 0;
    for (const [name, { payload }] of Object.entries(payloads[vendor] ?? {})) {
      const one = read(vendor, payload);
      if (!one.ok || one.problems.length || one.event.event !== 'before-tool') continue;
      const { tool, input } = one.event;
      const kinds = toolKinds[tool].input;
      for (const [key, kind] of Object.entries(kinds)) {
        if (kind !== 's' || !Object.hasOwn(input, key)) continue; // a text that every such call has
        const { [key]: _, ...others } = input as Record<string, unknown>;
        const missing = say(vendor, one, { input: others });
        const wrong = say(vendor, one, { input: { ...others, [key]: 5 } });
        if (missing.losses.some(({ kind: loss }) => loss === 'stricter'))
          expect(missing.stdout, name).toContain(
            `A hook's rewrite is wrong: input.${key} is missing`,
          );
        if (wrong.losses.some(({ kind: loss }) => loss === 'stricter'))
          expect(wrong.stdout, name).toContain(`input.${key}: expected a string, found number`);
        for (const { stdout } of [missing, wrong]) expect(stdout).not.toContain('cannot apply');
        judged += wrong.losses.length;
      }
    }
    expect(judged).toBeGreaterThan(3);
  });
});

class Denial {
  decision = 'deny';
}
/** Objects that say deny where no reader of plain data would see it. */
const hidden: Record<string, object> = {
  'a value that is not listed': Object.defineProperty({}, 'decision', { value: 'deny' }),
  'a symbol': { [Symbol('decision')]: 'deny' },
  'an inherited value': Object.create({ decision: 'deny' }),
  'an inherited value of an object without a prototype': Object.create(
    Object.create(null, { decision: { value: 'deny' } }),
  ),
  'an instance of a class': new Denial(),
  'an inherited getter': new (class {
    get decision() {
      return 'deny';
    }
  })(),
};

test.each(Object.entries(hidden))('%s is no outcome', (_, one) => {
  for (const run of [() => say('claude', 'PreToolUse', one), () => strictest([one])]) {
    expect(run).toThrow(AnyhookError);
    expect(run).toThrow(/^the outcome: .*: say a plain object/s);
  }
});

test.each([
  1, 2, 3,
])('a getter that says deny at reading %i alone denies, or is never read then', (nth) => {
  const make = () => {
    let reads = 0;
    return {
      outcome: {
        get decision() {
          reads++;
          return reads === nth ? ('deny' as const) : undefined;
        },
      },
      isRead: () => reads >= nth,
    };
  };
  const denied = make();
  const { stdout } = say('claude', 'PreToolUse', denied.outcome as Outcome);
  if (denied.isRead()) expect(stdout).toContain('deny');
  const joined = make();
  const { decision } = strictest([joined.outcome as Outcome]);
  if (joined.isRead()) expect(decision).toBe('deny');
});

test('a verdict that is undefined or null beside a reason is no outcome, and a reason of U+0085 alone is none', () => {
  for (const decision of [undefined, null])
    expect(() => say('claude', 'before-tool', { decision, reason: 'no' } as never)).toThrow(
      /^the outcome's decision: \w+: say one of allow, ask, deny$/,
    );
  expect(say('claude', 'before-tool', { decision: undefined } as never).response).toEqual({});
  expect(refuse('codex', 'NoSuchEvent', '\u0085').stderr).toBe('Blocked by a hook.\n');
});
