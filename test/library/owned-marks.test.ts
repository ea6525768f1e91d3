/** Which entries are an owner's, and which input is an error. */
import { describe, expect, test } from 'vitest';
import type { Vendor } from '../../src/adapters/index.ts';
import {
  AnyhookError,
  hooksOf,
  type OwnHook,
  placeHooks,
  removeHooks,
  settingsFileOf,
} from '../../src/exports/settings.ts';
import { agentVendors } from '../../src/settings/formats/index.ts';
import { tableOf } from '../../src/settings/tables.ts';
import { agentsWithOwnFile, isPlugin } from '../settings/agent-file.ts';

const hook: OwnHook = { on: 'before-tool', tools: ['shell'], command: 'mytool hook' };

/** The settings of Claude Code with entries that have these commands. */
const fileWith = (...commands: string[]) =>
  `${JSON.stringify({ hooks: { PreToolUse: commands.map((command) => ({ hooks: [{ type: 'command', command }] })) } }, null, 2)}\n`;

/** The code and the message of the error that a call ends in. */
function errorOf(call: () => unknown): [string, string] {
  try {
    call();
  } catch (error) {
    if (!(error instanceof AnyhookError)) throw error;
    expect(error.message).not.toMatch(/[\r\n]/);
    return [error.code, error.message];
  }
  return ['none', ''];
}

describe('an entry', () => {
  test.each([
    'mytool hook',
    'cat mytool.log',
    'echo installed by mytool',
    'mytool hook # installed by mytool2',
    'mytool hook # installed by my',
    'mytool hook # installed by mytool.',
    'mytool hook # installed with this file by mytool2',
    'mytool hook # installed with this file mytool',
    'mytool hook # Installed by mytool',
    'mytool hook#installed by mytool',
    "echo ' # installed by mytool'",
    'echo " # installed by mytool"',
    'echo "$(x # installed by mytool)"',
    'echo \\ # installed by mytool',
    'mytool hook # installed by mytool # but mine now',
    'a # installed by mytool\nb',
    '# installed by mytool2\n# installed by mytool\nb',
    'b\n# installed by mytool',
  ])('with the command %j is not of mytool, and stays', (command) => {
    const text = fileWith(command);
    for (const owner of ['mytool', 'my.ool', '.*', 'm|.'])
      expect([owner, removeHooks('claude', text, { owner })]).toEqual([owner, { text, count: 0 }]);
    const placed = placeHooks('claude', text, [hook], { owner: 'mytool' }).text;
    expect(placed).toContain(JSON.stringify(command));
    expect(removeHooks('claude', placed, { owner: 'mytool' }).text).toBe(text);
  });

  test.each([
    ['mytool hook # installed by mytool', 'mytool hook'],
    ['mytool hook --mine  # installed by mytool  ', 'mytool hook --mine '],
    ['x # why # installed by mytool', 'x # why'],
    ['a # installed by b # installed by mytool', 'a # installed by b'],
    ['# installed by mytool\ncat <<EOF\nx\nEOF', 'cat <<EOF\nx\nEOF'],
    ['# installed by mytool\r\na\\', 'a\\'],
    ['mytool hook # installed with this file by mytool', 'mytool hook'],
    ['# installed with this file by mytool\na\\', 'a\\'],
    ['# installed with this file by b # installed by mytool', '# installed with this file by b'],
    ['a # installed by b # installed with this file by mytool', 'a # installed by b'],
  ])('with the command %j is of mytool', (command, own) => {
    const text = fileWith('mine', command);
    expect(hooksOf('claude', text, { owner: 'mytool' })).toEqual([
      { on: 'PreToolUse', command: own },
    ]);
    expect(removeHooks('claude', text, { owner: 'mytool' })).toEqual({
      text: fileWith('mine'),
      count: 1,
    });
  });

  test('of an event that is newer than our tables is removed with the others', () => {
    const command = 'mytool hook # installed with this file by mytool';
    const text = fileWith(command).replace('PreToolUse', 'NewEvent');
    expect(removeHooks('claude', text, { owner: 'mytool' })).toEqual({
      text: undefined,
      count: 1,
    });
  });

  test.each([
    'mytool',
    '@acme/my-tool',
    'my tool',
    'a.b*c(d)[e]{f}+?^|',
    'x'.repeat(64),
  ])('can have the owner %j in each agent', (owner) => {
    for (const vendor of agentVendors()) {
      const { text } = placeHooks(vendor, undefined, [hook], { owner });
      expect(hooksOf(vendor, text, { owner })).toHaveLength(1);
      expect(hooksOf(vendor, text, { owner: 'mytool2' })).toEqual([]);
      expect(removeHooks(vendor, text, { owner })).toEqual({ text: undefined, count: 1 });
      expect(settingsFileOf(vendor, { scope: 'project', owner })?.file).toMatch(/^[\w./-]+$/);
    }
  });

  test('has the command as it stands on Windows, where the agent has a key for it', () => {
    const entryOf = (vendor: Vendor) =>
      placeHooks(vendor, undefined, [hook], { owner: 'mytool' }).text;
    expect(entryOf('codex')).toContain('"commandWindows": "mytool hook"');
    expect(entryOf('copilot')).toContain('"powershell": "mytool hook"');
    expect(entryOf('gemini')).toContain('"command": "mytool hook"');
  });
});

describe('a wrong argument', () => {
  const place = (hooks: unknown, owner: unknown) =>
    errorOf(() => placeHooks('claude', undefined, hooks as OwnHook[], { owner: owner as string }));

  test.each([
    '',
    ' ',
    ' mytool',
    'mytool ',
    'my\ntool',
    'a # b',
    '$HOME',
    '"a"',
    "it's",
    'a\\b',
    '`a`',
    '50%',
    'é',
    'x'.repeat(65),
    undefined,
    7,
    null,
  ])('%j is no owner', (owner) => {
    const [code, message] = place([hook], owner);
    expect(code).toBe('usage');
    expect(message).toMatch(/^owner: /);
    expect(
      errorOf(() => settingsFileOf('claude', { scope: 'user', owner: owner as string }))[0],
    ).toBe('usage');
  });

  test.each<[unknown, string]>([
    [undefined, 'hooks: this is no list of hooks'],
    [{}, 'hooks: this is no list of hooks'],
    [[null], 'hooks[0]: this is no object'],
    [[{}], 'hooks[0].on is missing'],
    [[hook, { on: 'stop' }], 'hooks[1].command is missing'],
    [[{ ...hook, command: ' ' }], 'hooks[0].command: " " is not right, expected a command line'],
    [
      [{ ...hook, command: 'a\0' }],
      'hooks[0].command: "a\\u0000" is not right, expected a command line',
    ],
    [
      [{ ...hook, command: ['a'] }],
      'hooks[0].command: ["a"] is not right, expected a command line',
    ],
    [
      [{ ...hook, timeout: 0 }],
      'hooks[0].timeout: 0 is not right, expected a whole number of milliseconds, at least 1',
    ],
    [
      [{ ...hook, timeout: Number.NaN }],
      'hooks[0].timeout: NaN is not right, expected a whole number of milliseconds, at least 1',
    ],
    [[{ ...hook, timeot: 1 }], 'hooks[0]: unknown key "timeot"; did you mean "timeout"?'],
    [[{ ...hook, tools: [] }], 'hooks[0].tools: [] is not right, expected a list of shell, '],
    [
      [{ ...hook, tools: ['Bash'] }],
      'hooks[0].tools: ["Bash"] is not right, expected a list of shell, ',
    ],
    [[{ ...hook, match: 'Bash' }], 'hooks[0]: "tools" and "match" exclude each other'],
    [[{ ...hook, on: 'stop' }], '"tools" needs an event of tools, and stop is none'],
    [[{ ...hook, env: { 'a b': '' } }], 'hooks[0].env: {"a b":""} is not right'],
    [
      [{ ...hook, env: JSON.parse('{"__proto__": "x"}') }],
      'hooks[0].env: {"__proto__":"x"} is not right',
    ],
    [
      [JSON.parse('{"__proto__": 1, "on": "stop", "command": "x"}')],
      'hooks[0]: unknown key "__proto__"',
    ],
  ])('%j is no list of hooks', (hooks, message) => {
    const [code, said] = place(hooks, 'mytool');
    expect([code, said.slice(0, message.length)]).toEqual(['usage', message]);
  });

  test('an agent that nobody knows, the file of all agents, and a text that is none, are errors', () => {
    const to = (vendor: string, text?: unknown) =>
      errorOf(() => removeHooks(vendor as Vendor, text as string, { owner: 'mytool' }))[0];
    expect(to('claud')).toBe('vendor');
    expect(to('__proto__')).toBe('vendor');
    expect(to('anyhook')).toBe('vendor');
    expect(to('claude', 7)).toBe('usage');
    expect(to('claude', Buffer.from('{}'))).toBe('usage');
    expect(errorOf(() => settingsFileOf('claude', { scope: 'all' as 'user', owner: 'a' }))).toEqual(
      ['usage', 'scope: "all" is not project, user or local'],
    );
  });
});

describe('a text that is no settings file', () => {
  const conflict = '{\n<<<<<<< HEAD\n  "a": 1\n=======\n  "a": 2\n>>>>>>> other\n}\n';
  test.each<[Vendor, string, string]>([
    ['claude', '{"hooks": ', '.claude/settings.json:1:11: expected a value'],
    ['claude', '[]', '.claude/settings.json:1:1: found a list, expected an object'],
    [
      'claude',
      '{\n  "hooks": []\n}',
      '.claude/settings.json:2:12: hooks is a list, expected an object',
    ],
    [
      'claude',
      '{"hooks": "x"}',
      '.claude/settings.json:1:11: hooks is a string, expected an object',
    ],
    [
      'claude',
      '{"hooks": {\n "PreToolUse": 7}}',
      '.claude/settings.json:2:16: hooks.PreToolUse is a number, expected a list',
    ],
    [
      'gemini',
      '{"hooks": {"BeforeTool": {"hooks": []}}}',
      '.gemini/settings.json:1:26: hooks.BeforeTool is an object, expected a list',
    ],
    [
      'terminai',
      '{"tools": []}',
      '.terminai/settings.json:1:11: tools is a list, expected an object',
    ],
    ['cursor', conflict, '.cursor/hooks.json:2:1: a merge conflict that git left'],
    [
      'codex',
      'model = "x"\n',
      '.codex/hooks.json: the text is TOML; give its file: .codex/config.toml',
    ],
    [
      'claude',
      `{"a":${'['.repeat(300)}${']'.repeat(300)}}`,
      '.claude/settings.json:1:205: more than 200 levels deep',
    ],
  ])('is an error with its place in %s: %j', (vendor, text, message) => {
    const [code, said] = errorOf(() => placeHooks(vendor, text, [hook], { owner: 'mytool' }));
    expect([code, said.slice(0, message.length)]).toEqual(['settings', message]);
  });

  test('is named as the caller names it', () => {
    const options = { owner: 'mytool', file: '/home/me/.codex/config.toml' };
    expect(errorOf(() => hooksOf('codex', '[hooks', options))[1]).toMatch(
      /^\/home\/me\/\.codex\/config\.toml:1:/,
    );
  });

  test('is returned as it is where nothing in it is of the owner', () => {
    for (const text of [
      '{"hooks": []}',
      '{"hooks": {"PreToolUse": null, "__proto__": [{}]}}',
      '{"__proto__": 1}',
    ])
      expect(removeHooks('claude', text, { owner: 'mytool' })).toEqual({ text, count: 0 });
  });

  test('keys such as __proto__ stay, and reach no prototype', () => {
    const text =
      '{"__proto__": {"polluted": 1}, "hooks": {"__proto__": [{"hooks": []}], "Stop": []}}';
    const { text: placed } = placeHooks('claude', text, [hook], { owner: 'mytool' });
    expect(placed).toContain('"__proto__": [{"hooks": []}]');
    expect(removeHooks('claude', placed, { owner: 'mytool' }).text).toBe(text);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

describe('TOML of Codex', () => {
  const options = { owner: 'mytool', file: '.codex/config.toml' };
  const text =
    '# mine\r\nmodel = "x"\r\n\r\n[[hooks.PreToolUse]]\r\nmatcher = "Bash"\r\n\r\n[[hooks.PreToolUse.hooks]] # two\r\ntype = "command"\r\ncommand = "mine"\r\n';

  test.each([
    '',
    '# mine',
    'model = "x"',
    '# mine\n',
    text,
  ])('%j comes back to the byte', (before) => {
    const placed = placeHooks('codex', before, [hook], options).text;
    expect(placeHooks('codex', placed, [hook], options).text).toBe(placed);
    expect(hooksOf('codex', placed, options)).toEqual([
      { on: 'PreToolUse', match: 'Bash', command: 'mytool hook' },
    ]);
    expect(removeHooks('codex', placed, options).text).toBe(before);
  });

  test('keeps the other entries of a group into which a person put ours', () => {
    const moved = `${text}\r\n[[hooks.PreToolUse.hooks]]\r\ntype = "command"\r\ncommand = "mytool hook # installed by mytool"\r\n`;
    const { text: left, count } = removeHooks('codex', moved, options);
    expect(count).toBe(1);
    expect(left).toContain('command = "mine"');
    expect(left).not.toContain('mytool');
    expect(left).toContain('# mine');
  });
});

describe('a loss', () => {
  const lossesOf = (vendor: Vendor, own: OwnHook) =>
    placeHooks(vendor, undefined, [hook, own], { owner: 'mytool' })
      .losses.filter((loss) => loss.hook === 1)
      .map(({ code, severity, event, key }) =>
        [code, severity, event, key].filter(Boolean).join(' '),
      );

  test.each<[Vendor, OwnHook, string[]]>([
    ['cursor', { on: 'PreToolUse', command: 'x' }, ['no-event unsafe PreToolUse']],
    ['cursor', { on: 'permission', command: 'x' }, ['no-event unsafe permission']],
    ['claude', { on: 'thought', command: 'x' }, ['no-event lossy thought']],
    ['claude', { on: '__proto__', command: 'x' }, ['no-event unsafe __proto__']],
    [
      'claude',
      { on: 'before-tool', tools: ['delete'], command: 'x' },
      ['no-tool lossy PreToolUse'],
    ],
    [
      'codex',
      { on: 'before-tool', tools: ['read'], command: 'x' },
      ['fewer-calls unsafe PreToolUse'],
    ],
    [
      'codex',
      { on: 'before-tool', tools: ['write'], command: 'x' },
      ['more-calls lossy PreToolUse tools'],
    ],
    [
      'gemini',
      { on: 'before-tool', tools: ['mcp'], command: 'x' },
      ['more-calls lossy BeforeTool tools'],
    ],
    ['claude', { on: 'stop', match: 'x', command: 'x' }, ['more-calls lossy Stop match']],
    ['codex', { on: 'stop', timeout: 1500, command: 'x' }, ['key-changed cosmetic Stop timeout']],
    [
      'gemini',
      { on: 'before-tool', onFailure: 'block', command: 'x' },
      ['key-lost unsafe BeforeTool onFailure'],
    ],
    [
      'cursor',
      { on: 'stop', async: true, cwd: 'a', command: 'x' },
      ['key-lost lossy stop cwd', 'key-lost lossy stop async'],
    ],
    [
      'claude',
      { on: 'PreToolUse', if: 'Bash(git *)', async: true, onFailure: 'block', command: 'x' },
      [],
    ],
    ['cursor', { on: 'stop', loopLimit: null, command: 'x' }, []],
  ])('in %s is data: %j', (vendor, own, losses) => {
    expect(lossesOf(vendor, own)).toEqual(losses);
  });

  test('is a sentence too, and survives JSON', () => {
    const { losses } = placeHooks('cursor', undefined, [{ on: 'PreToolUse', command: 'x' }], {
      owner: 'a',
    });
    expect(JSON.parse(JSON.stringify(losses))).toEqual([
      {
        hook: 0,
        code: 'no-event',
        severity: 'unsafe',
        event: 'PreToolUse',
        instead: ['preToolUse', 'beforeShellExecution', 'beforeMCPExecution', 'beforeReadFile'],
        message: expect.stringMatching(
          /^Cursor has no event PreToolUse, so the hook is not written; write preToolUse or /,
        ),
      },
    ]);
  });

  test.each(
    agentVendors().filter(isPlugin),
  )('in %s is that its plugin needs a file of anyhook, and has no matchers', (vendor) => {
    const hooks = [hook, { on: 'stop', command: 'y' }];
    const { losses } = placeHooks(vendor, undefined, hooks, { owner: 'a' });
    expect(losses.filter(({ code }) => code === 'needs-bridge')).toEqual([
      expect.objectContaining({
        ...{ hook: 0, severity: 'unsafe', others: [expect.objectContaining({ hook: 1 })] },
        message: expect.stringContaining('.anyhook/bridge.cjs'),
      }),
    ]);
    const more = { hook: 0, code: 'more-calls', severity: 'lossy', key: 'tools' };
    expect(losses).toContainEqual(expect.objectContaining(more));
  });

  test('a file whose hooks do not run is said', () => {
    const findingsIn = (vendor: Vendor, text: string) =>
      placeHooks(vendor, text, [{ ...hook, name: 'guard' }], { owner: 'a' }).findings.map(
        ({ code }) => code,
      );
    expect(findingsIn('claude', '// mine\n{}')).toEqual(['comments']);
    expect(findingsIn('claude', '{"disableAllHooks": true}')).toEqual(['switched-off']);
    expect(findingsIn('gemini', '{"hooksConfig": {"disabled": ["guard"]}}')).toEqual([
      'switched-off',
    ]);
    expect(findingsIn('terminai', '{"tools": {"enableHooks": false}}')).toEqual(['switched-off']);
    expect(findingsIn('cursor', '{"version": 1, "hooks": {"nope": []}}')).toEqual([
      'unknown-event',
    ]);
    expect(placeHooks('terminai', '{"a": 1}', [hook], { owner: 'a' }).added).toEqual([
      { path: 'tools.enableHooks', value: true },
    ]);
  });
});

test('each agent has a file for hooks of a project and of a person', () => {
  const place = (vendor: Vendor, scope: 'project' | 'user' | 'local') => {
    const found = settingsFileOf(vendor, { scope, owner: '@acme/my-tool' });
    return found && `${found.file}${found.needsTrust ? ' trust' : ''}`;
  };
  const rows = agentsWithOwnFile().map((vendor) => [
    vendor,
    place(vendor, 'project'),
    place(vendor, 'user'),
    place(vendor, 'local'),
  ]);
  expect(rows).toEqual([
    [
      'claude',
      '.claude/settings.json trust',
      '.claude/settings.json',
      '.claude/settings.local.json trust',
    ],
    ['codex', '.codex/hooks.json trust', '.codex/hooks.json trust', undefined],
    [
      'copilot',
      '.github/hooks/-acme-my-tool.json trust',
      '.copilot/hooks/-acme-my-tool.json',
      '.github/copilot/settings.local.json trust',
    ],
    ['cursor', '.cursor/hooks.json trust', '.cursor/hooks.json', undefined],
    ['gemini', '.gemini/settings.json trust', '.gemini/settings.json', undefined],
    ['qwen', '.qwen/settings.json trust', '.qwen/settings.json', undefined],
    ['tabnine', '.tabnine/agent/settings.json trust', '.tabnine/agent/settings.json', undefined],
    ['terminai', '.terminai/settings.json trust', '.terminai/settings.json', undefined],
  ]);
  // That of an agent without hook commands is a plugin, which nobody else writes.
  for (const vendor of agentVendors().filter(isPlugin)) {
    const { project, user } = tableOf(vendor).files.own;
    expect(place(vendor, 'project')?.split(' ')[0]).toBe(project);
    expect([place(vendor, 'user'), place(vendor, 'local')]).toEqual([user, undefined]);
  }
  for (const vendor of agentVendors())
    expect(Object.keys(tableOf(vendor).activation.required)).toEqual(
      Object.keys(settingsFileOf(vendor, { scope: 'user', owner: 'a' })?.required ?? {}),
    );
  expect(settingsFileOf('claude', { scope: 'project', owner: 'a' })?.alsoReadBy).toEqual([
    'copilot',
    'cursor',
  ]);
});
