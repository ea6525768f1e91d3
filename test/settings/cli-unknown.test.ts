import { describe, expect, test } from 'vitest';
import { project, guard as refusing } from './project.ts';

const line = { type: 'command', command: './guard.sh' };
const guard = '#!/bin/sh\nexit 0\n';
const gemini = (hooks: object) =>
  project({ 'guard.sh': guard, '.gemini/settings.json': { hooks }, '.cursor/.keep': '' });

const convert = (p: ReturnType<typeof project>, ...args: string[]) =>
  p.anyhook('convert', 'gemini', 'cursor', '--write', ...args);

test('a hook at an unknown event is an unsafe loss, since the event may be a gate', async () => {
  const p = gemini({ BeforeTool: [{ hooks: [line] }], BeforeEverything: [{ hooks: [line] }] });
  const before = p.state();
  const refused = await convert(p);
  expect(refused.code).toBe(1);
  expect(refused.stdout + refused.stderr).toMatch(/: BeforeEverything is no event of Gemini/);
  expect(p.state()).toEqual(before);
  const { stdout } = await convert(p, '--json', '--dry-run');
  expect(JSON.parse(stdout)).toMatchObject({
    unsafe: true,
    hooks: [
      { event: 'BeforeTool' },
      {
        event: 'BeforeEverything',
        how: 'lost',
        severity: 'unsafe',
        losses: [{ code: 'unknown-event', event: 'BeforeEverything' }],
      },
    ],
  });
  expect((await convert(p, '--accept-loss')).code).toBe(0);
  expect(Object.keys(p.json('.cursor/hooks.json').hooks)).not.toContain('BeforeEverything');
});

describe('an unknown event in anyhook.yaml', () => {
  const events = { BeforeTool: [{ hooks: [line] }], BeforeEverything: [{ hooks: [line] }] };

  test('goes back to its own agent as it was and once, and remove takes it out', async () => {
    const p = gemini(events);
    expect((await p.anyhook('convert', 'gemini', 'anyhook', '--write')).code).toBe(0);
    expect(p.get('anyhook.yaml')).toContain('event: BeforeEverything');
    const own = p.get('.gemini/settings.json');
    const same = await p.anyhook('sync', '--to', 'gemini');
    expect([same.code, p.get('.gemini/settings.json')]).toEqual([0, own]);
    p.drop('.gemini');
    const said = await p.anyhook('sync', '--to', 'gemini');
    expect(said.code).toBe(0);
    expect(said.stdout).toMatch(
      /! anyhook.yaml:\d+: event: anyhook knows no event BeforeEverything of Gemini/,
    );
    expect(p.json('.gemini/settings.json').hooks).toEqual(events);
    const again = await p.anyhook('sync', '--to', 'gemini');
    expect(again.stdout).toContain('Up to date: .gemini/settings.json');
    const back = await p.anyhook('convert', 'gemini', 'anyhook', '--write');
    expect(back.stdout).toContain('Up to date: anyhook.yaml');
    expect((await p.anyhook('remove', 'gemini')).stdout).toContain('2 entries');
  });

  test('is an unsafe loss for another agent, and nothing is written', async () => {
    const p = gemini(events);
    expect((await p.anyhook('convert', 'gemini', 'anyhook', '--write')).code).toBe(0);
    const said = await p.anyhook('sync', '--to', 'cursor');
    expect(said.code).toBe(1);
    expect(said.stdout).toMatch(/: BeforeEverything is no event of Gemini/);
    expect(p.has('.cursor/hooks.json')).toBe(false);
  });

  test('is not written where its agent would drop the whole file for it', async () => {
    const entry = { command: './guard.sh' };
    const p = project({
      'guard.sh': guard,
      '.cursor/hooks.json': { version: 1, hooks: { stop: [entry], beforeLunch: [entry] } },
    });
    expect((await p.anyhook('convert', 'cursor', 'anyhook', '--write')).code).toBe(0);
    expect((await p.anyhook('sync', '--to', 'cursor', '--check')).code).toBe(5); // nothing there runs
    p.put('.cursor/hooks.json', { version: 1, hooks: {} });
    const said = await p.anyhook('sync', '--to', 'cursor');
    expect(said.code).toBe(1);
    expect(said.stdout).toMatch(/: Cursor may not know beforeLunch, and one unknown/);
    expect(p.json('.cursor/hooks.json').hooks).toEqual({});
  });

  test('is refused where it is a mistyped known one', async () => {
    const p = gemini({ BeforeTol: [{ hooks: [line] }] });
    expect((await p.anyhook('convert', 'gemini', 'anyhook', '--write')).code).toBe(1);
    p.put('anyhook.yaml', 'version: 1\nhooks:\n  - { speaks: gemini, event: BeforeTol, run: x }\n');
    const said = await p.anyhook('sync', '--to', 'gemini');
    expect(said.code).toBe(2);
    expect(said.stderr).toContain(
      'unknown event of gemini "BeforeTol"; did you mean "BeforeTool"?',
    );
  });
});

test('an entry at an unknown event of the target file stays as it is', async () => {
  const text = '{\n  "hooks": { "BeforeEverything": [ { "hooks": [ {"type": "http"} ] } ] }\n}\n';
  const p = project({
    'guard.sh': guard,
    '.gemini/settings.json': text,
    '.cursor/hooks.json': { version: 1, hooks: { stop: [{ command: './guard.sh' }] } },
  });
  expect((await p.anyhook('convert', 'cursor', 'gemini', '--write')).code).toBe(0);
  const [head] = text.split(' }\n}') as [string];
  expect(p.get('.gemini/settings.json')).toContain(head);
  expect(p.json('.gemini/settings.json').hooks).toHaveProperty('AfterAgent');
  expect((await p.anyhook('remove', 'gemini')).code).toBe(0);
  expect(p.get('.gemini/settings.json')).toBe(text);
});

test.each([
  ['BeforeTool', 1, 'unsafe'],
  ['AfterAgent', 0, 'lossy'],
])('an entry of an unknown type at %s ends convert with %i, and its loss is %s', async (event, code, severity) => {
  const p = gemini({ [event]: [{ hooks: [{ type: 'oracle', url: 'https://x.test/y' }] }] });
  const said = await convert(p);
  expect(said.code).toBe(code);
  const { losses } = JSON.parse((await convert(p, '--json')).stdout).hooks[0];
  expect(losses).toEqual([expect.objectContaining({ severity, code: 'unknown-handler' })]);
  expect(said.stdout).toContain('anyhook does not know how to run a hook of type "oracle"');
  expect(said.stdout).not.toContain('never runs');
});

test.each([
  ['preToolUse', { if: 'Shell(rm *)' }, 1, 'unsafe'],
  ['stop', { async: true }, 0, 'lossy'],
  ['preToolUse', { description: 'a word for people', _comment: 'x' }, 0, undefined],
  ['preToolUse', { comment: 'x', author: 'me', $schema: 'y', enabled: true }, 0, undefined],
  ['preToolUse', { enabled: false }, 1, 'unsafe'],
])('an entry at %s with the unknown keys %j ends convert with %i, and its loss is %s', async (event, keys, code, severity) => {
  const p = project({
    'guard.sh': refusing,
    '.cursor/hooks.json': { version: 1, hooks: { [event]: [{ command: './guard.sh', ...keys }] } },
  });
  const args = ['convert', 'cursor', 'tabnine', '--json'];
  const { stdout } = await p.anyhook(...args);
  const [hook] = JSON.parse(stdout).hooks;
  const loss = hook.losses.find((one: { code: string }) => one.code === 'unknown-keys');
  expect(loss?.severity).toBe(severity);
  if (severity) expect(loss.keys).toEqual(Object.keys(keys));
  expect((await p.anyhook('convert', 'cursor', 'tabnine', '--write')).code).toBe(code);
});

test.each([
  'true',
  'yes',
  1,
])('failClosed: %j counts as set, so that the converted line blocks on failure', async (failClosed) => {
  const entry = { command: './guard.sh', failClosed };
  const p = project({
    'guard.sh': guard,
    '.cursor/hooks.json': { version: 1, hooks: { beforeShellExecution: [entry] } },
  });
  expect((await p.anyhook('convert', 'cursor', 'gemini', '--write')).code).toBe(0);
  expect(p.get('.gemini/settings.json')).toContain('--on-failure block');
  p.drop('.cursor');
  expect((await p.anyhook('convert', 'gemini', 'cursor', '--write')).code).toBe(0);
  expect(p.json('.cursor/hooks.json').hooks.beforeShellExecution).toEqual([entry]);
});

test.each([
  false,
  0,
  '',
  null,
])('failClosed: %j counts as not set, so that the converted line has no --on-failure', async (failClosed) => {
  const entry = { command: './guard.sh', failClosed };
  const p = project({
    'guard.sh': guard,
    '.cursor/hooks.json': { version: 1, hooks: { beforeShellExecution: [entry] } },
  });
  expect((await p.anyhook('convert', 'cursor', 'gemini', '--write')).code).toBe(0);
  expect(p.get('.gemini/settings.json')).not.toContain('--on-failure');
});
