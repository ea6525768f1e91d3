import { describe, expect, test } from 'vitest';
import { convertText } from '../../src/convert/convert-text.ts';
import { describeHookLoss } from '../../src/convert/hook-loss.ts';
import type { ValueRecord } from '../../src/settings/value-record.ts';
import { cursorHooks, guard, project } from './project.ts';

const from = (
  vendor: string,
  hooks: object,
  to: string,
  kept?: ValueRecord,
  lines: 'apart' | 'together' = 'apart',
) =>
  convertText({
    lines,
    from: vendor,
    to,
    source: { text: JSON.stringify(hooks), file: 'source.json', record: kept },
    target: { text: '', file: 'target.json' },
  });
const groupsOf = (text: string) => JSON.parse(text).hooks.BeforeTool;
const unsafe = ({ rows }: ReturnType<typeof from>) =>
  rows.flatMap(({ losses }) => losses.filter(({ severity }) => severity === 'unsafe'));

const pair = cursorHooks({
  beforeShellExecution: [{ command: 'guard.sh', failClosed: true }],
  preToolUse: [{ command: 'rewrite.sh', matcher: 'Shell' }],
});

describe('a rewriter and a guard of what it makes, each with a line of its own,', () => {
  test('run in turn in Gemini CLI, the generic hook first, and come back as they were', () => {
    const there = from('cursor', pair, 'gemini');
    expect(unsafe(there)).toEqual([]);
    expect(groupsOf(there.text)).toMatchObject([
      { sequential: true, hooks: [{ command: expect.stringContaining('-- rewrite.sh') }] },
      { hooks: [{ command: expect.stringContaining('-- guard.sh') }] },
    ]);
    const back = from('gemini', JSON.parse(there.text), 'cursor', there.record);
    expect(JSON.parse(back.text)).toEqual(pair);
    expect(unsafe(back)).toEqual([]);
  });

  test.each([
    ['for other calls', { preToolUse: [{ command: 'rewrite.sh', matcher: 'Write' }] }],
    ['on an event that has no rewrites', { beforeMCPExecution: [{ command: 'rewrite.sh' }] }],
  ])('run side by side where the rewriter is %s', (_, hooks) => {
    const all = { beforeShellExecution: [{ command: 'guard.sh' }], ...hooks };
    const there = from('cursor', cursorHooks(all), 'gemini');
    expect(there.text).not.toContain('sequential');
    expect(unsafe(there)).toEqual([]);
  });

  test('get back what the hook itself said of "sequential"', () => {
    const yaml = `version: 1
hooks:
  - { speaks: cursor, event: preToolUse, run: rewrite.sh, keep: { sequential: false } }
  - { speaks: cursor, event: beforeShellExecution, run: guard.sh }
`;
    const at = { text: yaml, file: 'anyhook.yaml' };
    const target = { text: '', file: 'settings.json' };
    const there = convertText({
      from: 'anyhook',
      to: 'gemini',
      source: at,
      target,
      lines: 'apart',
    });
    expect(groupsOf(there.text)[0].sequential).toBe(true);
    const source = { text: there.text, file: 'settings.json', record: there.record };
    const back = convertText({ from: 'gemini', to: 'anyhook', source, target });
    expect(back.rows.map(({ hook }) => hook.sequential)).toEqual([false, undefined]);
  });

  test.each([
    ['tabnine', ['order-unproved']],
    ['terminai', []], // what would be rewritten is refused
  ])('have in %s exactly these unsafe losses: %j', (host, codes) => {
    expect(unsafe(from('cursor', pair, host)).map((loss) => loss.code)).toEqual(codes);
  });

  test('are an unsafe loss where two hooks of the generic event both judged the call itself', () => {
    const { preToolUse, ...rest } = pair.hooks;
    const two = cursorHooks({
      ...rest,
      preToolUse: [{ command: 'first.sh' }, ...(preToolUse ?? [])],
    });
    const lost = unsafe(from('cursor', two, 'gemini'));
    expect(lost.map(describeHookLoss)).toEqual([
      'in its own agent it sees the call as it was; here it sees the call as first.sh has changed it',
    ]);
  });

  test('are an unsafe loss where hooks of another agent make Gemini CLI run theirs in turn', () => {
    const hooks = (speaks: string, event: string) =>
      ['rewrite.sh', 'guard.sh'].map((run) => ({ speaks, event, run: `./${speaks}-${run}` }));
    const lost = (...all: object[][]) =>
      unsafe(from('anyhook', { version: 1, hooks: all.flat() }, 'gemini')).map(describeHookLoss);
    const sideBySide = hooks('claude', 'PreToolUse');
    expect(lost(sideBySide)).toEqual([]);
    for (const inTurn of [hooks('copilot', 'preToolUse'), hooks('tabnine', 'BeforeTool')]) {
      const keep = { sequential: true };
      expect(lost(sideBySide, [{ ...inTurn[0], keep }, ...inTurn.slice(1)])).toEqual([
        'in its own agent it sees the call as it was; here it sees the call as claude-rewrite.sh has changed it',
      ]);
    }
  });

  test('in a sequential group of Gemini CLI lose their order in Cursor, and not in TerminaI', () => {
    const entries = ['rewrite.sh', 'guard.sh'].map((command) => ({ type: 'command', command }));
    const group = (sequential: boolean) => ({
      hooks: { BeforeTool: [{ sequential, hooks: entries }] },
    });
    expect(unsafe(from('gemini', group(true), 'cursor')).map(({ code }) => code)).toEqual([
      'order-lost',
    ]);
    expect(unsafe(from('gemini', group(false), 'cursor'))).toEqual([]);
    expect(unsafe(from('gemini', group(true), 'terminai'))).toEqual([]);
  });
});

describe('a rewriter and a guard of what it makes, on one line,', () => {
  const inTurn = {
    hooks: {
      BeforeTool: [
        {
          sequential: true,
          hooks: ['rewrite.sh', 'guard.sh'].map((command) => ({ type: 'command', command })),
        },
      ],
    },
  };

  test.each([
    'gemini',
    'tabnine',
    'qwen',
    'claude',
    'copilot',
  ])('keep their order in %s, and come back as they were', (host) => {
    const there = from('cursor', pair, host, undefined, 'together');
    expect(unsafe(there)).toEqual([]);
    expect(there.text).not.toContain('sequential');
    expect(there.text).toMatch(/--hook rewrite\.sh .*--hook guard\.sh /);
    const back = from(host, JSON.parse(there.text), 'cursor', there.record);
    expect(JSON.parse(back.text)).toEqual(pair);
  });

  test('say on the line that they run in turn, if their group does', () => {
    for (const host of ['cursor', 'claude', 'tabnine']) {
      const there = from('gemini', inTurn, host, undefined, 'together');
      expect(unsafe(there)).toEqual([]);
      expect(there.text).toContain('--in-turn true --hook rewrite.sh --hook guard.sh');
      expect(there.record).toEqual({});
      const back = from(host, JSON.parse(there.text), 'gemini', there.record);
      expect(groupsOf(back.text)).toEqual([
        { sequential: true, hooks: [{ type: 'command', command: 'rewrite.sh' }] },
        { sequential: true, hooks: [{ type: 'command', command: 'guard.sh' }] },
      ]);
    }
  });

  test('are not moved before a hook that one call starts as well', () => {
    const hooks = ['a', 'b', 'c'].map((command, i) => ({
      ...(i === 1 ? {} : { matcher: 'Bash' }),
      hooks: [{ type: 'command', command }],
    }));
    const there = from('claude', { hooks: { PreToolUse: hooks } }, 'gemini', undefined, 'together');
    expect(there.text.match(/-- \w/g)).toEqual(['-- a', '-- b', '-- c']);
    const [a, b, c] = hooks;
    const moved = { hooks: { PreToolUse: [a, { ...b, matcher: 'Write' }, c] } };
    const shared = from('claude', moved, 'gemini', undefined, 'together');
    expect(shared.text).toMatch(/--hook a .*--hook c .*-- b/s);
    const back = from('gemini', JSON.parse(shared.text), 'claude', shared.record);
    expect(JSON.parse(back.text)).toEqual(moved);
  });
});

describe('hooks with different matchers whose order would be lost', () => {
  const hooksOf = (...matchers: (string | undefined)[]) => ({
    hooks: {
      PreToolUse: matchers.map((matcher, i) => ({
        ...(matcher && { matcher }),
        hooks: [{ type: 'command', command: `hook${i + 1}.sh` }],
      })),
    },
  });
  const written = (source: object, to = 'copilot') => {
    const there = from('claude', source, to, undefined, 'together');
    const back = from(to, JSON.parse(there.text), 'claude', there.record);
    expect(JSON.parse(back.text)).toEqual(source);
    const entries: { matcher?: string; command: string }[] = JSON.parse(there.text).hooks
      .preToolUse;
    return {
      codes: unsafe(there).map(({ code }) => code),
      entries: entries.map(({ matcher, command }) => [
        matcher,
        [...command.matchAll(/(?:--hook|--) (hook\d)/g)].map(([, name]) => name).join(' '),
      ]),
    };
  };

  test.each<[string, (string | undefined)[], [string | undefined, string][]]>([
    ['one of them meets all calls', ['Bash', undefined], [[undefined, 'hook1 hook2']]],
    [
      'one of them meets the calls of the other',
      ['Bash', 'Bash|Read'],
      [['bash|powershell|view', 'hook1 hook2']],
    ],
    [
      'neither meets all calls of the other',
      ['Bash|Read', 'Bash|Write'],
      [[undefined, 'hook1 hook2']],
    ],
    [
      'a third meets calls of both',
      ['Bash', 'Write', 'Bash|Write|Read'],
      [['bash|powershell|view|create|edit|apply_patch|edit_diff', 'hook1 hook2 hook3']],
    ],
    [
      'a third meets calls of one of them',
      ['Bash', undefined, 'WebFetch'],
      [[undefined, 'hook1 hook2 hook3']],
    ],
    [
      'a third meets no call of theirs',
      ['Bash', 'Bash|Read', 'WebFetch'],
      [
        ['bash|powershell|view', 'hook1 hook2'],
        ['web_fetch', 'hook3'],
      ],
    ],
    [
      'no call starts both',
      ['Bash', 'Write'],
      [
        ['bash|powershell', 'hook1'],
        ['create|edit|apply_patch|edit_diff', 'hook2'],
      ],
    ],
  ])('are on one line exactly as far as one call starts them: %s', (_, matchers, entries) => {
    expect(written(hooksOf(...matchers))).toEqual({ codes: [], entries });
  });

  test('are on one line with a hook that changes no call, and that one call starts before the guard', async () => {
    const refuses = '#!/bin/sh\ngrep -q rm && { echo no >&2; exit 2; }\nexit 0\n';
    const source = JSON.stringify(hooksOf('Bash|Write', 'Read', 'Bash|Read'));
    const p = project({
      '.claude/settings.json': source.replace(/hook\d/g, './$&'),
      'hook2.sh': refuses,
      'hook3.sh': refuses,
    });
    const { code, stdout } = await p.anyhook('convert', 'claude', 'copilot', '--json');
    expect(code).toBe(0);
    expect(stdout).toMatch(/--hook \.\/hook1\.sh .*--hook \.\/hook2\.sh .*--hook \.\/hook3\.sh /);
  });
});

test('a first hook whose script cannot change a call takes no order from a guard behind it', async () => {
  const entries = ['./first.sh', './guard.sh'].map((command) => ({ type: 'command', command }));
  const group = { hooks: { BeforeTool: [{ sequential: true, hooks: entries }] } };
  const losses = async (first: string) => {
    const p = project({ '.gemini/settings.json': group, 'first.sh': first, 'guard.sh': guard });
    const { stdout } = await p.anyhook('convert', 'gemini', 'cursor', '--json', '--lines', 'apart');
    return JSON.parse(stdout).hooks.flatMap(({ losses }: { losses: { code: string }[] }) =>
      losses.map(({ code }) => code),
    );
  };
  const refuses = '#!/bin/sh\ngrep -q rm && { echo no >&2; exit 2; }\nexit 0\n';
  const rewrites = `#!/bin/sh\necho '{"hookSpecificOutput":{"tool_input":{"command":"ls"}}}'\n`;
  expect(await losses(refuses)).not.toContain('order-lost');
  expect(await losses(rewrites)).toContain('order-lost');
});

test('a guard beside a line of its rewriter that was changed by hand is not written, but in Copilot CLI', async () => {
  const rewrite = `#!/bin/sh\necho '{"hookSpecificOutput":{"tool_input":{"command":"ls"}}}'\n`;
  const group = (...commands: string[]) => ({
    hooks: {
      BeforeTool: [
        { sequential: true, hooks: commands.map((command) => ({ type: 'command', command })) },
      ],
    },
  });
  const settings = '.gemini/settings.json';
  for (const [host, file, code] of [
    ['cursor', '.cursor/hooks.json', 1],
    ['copilot', '.github/hooks/anyhook.json', 0],
  ] as const) {
    const p = project({ 'rewrite.sh': rewrite, 'guard.sh': guard });
    p.put(settings, group('./rewrite.sh'));
    expect((await p.anyhook('convert', 'gemini', host, '--write')).code).toBe(0);
    const changed = p.get(file).replaceAll(' -- ./rewrite.sh', ' --timeout 9s -- ./rewrite.sh');
    p.put(file, changed);
    p.put(settings, group('./rewrite.sh', './guard.sh'));
    const result = await p.anyhook('convert', 'gemini', host, '--write');
    expect(result.code).toBe(code);
    expect(result.stdout.includes('side by side')).toBe(code === 1);
    if (code) expect(p.get(file)).toBe(changed);
    else expect(p.get(file)).toContain('-- ./guard.sh');
  }
});

test('remove takes sequential groups out again, with a record and without one', async () => {
  const files = { '.cursor/hooks.json': pair, 'guard.sh': guard, 'rewrite.sh': guard };
  const before = '{\n  "theme": "dark"\n}\n';
  for (const record of [true, false]) {
    const p = project({ ...files, '.gemini/settings.json': before });
    expect((await p.anyhook('convert', 'cursor', 'gemini', '--write')).code).toBe(0);
    if (!record) {
      p.drop('.anyhook/written.json');
      p.drop('.gemini/settings.json.anyhook-backup');
    }
    expect((await p.anyhook('remove', 'gemini')).code).toBe(0);
    expect(p.json('.gemini/settings.json')).toEqual(JSON.parse(before));
  }
});
