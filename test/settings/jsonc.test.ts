import fc from 'fast-check';
import { type Node, visit } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import { editJsonc } from '../../src/edit/jsonc/edit.ts';
import { parseJsonc } from '../../src/edit/jsonc/tree.ts';
import { endOf, itemsOf, nodeAt, propertiesNamed } from '../../src/edit/nodes.ts';
import { AnyhookError } from '../../src/errors.ts';

import type { FileEdits as Edits } from '../../src/mapping/settings.ts';
import { property } from '../property.ts';
import { layout, printed } from './json-layouts.ts';

type ListEdit = Edits['lists'][number];
const file = 'settings.json';
const read = (text: string) => parseJsonc(text, file);
const edit = (text: string, edits: Edits) => editJsonc(text, file, edits);
const ours = { matcher: 'm', hooks: [{ type: 'command', command: 'x' }] };

/** The message of the settings error that a call ends in. */
function complaint(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    if (!(error instanceof AnyhookError)) throw error;
    expect(error.code).toBe('settings');
    expect(error.message).not.toMatch(/[\r\n]/);
    return error.message;
  }
  return 'no error';
}

describe('reading JSON with comments', () => {
  test('accepts comments, trailing commas, a byte order mark and CRLF, and tells the place of each value', () => {
    const text = '\ufeff{\r\n  // one\r\n  "a": [1, /* two */ {"b": null,},],\r\n}\r\n';
    const parsed = read(text);
    expect(parsed.value).toStrictEqual({ a: [1, { b: null }] });
    expect(parsed.hasComments).toBe(true);
    expect(parsed.at([])).toEqual({ line: 1, column: 1 });
    expect(parsed.at(['a'])).toEqual({ line: 3, column: 8 });
    expect(parsed.at(['a', 1, 'b'])).toEqual({ line: 3, column: 28 });
    expect(parsed.at(['a', 2])).toBeUndefined();
    expect(parsed.at(['a', 'b'])).toBeUndefined();
    expect(parsed.at(['b', 0])).toBeUndefined();
    expect(parsed.at([0])).toBeUndefined();
    expect(read('{"//": "/* no comment */"}').hasComments).toBe(false);
  });

  test.each([
    '',
    ' \r\n\t',
    '\ufeff',
    '// nothing\n',
    '/* nothing */',
  ])('finds no value in %j', (text) => {
    const { value, root, at } = read(text);
    expect([value, root, at([])]).toEqual([undefined, undefined, undefined]);
  });

  test('takes the last one of keys that an object holds twice', () => {
    const parsed = read('{"a": 1,\n"b": [{"c": 1, "c": 2}],\n"a": {"x": 3},\n"a": 4}');
    expect(parsed.value).toEqual({ a: 4, b: [{ c: 2 }] });
    expect(parsed.at(['a'])).toEqual({ line: 4, column: 6 });
    expect(parsed.at(['b', 0, 'c'])).toEqual({ line: 2, column: 21 });
  });

  test('lets no key reach a prototype', () => {
    const text = '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}';
    const { value, at } = read(text);
    expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)));
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect(at(['__proto__', 'polluted'])).toEqual({ line: 1, column: 28 });
  });

  test.each([
    ['{"a": 1\n "b": 2}', '2:2: expected a comma'],
    ['{"a": }', '1:7: expected a value'],
    ['{"a": [1,, 2]}', '1:10: expected a value'],
    ['{,}', '1:2: expected a value'],
    ['{"a" 1}', '1:6: expected a colon'],
    ['{a: 1}', '1:2: not a JSON value'],
    ['{1: 1}', '1:2: expected a key in double quotes'],
    ["{'a': 1}", '1:2: not a JSON value'],
    ['{"a": NaN}', '1:7: not a JSON value'],
    ['{"a": 01}', '1:8: expected a comma'],
    ['{"a": 1.}', '1:7: a number that does not end'],
    ['{\r\n"a": [1\r\n}', '3:1: expected a comma'],
    ['{"a": [1', '1:9: expected a closing bracket'],
    ['\ufeff{"a": 1', '1:8: expected a closing brace'],
    ['{} x', '1:4: not a JSON value'],
    ['{} {}', '1:4: expected the end of the file'],
    ['{"a": "b\n"}', '1:7: a string that does not end'],
    ['{"a": "\\x"}', '1:7: no such escape in a string'],
    ['{"a": "\\u12g4"}', '1:7: not four hexadecimal digits after \\u'],
    ['{"a": "\u0001"}', '1:7: a control character in a string'],
    ['{} /* x', '1:4: a comment that does not end'],
    ['[]', '1:1: found a list, expected an object'],
    ['\n null', '2:2: found null, expected an object'],
    ['"x"', '1:1: found a string, expected an object'],
  ])('refuses %j with its place and the reason', (text, message) => {
    expect(complaint(() => read(text))).toBe(`${file}:${message}`);
  });

  test('accepts 200 levels, and refuses a file that is deeper', () => {
    const deep = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    expect(complaint(() => read(deep(200)))).toBe('no error');
    expect(complaint(() => read(deep(201)))).toBe(`${file}:1:205: more than 200 levels deep`);
    expect(complaint(() => read('{"a":'.repeat(1e5)))).toMatch(/1:1001: more than 200/);
  });

  test('keeps lone surrogates', () => {
    const text = '{"a": "\ud800", "\udc00": "\\ud800"}';
    expect(read(text).value).toEqual({ a: '\ud800', '\udc00': '\ud800' });
    expect(edit(text, { lists: [{ path: ['b'], remove: [], add: [1] }] })).toContain('"\ud800"');
  });

  property('gives the value that was printed, in any layout', {
    corpus: 'jsonc',
    inputs: fc.tuple(fc.dictionary(fc.string(), fc.jsonValue()), layout),
    holds: ([value, choices]) => {
      const expected = JSON.parse(JSON.stringify(value));
      expect(read(printed(value, choices)).value).toEqual(expected);
    },
    runs: 33,
    longRuns: 400,
  });

  const pieces = ['{', '}', '[', ']', ',', ':', '"a"', '1', '-', '.5', 'e3', 'true', ' ', '\\'];
  const text = fc.array(fc.constantFrom(...pieces)).map((all) => `{"a":${all.join('')}}`);
  const strict = (source: string) => {
    try {
      return [JSON.parse(source)];
    } catch {
      return [];
    }
  };

  property('agrees with JSON.parse on what is JSON, but for trailing commas', {
    corpus: 'jsonc',
    inputs: text,
    holds: (source) => {
      const [value] = strict(source);
      if (value !== undefined) expect(read(source).value).toEqual(value);
      else if (!/,\s*[\]}]/.test(source)) expect(() => read(source)).toThrow(AnyhookError);
    },
    runs: 66,
    longRuns: 800,
  });
});

const A = ['hooks', 'A'];
const put = (...add: unknown[]): Edits => ({ lists: [{ path: A, remove: [], add }] });
const take = (...remove: number[]): Edits => ({
  lists: [{ path: A, remove, add: [] }],
});
const swap = (remove: number[], ...add: unknown[]): Edits => ({
  lists: [{ path: A, remove, add }],
});
const set = (...pairs: [string, unknown][]): Edits => ({
  lists: [],
  set: pairs.map(([name, value]) => ({ path: name.split('.'), value })),
});
const lines = (...all: string[]) => `${all.join('\n')}\n`;

describe('entries that are put into a JSON file and taken out again', () => {
  test.each<[string, string, Edits, string]>([
    [
      'indented lines',
      lines('{', '  "theme": "x",', '  "hooks": {', '    "A": [', '      1', '    ]', '  }', '}'),
      put({ a: [1] }, 2),
      lines(
        '{',
        '  "theme": "x",',
        '  "hooks": {',
        '    "A": [',
        '      1,',
        '      {',
        '        "a": [',
        '          1',
        '        ]',
        '      },',
        '      2',
        '    ]',
        '  }',
        '}',
      ),
    ],
    [
      'other events, tabs, CRLF and a byte order mark',
      '\ufeff{\r\n\t"hooks": {\r\n\t\t"B": []\r\n\t}\r\n}\r\n',
      put({ a: 1 }),
      '\ufeff{\r\n\t"hooks": {\r\n\t\t"B": [],\r\n\t\t"A": [\r\n\t\t\t{\r\n\t\t\t\t"a": 1\r\n\t\t\t}\r\n\t\t]\r\n\t}\r\n}\r\n',
    ],
    [
      'four spaces and no hooks',
      lines('{', '    "a": 1', '}'),
      put(2),
      lines(
        '{',
        '    "a": 1,',
        '    "hooks": {',
        '        "A": [',
        '            2',
        '        ]',
        '    }',
        '}',
      ),
    ],
    ['nothing in it', '{}', put(1), '{\n  "hooks": {\n    "A": [\n      1\n    ]\n  }\n}'],
    ['one tight line', '{"a":1}', put({ b: [1, 2] }), '{"a":1,"hooks":{"A":[{"b":[1,2]}]}}'],
    ['one spaced line', '{"a": 1}', put({ b: 1 }, []), '{"a": 1, "hooks": {"A": [{"b": 1}, []]}}'],
    ['one wide line', '{ "a": 1 }', put({ b: {} }), '{ "a": 1, "hooks": { "A": [{ "b": {} }] } }'],
    [
      'a line for each entry',
      '{ "hooks": {"A": [\n  {"a": 1},\n]} }',
      put({ b: 2 }),
      '{ "hooks": {"A": [\n  {"a": 1},\n  {"b": 2},\n]} }',
    ],
    [
      'braces that hug their brackets',
      '{"hooks": {"A": [{\n  "a": 1\n}]}}',
      put({ b: 2 }),
      '{"hooks": {"A": [{\n  "a": 1\n}, {\n  "b": 2\n}]}}',
    ],
    [
      'one line, if their texts hold the signs of JSON',
      '{"a": 1}',
      put('{\n\t[,"'),
      '{"a": 1, "hooks": {"A": ["{\\n\\t[,\\""]}}',
    ],
    ['trailing commas', '{"hooks":{"A":[1,],},}', put(2), '{"hooks":{"A":[1,2,],},}'],
    [
      'a comma on a line of its own',
      '{"hooks":{"A":[1 // x\n ,2]}}',
      put(3),
      '{"hooks":{"A":[1 // x\n ,2,\n 3]}}',
    ],
    [
      'a comment before the comma',
      '{"hooks":{"A":[ 1 /*x*/ , 2 ]}}',
      put(3),
      '{"hooks":{"A":[ 1 /*x*/ , 2, 3 ]}}',
    ],
    [
      'a comment after the last entry',
      '{"hooks":{"A":[\n 1 // x\n // y\n]}}',
      put(3),
      '{"hooks":{"A":[\n 1, // x\n 3\n // y\n]}}',
    ],
    [
      'nothing but a comment',
      '{"hooks":{"A":[ // only\n ]}}',
      put(3),
      '{"hooks":{"A":[ // only\n  3\n ]}}',
    ],
    [
      'nothing but a short comment',
      '{"hooks":{"A":[ /*only*/ ]}}',
      put(3),
      '{"hooks":{"A":[ /*only*/ 3 ]}}',
    ],
  ])('leave no trace in a file with %s', (_, before, edits, after) => {
    expect(edit(before, edits)).toBe(after);
    const [list] = edits.lists as [ListEdit];
    const node = nodeAt(read(before).root as Node, A);
    const from = node ? itemsOf(node).length : 0;
    expect(edit(after, take(...list.add.map((_item, i) => from + i)))).toBe(before);
  });
});

describe('editing lists of a JSON file', () => {
  test.each<[string, Edits, string]>([
    ['{"hooks":{"A":[1, 2, 3]}}', take(0), '{"hooks":{"A":[2, 3]}}'],
    ['{"hooks":{"A":[1, 2, 3]}}', take(1), '{"hooks":{"A":[1, 3]}}'],
    ['{"hooks":{"A":[1, 2, 3]}}', take(2), '{"hooks":{"A":[1, 2]}}'],
    ['{"hooks":{"A":[1, 2, 3,]}}', take(2, 1), '{"hooks":{"A":[1,]}}'],
    ['{"hooks":{"A":[1 /*x*/ , 2]}}', take(0), '{"hooks":{"A":[ /*x*/ 2]}}'],
    ['{"hooks":{"A":[1 /*x*/ , 2]}}', take(1), '{"hooks":{"A":[1 /*x*/ ]}}'],
    ['{"hooks":{"A":[1 // x\n , 2]}}', take(1), '{"hooks":{"A":[1 // x\n ]}}'],
    ['{"hooks":{"A":[1, // x\n 2, 3]}}', take(1), '{"hooks":{"A":[1, // x\n  3]}}'],
    ['{"hooks":{"A":[1, // x\n 2 ]}}', take(1), '{"hooks":{"A":[1 // x\n  ]}}'],
    [
      '{"hooks":{"A":[\n // a\n 1,\n // b\n 2 // c\n]}}',
      take(1),
      '{"hooks":{"A":[\n // a\n 1\n // b\n  // c\n]}}',
    ],
    // A list that is left empty goes, and what was made for it.
    ['{"a":1,"hooks":{"A":[1]},"b":2}', take(0), '{"a":1,"b":2}'],
    ['{"hooks":{"A":[1],"B":[]}}', take(0), '{"hooks":{"B":[]}}'],
    ['{\n  "hooks": {"A": [1,],},\n}\n', take(0), '{}\n'],
    // But never with a comment, nor where an older one of its name would show.
    ['{"hooks":{"A":[1 /*x*/]}}', take(0), '{"hooks":{"A":[ /*x*/]}}'],
    ['{"hooks":{"A"/*x*/:[1]}}', take(0), '{"hooks":{"A"/*x*/:[]}}'],
    ['{"hooks":{"A":[1] /*x*/}}', take(0), '{"hooks":{ /*x*/}}'],
    ['{"hooks":{"A":[2],"A":[1]}}', take(0), '{"hooks":{"A":[2],"A":[]}}'],
    ['{"hooks":1,"hooks":{"A":[1]}}', take(0), '{"hooks":1,"hooks":{}}'],
    // What is new takes the place of what went.
    [
      '{"hooks": {"A": [1 /*x*/, {"a": 1}, 3]}}',
      swap([0, 1], 4, { b: 1 }),
      '{"hooks": {"A": [4 /*x*/, {"b": 1}, 3]}}',
    ],
    ['{"hooks":{"A":[1,2,3]}}', swap([0, 2], 4, 5), '{"hooks":{"A":[4,5,2]}}'],
    ['{"hooks":{"A":[1, 2, 3]}}', swap([1, 2], 4), '{"hooks":{"A":[1, 4]}}'],
    ['{"hooks":{"A":[1, {"a" :1} ]}}', swap([1], { a: 1 }), '{"hooks":{"A":[1, {"a" :1} ]}}'],
    [
      '{"hooks":{"A":[1]},"A":1}',
      { lists: [{ path: ['C'], remove: [], add: [2] }, ...take(0).lists] },
      '{"A":1,"C":[2]}',
    ],
    ['{"hooks":{"A":[1, 2, 3]}}', swap([2, 0], 4), '{"hooks":{"A":[4, 2]}}'],
    // As the lists beside it, but not as any object.
    [
      '{\n  "a": {},\n  "hooks": {\n    "B": [{"b": 1}]\n  }\n}',
      put({ a: 1 }),
      '{\n  "a": {},\n  "hooks": {\n    "B": [{"b": 1}],\n    "A": [{"a": 1}]\n  }\n}',
    ],
    ['{\n  "a":{"b": 1}\n}', set(['c.d', 1]), '{\n  "a":{"b": 1},\n  "c": {\n    "d": 1\n  }\n}'],
    // Nothing at all.
    ['', { lists: [] }, ''],
    ['{', { lists: [], set: [] }, '{'],
    // Set where nothing is.
    [
      '',
      set(['version', 1], ['tools.on', true]),
      '{\n  "version": 1,\n  "tools": {\n    "on": true\n  }\n}\n',
    ],
    ['\ufeff\r\n', set(['a', 1]), '\ufeff{\r\n  "a": 1\r\n}\r\n'],
    ['// mine', set(['a', 1]), '// mine\n{\n  "a": 1\n}\n'],
    [
      '{"version":null,"tools":{}}',
      set(['version', 1], ['tools.on', true]),
      '{"version":null,"tools":{"on":true}}',
    ],
    [
      '{"a":1}',
      { ...put(1), ...set(['hooks.on', true], ['__proto__.x', 1]), lists: put(1).lists },
      '{"a":1,"hooks":{"on":true,"A":[1]},"__proto__":{"x":1}}',
    ],
  ])('changes %j by %j, and keeps all else', (before, edits, after) => {
    expect(edit(before, edits)).toBe(after);
  });

  test.each<[string, Edits, string]>([
    ['{"hooks":[]}', put(1), '1:10: hooks is a list, expected an object'],
    ['\ufeff{\n "hooks": {"A": {}}}', put(1), '2:17: hooks.A is an object, expected a list'],
    ['{"hooks": {"A": null}}', put(1), '1:17: hooks.A is null, expected a list'],
    ['{"hooks": "x"}', set(['hooks.on', true]), '1:11: hooks is a string, expected an object'],
    ['{"hooks": ', put(1), '1:11: expected a value'],
    ['[]', set(['a', 1]), '1:1: found a list, expected an object'],
  ])('refuses to edit %j, and says where and why', (text, edits, message) => {
    expect(complaint(() => edit(text, edits))).toBe(`${file}:${message}`);
  });

  test('throws a RangeError where an entry to be taken out is not there', () => {
    expect(() => edit('{"hooks":{"A":[1]}}', take(1))).toThrow(RangeError);
    expect(() => edit('{}', take(0))).toThrow(RangeError);
  });
});

const scalar = fc.oneof(fc.string({ maxLength: 5 }), fc.integer(), fc.boolean(), fc.constant(null));
const element = fc.oneof(
  fc.record({ matcher: fc.string({ maxLength: 5 }), hooks: fc.constant([ours]) }),
  scalar,
  fc.jsonValue({ maxDepth: 2 }),
);
const foreign = fc.dictionary(fc.constantFrom('a', 'b', 'theme', '__proto__', '', '1'), element, {
  maxKeys: 3,
});
const events = fc.dictionary(fc.constantFrom('A', 'B', 'C'), fc.array(element, { maxLength: 5 }), {
  maxKeys: 3,
});
type Doc = Record<string, unknown>;
/** A settings file: lists at `hooks` and one at the root, any of them missing. */
const doc: fc.Arbitrary<Doc> = fc
  .tuple(foreign, fc.option(events), fc.option(fc.array(element, { maxLength: 4 })), foreign)
  .map(([before, hooks, list, after]) => ({
    ...before,
    ...(hooks && { hooks }),
    ...(list && { list }),
    ...after,
  }));

const paths = [['hooks', 'A'], ['hooks', 'B'], ['hooks', 'D'], ['list'], ['deep', 'er', 'E']];
const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
const valueAt = (value: Doc, keys: readonly string[]): unknown =>
  keys.reduce<unknown>((at, key) => (at as Doc | undefined)?.[key], value);

const changes = fc.array(
  fc.record({
    remove: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
    add: fc.array(element, { maxLength: 3 }),
  }),
  { minLength: paths.length, maxLength: paths.length },
);
type Changes = typeof changes extends fc.Arbitrary<infer T> ? T : never;

const editsOf = (value: Doc, wanted: Changes): ListEdit[] =>
  paths.map((keys, i) => {
    const { remove, ...rest } = wanted[i] as Changes[number];
    const list = (valueAt(value, keys) ?? []) as unknown[];
    return { path: keys, remove: [...list.keys()].filter((k) => remove[k]), ...rest };
  });

function commentsOf(text: string): { at: number; text: string }[] {
  const found: { at: number; text: string }[] = [];
  visit(text, {
    onComment: (at, length) => {
      found.push({ at, text: text.slice(at, at + length) });
    },
  });
  return found;
}

const holds = (node: Node, { at }: { at: number }) => node.offset <= at && at < endOf(node);

const itemsIn = (root: Node | undefined, keys: readonly string[]): readonly Node[] => {
  const node = root && nodeAt(root, keys);
  return node ? itemsOf(node) : [];
};

/** The value that a file with `text` must hold afterwards. */
function model(text: string, lists: readonly ListEdit[]): unknown {
  const { value, root, text: body } = read(text);
  const after = copy(value as Doc);
  const comments = commentsOf(body);
  const stays = (keys: readonly string[]) => {
    const node = nodeAt(root as Node, keys) as Node;
    const property = node.parent as Node;
    const inside = (c: { at: number }) => itemsOf(node).some((item) => holds(item, c));
    const said = comments.some((c) => holds(property, c) && !inside(c));
    return said || propertiesNamed(property.parent as Node, keys.at(-1) as string).length > 1;
  };
  const emptied: ListEdit[] = [];
  for (const change of lists) {
    const { path: keys, remove, add } = change;
    const list = valueAt(after, keys) as unknown[] | undefined;
    if (!list && add.length === 0) continue;
    let into = after;
    for (const key of keys.slice(0, -1)) {
      into[key] ??= {};
      into = into[key] as Doc;
    }
    const kept = (list ?? []).filter((_, i) => !remove.includes(i));
    kept.splice(remove[0] ?? kept.length, 0, ...add);
    into[keys.at(-1) as string] = kept;
    if (remove.length && kept.length === 0) emptied.push(change);
  }
  for (const { path: keys } of emptied) {
    for (let length = keys.length; length > 0; length--) {
      const gone = keys.slice(0, length);
      if (stays(gone)) break;
      const around = valueAt(after, gone.slice(0, -1)) as Doc;
      delete around[gone.at(-1) as string];
      if (Object.keys(around).length) break;
    }
  }
  return after;
}

const isStrict = (text: string): boolean => {
  try {
    JSON.parse(text.replace(/^\ufeff/, ''));
    return true;
  } catch {
    return false;
  }
};

describe('editing any JSON file', () => {
  property('changes the value as wanted, and keeps the text of all other entries and comments', {
    corpus: 'jsonc',
    inputs: fc.tuple(doc, layout, changes),
    holds: ([value, how, wanted]) => {
      const text = printed(value, how);
      const lists = editsOf(value, wanted);
      const result = edit(text, { lists });
      expect(read(result).value).toEqual(copy(model(text, lists)));
      if (isStrict(text)) expect(isStrict(result)).toBe(true);
      if (how.bom) expect(result.startsWith(how.bom)).toBe(true);

      const before = read(text);
      const after = read(result);
      const gone: Node[] = [];
      for (const { path: keys, remove, add } of lists) {
        const old = itemsIn(before.root, keys);
        gone.push(...remove.map((i) => old[i] as Node));
        const kept = old.filter((_, i) => !remove.includes(i));
        const slot = Math.min(remove[0] ?? kept.length, kept.length);
        const now = [...itemsIn(after.root, keys)];
        now.splice(slot, add.length);
        expect(now.map((n) => after.text.slice(n.offset, endOf(n)))).toEqual(
          kept.map((n) => before.text.slice(n.offset, endOf(n))),
        );
      }
      const there = commentsOf(after.text).map((comment) => comment.text);
      for (const comment of commentsOf(before.text)) {
        if (gone.some((node) => holds(node, comment))) continue;
        expect(there).toContain(comment.text);
      }
    },
    runs: 50,
    longRuns: 600,
  });

  property('touches no byte outside the list that changes', {
    corpus: 'jsonc',
    inputs: fc.tuple(doc, layout, changes, fc.nat(3)),
    holds: ([value, how, wanted, which]) => {
      const text = printed(value, how);
      const lists = editsOf(value, wanted).slice(which, which + 1);
      const old = nodeAt(read(text).root as Node, lists[0]?.path ?? []);
      const now = (valueAt(model(text, lists) as Doc, lists[0]?.path ?? []) ?? []) as unknown[];
      fc.pre(old !== undefined && now.length > 0);
      const result = edit(text, { lists });
      const bom = how.bom.length;
      const [head, tail] = [text.slice(0, old.offset + bom), text.slice(endOf(old) + bom)];
      expect(result.startsWith(head) && result.endsWith(tail)).toBe(true);
    },
    runs: 23,
    longRuns: 300,
  });

  property('leaves no trace of what was put in and is taken out again', {
    corpus: 'jsonc',
    inputs: fc.tuple(doc, layout, changes),
    holds: ([value, how, wanted]) => {
      const text = printed(value, how);
      const { root, text: body } = read(text);
      const lists = editsOf(value, wanted)
        .map((list) => ({ ...list, remove: [] }))
        .filter(({ path: keys, add }) => {
          if (add.length === 0) return false;
          const list = nodeAt(root as Node, keys);
          if (list) return itemsOf(list).length > 0;
          const around = keys.map((_, i) => nodeAt(root as Node, keys.slice(0, i)));
          const node = around.findLast((n) => n !== undefined) as Node;
          const inside = body.slice(node.offset + 1, endOf(node) - 1);
          return (inside === '' && node === root) || /\S/.test(inside);
        });
      fc.pre(lists.length > 0);
      const there = edit(text, { lists });
      const back = lists.map(({ path: keys, add }) => {
        const { length } = itemsIn(root, keys);
        return { path: keys, add: [], remove: add.map((_, i) => length + i) };
      });
      expect(edit(there, { lists: back })).toBe(text);
    },
    runs: 50,
    longRuns: 600,
  });

  property('gives the text back where nothing changes', {
    corpus: 'jsonc',
    inputs: fc.tuple(doc, layout),
    holds: ([value, how]) => {
      const text = printed(value, how);
      const { hooks, ...others } = value;
      const set = Object.keys(others).map((key) => ({ path: [key], value: 'new' }));
      const idle = paths.map((keys) => ({ path: keys, remove: [], add: [] }));
      expect(edit(text, { lists: idle, set })).toBe(text);
      const same = Object.entries((hooks ?? {}) as Record<string, unknown[]>);
      const lists = same.map(([event, list]) => {
        return { path: ['hooks', event], remove: [...list.keys()], add: copy(list) };
      });
      expect(edit(text, { lists })).toBe(text);
    },
    runs: 20,
    longRuns: 200,
  });
});
