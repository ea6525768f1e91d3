import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import { eventKinds, toolKinds } from '../../src/canonical/kinds.ts';
import { type Call, callsOf, eventName, read, toolName, translateAll } from '../../src/index.ts';
import { machine } from '../../src/library/machine.ts';
import type { Json } from '../../src/util/json.ts';
import { payloads } from '../conformance/fixtures.ts';

const vendors = Object.keys(adapters) as Vendor[];

/** Shows what each part of a call is, in one line. */
const shown = (calls: readonly Call[]): string[] =>
  calls.map(({ event, isFurtherPlace, isAlternative }) => {
    const { tool, input = {}, mcp } = event as Json & { input?: Json; mcp?: Json };
    const object = mcp ? Object.values(mcp).join('/') : (input.path ?? input.url ?? input.command);
    return `${tool} ${object}${isFurtherPlace ? ' (further place)' : ''}${isAlternative ? ' (or)' : ''}`;
  });

const codex = (command: string): Json => ({
  ...{ hook_event_name: 'PreToolUse', session_id: 's', turn_id: 't', cwd: '/p' },
  ...{ tool_name: 'apply_patch', tool_input: { command } },
});

test('A patch is each of its changes, also without a world', () => {
  const patch = [
    ...[
      '*** Begin Patch',
      '*** Add File: new.txt',
      '+a',
      '*** Update File: old.txt',
      '@@',
      '-a',
      '+b',
    ],
    ...['*** Delete File: /gone.txt', '*** End Patch'],
  ].join('\n');
  expect(shown(callsOf('codex', read('codex', codex(patch))))).toEqual([
    'write /p/new.txt',
    'edit /p/old.txt',
    'delete /gone.txt',
  ]);
});

test('A patch that cannot be read, and a move without a world, are errors of the code tool', () => {
  expect(() => callsOf('codex', read('codex', codex('garbage')))).toThrow(
    expect.objectContaining({ code: 'tool' }),
  );
  const move = '*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@\n-a\n+b\n*** End Patch';
  expect(() => callsOf('codex', read('codex', codex(move)))).toThrow(/cannot be known/);
});

test('Each address of a prompt is a fetch', () => {
  const one = read('gemini', {
    ...{ hook_event_name: 'BeforeTool', session_id: 's', cwd: '/p', tool_name: 'web_fetch' },
    tool_input: { prompt: 'compare https://a.example/x and https://b.example/y' },
  });
  expect(shown(callsOf('gemini', one))).toEqual([
    'fetch https://a.example/x',
    'fetch https://b.example/y',
  ]);
});

test('A name that may belong to several MCP servers is each of them', () => {
  const one = read('claude', {
    ...{ hook_event_name: 'PreToolUse', session_id: 's', cwd: '/p' },
    ...{ tool_name: 'mcp__a__b', tool_input: {} },
  });
  expect(shown(callsOf('claude', one))).toEqual(['mcp a/b']);
});

test('With the disk, the place that a link leads to is a part of its own', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'anyhook-calls-')));
  try {
    mkdirSync(join(folder, 'p'));
    writeFileSync(join(folder, 'secret'), 'x');
    symlinkSync(join(folder, 'secret'), join(folder, 'p', 'link'));
    const one = read('claude', {
      ...{ hook_event_name: 'PreToolUse', session_id: 's', cwd: join(folder, 'p') },
      ...{ tool_name: 'Read', tool_input: { file_path: 'link' } },
    });
    expect(shown(callsOf('claude', one))).toEqual([`read ${folder}/p/link`]);
    expect(shown(callsOf('claude', one, { world: machine() }))).toEqual([
      `read ${folder}/p/link`,
      `read ${folder}/secret (further place)`,
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('An event without a call is its own only part, and is a copy', () => {
  const one = read('cursor', {
    hook_event_name: 'stop',
    conversation_id: 'c',
    status: 'completed',
  });
  const [only] = callsOf('cursor', one) as [Call];
  expect(only.event).toEqual(one.event);
  expect(only.event).not.toBe(one.event);
  expect(() => callsOf('cursor', read('cursor', ''))).toThrow(
    expect.objectContaining({ code: 'payload' }),
  );
  expect(() => callsOf('cursor', read('cursor', { hook_event_name: 'x' }))).toThrow(
    expect.objectContaining({ code: 'event' }),
  );
});

test('The parts of every recorded call are those that a hook in canonical words is asked about', () => {
  let several = 0;
  for (const vendor of vendors)
    for (const [name, { payload, named, older }] of Object.entries(payloads[vendor] ?? {})) {
      const one = read(vendor, payload);
      if (named !== undefined || older || !one.ok || !('tool' in one.event)) continue;
      const ask = () =>
        translateAll(payload, { from: vendor, to: 'anyhook' }).map((each) => each.payload);
      let expected: unknown[];
      try {
        expected = ask();
      } catch (error) {
        expect(() => callsOf(vendor, one), name).toThrow((error as Error).message);
        continue;
      }
      const calls = callsOf(vendor, one);
      expect(
        calls.map(({ event }) => event),
        `${vendor} ${name}`,
      ).toEqual(expected);
      several += Number(calls.length > 1);
    }
  expect(several).toBeGreaterThan(5);
});

test('A name of a tool is translated by the tables of both agents', () => {
  expect(toolName('Bash', { from: 'claude', to: 'gemini' })).toBe('run_shell_command');
  expect(toolName('run_shell_command', { from: 'gemini', to: 'anyhook' })).toBe('shell');
  expect(toolName('shell', { from: 'anyhook', to: 'cursor' })).toBe('Shell');
  expect(toolName('mcp__github__get_me', { from: 'claude', to: 'gemini' })).toBe(
    'mcp_github_get_me',
  );
  expect(toolName('mcp__github__get_me', { from: 'anyhook', to: 'claude' })).toBe(
    'mcp__github__get_me',
  );
  expect(toolName('mcp_github_get_me', { from: 'gemini', to: 'anyhook' })).toBe(
    'mcp__github__get_me',
  );
  expect(toolName('Skill', { from: 'claude', to: 'copilot' })).toBe('skill');
  for (const name of ['Nothing', 'mcp', 'other', '', '__proto__', 'constructor', 'toString'])
    expect(toolName(name, { from: 'anyhook', to: 'claude' })).toBeUndefined();
  expect(toolName('Nothing', { from: 'claude', to: 'anyhook' })).toBeUndefined();
  expect(toolName('__proto__', { from: 'claude', to: 'anyhook' })).toBeUndefined();
});

test('Each canonical tool comes back from each agent that has it, and so does each event', () => {
  let [tools, events] = [0, 0];
  for (const to of vendors) {
    for (const tool of Object.keys(toolKinds)) {
      const name = toolName(tool, { from: 'anyhook', to });
      if (name === undefined) continue;
      tools++;
      // One name may be of several tools, which only their arguments tell apart.
      const rows = adapters[to].tools.filter(({ names }) => names.includes(name));
      const back = toolName(name, { from: to, to: 'anyhook' });
      expect(to === 'anyhook' ? [tool] : rows.map((row) => row.tool)).toContain(back);
    }
    for (const event of Object.keys(eventKinds)) {
      const name = eventName(event, { from: 'anyhook', to });
      if (name === undefined) continue;
      events++;
      expect(eventName(name, { from: to, to: 'anyhook' }), `${to} ${event}`).toBe(event);
    }
  }
  expect(tools).toBeGreaterThan(60);
  expect(events).toBeGreaterThan(120);
  expect(eventName('PreToolUse', { from: 'claude', to: 'cursor' })).toBe('preToolUse');
  expect(eventName('beforeReadFile', { from: 'cursor', to: 'codex' })).toBe('PreToolUse');
  expect(eventName('elicitation', { from: 'anyhook', to: 'cursor' })).toBeUndefined();
  expect(eventName('constructor', { from: 'claude', to: 'cursor' })).toBeUndefined();
});
