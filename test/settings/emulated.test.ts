import { describe, expect, test } from 'vitest';
import type { Hook } from '../../src/canonical/hook.ts';
import { describeHookLoss } from '../../src/convert/hook-loss.ts';
import { lossesOf } from '../../src/convert/losses.ts';
import { wrapHook } from '../../src/convert/wrap-hook.ts';
import { entryPointsOf } from '../../src/coverage/entry-points.ts';
import { adapterOf } from '../../src/translate/host.ts';

const entries = (host: string, hook: Hook) => {
  const agent = adapterOf(host);
  return wrapHook(agent, hook, entryPointsOf(agent, hook), { launcher: 'anyhook' });
};
const losses = (host: string, hook: Hook) =>
  lossesOf(adapterOf(host), hook, entryPointsOf(adapterOf(host), hook)).map(describeHookLoss);
const of = (speaks: string, event: string, more: Partial<Hook> = {}): Hook => ({
  speaks,
  event,
  command: 'hook.sh',
  ...more,
});

describe('an entry that tells the runner where a prompt begins', () => {
  test.each([
    ['gemini', of('cursor', 'preCompact'), ['BeforeAgent']],
    ['terminai', of('anyhook', 'compact'), ['BeforeAgent']],
    ['terminai', of('cursor', 'beforeShellExecution', { halt: 'strict' }), ['BeforeAgent']],
    ['cursor', of('gemini', 'BeforeTool', { halt: 'strict' }), ['beforeSubmitPrompt']],
    ['terminai', of('cursor', 'stop'), ['BeforeAgent']],
    ['terminai', of('gemini', 'AfterAgent'), ['BeforeAgent']],
    ['terminai', of('terminai', 'AfterAgent', { loopLimit: 3 }), ['BeforeAgent']],
    ['terminai', of('terminai', 'AfterAgent', { log: 'x' }), []],
    ['gemini', of('cursor', 'stop'), []],
    ['gemini', of('tabnine', 'PreCompress'), []],
    ['cursor', of('gemini', 'PreCompress'), []],
    ['gemini', of('cursor', 'beforeShellExecution'), []],
  ])('stands in %s for the hook %o at exactly these events: %j', (host, hook, events) => {
    const noted = entries(host, hook).filter(({ kind }) => kind === 'memory');
    expect(noted.map((one) => one.event)).toEqual(events);
    expect(entries(host, hook).length).toBeGreaterThan(noted.length);
  });
});

test('the converted line of a hook with a strict halt has --halt strict', () => {
  const [entry] = entries('gemini', of('cursor', 'beforeShellExecution', { halt: 'strict' }));
  expect(JSON.stringify(entry)).toContain('--halt strict');
});

test('context that the runner delivers is no loss, or only the loss that it comes later', () => {
  expect(losses('gemini', of('cursor', 'sessionStart'))).toEqual([]);
  const later =
    'Cursor takes no context at this event, so anyhook adds it at a later event of the session';
  expect(losses('cursor', of('gemini', 'BeforeAgent'))).toContain(later);
  expect(losses('terminai', of('cursor', 'sessionStart'))).toEqual([
    later.replace('Cursor', 'TerminaI'),
  ]);
});

describe('a result in place of that of a tool, which Cursor takes for MCP tools alone,', () => {
  const hides = [
    'where it ends the turn, only this result is hidden',
    'it can hide or replace a result, but not the message of a failed call',
  ];
  test.each([
    'mcp_.*',
    '^mcp_db_',
    'mcp_db_query',
  ])('is no unsafe loss for the matcher %s, which means MCP tools', (matcher) => {
    const hook = of('gemini', 'AfterTool', { matcher });
    const all = lossesOf(adapterOf('cursor'), hook, entryPointsOf(adapterOf('cursor'), hook));
    expect(all.filter(({ severity }) => severity === 'unsafe')).toEqual([]);
    expect(all.map(describeHookLoss)).toEqual(expect.arrayContaining(hides));
  });

  test.each([
    undefined,
    'run_shell_command',
    'mcp_.*|run_shell_command',
  ])('is a loss for the matcher %s, which means other tools too', (matcher) => {
    const lost = losses('cursor', of('gemini', 'AfterTool', matcher ? { matcher } : {}));
    expect(lost).toContain('Cursor ignores at this event: a halt, a result in place of the tool’s');
  });

  test('is no loss for a hook of Cursor, and one for a hook of anyhook.yaml on the shell', () => {
    const all = losses('cursor', of('cursor', 'postToolUse'));
    expect(all).toEqual([]);
    expect(losses('cursor', of('anyhook', 'after-tool', { tools: ['shell'] })).join()).toContain(
      'a rewritten result',
    );
  });
});

test.each([
  ['cat "$GEMINI_PLANS_DIR/x"', true],
  [`cat \${GEMINI_PLANS_DIR:-/tmp}/x`, true],
  ['cat $GEMINI_PLANS_DIRS $GEMINI_CWD', false],
  ['cat GEMINI_PLANS_DIR', false],
])('whether %s is reported for a variable that Cursor does not set must be: %s', (command, named) => {
  const lost = losses('cursor', of('gemini', 'BeforeTool', { command }));
  expect(lost.includes('its command uses GEMINI_PLANS_DIR, which Cursor does not set')).toBe(named);
  expect(losses('gemini', of('gemini', 'BeforeTool', { command }))).toEqual([]);
});
