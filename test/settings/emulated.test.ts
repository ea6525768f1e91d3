import { describe, expect, test } from 'vitest';
import type { Hook } from '../../src/canonical/hook.ts';
import { describeHookLoss } from '../../src/settings/findings/hook-loss.ts';
import { lossesOf } from '../../src/settings/findings/losses.ts';
import { waysOf, wrap } from '../../src/settings/lines/wrap.ts';
import { adapterOf } from '../../src/translate/host.ts';

const entries = (host: string, hook: Hook) => {
  const agent = adapterOf(host);
  return wrap(agent, hook, waysOf(agent, hook), { launcher: 'anyhook' });
};
const losses = (host: string, hook: Hook) =>
  lossesOf(adapterOf(host), hook, waysOf(adapterOf(host), hook)).map(describeHookLoss);
const of = (speaks: string, event: string, more: Partial<Hook> = {}): Hook => ({
  speaks,
  event,
  command: 'hook.sh',
  ...more,
});

describe('an entry on the prompt event tells the shim where a prompt begins', () => {
  test.each([
    ['gemini', of('cursor', 'preCompact'), 'BeforeAgent'],
    ['terminai', of('anyhook', 'compact'), 'BeforeAgent'],
    ['terminai', of('cursor', 'beforeShellExecution', { halt: 'strict' }), 'BeforeAgent'],
    ['cursor', of('gemini', 'BeforeTool', { halt: 'strict' }), 'beforeSubmitPrompt'],
    ['gemini', of('tabnine', 'PreCompress'), undefined],
    ['cursor', of('gemini', 'PreCompress'), undefined],
    ['gemini', of('cursor', 'beforeShellExecution'), undefined],
  ])('%s %o', (host, hook, event) => {
    const noted = entries(host, hook).filter(({ remembers }) => remembers);
    expect(noted.map((one) => one.event)).toEqual(event === undefined ? [] : [event]);
    expect(entries(host, hook).length).toBeGreaterThan(noted.length);
  });
});

test('--halt stands on the line', () => {
  const [entry] = entries('gemini', of('cursor', 'beforeShellExecution', { halt: 'strict' }));
  expect(JSON.stringify(entry)).toContain('--halt strict');
});

test('what the shim sees to is no loss, or a smaller one', () => {
  expect(losses('gemini', of('cursor', 'sessionStart'))).toEqual([]);
  const later = 'context comes with a later event of the session';
  expect(losses('cursor', of('gemini', 'BeforeAgent'))).toContain(later);
  expect(losses('terminai', of('cursor', 'sessionStart'))).toEqual([later]);
});
