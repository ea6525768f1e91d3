// Several guards at one gate, guards that are too slow, and questions nobody is there to answer.
import { describe, expect, test } from 'vitest';
import { gemini, type HookEntry, type Run } from './gemini.ts';
import { cursor, shim } from './hook.ts';
import { blocked, functionResponses, shell } from './model-view.ts';

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

/** The call was refused for this reason, which the model reads, and the session went on to its end. */
function expectRefused(run: Run, reason: RegExp): void {
  expect(blocked(run.requests[1])).toMatch(reason);
  expect(run.file('made.txt')).toBeUndefined();
  expect(run.file('fine.txt')).toBe('fine\n');
  expect(functionResponses(run.requests[2])).toMatchObject([{ output: expect.any(String) }]);
  expect(run.stdout).toContain('That was all.');
  expect(run.exitCode).toBe(0);
}

const turns = [
  shell('echo ran > made.txt'),
  shell('echo fine > fine.txt'),
  { text: 'That was all.' },
];
/** Does one thing when asked about made.txt, and nothing otherwise. */
const about = (made: string) => `if grep -q made.txt; then ${made}; else echo '{}'; fi`;

describe('a guard that runs out of time', () => {
  const late = about(`sleep 300; echo '{"permission":"allow","decision":"allow"}'`);

  test.each([
    ['tabnine', ['--as tabnine', '--on-failure block']],
    ['anyhook', ['--as anyhook', '--event before-tool']],
  ])('refuses the call in the dialect %s, and lets the next call run', async (_, flags) => {
    const entry = shim([...flags, '--timeout 1s'], late);
    const run = await gemini({ hooks: { BeforeTool: [entry] }, turns });
    expectRefused(run, /out of time|timed? ?out|too long/i);
  });
});

describe('a question that no person is there to answer', () => {
  const cursorAsks = about(`echo '{"permission":"ask","user_message":"Sure?"}'`);
  // TerminaI itself takes an `ask` for nothing.
  const familyAsks = about(`echo '{"decision":"ask","reason":"Sure?"}'`);

  test.each([
    ['Cursor', cursor('beforeShellExecution', cursorAsks)],
    ['Cursor, of any tool', cursor('preToolUse', cursorAsks)],
    ['Tabnine', shim(['--as tabnine'], familyAsks)],
    ['anyhook', shim(['--as anyhook', '--event before-tool'], familyAsks)],
    ['Gemini, with --ask deny', shim(['--as gemini', '--ask deny'], familyAsks)],
  ])('of a script written for %s refuses the call, and the session goes on', async (_, entry) => {
    const run = await gemini({ hooks: { BeforeTool: [entry] }, turns });
    expectRefused(run, /A person must approve this: Sure\?/);
  });
});
