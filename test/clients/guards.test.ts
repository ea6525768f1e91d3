// Several guards at one gate, guards that are too slow, and questions nobody is there to answer.
import { describe, expect, test } from 'vitest';
import { gemini, type HookEntry } from './gemini.ts';
import { byCall, cursor, shim } from './hook.ts';
import { blocked, functionResponses, outOfTime, shell } from './model-view.ts';

/** One group, as a user writes it whose hooks have to run one after the other. */
const sequential = (...entries: HookEntry[]): HookEntry[] => [
  { sequential: true, hooks: entries.flatMap(({ hooks }) => hooks) },
];
const parallel = (...entries: HookEntry[]): HookEntry[] => entries;
const orders = [
  ['sequential', sequential],
  ['parallel', parallel],
] as const;

/** A Cursor script and a Tabnine script that refuse one word each, and allow the rest. */
const noAlpha = cursor(
  'beforeShellExecution',
  `grep -q alpha && echo '{"permission":"deny","user_message":"No alpha."}' || echo '{"permission":"allow"}'`,
);
const noBeta = shim(
  ['--as tabnine'],
  `grep -q beta && echo '{"decision":"deny","reason":"No beta."}' || echo '{"decision":"allow","reason":"Fine by me."}'`,
);

describe.each(orders)('two %s guards', (_, group) => {
  test('refuse every call that either of them denies', async () => {
    const run = await gemini({
      hooks: { BeforeTool: group(noAlpha, noBeta) },
      turns: ['alpha', 'beta', 'gamma'].map((word) => shell(`echo ran > ${word}.txt`)),
    });
    expect(blocked(run.requests[1])).toContain('No alpha.');
    expect(blocked(run.requests[2])).toContain('No beta.');
    expect(run.file('alpha.txt')).toBeUndefined();
    expect(run.file('beta.txt')).toBeUndefined();
    expect(run.file('gamma.txt')).toBe('ran\n');
    expect(run.exitCode).toBe(0);
  });
});

const pnpm = cursor('preToolUse', '.cursor/hooks/use-pnpm.mjs');

describe('beside a hook that rewrites a call', () => {
  const noPnpm = shim(
    ['--as tabnine'],
    `tee -a "$HOOK_SEEN" | grep -q pnpm && echo '{"decision":"deny","reason":"No pnpm."}' || echo '{}'`,
  );

  test.each(
    orders,
  )('a guard is shown the rewritten call only if hooks run in sequence (%s)', async (order, group) => {
    const run = await gemini({
      hooks: { BeforeTool: group(pnpm, noPnpm) },
      turns: [shell('echo npm test > ran.txt')],
    });
    // Only one after the other, the second hook is told of the rewritten call.
    if (order === 'sequential') {
      expect(blocked(run.requests[1])).toContain('No pnpm.');
      expect(run.file('ran.txt')).toBeUndefined();
    } else {
      expect(run.file('ran.txt')).toBe('pnpm test\n');
    }
  });

  test('a second hook rewrites the call that the first one left', async () => {
    const ci = shim(
      ['--as tabnine'],
      `sed -E 's/.*"command":"([^"]*) > ran.txt".*/{"hookSpecificOutput":{"tool_input":{"command":"\\1 --ci > ran.txt"}}}/'`,
    );
    const run = await gemini({
      hooks: { BeforeTool: sequential(pnpm, ci) },
      turns: [shell('echo npm test > ran.txt')],
    });
    expect(run.file('ran.txt')).toBe('pnpm test --ci\n');
  });
});

/** Does one thing when asked about a word, and nothing otherwise. */
const about = (word: string, does: string) =>
  `if grep -q ${word}; then ${does}; else echo '{}'; fi`;

const late = (word: string) =>
  about(word, `sleep 300; echo '{"permission":"allow","decision":"allow"}'`);
const cursorAsks = (word: string) =>
  about(word, `echo '{"permission":"ask","user_message":"Sure?"}'`);
// TerminaI itself takes an `ask` for nothing.
const familyAsks = (word: string) => about(word, `echo '{"decision":"ask","reason":"Sure?"}'`);

const canonical = ['--as anyhook', '--event before-tool'];
const second = '--timeout 1s';
const question = /A person must approve this: Sure\?/;

/** Guards by the word of the call that they are asked about, and why they refuse it. */
const refusing: Record<string, [entry: (word: string) => HookEntry, reason: RegExp]> = {
  'late-tabnine': [
    (word) => shim(['--as tabnine', '--on-failure block', second], late(word)),
    outOfTime,
  ],
  'late-anyhook': [(word) => shim([...canonical, second], late(word)), outOfTime],
  'ask-shell': [(word) => cursor('beforeShellExecution', cursorAsks(word)), question],
  'ask-cursor': [(word) => cursor('preToolUse', cursorAsks(word)), question],
  'ask-tabnine': [(word) => shim(['--as tabnine'], familyAsks(word)), question],
  'ask-anyhook': [(word) => shim(canonical, familyAsks(word)), question],
  'ask-gemini': [(word) => shim(['--as gemini', '--ask deny'], familyAsks(word)), question],
};

test('a guard that runs out of time, and a question that nobody is there to answer, refuse the call, and the session goes on', async () => {
  const words = Object.keys(refusing);
  const entries = Object.entries(refusing).map(([word, [entry]]) => [word, entry(word)] as const);
  const run = await gemini({
    hooks: { BeforeTool: [byCall({ ...Object.fromEntries(entries), 'fine.txt': noAlpha })] },
    turns: [
      ...words.flatMap((word) => [shell(`echo ran > ${word}.txt`), shell('echo fine >> fine.txt')]),
      { text: 'That was all.' },
    ],
  });
  for (const [i, word] of words.entries()) {
    expect(blocked(run.requests[2 * i + 1]), word).toMatch(refusing[word]?.[1] as RegExp);
    expect(run.file(`${word}.txt`), word).toBeUndefined();
    const next = functionResponses(run.requests[2 * i + 2]);
    expect(next, word).toMatchObject([{ output: expect.any(String) }]);
  }
  expect(run.file('fine.txt')).toBe('fine\n'.repeat(words.length));
  expect(run.stdout).toContain('That was all.');
  expect(run.exitCode).toBe(0);
});
