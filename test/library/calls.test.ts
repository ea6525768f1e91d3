import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dialects } from '../../src/adapters/dialects.ts';
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import { eventKinds, toolKinds } from '../../src/canonical/kinds.ts';
import { type Call, callsOf, eventName, read, toolName, translateAll } from '../../src/index.ts';
import { machine } from '../../src/library/machine.ts';
import { toolName as toolNameOfDialects } from '../../src/library/names.ts';
import { listEquivalentNames } from '../../src/mapping/equivalent-tools.ts';
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

/** Names that no agent gives a tool, names that do not state the server of an MCP tool, and names of other agents. */
const namesOfNothing = [
  ...['nonsense', '', '__proto__', 'constructor', '__', 'mcp', 'mcp_', 'mcp_x', 'mcp__', 'mcp__x'],
  ...['mcp____', 'mcp____x', 'mcp__x__', 'MCP', 'MCP:', 'MCP:x', 'MCP:x:y', '-', '-x', 'x-', '/x'],
];

test.each(vendors)('No name of a tool is invented for a name of nothing in %s', (from) => {
  const { mcp } = adapters[from];
  // Where the name of a server is all that stands before that of its tool, `mcp_x` is a tool of the server `mcp`.
  const ofServer = mcp.write({ server: 'mcp', tool: 'x' });
  for (const to of vendors)
    for (const name of namesOfNothing.filter((one) => one !== ofServer)) {
      expect([to, name, toolName(name, { from, to })]).toEqual([to, name, undefined]);
      const sides = { from: dialects[from], to: dialects[to] };
      expect([to, name, toolNameOfDialects(name, sides)]).toEqual([to, name, undefined]);
    }
});

test('Dialects know the names that whole adapters know, but for tools that are no canonical ones', () => {
  let further = 0;
  for (const from of vendors) {
    const { tools, equivalentTools } = adapters[from];
    const rows = tools.flatMap((row) => row.names);
    const mcp = adapters[from].mcp.write({ server: 'x', tool: 'get_me' });
    for (const to of vendors) {
      const sides = { from: dialects[from], to: dialects[to] };
      for (const name of [...rows, mcp, 'shell', 'before-tool'])
        expect(toolNameOfDialects(name, sides)).toBe(toolName(name, { from, to }));
      for (const name of listEquivalentNames(equivalentTools)) {
        if (rows.includes(name)) continue;
        further += Number(toolName(name, { from, to }) !== undefined);
        expect([to, name, toolNameOfDialects(name, sides)]).toEqual([to, name, undefined]);
      }
    }
  }
  expect(further).toBeGreaterThan(20);
});

test('A canonical name is one of anyhook, and of no agent that does not have it', () => {
  expect(toolName('shell', { from: 'claude', to: 'cursor' })).toBeUndefined();
  expect(eventName('before-tool', { from: 'claude', to: 'cursor' })).toBeUndefined();
  expect(toolName('MultiEdit', { from: 'claude', to: 'gemini' })).toBeUndefined();
  expect(toolName('NotebookEdit', { from: 'claude', to: 'gemini' })).toBeUndefined();
  expect(toolName('NotebookEdit', { from: 'claude', to: 'qwen' })).toBe('notebook_edit');
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
