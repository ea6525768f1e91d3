import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { isPlugin, readAgentFile, writePlugin } from '../settings/agent-file.ts';
import { once, settingsOf, type Vendor } from '../settings/arbitrary.ts';
import { realistic } from '../settings/realistic.ts';
import { anyBytes, anyJson, bytesOf, mutated } from './arbitrary.ts';

/** Returns the value in the text of a vendor's settings file. None: it is neither JSON nor a plugin of ours. */
const valuesIn = (vendor: Vendor, text: string): unknown[] => {
  try {
    return [readAgentFile(vendor, text)];
  } catch {
    return [];
  }
};

/** Comments, trailing commas and other things that only some readers take. */
const laidOut = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => text,
  (text) => text.replaceAll(',', ', // a, "b": {\n'),
  (text) => text.replaceAll('}', ',}').replaceAll(']', ', /* ] */ ]'),
  (text) => `/* x */${text}// end`,
  (text) => text.replaceAll('\n', '\r\n'),
  (text) => text.replace(/\n\s*/g, ''),
  (text) => text.replaceAll(':', ' :\n\t'),
  (text) => text.replaceAll('":', '\\u0020":'),
);

const pieces = [
  ...['&a ', '*a', '*a\n', '!!str ', '!!js/function ', '!x!y ', '!!binary ', '!!set ', '<<: *a\n'],
  ...['---\n', '...\n', '%YAML 1.1\n---\n', '%TAG ! x:\n---\n', '|\n', '>-\n  ', '? ', '- ', ': '],
  ...['\t', '  ', '\n', '\r', '\u0000', '\ufeff', '\u0085', '\u2028', '{', '}', '[', ']', '#', ','],
  ...[
    "'",
    '"',
    '`',
    '@',
    '%',
    '~',
    'null',
    'yes',
    '0o7',
    '.inf',
    '2001-01-01',
    '1e999',
    '__proto__: ',
  ],
  ...[
    'hooks:\n',
    '- name: x\n  on: stop\n  run: x\n',
    'version: 2\n',
    'constructor: {prototype: 1}\n',
  ],
];
const line = fc.record({
  at: fc.nat(),
  how: fc.constantFrom('drop', 'twice', 'into', 'before', 'indent', 'anchor', 'join'),
  piece: fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 6 })),
  column: fc.nat({ max: 30 }),
});
type Line = typeof line extends fc.Arbitrary<infer T> ? T : never;

function changed(lines: string[], { at, how, piece, column }: Line): void {
  const i = at % lines.length;
  const old = lines[i] ?? '';
  if (how === 'drop') lines.splice(i, 1);
  else if (how === 'twice') lines.splice(i, 0, old);
  else if (how === 'into') lines[i] = old.slice(0, column) + piece + old.slice(column);
  else if (how === 'before') lines.splice(i, 0, piece);
  else if (how === 'indent') lines[i] = piece.startsWith('\t') ? `\t${old}` : ` ${old}`;
  else if (how === 'anchor') lines[i] = old.replace(/(: |- )/, `$1${piece}`);
  else lines.splice(i, 2, `${old} ${lines[i + 1] ?? ''}`);
}

/** YAML of which lines were dropped, doubled, shifted and written into. */
const yaml = (text: string): fc.Arbitrary<string> =>
  fc.array(line, { maxLength: 2 }).map((changes) => {
    const lines = text.split('\n');
    for (const one of changes) changed(lines, one);
    return lines.join('\n');
  });

/** Anchors in anchors: a few lines that stand for ten to the power of `levels` values. */
export const bomb = (levels: number): string => {
  const list = (name: string) => `[${Array.from({ length: 10 }, () => `*${name}`).join()}]`;
  const rows = Array.from({ length: levels }, (_, i) => `a${i + 1}: &a${i + 1} ${list(`a${i}`)}`);
  return `a0: &a0 [x, x]\n${rows.join('\n')}\nversion: 1\nhooks: []\n`;
};

/** What may stand in a vendor's settings file, in Latin-1. */
export const textOf = once((vendor: Vendor): fc.Arbitrary<string> => {
  const real = realistic(vendor).map(([, text]) => text);
  const values = real.flatMap((text) => valuesIn(vendor, text));
  const json = fc.constantFrom(...values).chain((value) => mutated(value, 2));
  const kept = fc.constantFrom(...real);
  const utf8 = (text: fc.Arbitrary<string>) =>
    text.map((said) => Buffer.from(said).toString('latin1'));
  const lay = (text: fc.Arbitrary<string>) =>
    fc.tuple(text, laidOut).map(([said, change]) => change(said));
  const plugin = json.map((text) => writePlugin(vendor, text));
  const like = vendor === 'anyhook' ? kept.chain(yaml) : isPlugin(vendor) ? plugin : json;
  return fc.oneof(
    { weight: 5, arbitrary: utf8(like) },
    { weight: 3, arbitrary: utf8(kept) },
    { weight: 4, arbitrary: utf8(lay(settingsOf(vendor))) },
    { weight: 2, arbitrary: utf8(lay(kept)) },
    { weight: 2, arbitrary: bytesOf(like) },
    { weight: 1, arbitrary: bytesOf(settingsOf(vendor)) },
    { weight: 1, arbitrary: fc.oneof(bytesOf(anyJson), anyBytes) },
  );
});

const tomlFile = new URL('../../fixtures/codex/config.toml', import.meta.url);
const toml = readFileSync(tomlFile, 'utf8');
const tomlPieces = fc.constantFrom(
  ...['', '[', ']]', '"', "'", '\n', '#', ' = ', '{', '}', ',', '\r\n', '[hooks]\n'],
  ...[
    'hooks = []\n',
    '[[hooks.Stop]]\n',
    '[[hooks.__proto__]]\n',
    'a.b = 1\n',
    '"""',
    '\u0000',
    'é',
  ],
);

/** What may stand in a file of TOML with hooks, in Latin-1. */
export const tomlText: fc.Arbitrary<string> = fc
  .tuple(fc.nat(toml.length), fc.nat(40), tomlPieces, fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([at, length, piece, eol, isWhole]) => {
    const said = isWhole ? toml : toml.slice(0, at) + piece + toml.slice(at + length);
    return Buffer.from(said.replaceAll('\n', eol)).toString('latin1');
  });
