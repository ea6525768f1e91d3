/** Finds what a filter of jq compares paths with. */
import type { Comparisons } from './comparisons.ts';
import { type MatchKind, mayBeRelative } from './patterns.ts';
import { isArgumentsKey, isPathlessKey } from './payload-keys.ts';
import type { Token } from './tokens.ts';

/** Functions that compare, and how. */
const matchKinds: Readonly<Record<string, MatchKind>> = {
  ...{ startswith: 'whole', IN: 'whole', inside: 'whole', ltrimstr: 'search', has: 'whole' },
  ...{
    contains: 'search',
    index: 'search',
    indices: 'search',
    endswith: 'search',
    split: 'search',
  },
  ...{ test: 'expression', match: 'expression', capture: 'expression', scan: 'expression' },
};

const harmless = /^(?:ascii_downcase|ascii_upcase|empty|null|true|false|not|strings|select)$/;

/** Tells whether the value that a filter looks at is the same for both wordings of the path. */
function isFixed(subject: readonly Token[]): boolean {
  const isLast = subject.some(
    ({ text, kind }, i) =>
      (kind === 'name' && /^(?:last|length|type)$/.test(text)) ||
      (text === '-' && subject[i - 1]?.text === '[' && subject[i + 2]?.text === ']'),
  );
  if (isLast) return true;
  const keys = subject.filter(({ kind, text }, i) => {
    const before = subject[i - 1]?.text;
    return (
      (kind === 'name' && (before === '.' || before === '?')) ||
      (kind === 'text' && before === '[' && text !== '')
    );
  });
  const isBare = subject.some(
    ({ kind, text }, i) =>
      kind === 'sign' && text === '.' && !['name', 'text'].includes(subject[i + 1]?.kind ?? ''),
  );
  const isVarying = subject.some(
    ({ kind, text }, i) =>
      kind === 'name' && !/^[.?]$/.test(subject[i - 1]?.text ?? '') && !harmless.test(text),
  );
  if (isBare || isVarying) return false;
  const [last] = keys.slice(-1);
  if (!keys.length) return subject.length > 0;
  return (
    keys.every(({ text }) => isPathlessKey(text) || isArgumentsKey(text)) &&
    last !== undefined &&
    isPathlessKey(last.text)
  );
}

/** Returns the expression that ends before a token. */
function before(tokens: readonly Token[], at: number): readonly Token[] {
  let depth = 0;
  let i = at;
  for (; i > 0 && at - i < 200; i--) {
    const { kind, text } = tokens[i - 1] as Token;
    if (kind === 'sign' && /^[)\]}]$/.test(text)) depth++;
    else if (kind === 'sign' && /^[([{]$/.test(text) && depth-- === 0) break;
    else if (
      depth === 0 &&
      ((kind === 'name' && /^(?:and|or|if|then|else|elif)$/.test(text)) || /^[,;]$/.test(text))
    )
      break;
  }
  return tokens.slice(i, at);
}

/** Returns the expression that begins at a token. */
function after(tokens: readonly Token[], at: number): readonly Token[] {
  let depth = 0;
  let i = at;
  for (; i < tokens.length && i - at < 200; i++) {
    const { kind, text } = tokens[i] as Token;
    if (kind === 'sign' && /^[([{]$/.test(text)) depth++;
    else if (kind === 'sign' && /^[)\]}]$/.test(text) && depth-- === 0) break;
    else if (
      depth === 0 &&
      ((kind === 'name' && /^(?:and|or|then|else|end)$/.test(text)) || /^[,;|]$/.test(text))
    )
      break;
  }
  return tokens.slice(at, i);
}

const shownOf = (tokens: readonly Token[]): string =>
  tokens
    .slice(0, 9)
    .map(({ text }) => text)
    .join('');

/** Notes that the path is compared with each text among some tokens. */
function comparePath(pattern: readonly Token[], how: MatchKind, found: Comparisons): void {
  const texts = pattern.filter(({ kind }) => kind === 'text');
  for (const { text } of texts) if (mayBeRelative(text, how)) found.add(text, shownOf(pattern));
  const isUnknown = pattern.some(
    ({ kind, text }) => kind === 'name' && !/^(?:null|true|false|empty|i|g)$/.test(text),
  );
  if (isUnknown || (!texts.length && pattern.some(({ text }) => text === '.')))
    found.compares(shownOf(pattern));
}

/** Notes what a filter compares paths with. */
export function readFilter(tokens: readonly Token[], found: Comparisons): void {
  tokens.forEach(({ kind, text }, i) => {
    const how = kind === 'name' ? matchKinds[text] : undefined;
    if (how && tokens[i + 1]?.text === '(' && tokens[i - 1]?.text !== '.') {
      const subject = before(tokens, i);
      const pattern = after(tokens, i + 2);
      if (
        subject.length &&
        isFixed(subject.slice(0, subject.at(-1)?.text === '|' ? -1 : undefined))
      )
        return;
      if (text === 'ltrimstr' || text === 'split') return;
      // `IN` compares with all of its arguments, which commas separate.
      const all = () => tokens.slice(i + 2, Math.min(closingBracket(tokens, i + 1), i + 402));
      comparePath(text === 'IN' ? all() : pattern, how, found);
    } else if (kind === 'sign' && /^[=!]=$/.test(text)) {
      const [one, other] = [before(tokens, i), after(tokens, i + 1)];
      const [subject, pattern] = isFixed(other) ? [one, other] : [other, one];
      if (!isFixed(subject)) comparePath(pattern, 'whole', found);
    } else if (kind === 'name' && /^(?:import|include|input_filename)$/.test(text))
      found.runs(`jq ${text}`);
  });
}

/** Returns the position of the bracket that closes one. */
function closingBracket(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let i = open; i < tokens.length; i++) {
    if (tokens[i]?.kind !== 'sign') continue;
    if (tokens[i]?.text === '(') depth++;
    else if (tokens[i]?.text === ')' && --depth === 0) return i;
  }
  return tokens.length;
}
