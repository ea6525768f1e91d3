import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseAst } from 'vitest/node';

export const src = new URL('../../src', import.meta.url).pathname;

/** An expression of ours: its file and line, and itself. */
export interface Found {
  at: string;
  expression: RegExp;
}

const files = readdirSync(src, { recursive: true })
  .map((name) => join(src, String(name)))
  .filter((path) => path.endsWith('.ts'));

interface Node {
  type: string;
  start: number;
  end: number;
  regex?: { pattern: string; flags: string };
  callee?: Node & { name?: string };
  arguments?: Node[];
}

/** Every part of a syntax tree. */
function* parts(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if (typeof (value as Node).type === 'string') yield value as Node;
  for (const inner of Object.values(value)) yield* parts(inner);
}

/** Every expression that stands in src/, and every place where one is made from text. */
export function expressions(): { literals: Found[]; made: string[] } {
  const literals: Found[] = [];
  const made: string[] = [];
  for (const path of files) {
    const text = readFileSync(path, 'utf8');
    const name = relative(src, path);
    for (const { regex, callee, start, ...node } of parts(parseAst(text, { lang: 'ts' }))) {
      if (regex) {
        const line = text.slice(0, start).split('\n').length;
        const expression = new RegExp(regex.pattern, regex.flags);
        literals.push({ at: `${name}:${line} ${expression}`, expression });
      } else if (callee?.name === 'RegExp') {
        const given = node.arguments?.[0];
        made.push(`${name}: ${given ? text.slice(given.start, given.end) : ''}`);
      }
    }
  }
  return { literals, made };
}

/** What an expression says literally, and signs that may begin or go on a piece of it. */
function words({ source }: RegExp): string[] {
  const plain = source.replace(/\\([^\w])/g, '$1').replace(/\\[a-zA-Z]|[()[\]{}?*+|^$]/g, '\0');
  return plain.split('\0').filter(Boolean);
}

const always = [
  ' ',
  '\n',
  '\r\n',
  '\t',
  'a',
  '0',
  '_',
  '-',
  '/',
  '\\',
  '"',
  "'",
  '.',
  '=',
  '$',
  '${',
];

/** Enough for every expression here. */
const most = 160;

/** What may be repeated to make an expression work: its beginning, and a piece. */
export function attacks(expression: RegExp): { before: string; piece: string }[] {
  const found = new Map<string, { before: string; piece: string }>();
  const add = (before: string, piece: string) =>
    piece && piece.length < 40 && found.set(JSON.stringify([before, piece]), { before, piece });
  const said = words(expression);
  for (const piece of [...always, ...said]) {
    for (const before of ['', ...said.slice(0, 2)]) add(before, piece);
    for (const sign of ['\n', ' ']) add('', sign + piece);
  }
  for (const first of ['"', '\n', '/*', ...said.slice(0, 4)]) {
    for (const second of ['\\', ...said.slice(0, 4)]) add('', first + second);
  }
  return [...found.values()].slice(0, most);
}
