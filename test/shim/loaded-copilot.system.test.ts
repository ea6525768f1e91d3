// Copilot loads Claude's settings too: a line of ours there does not run a hook that Copilot's own files surely run.
import { describe, expect, test } from 'vitest';
import { copilot } from '../../src/adapters/copilot/index.ts';
import { decodeEvent } from '../../src/translate/decode.ts';
import { machine } from '../../src/translate/machine.ts';
import type { Json } from '../../src/util/json.ts';
import { payloads } from '../conformance/fixtures.ts';
import { cursorHooks, geminiHooks, type Project, project } from '../settings/project.ts';

const script = '#!/bin/sh\ncat > /dev/null\necho ran >> ran\n';
const claude = '.claude/settings.json';
const own = '.github/hooks/anyhook.json';

/** Payloads of Copilot's for hooks that stand in Claude's settings, by the name of the file. */
const loaded = Object.entries(payloads.copilot ?? {}).filter(([name]) => /^[A-Z]/.test(name));

/** Changes of a line that may keep the runner from being started, or its answer from being read. */
const lines: [string, (line: string) => string][] = [
  ...['# ', 'true; ', 'exit 0; ', 'echo ', 'false && ', 'A=1 '].map(
    (start): [string, (line: string) => string] => [`behind ${start}`, (line) => start + line],
  ),
  ...[' &', ' >/dev/null', '; true', ' # '].map((end): [string, (line: string) => string] => [
    `before ${end}`,
    (line) => line + end,
  ]),
  ['with a redirection', (line) => line.replace(' && false', ' >/dev/null && false')],
  ['with a runner that is not there', (line) => line.replace('.anyhook/', '.nowhere/')],
  ['with another program', (line) => line.replace('/bin/sh ', '/bin/true ')],
];

const lineAt = (p: Project, event: string): string => {
  const [group] = p.json(claude).hooks[event] ?? [];
  return group?.hooks[0].command;
};

/** The same event as a hook of Copilot's own is told of it. */
function camelCase(payload: Json): Json {
  const { hook_event_name, tool_input: toolArgs, timestamp, ...rest } = payload;
  const named = Object.entries(rest).map(([key, value]) => [
    key.replace(/_(.)/g, (_, letter) => letter.toUpperCase()),
    value,
  ]);
  const all = { ...Object.fromEntries(named), timestamp: Number(new Date(timestamp as string)) };
  if (hook_event_name === 'Notification') all.hook_event_name = hook_event_name; // in both spellings
  if (all.toolName) all.toolName = decodeEvent(copilot, payload, machine).name;
  return toolArgs === undefined ? all : { ...all, toolArgs };
}

/** Starts the lines of ours that Copilot read from its own file, as it does before it starts those of Claude's. */
async function startOwn(p: Project, event: string, payload: Json, file: string): Promise<void> {
  const entries = JSON.parse(file).hooks[copilot.ownHooks?.ownEventNames?.[event] as string] ?? [];
  for (const { command = '' } of entries)
    if (command.includes('.anyhook')) {
      const { code } = await p.calls(command, camelCase({ ...payload, cwd: p.dir }));
      expect(code).toBe(0);
    }
}

/**
 * Fires an event with the line that stands there in Claude's settings; how often that ran the hook.
 * Copilot has read its own file when it held `read`: first, that starts what stands there.
 */
async function starts(
  p: Project,
  event: string,
  payload: Json,
  { read = p.has(own) ? p.get(own) : '', ...more }: Record<string, string> = {},
): Promise<number> {
  const line = lineAt(p, event);
  expect(line, event).toBeDefined();
  if (read) await startOwn(p, event, payload, read);
  if (p.has('ran')) p.drop('ran');
  const { code } = await p.calls(
    line,
    { ...payload, cwd: p.dir },
    { CLAUDE_PROJECT_DIR: p.dir, ...more },
  );
  expect(code).toBe(0);
  return p.has('ran') ? p.get('ran').trim().split('\n').length : 0;
}

async function convert(files: Record<string, string | object>, ...ways: [string, string][]) {
  const p = project({ ...files, 'hook.sh': script });
  for (const [from, to] of ways) {
    const { code } = await p.anyhook('convert', from, to, '--write', '--accept-loss');
    expect(code, `${from} → ${to}`).toBe(0);
  }
  return p;
}

test('Each event with a name of Claude’s is one of Copilot’s own by another name', () => {
  const names = Object.entries(copilot.ownHooks?.ownEventNames ?? {});
  const eventOf = (native: string) => copilot.bindings.eventOf(native);
  for (const [loaded, own] of names) expect([own, eventOf(own)]).toEqual([own, eventOf(loaded)]);
  const pascal = copilot.bindings.nativeNames.filter((native) => /^[A-Z]/.test(native));
  expect(names.map(([loaded]) => loaded).sort()).toEqual(pascal.sort());
});

describe('A line of ours in Claude’s settings, run by Copilot', () => {
  const events = ['SessionStart', 'SessionEnd', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse'];
  events.push('PostToolUseFailure', 'Stop', 'SubagentStart', 'SubagentStop', 'PreCompact');
  events.push('Notification', 'PermissionRequest');
  const qwen = geminiHooks(
    Object.fromEntries(events.map((one) => [one, [{ command: './hook.sh' }]])),
  );
  const files = { '.qwen/settings.json': qwen };
  const into = (p: string): [string, string] => ['qwen', p];

  test('does not start a hook that Copilot’s own file has, at any event', async () => {
    const both = await convert(files, into('claude'), into('copilot'));
    const alone = await convert(files, into('claude'));
    const met = new Set<string>();
    for (const [name, { payload }] of loaded) {
      const event = name.split('-')[0] as string;
      if (!both.json(claude).hooks[event]) continue;
      const isStarted = await starts(alone, event, payload as Json);
      expect([name, await starts(both, event, payload as Json)]).toEqual([name, 0]);
      if (isStarted) met.add(event);
    }
    expect(met.size).toBeGreaterThan(8);
  });

  const after = payloads.copilot?.['PostToolUse-Bash']?.payload as Json;
  const bash = payloads.copilot?.['PreToolUse-Bash']?.payload as Json;

  test('starts a hook that stands as it is in Copilot’s own file, until that entry is a line of ours as well', async () => {
    const entry = { type: 'command', command: './hook.sh', matcher: 'bash' };
    const p = await convert({ [own]: cursorHooks({ preToolUse: [entry] }) }, ['copilot', 'claude']);
    expect(await starts(p, 'PreToolUse', bash)).toBe(1);
    const here = await p.anyhook('convert', 'copilot', 'claude');
    const way = 'anyhook convert copilot copilot --force --write';
    expect(here.stdout.replace(/\s+/g, ' ')).toContain(way);
    expect(await p.anyhook(...way.split(' ').slice(1))).toMatchObject({ code: 0 });
    expect(await starts(p, 'PreToolUse', bash)).toBe(0);
  });

  test('starts a hook that Copilot may have started with other variables', async () => {
    const yaml =
      'version: 1\nhooks:\n  - speaks: qwen\n    event: PreToolUse\n    run: ./hook.sh\n    env: { MODE: strict }\n';
    const ways = (['claude', 'copilot'] as const).map((to): [string, string] => ['anyhook', to]);
    const p = await convert({ 'anyhook.yaml': yaml }, ...ways);
    expect(await starts(p, 'PreToolUse', bash)).toBe(1);
  });

  test('starts its hook, whatever Copilot’s own file holds now, unless a line there was started for the same firing', async () => {
    const p = await convert(files, into('claude'), into('copilot'));
    const read = p.get(own);
    // Made in mid-session, or of a folder that nobody trusts: Copilot starts nothing of it.
    expect(await starts(p, 'PreToolUse', bash, { read: '' })).toBe(1);
    expect(await starts(p, 'PreToolUse', bash, { read })).toBe(0);
    const others: [string, Json][] = [
      ['a later call', { ...bash, timestamp: '2026-11-25T21:41:58.853Z' }],
      ['another session', { ...bash, session_id: 'another' }],
      ['another tool at the same time', { ...bash, tool_name: 'Read', tool_input: { path: 'a' } }],
      ['a payload without a time', { ...bash, timestamp: undefined }],
    ];
    for (const [title, payload] of others)
      expect([title, await starts(p, 'PreToolUse', payload, { read: '' })]).toEqual([title, 1]);
    expect(
      await starts(p, 'PostToolUse', { ...after, timestamp: bash.timestamp }, { read: '' }),
    ).toBe(1);
  });

  test('starts its hook where the line that Copilot started was for another', async () => {
    const p = await convert(files, into('claude'), into('copilot'));
    const read = p.get(own).replaceAll('-- ./hook.sh', '-- ./other.sh');
    p.put('other.sh', script);
    expect(await starts(p, 'PreToolUse', bash, { read })).toBe(1);
  });

  test('leaves no note of a firing where Claude’s settings have no line of ours', async () => {
    const p = await convert(files, into('copilot'));
    const read = p.get(own);
    await startOwn(p, 'PreToolUse', bash, read);
    expect((await p.anyhook('convert', 'qwen', 'claude', '--write', '--accept-loss')).code).toBe(0);
    expect(await starts(p, 'PreToolUse', bash, { read: '' })).toBe(1);
    expect(await starts(p, 'PreToolUse', bash, { read })).toBe(0);
  });

  test('is what convert makes of a hook of Claude’s own, which then runs once in both agents', async () => {
    const group = {
      matcher: 'Bash',
      hooks: [{ type: 'command', command: './hook.sh', timeout: 9 }],
    };
    const other = { hooks: [{ type: 'prompt', prompt: 'Done?' }] };
    const p = await convert({ [claude]: { hooks: { PreToolUse: [group], Stop: [other] } } });
    const before = p.get(claude);
    const copied = await p.anyhook('convert', 'claude', 'copilot', '--write', '--accept-loss');
    const way = 'anyhook convert claude claude --force --write';
    expect(copied.stdout.replace(/\s+/g, ' ')).toContain(`to run it once: ${way}`);
    const said = await p.anyhook(...way.split(' ').slice(1), '-v');
    expect(said).toMatchObject({ code: 0, stderr: '' });
    expect(said.stdout).toContain('Copilot CLI loads this file too');
    const own = payloads.claude?.['PreToolUse-Bash-permission-auto']?.payload as Json;
    expect([await starts(p, 'PreToolUse', bash), await starts(p, 'PreToolUse', own)]).toEqual([
      0, 1,
    ]);
    expect(p.json(claude).hooks.Stop).toEqual([other]);

    const text = p.get(claude);
    const again = await p.anyhook(...way.split(' ').slice(1));
    expect([again.code, again.stdout.includes('odd  ')]).toEqual([0, false]);
    expect(p.get(claude)).toBe(text);
    const back = await p.anyhook('convert', 'claude', 'copilot', '--accept-loss');
    expect(back.stdout).toContain('Up to date');
    expect(back.stdout).not.toContain('twice');
    expect((await p.anyhook('remove', 'claude')).stdout).toContain('1 entry');
    expect(p.get(claude)).toBe(before);
  });

  test('is what sync makes of a hook for Claude in anyhook.yaml, which then runs once in both agents', async () => {
    const hook = (more: string) => `  - { speaks: claude, run: ./hook.sh, ${more} }\n`;
    const yaml = [
      'version: 1\nhooks:\n',
      hook('event: PreToolUse, match: Bash, name: one, timeout: 9s'),
      hook('event: PreCompact, guard: false'),
      hook('event: Stop, on-failure: allow'),
      hook('event: SessionStart, cwd: ., timeout: 90s'),
    ].join('');
    const p = project({ 'hook.sh': script, 'anyhook.yaml': yaml });
    const sync = () => p.anyhook('sync', '--to', 'claude,copilot', '--accept-loss');
    expect(await sync()).toMatchObject({ code: 0, stderr: '' });
    const each = ['PreToolUse-Bash', 'PreCompact', 'Stop', 'SessionStart'];
    for (const name of each) {
      const event = name.split('-')[0] as string;
      const fired = payloads.copilot?.[name]?.payload as Json;
      expect([name, await starts(p, event, fired)]).toEqual([name, 0]);
    }
    const native = payloads.claude?.['PreToolUse-Bash-permission-auto']?.payload as Json;
    expect(await starts(p, 'PreToolUse', native)).toBe(1);
    const text = p.get(claude);
    const copied = p.get(own);
    p.drop(own);
    for (const name of each) {
      const fired = payloads.copilot?.[name]?.payload as Json;
      expect([name, await starts(p, name.split('-')[0] as string, fired)]).toEqual([name, 1]);
    }
    p.put(own, copied);
    const again = await sync();
    expect(again.stdout).not.toContain('twice');
    expect(p.get(claude)).toBe(text);
    // One after the other as well, once both are there.
    expect((await p.anyhook('sync', '--to', 'claude')).stdout).toContain('Up to date');
  });

  const edits: [string, (p: Project) => unknown, Record<string, string>?][] = [
    ['has it for other tools', (p) => edit(p, { matcher: 'view' })],
    ['has a matcher that nobody can decide', (p) => edit(p, { matcher: '(a?)'.repeat(20) })],
    ['has it with a limit that it never starts', (p) => edit(p, { timeoutSec: 0 })],
    ['has it as another type', (p) => edit(p, { type: 'http' })],
    ['switches off that file', (p) => p.put(own, { ...p.json(own), disableAllHooks: true })],
    ['cannot read that file', (p) => p.put(own, `// a comment\n${p.get(own)}`)],
    [
      'has it at another event',
      (p) => p.put(own, p.get(own).replace('"preToolUse"', '"postToolUse"')),
    ],
    [
      'may have it switched off by its person',
      (p) => p.put('~/.copilot/settings.json', { disabledHooks: ['a1b2'] }),
    ],
    ['has settings that cannot be read', (p) => p.put('~/.copilot/settings.json', '{')],
    ['keeps settings elsewhere', () => {}, { COPILOT_HOME: '/elsewhere' }],
    ...[
      { bash: 5 },
      { cwd: 5 },
      { exec: 'true' },
      { timeoutSec: 5, timeout: 0 },
      { timeoutSec: 0.001 },
      { env: { PATH: '/nowhere' } },
      { env: { MODE: 'strict' } },
    ].map((more): [string, (p: Project) => unknown] => [
      `may not start its own entry, with ${JSON.stringify(more)}`,
      (p) => edit(p, more),
    ]),
    ['may void its file, of version 2', (p) => p.put(own, { ...p.json(own), version: 2 })],
    ...lines.map(([title, change]): [string, (p: Project) => unknown] => [
      `has a line of its own ${title}`,
      (p) => edit(p, { command: change(p.json(own).hooks.preToolUse[0].command) }),
    ]),
  ];
  test.each(edits)('starts the hook where Copilot %s', async (_, change, more) => {
    const p = await convert(
      { '.qwen/settings.json': geminiHooks({ PreToolUse: [{ command: './hook.sh' }] }) },
      into('claude'),
      into('copilot'),
    );
    expect(await starts(p, 'PreToolUse', bash)).toBe(0);
    const read = p.get(own);
    change(p);
    expect(more || p.has('~/.copilot/settings.json') || p.get(own) !== read).toBeTruthy();
    expect(await starts(p, 'PreToolUse', bash, { read, ...more })).toBe(1);
  });
});

/** Adds keys to the entry in Copilot's own file. */
function edit(p: Project, more: object): void {
  const { hooks, ...file } = p.json(own);
  const [entry] = hooks.preToolUse;
  p.put(own, { ...file, hooks: { ...hooks, preToolUse: [{ ...entry, ...more }] } });
}
