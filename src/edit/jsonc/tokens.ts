import type { Node } from './tree.ts';

export const breaks = (text: string): boolean => /[\r\n]/.test(text);

export interface Token {
  kind: 'space' | 'line' | 'block' | 'comma' | 'item' | 'other';
  from: number;
  to: number;
  text: string;
}

const token = /[ \t\r\n]+|\/\/[^\r\n]*|\/\*(?:.*?\*\/|.*)|"(?:[^"\\]|\\.)*(?:"|\\?$)|./sy;

export function tokens(
  text: string,
  from: number,
  to: number,
  items: readonly Node[] = [],
): Token[] {
  const found: Token[] = [];
  let next = 0;
  for (let at = from; at < to; at = (found.at(-1) as Token).to) {
    const item = items[next];
    if (item?.start === at) {
      found.push({ kind: 'item', from: at, to: item.end, text: '' });
      next++;
      continue;
    }
    token.lastIndex = at;
    const [piece] = token.exec(text) as RegExpExecArray;
    found.push({ kind: kindOfToken(piece), from: at, to: at + piece.length, text: piece });
  }
  return found;
}

function kindOfToken(piece: string): Token['kind'] {
  if (piece.startsWith('//')) return 'line';
  if (piece.startsWith('/*')) return 'block';
  if (piece === ',') return 'comma';
  return /\s/.test(piece[0] as string) ? 'space' : 'other';
}

export const isComment = ({ kind }: Token): boolean => kind === 'line' || kind === 'block';
export const isComma = ({ kind }: Token): boolean => kind === 'comma';
export const isBreak = ({ kind, text }: Token): boolean => kind === 'space' && breaks(text);

export const commented = (text: string, node: Node): boolean =>
  tokens(text, node.start, node.end, node.children).some(isComment);
