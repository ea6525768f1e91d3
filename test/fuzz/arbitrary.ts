import fc from 'fast-check';

/** JSON text with every key and value in reach, also what no value can hold: keys twice, depth. */
type Tree = string | { list: boolean; parts: Part[] };
interface Part {
  /** As JSON; unused in a list. */
  key: string;
  value: Tree;
}

const json = (value: unknown): string => JSON.stringify(value);

function treeOf(value: unknown): Tree {
  if (typeof value !== 'object' || value === null) return json(value) ?? 'null';
  const parts = Object.entries(value).map(([key, one]) => ({ key: json(key), value: treeOf(one) }));
  return { list: Array.isArray(value), parts };
}

function print(tree: Tree): string {
  if (typeof tree === 'string') return tree;
  const parts = tree.parts.map(({ key, value }) =>
    tree.list ? print(value) : `${key}:${print(value)}`,
  );
  return tree.list ? `[${parts.join()}]` : `{${parts.join()}}`;
}

const deep = 20_000; // more than any stack holds
/** Values nobody expects, as JSON. */
const oddities = [
  ...['null', 'true', 'false', '0', '-0', '-1', '1.5', '1e999', '12345678901234567890123', '""'],
  ...['{}', '[]', '[null]', '[[]]', '[{}]', '{"":""}', '{"a":{"b":[1,{"c":null}]}}'],
  ...['"\\ud800"', '"\\udc00x"', '"\ud83d"', '"\\u0000"', '"\\ufeff"', '"\\u2028\\u202e"', '" "'],
  ...['"__proto__"', '"constructor"', '"toString"', '"hasOwnProperty"', '"length"', '"0"'],
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"toString":null,"valueOf":1,"length":-1,"then":{},"toJSON":"x"}',
  '["__proto__","polluted"]',
  ...['"../../../../etc/passwd"', '"/dev/zero"', '"/"', '"."', '"a\\u0000b"', '"-rf"'],
  ...['"$(exit 9)`exit 9`"', '"\'; exit 9; \'"', '"\\u001b[2J\\r\\nx"', '"{\\"a\\":1}"'],
  ...['"deny"', '"allow"', '"ask"', '"block"', '"DENY"', '{"decision":"allow"}'],
  ...['"run_shell_command"', '"Shell"', '"mcp__a__b"', '"mcp_a_b_c"', '"MCP:x"', '"stop"'],
  `"${'x'.repeat(20_000)}"`,
  `${'['.repeat(deep)}${']'.repeat(deep)}`,
  `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`,
];

/** Any JSON value, as text. */
export const anyJson: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...oddities),
  fc.json({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }).map(json),
);
const keys = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toString', '', 'length', 'a.b', '\u0000', '\ud800'),
  fc.constantFrom('decision', 'permission', 'continue', 'tool_input', 'hookSpecificOutput'),
  fc.constantFrom('hook_event_name', 'event', 'hooks', 'command', 'matcher', 'version'),
  fc.string({ maxLength: 5 }),
);

const change = fc.record({
  at: fc.nat(),
  how: fc.constantFrom(
    ...(['drop', 'replace', 'replace', 'twice', 'before', 'rename'] as const),
    ...(['wrap', 'quote', 'swap', 'add', 'escape'] as const),
  ),
  value: anyJson,
  key: keys.map(json),
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

function slots(tree: Tree, into: [Part[], number][] = []): [Part[], number][] {
  if (typeof tree === 'string') return into;
  for (const [i, { value }] of tree.parts.entries()) {
    into.push([tree.parts, i]);
    slots(value, into);
  }
  return into;
}

/** Every letter of a key as its code. */
const escaped = (text: string): string =>
  `"${[...(JSON.parse(text) as string)].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`;

function apply(top: Part[], { at, how, value, key }: Change): void {
  const all = slots({ list: true, parts: top });
  const [parts, i] = all[at % all.length] ?? [top, 0];
  const part = parts[i];
  if (!part) return;
  if (how === 'drop') parts.splice(i, 1);
  else if (how === 'replace') part.value = value;
  else if (how === 'twice') parts.splice(i + 1, 0, { key: part.key, value });
  else if (how === 'before') parts.splice(i, 0, { key: part.key, value });
  else if (how === 'rename') part.key = key;
  else if (how === 'wrap') part.value = { list: true, parts: [{ ...part }] };
  else if (how === 'quote') part.value = json(print(part.value));
  else if (how === 'add') parts.splice(i, 0, { key, value });
  else if (how === 'escape') part.key = escaped(part.key);
  else {
    const [others, j] = all[(at * 7 + 3) % all.length] as [Part[], number];
    const other = others[j] as Part;
    if (print(part.value).includes(print(other.value))) return;
    [part.value, other.value] = [other.value, part.value];
  }
}

/** A value's JSON with keys dropped, types swapped, odd values, keys twice, JSON in JSON. */
export const mutated = (value: unknown, most = 4): fc.Arbitrary<string> =>
  fc.array(change, { maxLength: most }).map((changes) => {
    const top: Part[] = [{ key: '""', value: treeOf(value) }];
    for (const one of changes) apply(top, one);
    return top[0] ? print(top[0].value) : '';
  });

const utf16 = (text: string, big: boolean): Buffer => {
  const bytes = Buffer.from(text, 'utf16le');
  return big ? Buffer.from(bytes).swap16() : bytes;
};

type Bytes = (bytes: Buffer) => Buffer;
const part = fc.nat({ max: 1_000_000 }).map((n) => n / 1_000_000);
const junk = fc.oneof(
  fc.uint8Array({ maxLength: 12 }).map((all) => Buffer.from(all)),
  fc
    .constantFrom('{', '}', '"', ',', ']', '\\', '\u0000', '\ufeff', '\n', '{}', '//', '/*')
    .map((text) => Buffer.from(text)),
);
const cutting: fc.Arbitrary<Bytes> = fc.oneof(
  part.map((p) => (b: Buffer) => b.subarray(0, Math.floor(p * b.length))),
  part.map((p) => (b: Buffer) => b.subarray(Math.floor(p * b.length))),
  fc.tuple(part, part).map(([p, q]) => (b: Buffer) => {
    const [from, to] = [Math.floor(p * b.length), Math.floor(q * b.length)].sort((x, y) => x - y);
    return Buffer.concat([b.subarray(0, from), b.subarray(to)]);
  }),
);
const adding: fc.Arbitrary<Bytes> = fc.oneof(
  fc.tuple(part, junk).map(([p, more]) => (b: Buffer) => {
    const at = Math.floor(p * b.length);
    return Buffer.concat([b.subarray(0, at), more, b.subarray(at)]);
  }),
  junk.map((more) => (b: Buffer) => Buffer.concat([more, b])),
  junk.map((more) => (b: Buffer) => Buffer.concat([b, more])),
);
const spelling: fc.Arbitrary<Bytes> = fc.constantFrom<Bytes>(
  (b) => utf16(b.toString(), false),
  (b) => utf16(`\ufeff${b.toString()}`, false),
  (b) => utf16(`\ufeff${b.toString()}`, true),
  (b) => Buffer.from(b.toString(), 'latin1'),
  (b) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), b]),
  (b) => Buffer.concat([b, b]),
  (b) => Buffer.from(b.toString().replace(/,/g, ', \r\n\t')),
);

/** Text as bytes, cut, added to, or in another encoding; kept as Latin-1 so that it can be read. */
export const bytesOf = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(
      text,
      fc.oneof(
        { weight: 4, arbitrary: fc.constant<Bytes[]>([]) },
        { weight: 3, arbitrary: fc.array(fc.oneof(cutting, adding, spelling), { maxLength: 2 }) },
      ),
    )
    .map(([said, changes]) =>
      changes.reduce<Buffer>((bytes, one) => one(bytes), Buffer.from(said)).toString('latin1'),
    );

/** Bytes that nobody made of anything. */
export const anyBytes: fc.Arbitrary<string> = fc
  .uint8Array({ maxLength: 200 })
  .map((all) => Buffer.from(all).toString('latin1'));

export const bufferOf = (latin1: string): Buffer => Buffer.from(latin1, 'latin1');
