import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { adapters } from '../../src/adapters/index.ts';
import { events } from '../../src/canonical/event.ts';
import { type Hook, hookFields, hookSchema } from '../../src/canonical/hook.ts';
import { tools } from '../../src/canonical/tool.ts';
import { checkSettings } from '../../src/check/check.ts';
import { AnyhookError } from '../../src/errors.ts';
import { yaml } from '../../src/settings/formats/yaml.ts';
import { hookToSource, sourceToHook } from '../../src/settings/neutral/hook.ts';
import { sourceJsonSchema, sourceSchema } from '../../src/settings/neutral/schema.ts';
import { findNearestWord } from '../../src/util/words.ts';
import { property } from '../property.ts';

const nasty = [
  ...[
    '',
    ' ',
    '\n',
    '\t',
    '-',
    '- a',
    '? a',
    ': ',
    'a: b',
    'a:',
    '#',
    'a #b',
    '!',
    '!!str a',
    '&a',
  ],
  ...['*a', '*', '|', '>', '%a', '@a', '`a`', '"', "'", `'"`, '{', '}', '[a]', ',', 'a, b', '---'],
  ...['...', '--- a', 'null', '~', 'true', 'yes', 'on', 'off', 'y', 'NO', '1', '-1', '1e3', '0x1F'],
  ...['0o7', '1_000', '12:30:45', '.inf', '-.inf', '.nan', '2001-01-01', '<<', '=', 'a\nb', 'a\n'],
  ...[
    '\na',
    'a\n\n',
    ' a\nb',
    'a \nb',
    'a\n b\n',
    'a\n\n\nb',
    'a\tb',
    'a\r\nb',
    '\r',
    'a\\',
    '\\n',
  ],
  ...[
    'é',
    '日本',
    '👩‍👩‍👧',
    '\u2028',
    '\u0085',
    '\ufeff',
    'a\ufeff',
    '\ud800',
    '\0',
    '\x1b[31m',
    '\x7f',
  ],
  ...[
    'a\n---\nb',
    'a\n...\n',
    'a\n# b\n',
    `${'word '.repeat(60)}end`,
    'x'.repeat(3000),
    'rm\\s+-rf',
  ],
  ...['constructor', 'toString', "it's", '$HOME', `\${x}`, 'a\n\'b\'\n"c"', '\u00a0', 'a\n\tb\n'],
];
const text = fc.oneof(
  fc.constantFrom(...nasty),
  fc.array(fc.constantFrom(...nasty), { maxLength: 4 }).map((parts) => parts.join('')),
  fc.string(),
  fc.string({ unit: 'binary' }),
);
const noProto = (value: unknown) => !JSON.stringify(value)?.includes('__proto__');
const vendors = Object.keys(adapters) as (keyof typeof adapters)[];
const speaks = fc.constantFrom(...vendors).chain((vendor) =>
  fc.record({
    speaks: fc.constant<string>(vendor),
    event: fc.constantFrom(...adapters[vendor].bindings.nativeNames),
  }),
);
const anything = fc.dictionary(text, fc.jsonValue({ stringUnit: 'binary' }), { maxKeys: 3 });
const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const few = <T>(values: T[]) => fc.array(fc.constantFrom(...values), { maxLength: 3 });
const more = fc.record({
  matcher: some(text),
  timeout: some(
    fc.oneof(
      fc.nat(1e6),
      fc.nat(600).map((seconds) => seconds * 1000),
      fc.double({ min: 0, max: 1e300, noNaN: true }),
      fc.constantFrom(0, 0.1, 1e-7, 5e-324, 1e21, 1234.5678),
    ),
  ),
  onFailure: some(fc.constantFrom('block', 'allow')),
  ask: some(fc.constantFrom('host', 'deny')),
  halt: some(fc.constantFrom('strict')),
  wordings: some(fc.constantFrom('one', 'both')),
  loopLimit: some(fc.option(fc.nat())),
  ...{ cwd: some(text), log: some(text), name: some(text), description: some(text) },
  env: some(fc.dictionary(text, text, { maxKeys: 4 })),
  sequential: some(fc.boolean()),
  agents: some(few(vendors.filter((vendor) => vendor !== 'anyhook'))),
  ...{ rest: some(anything), group: some(anything) },
});
const hook: fc.Arbitrary<Hook> = fc
  .tuple(speaks, text, more, some(few(Object.keys(tools))))
  .map(([told, command, rest, tools]) => {
    const fits = told.speaks === 'anyhook' && /^(before|after)-tool$/.test(told.event);
    const all = { ...told, command, ...rest, tools: fits ? tools : undefined };
    return Object.fromEntries(Object.entries(all).filter(([, v]) => v !== undefined)) as Hook;
  })
  .filter(noProto)
  .map((made) => ({ ...made, ...(Object.is(made.timeout, -0) ? { timeout: 0 } : {}) }));

const read = (file: string, name = 'anyhook.yaml') => yaml.read('anyhook', file, name);
const hooksIn = (file: string) => read(file).hooks.map((found) => found.hook);
const merge = (file: string, remove: number[], hooks: Hook[]) => {
  const add = hooks.map(hookToSource);
  return yaml.edit('anyhook', file, 'anyhook.yaml', { lists: [{ path: ['hooks'], remove, add }] });
};
const written = (hooks: Hook[]) => merge('', [], hooks);
/** What is wrong with a text; positions as `line:column`. */
function wrong(file: string): string[] {
  try {
    read(file, 'f');
  } catch (error) {
    expect(error).toBeInstanceOf(AnyhookError);
    expect((error as AnyhookError).code).toBe('settings');
    return (error as AnyhookError).message.split('\n').map((line) => line.replace(/^f:/, ''));
  }
  return [];
}
const one = (lines: string) =>
  `version: 1\nhooks:\n  - on: stop\n    run: x\n${lines.replace(/^/gm, '    ')}\n`;

describe('reading anyhook.yaml', () => {
  test('takes every field of a hook from its key', () => {
    const file = `version: 1
hooks:
  - name: no-rm-rf
    description: refuses rm -rf
    on: before-tool
    tools: [shell]
    match: 'rm -rf'
    run: guard.sh
    timeout: 1.5s
    on-failure: block
    guard: false
    ask: deny
    halt: strict
    wordings: both
    loop-limit: 5
    cwd: /srv
    log: run.log
    env: { MODE: strict }
    agents: [gemini, cursor]
    keep: { entry: { color: red }, group: { a: 1 }, sequential: true }

  - on: before-tool
    url: https://policy.test/hook
    headers: { Authorization: Bearer $TOKEN }
    header-env: [TOKEN]

  - speaks: cursor
    event: stop
    run: guard.sh
    on-failure: native
    ask: auto
    halt: auto
    wordings: auto
    loop-limit: none

  - speaks: gemini
    event: BeforeTool
    answer: later
    run: guard.sh

  - on: stop
    module: ./hooks//guard.ts
    accept-loss: true
`;
    const [first, posted, second, third, called] = read(file).hooks.map(({ hook, at }) => ({
      hook,
      line: at?.line,
    }));
    expect(first).toEqual({
      line: 3,
      hook: {
        name: 'no-rm-rf',
        description: 'refuses rm -rf',
        speaks: 'anyhook',
        event: 'before-tool',
        tools: ['shell'],
        matcher: 'rm -rf',
        command: 'guard.sh',
        timeout: 1500,
        onFailure: 'block',
        guard: false,
        ask: 'deny',
        halt: 'strict',
        wordings: 'both',
        loopLimit: 5,
        cwd: '/srv',
        log: 'run.log',
        env: { MODE: 'strict' },
        agents: ['gemini', 'cursor'],
        rest: { color: 'red' },
        group: { a: 1 },
        sequential: true,
      },
    });
    expect(posted?.hook).toEqual({
      speaks: 'anyhook',
      event: 'before-tool',
      command: '',
      url: 'https://policy.test/hook',
      headers: { Authorization: 'Bearer $TOKEN' },
      headerEnv: ['TOKEN'],
    });
    expect(third?.hook).toEqual({
      speaks: 'gemini',
      event: 'BeforeTool',
      answer: 'later',
      command: 'guard.sh',
    });
    expect(called?.hook).toEqual({
      speaks: 'anyhook',
      event: 'stop',
      command: '',
      module: 'hooks/guard.ts',
      acceptLoss: true,
    });
    const said = [first, posted, third, called].flatMap((one) => Object.keys(one?.hook ?? {}));
    // Rules are for agents that have them.
    expect([...new Set([...said, 'condition'])].sort()).toEqual(Object.keys(hookFields).sort());
    expect(second).toEqual({
      line: 27,
      hook: { speaks: 'cursor', event: 'stop', command: 'guard.sh', loopLimit: null },
    });
  });

  test('gives no hooks for a list that is empty or missing', () => {
    for (const hooks of ['', 'hooks:', 'hooks: []', 'hooks: null'])
      expect(hooksIn(`version: 1\n${hooks}`)).toEqual([]);
  });

  test('accepts CRLF, a byte order mark, YAML 1.1 and aliases of values', () => {
    expect(
      hooksIn('\ufeffversion: 1\r\nhooks:\r\n- on: stop\r\n  run: |\r\n    a\r\n    b\r\n'),
    ).toEqual([{ speaks: 'anyhook', event: 'stop', command: 'a\nb\n' }]);
    expect(wrong('\ufeffversion: 2')).toEqual(['1:10: version 2: this anyhook reads version 1']);
    expect(hooksIn('%YAML 1.1\n---\nversion: 1\nhooks: [{ on: stop, run: yes }]')).toEqual([
      { speaks: 'anyhook', event: 'stop', command: 'yes' },
    ]);
    const shared = 'version: 1\nhooks:\n  - &a { on: stop, run: x, env: &e { A: b } }\n  - *a\n';
    expect(hooksIn(`${shared}  - { on: prompt, run: y, env: *e }\n`)[2]?.env).toEqual({ A: 'b' });
  });

  test('reports all problems at once with their places, and counts those after the twentieth', () => {
    const file = `version: 2
hooks:
  - nmae: x
    on: beforeShellExecution
    tmieout: 3
    timeout: 30
    command: x
  - speaks: cursr
    event: x
    run: [a]
    env: { A: 1, __proto__: x }
  - on: stop
    tools: [shel]
    match: x
    run:
    ask: maybe
  -
  - on: before-tool
    match: (
    speaks: cursor
    run: x
    keep: { entri: 1 }
  - speaks: cursor
    event: beforeShelExecution
    run: x
    loop-limit: -1
__proto__: { polluted: true }
`;
    expect(wrong(file)).toEqual([
      '1:10: version 2: this anyhook reads version 1',
      '3:5: unknown key "nmae"; did you mean "name"?',
      '3:5: "run" is missing, or "module" or "url" in its place',
      '4:9: "beforeShellExecution" is an event of cursor: say "speaks: cursor" and "event: beforeShellExecution"',
      '5:5: unknown key "tmieout"; did you mean "timeout"?',
      '6:14: timeout: say a number with its unit, such as 30s or 500ms',
      '7:5: unknown key "command"; say "run"',
      '8:13: unknown vendor "cursr"; did you mean "cursor"?',
      '10:10: run: expected text, got a list',
      '11:15: env.A: expected text, got 1; put it in quotes',
      '11:18: unknown key "__proto__"',
      '13:12: "tools" needs "on" of a tool event: before-tool, after-tool, permission, permission-denied',
      '13:13: unknown tool "shel"; did you mean "shell"?',
      '15:5: run: expected text, got nothing',
      '16:10: ask: say auto, host, deny',
      '17:4: a hook: expected a map, got nothing',
      '19:12: match: Invalid regular expression: /(/: Unterminated group',
      '20:13: "on" and "speaks" exclude each other',
      '22:13: unknown key "entri"; did you mean "entry"?',
      '24:12: unknown event of cursor "beforeShelExecution"; did you mean "beforeShellExecution"?',
      'and 2 more',
    ]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test.each([
    [
      'version: 1\nhooks:\n  - { speaks: gemini, event: beforeShellExecution, run: x }',
      '3:30: "beforeShellExecution" is an event of cursor, and not of gemini; if the script is written for that agent, say "speaks: cursor"',
    ],
    ['hooks: []', '1:1: "version" is missing: begin with "version: 1"'],
    ['', '1:1: "version" is missing: begin with "version: 1"'],
    ['- a', '1:1: the file: expected a map, got a list'],
    ['version: 1\nhooks: { a: b }', '2:8: hooks: expected a list, got a map'],
    ['version: 1\nhook: []', '2:1: unknown key "hook"; did you mean "hooks"?'],
    ['version: "1"', '1:10: version "1": this anyhook reads version 1'],
    [one('event: x'), '5:12: "event" needs "speaks"; with "on" leave it out'],
    [one('env: [a]'), '5:10: env: expected a map, got a list'],
    [one('true: stop'), '5:5: unknown key "true"; say "on"'],
    [one('keep: 1'), '5:11: keep: expected a map, got 1'],
    [one('timeout: 5'), '5:14: timeout: say a number with its unit, such as 30s or 500ms'],
    [one('timeout: 5 s'), '5:14: timeout: say a number with its unit, such as 30s or 500ms'],
    [one(`timeout: ${'9'.repeat(309)}s`), /timeout: say/],
    [one('loop-limit: 1.5'), '5:17: loop-limit: say a whole number or none'],
    [one('agents: [anyhook]'), /5:14: unknown vendor "anyhook"; there are .*\bclaude,/],
    ['version: 1\nhooks: [{ run: x }]', /2:9: say "on: " and/],
    ['version: 1\nhooks: [{ run: x, event: stop }]', '2:26: "event" needs "speaks"'],
    [
      'version: 1\nhooks: [{ run: x, speaks: cursor }]',
      '2:9: "event" is missing: "speaks" needs it',
    ],
  ])('refuses %j with one message', (file, message) => {
    const said = wrong(file);
    expect(said).toHaveLength(1);
    if (typeof message === 'string') expect(said).toEqual([message]);
    else expect(said[0]).toMatch(message);
  });

  test('refuses keys that stand twice, tabs, second documents, merge keys, tags and wrong aliases', () => {
    expect(wrong('version: 1\nversion: 1')).toEqual(['2:1: the key "version" is there twice']);
    expect(wrong('version: 1\nhooks:\n\t- a')[0]).toMatch(/^3:1: Tabs/);
    expect(wrong('version: 1\n---\nversion: 1')).toEqual([
      '2:1: a second document: one file is one document',
    ]);
    expect(wrong(one('<<: &a {}\nenv: { <<: *a }'))).toEqual([
      '5:5: merge keys (<<) are not read; write the keys out, or alias a value',
      '6:12: merge keys (<<) are not read; write the keys out, or alias a value',
    ]);
    expect(wrong(one('env: { A: b, A: c }\nnmae: x'))).toEqual([
      '5:18: the key "A" is there twice',
      '6:5: unknown key "nmae"; did you mean "name"?',
    ]);
    expect(wrong(`${one('env: { A: b }')}\0`)[0]).toMatch(/a control character, U\+0000/);
    expect(wrong('version: 1\nhooks: !foo []')[0]).toMatch(/^2:8: .*!foo/);
    expect(wrong('version: 1\nhooks: *a')).toEqual(['2:8: no anchor &a before this alias']);
    expect(wrong('version: 1\nhooks: &a [*a]')[0]).toMatch(/levels deep/);
    expect(wrong('version: 1\n? [a]\n: b')[0]).toMatch(/^2:3: .*strings/);
    expect(wrong('version: 1\nhooks: [').length).toBeGreaterThan(0);
    expect(wrong(`version: 1\n"\\e[31m\u009b${'x'.repeat(900)}": 1`)[0]).toMatch(
      /^2:1: unknown key "\\u001b\[31m\?x{10,80}; there are version, hooks, lines, tests$/,
    );
  });

  test('refuses aliases that repeat more than 10000 values', () => {
    const letters = [...'bcdefghij'];
    const row = (name: string, of: string) => `${name}: &${name} [${Array(9).fill(of).join(', ')}]`;
    const bomb = [row('a', 'x'), ...letters.map((b, i) => row(b, `*${'abcdefghij'[i]}`))];
    expect(wrong(bomb.join('\n'))[0]).toMatch(/aliases repeat more than 10000 values/);
    const many = Array(2000).fill('  - { on: stop, run: x, env: *e }').join('\n');
    const file = `version: 1\nhooks:\n  - { on: stop, run: x, env: &e { A: b } }\n${many}`;
    expect(hooksIn(file)).toHaveLength(2001);
  });

  test.each([
    ['[', ']'],
    ['{a: ', '}'],
    ['- ', ''],
    ['? ', ''],
    ['- - - ', ''],
    ['&a [', ']'],
  ])('refuses %j nested 100 or more levels deep', (open, close) => {
    expect(wrong(open.repeat(1000)).length).toBeGreaterThan(0);
    for (const levels of [100, 1000, /^[[{-] ?$|a:/.test(open) ? 20_000 : 10_000]) {
      const [said] = wrong(`${open.repeat(levels)}${close.repeat(levels)}`);
      expect(said).toMatch(open === '? ' ? /strings|levels deep/ : /more than 64 levels deep/);
    }
  });

  test('says no more than twenty problems of twenty thousand, and how many there are', () => {
    const keys = (count: number) => Array.from({ length: count }, (_, i) => `    k${i}: x`);
    const text = (count: number) =>
      `version: 1\nhooks:\n  - on: stop\n    run: x\n${keys(count).join('\n')}`;
    expect(wrong(text(20_000))).toHaveLength(21);
  });

  test('is followed by a report of valid hooks that are probably mistakes', () => {
    const doubts = (hook: string) =>
      checkSettings('anyhook', read(`version: 1\nhooks: [{ run: x, ${hook} }]`)).map((found) =>
        found.code === 'doubtful' ? found.why : found.code,
      );
    expect(doubts('on: stop, match: a')).toEqual(['matcher-ignored']);
    expect(doubts('speaks: cursor, event: sessionStart, match: a')).toEqual(['matcher-ignored']);
    expect(doubts('on: stop, agents: []')[0]).toMatch(/^agents: an empty list/);
    expect(doubts('speaks: cursor, event: preToolUse, match: "("')).toEqual([
      'matcher-matches-nothing',
    ]);
    for (const match of ['*', '""', 'shell'])
      expect(doubts(`on: before-tool, match: '${match.replaceAll('"', '')}'`)).toEqual([]);
  });

  test('proposes the nearest known word, and none for a word that is far from all', () => {
    const known = ['timeout', 'tools', 'on'];
    const near = (word: string) => findNearestWord(word, known);
    expect(['tmieout', 'Timeout', 'tool', 'onn', 'no'].map(near)).toEqual(
      ['timeout', 'timeout', 'tools', 'on', 'on'], //
    );
    expect(['', 'xyz', 'x'.repeat(1e6)].map(near)).toEqual([undefined, undefined, undefined]);
  });
});

describe('writing anyhook.yaml', () => {
  test('lays hooks out for people to read, and breaks no long line', () => {
    const hooks: Hook[] = [
      {
        name: 'no-rm-rf',
        speaks: 'anyhook',
        event: 'before-tool',
        tools: ['shell', 'write'],
        matcher: '^\\s*rm #',
        command: 'set -e\nif x; then\n  y\nfi\n',
        timeout: 30_000,
        env: { MODE: 'on', 'a b': '1' },
      },
      { speaks: 'cursor', event: 'stop', command: 'x', loopLimit: null, rest: { a: [{ b: 1 }] } },
    ];
    expect(written(hooks)).toBe(`\
# yaml-language-server: $schema=https://anyhook.github.io/anyhook/anyhook.schema.json
version: 1
hooks:
  - name: no-rm-rf
    on: before-tool
    tools: [shell, write]
    match: '^\\s*rm #'
    run: |
      set -e
      if x; then
        y
      fi
    timeout: 30s
    env:
      MODE: 'on'
      a b: '1'

  - speaks: cursor
    event: stop
    run: x
    loop-limit: none
    keep:
      entry:
        a:
          - b: 1
`);
    const line = `${'word '.repeat(60)}end`;
    const shared = { a: [1] };
    const long: Hook = {
      speaks: 'cursor',
      event: 'stop',
      command: line,
      rest: { shared, again: shared },
    };
    expect(written([long])).toContain(`    run: ${line}\n`);
    expect(written([long])).not.toMatch(/[&*]/);
    for (const hidden of ['a \nb', 'a\n\n', ' a\nb', 'a\r\nb'])
      expect(written([{ ...long, command: hidden }])).toContain(`run: ${JSON.stringify(hidden)}\n`);
    expect(written([])).toMatch(/^# yaml.*\nversion: 1\nhooks: \[\]\n$/);
  });

  property('gives a text from which any hooks are read as they were', {
    corpus: 'yaml-source',
    inputs: fc.array(hook, { maxLength: 4 }),
    holds: (hooks) => {
      for (const made of hooks) expect(hookSchema.parse(made)).toEqual(made);
      for (const made of hooks) expect(sourceToHook(hookToSource(made))).toEqual(made);
      const file = written(hooks);
      expect(hooksIn(file)).toEqual(hooks);
    },
    runs: 20,
    longRuns: 120,
  });

  test('keeps each text that is special in YAML, in every place of a hook', () => {
    for (const odd of nasty) {
      const made: Hook = {
        speaks: 'cursor',
        event: 'stop',
        ...{ command: odd, matcher: odd, name: odd, description: odd, cwd: odd, log: odd },
        env: { [odd]: odd },
        rest: { [odd]: [odd, { [odd]: odd }] },
      };
      expect(hooksIn(written([made, made]))).toEqual([made, made]);
    }
  });

  test('keeps a matcher that is no valid expression', () => {
    const made: Hook = { speaks: 'anyhook', event: 'after-tool', matcher: '(', command: 'x' };
    expect(hookToSource(made)).toEqual({
      speaks: 'anyhook',
      event: 'after-tool',
      match: '(',
      run: 'x',
    });
    expect(hooksIn(written([made]))).toEqual([made]);
  });
});

/** A file of whole lines, as people lay them out. */
interface Laid {
  text: string;
  /** The lines of each item. */
  items: string[][];
  /** Lines outside of items. */
  others: string[];
}

const bodies: ((n: number) => string[])[] = [
  (n) => [`- on: stop # n ${n}`, `  run: 'x ${n}'`],
  (n) => [`- {on: stop, run: "x ${n}"}   # flow`],
  (n) => ['-', '   on:   stop', `   run: x ${n}`],
  (n) => [`- run: |`, `    # no comment ${n}`, '', '    echo', '  on: stop'],
  (n) => ['- on: stop', '  run: |+', `    x ${n}`, '', ''],
  (n) => ['- on: stop', '  run: >-', `    x ${n}`, '    y'],
  (n) => ['- on: stop', `  run: "x ${n}`, '', '    y"', '', '  # deep'],
  (n) => [
    '- # first',
    '  on: stop',
    '  # between',
    `  run: x ${n}`,
    '      # deep',
    '',
    '  # deeper',
  ],
  (n) => [`- on: stop`, `  run: - ${n}`, '  env:', '    A: b', '  agents:', '  - cursor'],
];
const between = fc.array(fc.constantFrom('', '# shallow', '# - on: stop', '  '), { maxLength: 3 });
const laid: fc.Arbitrary<Laid> = fc
  .record({
    eol: fc.constantFrom('\n', '\r\n'),
    indent: fc.constantFrom(0, 2, 4),
    spaced: fc.boolean(),
    picks: fc.array(fc.tuple(fc.constantFrom(...bodies), between), { minLength: 1, maxLength: 5 }),
    top: fc.constantFrom([], ['# top', '']),
    versionLast: fc.boolean(),
    ended: fc.boolean(),
    mark: fc.constantFrom('', '\ufeff'),
  })
  .map(({ eol, indent, spaced, picks, top, versionLast, ended, mark }) => {
    const pad = (line: string) => (line.trim() ? ' '.repeat(indent) + line : line);
    const others = [...top, ...(versionLast ? [] : ['version: 1']), 'hooks: # all'];
    const items: string[][] = [];
    const lines = [...others];
    for (const [n, [body, lead]] of picks.entries()) {
      const keeps = body === bodies[4];
      const before = [...(spaced && n ? [''] : []), ...lead].map(pad);
      lines.push(...before, ...body(n).map(pad));
      others.push(...before);
      items.push(body(n).map(pad));
      if (keeps) lines.push(pad('# end'));
    }
    if (versionLast) lines.push('version: 1');
    const joined = lines.join(eol);
    const blockLast = /\|/.test(lines.at(-2) ?? '');
    return { text: mark + joined + (ended || blockLast ? eol : ''), items, others };
  })
  .filter(({ text }) => wrong(text).length === 0);

describe('merging hooks into anyhook.yaml', () => {
  const plain: Hook = { speaks: 'anyhook', event: 'stop', command: 'new' };
  const from = (start: number, count: number) => Array.from({ length: count }, (_, i) => start + i);

  property('leaves no trace of hooks that are put in and taken out again', {
    corpus: 'yaml-source',
    inputs: fc.tuple(laid, fc.array(hook, { minLength: 1, maxLength: 3 })),
    holds: ([{ text }, hooks]) => {
      const before = hooksIn(text);
      const added = merge(text, [], hooks);
      expect(hooksIn(added)).toEqual([...before, ...hooks]);
      expect(merge(added, from(before.length, hooks.length), [])).toBe(text);
    },
    runs: 16,
    longRuns: 80,
  });

  const indices = fc.uniqueArray(fc.nat(4), { minLength: 1 });

  property('keeps everything else byte for byte', {
    corpus: 'yaml-source',
    inputs: fc.tuple(laid, indices, fc.array(hook, { maxLength: 3 })),
    holds: ([{ text, items }, pick, add]) => {
      const gone = new Set(pick.map((i) => i % items.length));
      const result = merge(text, [...gone], add);
      const before = hooksIn(text);
      const slot = Math.min(...gone);
      const kept = (list: Hook[], start: number) => list.filter((_, i) => !gone.has(start + i));
      expect(hooksIn(result)).toEqual([
        ...before.slice(0, slot),
        ...add,
        ...kept(before.slice(slot), slot),
      ]);
      const eol = text.includes('\r\n') ? '\r\n' : '\n';
      for (const [i, lines] of items.entries())
        if (!gone.has(i)) expect(result).toContain(lines.join(eol));
      const remarks = (all: string) =>
        all.split(eol).filter((line) => /^ *#( -| sh| top)/.test(line));
      expect(remarks(result)).toEqual(remarks(text));
      expect(result.startsWith('\ufeff')).toBe(text.startsWith('\ufeff'));
      if (eol === '\r\n') expect(result.replaceAll('\r\n', '')).not.toContain('\n');
      if (text.endsWith('\n')) expect(result.endsWith('\n')).toBe(true);
    },
    runs: 16,
    longRuns: 80,
  });

  const two = `# top
version: 1

hooks: # all
  # about a
  - on: stop # s
    run: 'a'

  # about b
  - on:   stop
    run: "b"
    # deep

# end
`;
  test('puts new hooks in the place of those that go, and keeps the comments around', () => {
    expect(merge(two, [0], [plain])).toBe(
      two.replace("on: stop # s\n    run: 'a'", 'on: stop\n    run: new'),
    );
    expect(merge(two, [0], [])).toBe(two.replace("  - on: stop # s\n    run: 'a'\n\n", ''));
    expect(merge(two, [1], [])).toBe(
      two.replace('  - on:   stop\n    run: "b"\n    # deep\n', ''), //
    );
    expect(merge(two, [], [plain])).toBe(
      two.replace('# deep\n', '# deep\n\n  - on: stop\n    run: new\n'),
    );
    expect(merge(two, [0, 1], [])).toBe(
      '# top\nversion: 1\n\nhooks: [] # all\n  # about a\n\n  # about b\n\n# end\n',
    );
    expect(merge(two, [], [])).toBe(two);
    expect(merge('not: [yaml', [], [])).toBe('not: [yaml');
  });

  test('adds no blank line to a list that has none', () => {
    const close = 'version: 1\nhooks:\n- {on: stop, run: a}\n- {on: stop, run: b}\n';
    expect(merge(close, [], [plain])).toBe(`${close}- on: stop\n  run: new\n`);
    expect(merge(close, [0], [])).toBe('version: 1\nhooks:\n- {on: stop, run: b}\n');
  });

  test.each([
    ['version: 1\nhooks: []\n'],
    ['version: 1\nhooks: [] # none\n\n# end\n'],
    ['hooks: []\nversion: 1'],
    ['# c\r\nversion: 1\r\nhooks: []\r\n'],
  ])('fills the empty list of %j, and empties it again without a trace', (file) => {
    const added = merge(file, [], [plain, plain]);
    expect(hooksIn(added)).toEqual([plain, plain]);
    expect(merge(added, [0, 1], [])).toBe(file);
  });

  test.each([
    ['', written([]).replace(' []', '')],
    ['# only a remark', '# only a remark\nversion: 1\nhooks:\n'],
    ['version: 1', 'version: 1\nhooks:\n'],
    ['version: 1\nhooks:\n', 'version: 1\nhooks:\n'],
    ['version: 1\nhooks: ~ # none\n', 'version: 1\nhooks: # none\n'],
  ])('adds a list to %j, which has none', (file, head) => {
    expect(merge(file, [], [plain]).trimEnd()).toBe(`${head}  - on: stop\n    run: new`);
  });

  test.each([
    ['version: 1\nhooks: [{ on: stop, run: a }, { on: stop, run: b }] # all\n'],
    ['{ version: 1, hooks: [{ on: stop, run: a }, { on: stop, run: b }] }'],
    ['version: 1\nhooks:\n  [\n    { on: stop, run: a }, # a\n    { on: stop, run: b },\n  ]\n'],
    ['? version\n: 1\n? hooks\n: - { on: stop, run: a }\n  - { on: stop, run: b }\n'],
    ['---\nversion: 1\nhooks:\n  - on: stop\n    run: a\n  - on: stop\n    run: b\n...\n'],
    ['version: 1\nhooks: &h\n  - on: stop\n    run: a\n  -\n    on: stop\n    run: b\n'],
  ])('changes the list of %j, whatever its form', (file) => {
    const [a, b] = hooksIn(file);
    expect(hooksIn(merge(file, [0], [plain]))).toEqual([plain, b]);
    expect(hooksIn(merge(file, [], [plain]))).toEqual([a, b, plain]);
    expect(hooksIn(merge(file, [0, 1], []))).toEqual([]);
    if (!/^[?{]/.test(file))
      expect(merge(file, [], [plain])).toMatch(/\n {2}- on: stop\n {4}run: new\n/);
    if (file.includes('# a')) expect(merge(file, [1], [])).toContain('# a');
  });

  test('refuses a change of another hook, and what the file cannot hold', () => {
    const file = 'version: 1\nhooks:\n  - { on: stop, run: &r x }\n  - { on: stop, run: *r }\n';
    expect(() => merge(file, [0], [])).toThrow(/change it by hand/);
    expect(merge(file, [1], [])).toBe('version: 1\nhooks:\n  - { on: stop, run: &r x }\n');
    const twice = file.replace('hooks:\n', 'hooks:\n  - { on: stop, run: &r y }\n');
    expect(() => merge(twice, [1], [])).toThrow(/change it by hand/);
    expect(() => merge('version: 1\nhooks: 5', [], [plain])).toThrow(/f?:2:1: expected a map/);
    expect(() => merge('- a', [], [plain])).toThrow(/expected a map/);
    expect(() => merge('---\n', [], [plain])).toThrow(/change it by hand/);
    expect(() => merge(two, [2], [])).toThrow(RangeError);
    const strange = { ...plain, event: 'stops' };
    expect(() => merge(two, [], [strange])).toThrow(/cannot hold: unknown event "stops"/);
  });
});

describe('the schema of anyhook.yaml', () => {
  const file = readFileSync(new URL('../../examples/anyhook.yaml', import.meta.url), 'utf8');

  test('accepts examples/anyhook.yaml, in which nothing is reported', () => {
    expect(sourceSchema.safeParse(parse(file)).error).toBeUndefined();
    const settings = read(file);
    const { hooks } = settings;
    expect(checkSettings('anyhook', settings)).toEqual([]);
    expect(hooks.map(({ hook: { name, speaks, event } }) => [name, speaks, event])).toEqual([
      ['no-rm-rf', 'anyhook', 'before-tool'],
      ['no-downloads', 'cursor', 'beforeShellExecution'],
      ['watch-github', 'anyhook', 'after-tool'],
      ['policy', 'anyhook', 'before-tool'],
      ['no-force-push', 'anyhook', 'before-tool'],
      ['tests', 'anyhook', 'stop'],
    ]);
    for (const { at, hook } of hooks)
      expect(file.split('\n')[(at?.line ?? 0) - 1]).toBe(`  - name: ${hook.name}`);
  });

  interface Json {
    [key: string]: Json | undefined;
  }
  const json = sourceJsonSchema() as Json;
  const item = json.properties?.hooks?.anyOf?.[0]?.items;

  test('has, as JSON Schema for editors, the keys and words that the reader knows', () => {
    const keys = sourceSchema.shape;
    expect(Object.keys(json.properties ?? {})).toEqual(Object.keys(keys));
    const hookKeys = keys.hooks.unwrap().unwrap().element.shape;
    expect(Object.keys(item?.properties ?? {})).toEqual(Object.keys(hookKeys));
    const kept = hookKeys.keep.unwrap().shape;
    expect(Object.keys(item?.properties?.keep?.properties ?? {})).toEqual(Object.keys(kept));
    for (const map of [json, item, item?.properties?.keep])
      expect(map?.additionalProperties).toBe(false);
    for (const [key, about] of Object.entries(item?.properties ?? {}))
      expect([key, typeof about?.description]).toEqual([key, 'string']);
    expect(item?.required).toBeUndefined();
    const starts = ['run', 'module', 'url'].map((key) => ({ required: [key] }));
    expect(item?.allOf).toContainEqual({ oneOf: starts });
    expect(item?.properties?.on?.enum).toEqual(Object.keys(events));
    expect(item?.properties?.speaks?.enum).toEqual(vendors);
    expect(item?.properties?.tools?.items?.enum).toEqual(Object.keys(tools));
    expect([json.$schema, json.$id, json.title].map((said) => typeof said)).toEqual(
      Array(3).fill('string'),
    );
  });

  test('has, as JSON Schema for editors, the events of each agent', () => {
    const rules = item?.allOf as unknown as Json[];
    for (const [i, vendor] of vendors.entries()) {
      expect(rules[i]?.if?.properties?.speaks).toEqual({ const: vendor });
      const natives = new Set(adapters[vendor].bindings.nativeNames);
      const known = { enum: [...natives] };
      const newer = { anyOf: [known, { type: 'string' }] };
      const said = rules[i]?.then?.properties?.event;
      expect(said).toEqual(vendor === 'anyhook' ? known : newer);
    }
  });
});
