import fc from 'fast-check';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { editToml } from '../../src/edit/toml/edit.ts';
import { parseToml } from '../../src/edit/toml/tree.ts';
import { AnyhookError } from '../../src/errors.ts';
import type { FileEdits } from '../../src/mapping/settings.ts';
import { property } from '../property.ts';

const file = 'config.toml';
type Lists = FileEdits['lists'];
const A = ['hooks', 'A'];
const edit = (text: string, ...lists: Lists) => editToml(text, file, { lists }, 'hook');
const put = (...add: unknown[]): Lists[number] => ({ path: A, remove: [], add });
const take = (...remove: number[]): Lists[number] => ({ path: A, remove, add: [] });
const swap = (remove: number[], ...add: unknown[]): Lists[number] => ({ path: A, remove, add });
const parsed = (text: string) => parseToml(text, file).value;

function complaint(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(AnyhookError);
    return (error as Error).message;
  }
  return 'nothing';
}

describe('reading TOML', () => {
  test.each<[string, unknown]>([
    ['', {}],
    ['\ufeff# mine\r\na = 1\r\n', { a: 1 }],
    [
      '[[hooks.A]]\nm = "x"\n[[hooks.A.hooks]]\nt = 5\n[[hooks.A.hooks]]\n[[hooks.A]]\n',
      {
        hooks: { A: [{ m: 'x', hooks: [{ t: 5 }, {}] }, {}] },
      },
    ],
    ['hooks.A = [{ hooks = [{ t = 0x10 }] }]\n', { hooks: { A: [{ hooks: [{ t: 16 }] }] } }],
    [
      'hooks = { A = [{ "a.b".c = \'\\\' }], B = [] }',
      {
        hooks: { A: [{ 'a.b': { c: '\\' } }], B: [] },
      },
    ],
    ['hooks = {\n A = [\n  { a = 1 }, # c\n ],\n}', { hooks: { A: [{ a: 1 }] } }],
    ['[hooks]\nA = [{ a = """\n[[hooks.A]]\n""" }]', { hooks: { A: [{ a: '[[hooks.A]]\n' }] } }],
    [
      '[a]\nd = 1979-05-27T07:32:00Z\nf = 1e3\nn = -inf',
      {
        a: { d: '1979-05-27T07:32:00Z', f: 1000, n: Number.NEGATIVE_INFINITY },
      },
    ],
    [
      '[[hooks.A]]\n[x]\n[[hooks.A.hooks]]\na = 1',
      { hooks: { A: [{ hooks: [{ a: 1 }] }] }, x: {} },
    ],
  ])('gives the value of %j', (text, value) => {
    expect(parsed(text)).toEqual(value);
  });

  test('takes __proto__ for a key like any other', () => {
    const text =
      '__proto__.a = 1\n[hooks.__proto__]\nb = 2\n[[constructor]]\n[toString]\nx = {__proto__ = 3}\n';
    const { value } = parseToml(text, file);
    expect(Object.keys(value)).toEqual(['__proto__', 'hooks', 'constructor', 'toString']);
    expect(JSON.stringify(value)).toBe(
      '{"__proto__":{"a":1},"hooks":{"__proto__":{"b":2}},"constructor":[{}],"toString":{"x":{"__proto__":3}}}',
    );
    expect({}).not.toHaveProperty('a');
  });

  test('tells the line and the column where values and tables begin', () => {
    const { at } = parseToml('a = 1\r\n[[hooks.A]]\r\n  m = "x"\r\n[[hooks.A.hooks]]\r\n', file);
    expect([at(['a']), at(A), at([...A, 0, 'm']), at([...A, 0, 'hooks', 0]), at(['b'])]).toEqual([
      { line: 1, column: 5 },
      { line: 2, column: 1 },
      { line: 3, column: 7 },
      { line: 4, column: 1 },
      undefined,
    ]);
  });

  test.each([
    ['a = 1\na = 2', '2:1: defining a key multiple times is invalid'],
    ['\ufeff[a]\n[a]\n', '2:2: defining a key multiple times is invalid'],
    ['[[hooks.A]]\n[hooks.A]\n', '2:8: defining a key multiple times is invalid'],
    ['[hooks]\nA = []\n[[hooks.A]]', '3:9: defining a key multiple times is invalid'],
    ['ok = 1\r\nx = \r\n', '3:1: unspecified values are invalid'],
    ['nonsense', '1:9: expected equal (=) token'],
    ['a = "\u0000"', '1:6: control characters (codes < 0x1f and 0x7f) are not allowed'],
  ])('refuses %j with its place and the reason', (text, message) => {
    expect(complaint(() => parseToml(text, file))).toMatch(`${file}:${message}`);
  });

  test('refuses what is nested too deeply, and reads what is 150 levels deep', () => {
    const deep = (n: number) => `a = ${'['.repeat(n)}${']'.repeat(n)}`;
    for (const n of [300, 20_000])
      expect(complaint(() => parseToml(deep(n), file))).toMatch(
        /^config.toml:1:\d+: nested too deeply/,
      );
    for (const text of [`a${'.a'.repeat(20_000)} = 1`, `[a${'.a'.repeat(20_000)}]`])
      expect(complaint(() => parseToml(text, file))).toMatch(/: nested too deeply$/);
    expect(Object.keys(parsed(deep(150)))).toEqual(['a']);
  });
});

const group = { matcher: 'Bash', hooks: [{ type: 'command', command: 'say "x"', timeout: 5 }] };
const stated = [
  '[[hooks.A]]',
  'matcher = "Bash"',
  '',
  '[[hooks.A.hooks]]',
  'type = "command"',
  'command = "say \\"x\\""',
  'timeout = 5',
  '',
].join('\n');

describe('an entry that is put into a TOML file and taken out again', () => {
  test.each<[string, string, unknown[], string]>([
    ['nothing in it', '', [group], stated],
    ['a key and a comment', 'a = 1 # x\n', [group], `a = 1 # x\n\n${stated}`],
    ['no last line break', '[a]\nb = 1', [group], `[a]\nb = 1\n\n${stated.slice(0, -1)}`],
    ['CRLF line ends', 'a = 1\r\n', [{}], 'a = 1\r\n\r\n[[hooks.A]]\r\n'],
    ['a byte order mark', '\ufeffa = 1\n', [{}], '\ufeffa = 1\n\n[[hooks.A]]\n'],
    ['a comment alone', '# mine\n', [{}], '# mine\n\n[[hooks.A]]\n'],
    [
      'one key, if two are put in',
      'a = 1\n',
      [{ b: 1 }, { c: 2 }],
      'a = 1\n\n[[hooks.A]]\nb = 1\n\n[[hooks.A]]\nc = 2\n',
    ],
    [
      'others of its list',
      '[[hooks.A]]\na = 1 # c\n# d\n\n[x]\n',
      [{ b: 1 }],
      '[[hooks.A]]\na = 1 # c\n\n[[hooks.A]]\nb = 1\n# d\n\n[x]\n',
    ],
    [
      'others of its list whose tables stand apart',
      '[[hooks.A]]\n[x]\n[[hooks.A.hooks]]\ny = 1\n[z]\n',
      [{ b: 1 }],
      '[[hooks.A]]\n[x]\n[[hooks.A.hooks]]\ny = 1\n\n[[hooks.A]]\nb = 1\n[z]\n',
    ],
    ['notes of trust', '[hooks.state.x]\nh = 1\n', [{}], '[hooks.state.x]\nh = 1\n\n[[hooks.A]]\n'],
    ['dotted keys', 'hooks.B = [{}]\nx = 1\n', [{}], 'hooks.B = [{}]\nx = 1\n\n[[hooks.A]]\n'],
    ['a table of lists', '[hooks]\nB = []\n', [{}], '[hooks]\nB = []\n\n[[hooks.A]]\n'],
    [
      'braces',
      'hooks = { B = [] } # c\n',
      [group],
      [
        'hooks = { B = [], A = [{ matcher = "Bash", hooks = [',
        '{ type = "command", command = "say \\"x\\"", timeout = 5 }] }] } # c\n',
      ].join(''),
    ],
    ['one line', 'hooks.A = [{ a = 1 }]', [{ b: 2 }], 'hooks.A = [{ a = 1 }, { b = 2 }]'],
    ['a trailing comma', 'hooks.A = [{ a = 1 },]', [{}], 'hooks.A = [{ a = 1 }, {},]'],
    [
      'several lines',
      'hooks.A = [\n  { a = 1 }, # c\n  # d\n]\n',
      [{ b: 1 }, {}],
      'hooks.A = [\n  { a = 1 }, # c\n  { b = 1 },\n  {},\n  # d\n]\n',
    ],
    [
      'several lines without a last comma',
      '[hooks]\r\nA = [\r\n\t{ a = 1 } # c\r\n]\r\n',
      [{ b: 1 }],
      '[hooks]\r\nA = [\r\n\t{ a = 1 }, # c\r\n\t{ b = 1 }\r\n]\r\n',
    ],
    [
      'one key, if its texts hold the signs of TOML',
      'a = 1\n',
      [{ m: '"""\n[[x]] # \' \\ \u007f\t', 'a.b': [1.5, true, { '': 1e21 }] }],
      'a = 1\n\n[[hooks.A]]\nm = "\\"\\"\\"\\n[[x]] # \' \\\\ \\u007F\\t"\n"a.b" = [1.5, true, { "" = 1e+21 }]\n',
    ],
  ])('leaves no trace in a file with %s', (_, before, add, after) => {
    expect(edit(before, put(...add))).toBe(after);
    const from = (parsed(before).hooks as { A?: unknown[] } | undefined)?.A?.length ?? 0;
    expect(edit(after, take(...add.map((_one, i) => from + i)))).toBe(before);
  });
});

describe('editing lists of a TOML file', () => {
  const three =
    '[[hooks.A]]\na = 1\n\n# two\n[[hooks.A]]\na = 2 # c\n# mine\n\n[[hooks.A]]\na = 3\n';
  test.each<[string, Lists[number], string]>([
    [three, take(0), '# two\n[[hooks.A]]\na = 2 # c\n# mine\n\n[[hooks.A]]\na = 3\n'],
    [three, take(1), '[[hooks.A]]\na = 1\n\n# two\n# mine\n\n[[hooks.A]]\na = 3\n'],
    [three, take(2), '[[hooks.A]]\na = 1\n\n# two\n[[hooks.A]]\na = 2 # c\n# mine\n'],
    [three, take(0, 1, 2), '# two\n# mine\n'],
    [three, take(2, 0), '# two\n[[hooks.A]]\na = 2 # c\n# mine\n'],
    [three, swap([1], { b: 1 }, {}), three.replace('a = 2 # c\n', 'b = 1\n\n[[hooks.A]]\n')],
    [
      three,
      swap([2, 0], { b: 1 }),
      '[[hooks.A]]\nb = 1\n\n# two\n[[hooks.A]]\na = 2 # c\n# mine\n',
    ],
    ['hooks.A = [1, 2, 3]\n', take(0), 'hooks.A = [2, 3]\n'],
    ['hooks.A = [1, 2, 3]\n', take(1), 'hooks.A = [1, 3]\n'],
    ['hooks.A = [1, 2, 3,]\n', take(1, 2), 'hooks.A = [1,]\n'],
    ['hooks.A = [1, 2, 3]\n', take(0, 2), 'hooks.A = [2]\n'],
    ['hooks.A = [1, 2, 3]\n', swap([1], 4, 5), 'hooks.A = [1, 4, 5, 3]\n'],
    ['hooks.A = [1, 2, 3]\n', swap([2, 0], 4), 'hooks.A = [4, 2]\n'],
    ['hooks.A = [\n 1, # x\n 2, # y\n]\n', take(0), 'hooks.A = [\n # x\n 2, # y\n]\n'],
    ['hooks.A = [\n 1, # x\n 2 # y\n]\n', take(1), 'hooks.A = [\n 1 # x\n  # y\n]\n'],
    // A list that is left empty goes, but not with a comment.
    ['a = 1\nhooks.A = [1]\nb = 2\n', take(0), 'a = 1\nb = 2\n'],
    ['hooks = { A = [1] }\nb = 2\n', take(0), 'b = 2\n'],
    ['hooks = { A = [1], B = [] }\n', take(0), 'hooks = { B = [] }\n'],
    ['hooks.A = [ # x\n 1 ]\n', take(0), 'hooks.A = [ # x\n  ]\n'],
    ['hooks.A = [1] # x\n', take(0), ' # x\n'],
    ['[hooks]\nA = [ # x\n]\n', put({}), '[hooks]\nA = [ # x\n  {}\n]\n'],
    ['[hooks]\nA = []\n', put({}), '[hooks]\nA = [{}]\n'],
    ['hooks = {}\n', put({}), 'hooks = { A = [{}] }\n'],
  ])('changes %j by %j, and keeps all else', (before, change, after) => {
    expect(edit(before, change)).toBe(after);
  });

  test('without a change gives the text back, even one that is no TOML', () => {
    expect(edit('no toml', { path: A, remove: [], add: [] })).toBe('no toml');
  });

  test('changes several lists at once', () => {
    const B = { path: ['hooks', 'B'], remove: [], add: [{ b: 1 }] };
    expect(edit('[[hooks.A]]\n', take(0), B)).toBe('[[hooks.B]]\nb = 1\n');
    expect(edit('x = 1\n', put({}), B)).toBe('x = 1\n\n[[hooks.A]]\n\n[[hooks.B]]\nb = 1\n');
    expect(edit('hooks = {}\n', put({}), B)).toBe('hooks = { A = [{}], B = [{ b = 1 }] }\n');
  });

  test.each<[string, Lists[number], string]>([
    ['hooks = "x"\n', put({}), '1:9: hooks is no table'],
    ['x = 1\n[hooks.A]\n', put({}), '2:1: hooks.A is no list'],
    ['x = 1\nhooks.A = 3', put({}), '2:11: hooks.A is no list'],
    ['[[hooks]]\n', put({}), '1:1: hooks is no table'],
    ['a = 1\n', put({ m: null }), '1:1: TOML has no form for null, which a hook would hold here'],
    ['a = 1\n', put({ m: '\ud800' }), '1:1: TOML has no form for half a character'],
    ['a = 1\n', put('x'), '1:1: TOML has no form for "x" in a list of tables'],
    ['a = ', put({}), '1:5: unspecified values'],
  ])('refuses the text %j with the change %j, and says where and why', (text, change, message) => {
    expect(complaint(() => edit(text, change))).toMatch(`${file}:${message}`);
  });

  test('throws a RangeError where an entry to be taken out is not there', () => {
    expect(() => edit('[[hooks.A]]\n', take(1))).toThrow(RangeError);
    expect(() => edit('', take(0))).toThrow(RangeError);
  });
});

const bare = fc.constantFrom('a', 'b-c', '__proto__', 'x y', '', 'état', '1');
const scalar = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.constantFrom('"', "'", '\\', '#', '[[hooks.A]]\n', '\u007f', '\r\n', '"""'),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
);
const entry = fc.dictionary(bare, fc.oneof(scalar, fc.array(scalar, { maxLength: 2 })), {
  maxKeys: 3,
});
const element = fc.record(
  { matcher: scalar, hooks: fc.array(entry, { minLength: 1, maxLength: 2 }) },
  { requiredKeys: [] },
);
const elements = fc.array(element, { maxLength: 4 });

/** Files of somebody else's, laid out in every way there is; `@` is where their lists stand. */
const layouts = [
  '# mine\nmodel = "x" # best\n\n[a]\nb = 1\n\n@',
  '@\n[a.b]\nc = """\n[[hooks.A]]\n"""\n\n[hooks.state."x:1"]\nh = "y"\n',
  '[hooks] # c\n@[z]\n',
  '[features]\nhooks = true\n# d\n@# e\n[projects."/x y"]\nt = 1',
];
const ways = ['tables', 'apart', 'inline', 'tall'] as const;

/** Lists as a person may write them. */
function written(lists: Record<string, object[]>, way: (typeof ways)[number], below: boolean) {
  return Object.entries(lists)
    .map(([event, list]) => {
      const name = below ? event : `hooks.${event}`;
      const tables = list.map((one) =>
        editToml('', file, { lists: [{ path: ['hooks', event], remove: [], add: [one] }] }),
      );
      if (way === 'tables') return tables.join('\n');
      if (way === 'apart') return tables.map((one, i) => `${one}# ${i}\n`).join('');
      const lone = (one: object) =>
        editToml('h = {}', file, { lists: [{ path: ['h', 'x'], remove: [], add: [one] }] });
      const values = list.map((one) => lone(one).slice('h = { x = ['.length, -'] }'.length));
      if (way === 'inline') return `${name} = [${values.join(', ')}] # c\n`;
      return `${name} = [\n${values.map((one, i) => `\t${one}, # ${i}\n`).join('')}\t# end\n]\n`;
    })
    .join('');
}

const document = fc
  .tuple(
    fc.record({ A: elements, B: elements }, { requiredKeys: [] }),
    fc.constantFrom(...ways),
    fc.constantFrom(...layouts),
    fc.constantFrom('\n', '\r\n'),
  )
  .map(([lists, way, layout, eol]) => {
    const below = layout.startsWith('[hooks]');
    // A key without a header stands before all tables.
    const first = (way === 'inline' || way === 'tall') && !below;
    const said = written(lists, way, below && (way === 'inline' || way === 'tall'));
    const text = first ? said + layout.replace('@', '') : layout.replace('@', () => said);
    return text.replace(/(?<!\r)\n/g, eol);
  });

const changes = fc.array(
  fc.record({
    remove: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
    add: fc.array(element, { maxLength: 2 }),
  }),
  { minLength: 3, maxLength: 3 },
);

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const events = ['A', 'B', 'C'];

describe('editing any TOML file', () => {
  property(
    'changes its lists as another parser reads them, and keeps all other values and the comments around',
    {
      corpus: 'toml',
      inputs: fc.tuple(document, changes),
      holds: ([text, wanted]) => {
        const { hooks: before = {}, ...others } = parsed(text);
        const held = before as Record<string, unknown[]>;
        const lists = events.map((event, i) => {
          const { remove, add } = wanted[i] as { remove: boolean[]; add: unknown[] };
          const there = [...(held[event] ?? []).keys()];
          return { path: ['hooks', event], remove: there.filter((k) => remove[k]), add };
        });
        const after = editToml(text, file, { lists });
        const { hooks = {}, ...rest } = parse(after) as Record<string, unknown>;
        const read = JSON.stringify(rest).replaceAll('\\r\\n', '\\n'); // a parser may keep either
        expect(JSON.parse(read)).toEqual(plain(others));
        for (const { path, remove, add } of lists) {
          const event = path[1] as string;
          const kept = (held[event] ?? []).filter((_one, i) => !remove.includes(i));
          kept.splice(Math.min(kept.length, ...remove), 0, ...add);
          expect(plain((hooks as typeof held)[event] ?? [])).toEqual(plain(kept));
        }
        const own = lists.some(({ remove }) => remove.length) ? /# (mine|best|d|e|end)/g : /# .*/g;
        for (const [said] of text.matchAll(own)) expect(after).toContain(said);
      },
      runs: 60,
      longRuns: 600,
    },
  );

  property('leaves no trace of what was put in and is taken out again', {
    corpus: 'toml',
    inputs: fc.tuple(document, changes),
    holds: ([text, wanted]) => {
      const held = (parsed(text).hooks ?? {}) as Record<string, unknown[]>;
      const lists = events.flatMap((event, i) => {
        const add = wanted[i]?.add ?? [];
        // An empty list in brackets was there, and would go.
        const isEmpty = held[event]?.length === 0;
        return isEmpty ? [] : [{ path: ['hooks', event], remove: [] as number[], add }];
      });
      const there = editToml(text, file, { lists });
      const back = lists.map(({ path, add }) => {
        const length = held[path[1] as string]?.length ?? 0;
        return { path, add: [], remove: add.map((_one, i) => length + i) };
      });
      expect(editToml(there, file, { lists: back })).toBe(text);
    },
    runs: 60,
    longRuns: 600,
  });

  const piece = fc.constantFrom(
    ...['[', ']', '[[', ']]', '{', '}', '=', ',', '.', '"', "'", '"""', '#', '\n', ' ', '\\'],
    ...['hooks', 'A', 'a = 1\n', '[[hooks.A]]\n', '__proto__', '1', '1979-05-27', 'inf', 'é'],
    ...['\r', '\u0000', '\ud800'],
  );

  property('either edits a text or refuses it with a line and a column, whatever the text is', {
    corpus: 'toml',
    inputs: fc.array(piece, { maxLength: 30 }).map((all) => all.join('')),
    holds: (said) => {
      const what = complaint(() => editToml(said, file, { lists: [put({ a: 1 })] }));
      expect(what).toMatch(/^(nothing$|config\.toml:\d+:\d+: )/);
    },
    runs: 100,
    longRuns: 1500,
  });
});
