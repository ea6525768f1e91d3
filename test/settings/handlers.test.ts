// An agent whose hooks are more than shell lines: nothing but its own table says so.
import { expect, test } from 'vitest';
import { formatOf, readHooks } from '../../src/settings/formats/index.ts';
import { handlerOf } from '../../src/settings/own-agent.ts';
import { register } from '../throwaway/registered.ts';
import { convert } from './laws.ts';

register();

const file = (entry: object) => ({
  vendor: 'lists',
  text: JSON.stringify({ hooks: { PreToolUse: [{ hooks: [entry] }] } }),
});

test.each([
  [{ type: 'prompt', prompt: 'safe?' }, 'model', 'model-answers'],
  [{ type: 'agent', prompt: 'safe?' }, 'model', 'model-answers'],
  [{ type: 'mcp_tool', server: 's', tool: 't' }, 'mcp', 'mcp-answers'],
  [{ type: 'dream', of: 'sheep' }, 'unknown', 'unknown-handler'],
])('an entry %j is an unsafe loss in other agents, and stays as it is in its own file', (entry, kind, code) => {
  const { hooks } = readHooks('lists', file(entry).text, 'x');
  expect(hooks.map(({ hook }) => handlerOf(hook).kind)).toEqual([kind]);
  for (const to of ['cursor', 'gemini'])
    expect(convert(file(entry), to)).toMatchObject({
      unsafe: true,
      rows: [{ how: 'lost', losses: [{ severity: 'unsafe', code }] }],
    });
  for (const { hook } of hooks) expect(formatOf('lists').canState('lists', hook)).toBe(true);
});

test('an unknown event and an unknown key stay in their own file, and are unsafe losses elsewhere', () => {
  const entry = { type: 'command', command: 'guard', unless: 'Read' };
  const text = JSON.stringify({
    hooks: { PreToolUse: [{ hooks: [entry] }], PreDream: [{ hooks: [entry] }] },
  });
  const { hooks, unknown } = readHooks('lists', text, 'x');
  for (const { hook } of hooks) expect(formatOf('lists').canState('lists', hook)).toBe(true);
  expect(unknown).toMatchObject([{ hook: { event: 'PreDream', command: 'guard' } }]);
  for (const to of ['cursor', 'gemini']) {
    const { unsafe, rows } = convert({ vendor: 'lists', text }, to);
    expect(unsafe).toBe(true);
    expect(rows.flatMap(({ losses }) => losses)).toMatchObject([
      { severity: 'unsafe', code: 'unknown-keys', keys: ['unless'] },
      { severity: 'unsafe', code: 'unknown-event', event: 'PreDream' },
    ]);
    // What stands in the source's own file is its own: nothing of it is touched on the way back.
    expect(convert({ vendor: to, text: '{}' }, 'lists', text).text).toBe(text);
  }
});

test('a program with arguments comes back from another agent with the same arguments', () => {
  const args = ['-e', 'process.exit(2)', "it's $(touch x) *"];
  const entry = { type: 'command', command: 'node', args };
  const there = convert(file(entry), 'gemini');
  expect(there).toMatchObject({ unsafe: false, rows: [{ how: 'shim' }] });
  const back = convert({ ...there, vendor: 'gemini' }, 'lists');
  expect(JSON.parse(back.text)).toEqual(JSON.parse(file(entry).text));
});
