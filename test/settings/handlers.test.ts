// An agent whose hooks are more than shell lines: nothing but its own table says so.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adapters, settingsTables } from '../../src/adapters/index.ts';
import type { SettingsTable } from '../../src/mapping/settings.ts';
import { formatOf, readHooks } from '../../src/settings/formats/index.ts';
import { handlerOf } from '../../src/settings/handler.ts';
import { convert } from './laws.ts';
import { project } from './project.ts';

const text = (value: unknown) => String(value);
const acme: SettingsTable = {
  ...settingsTables.gemini,
  handler({ type, command, args, url, server, tool }) {
    if (type === 'prompt' || type === 'agent') return { kind: 'model' };
    if (type === 'http') return { kind: 'http', url: text(url) };
    if (type === 'mcp_tool') return { kind: 'mcp', server: text(server), tool: text(tool) };
    const isProgram = Array.isArray(args) && typeof command === 'string';
    return isProgram ? { kind: 'program', words: [command, ...args.map(text)] } : undefined;
  },
};
const all = { adapters, settingsTables } as unknown as Record<string, Record<string, unknown>>;
beforeAll(() => {
  Object.assign(all.adapters as object, { acme: { ...adapters.gemini, id: 'acme' } });
  Object.assign(all.settingsTables as object, { acme });
});
afterAll(() => {
  delete all.adapters?.acme;
  delete all.settingsTables?.acme;
});

const file = (entry: object) => ({
  vendor: 'acme',
  text: JSON.stringify({ hooks: { BeforeTool: [{ hooks: [entry] }] } }),
});

test.each([
  [{ type: 'prompt', prompt: 'safe?' }, 'model', 'model-answers'],
  [{ type: 'agent', prompt: 'safe?' }, 'model', 'model-answers'],
  [{ type: 'http', url: 'https://x.test' }, 'http', 'http-answers'],
  [{ type: 'mcp_tool', server: 's', tool: 't' }, 'mcp', 'mcp-answers'],
  [{ type: 'dream', of: 'sheep' }, 'foreign', 'unknown-handler'],
])('%j has no form elsewhere, and is as it was at home', (entry, kind, code) => {
  const { hooks } = readHooks('acme', file(entry).text, 'x');
  expect(hooks.map(({ hook }) => handlerOf(hook).kind)).toEqual([kind]);
  for (const to of ['cursor', 'gemini'])
    expect(convert(file(entry), to)).toMatchObject({
      unsafe: true,
      rows: [{ how: 'lost', losses: [{ severity: 'unsafe', code }] }],
    });
  for (const { hook } of hooks) expect(formatOf('acme').says('acme', hook)).toBe(true);
});

test('a program has its arguments as they are, there and back', async () => {
  const args = ['-e', 'console.error(process.argv[1]); process.exit(2)', "it's $(touch x) *"];
  const entry = { type: 'command', command: 'node', args };
  const there = convert(file(entry), 'gemini');
  expect(there).toMatchObject({ unsafe: false, rows: [{ how: 'shim' }] });
  const back = convert({ vendor: 'gemini', text: there.text }, 'acme');
  expect(JSON.parse(back.text)).toEqual(JSON.parse(file(entry).text));
  const { command } = JSON.parse(there.text).hooks.BeforeTool[0].hooks[0];
  const line = command.slice(command.indexOf(' -- ') + 4, command.lastIndexOf(' || '));
  const p = project();
  const said = await p.fires(`sh -c ${line}`, {}, 'bash');
  expect(said.stderr).toBe("it's $(touch x) *\n");
  expect(p.has('x')).toBe(false);
});
