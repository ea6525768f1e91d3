/** Finds what a filter of jq compares paths with. */
import type { Comparisons } from './comparisons.ts';
import { type MatchKind, mayMatchOneWording } from './patterns.ts';
import { isArgumentsKey, isPathlessKey } from './payload-keys.ts';
import { type Token, tokenAt } from './tokens.ts';

/** Functions that compare their input with their argument, and how each does. */
const comparingFunctions: readonly [MatchKind, RegExp][] = [
  ['beginning', /^(?:startswith|IN|inside|has)$/],
  ['anywhere', /^(?:contains|index|indices|endswith)$/],
  ['expression', /^(?:test|match|capture|scan)$/],
];

/** Names in a filter that bring in no value of their own: their result varies only if their input does. */
const harmlessNames = /^(?:ascii_downcase|ascii_upcase|empty|null|true|false|not|strings|select)$/;

/**
 * Tells whether the value that a part of a filter gives is the same for both wordings of the path: the last
 * part of something, a literal, or the value of a key without a path.
 */
function isFixed(subject: readonly Token[]): boolean {
  const isLast = subject.some(
    ({ text, kind }, i) =>
      (kind === 'name' && /^(?:last|length|type)$/.test(text)) ||
      (text === '-' && subject[i - 1]?.text === '[' && subject[i + 2]?.text === ']'),
  );
  if (isLast) return true;
  const keys = subject.filter(({ kind, text }, i) => {
    const before = subject[i - 1]?.text ?? '';
    if (kind === 'name') return /^[.?]$/.test(before);
    return kind === 'text' && before === '[' && text !== '';
  });
  const isBare = subject.some(
    ({ kind, text }, i) =>
      kind === 'sign' && text === '.' && !['name', 'text'].includes(subject[i + 1]?.kind ?? ''),
  );
  const isVarying = subject.some(
    ({ kind, text }, i) =>
      kind === 'name' && !/^[.?]$/.test(subject[i - 1]?.text ?? '') && !harmlessNames.test(text),
  );
  if (isBare || isVarying) return false;
  const last = keys.at(-1);
  if (!last) return subject.length > 0;
  const isKnown = keys.every(({ text }) => isPathlessKey(text) || isArgumentsKey(text));
  return isKnown && isPathlessKey(last.text);
}

/**
 * Returns the expression beside a position, inside the brackets around it.
 * @param step - Which one: -1 for the expression that ends there, 1 for the one that begins there.
 * @param ends - Matches the names and signs at which the expression ends, outside of inner brackets.
 * @param longest - How many tokens are looked at.
 */
function expressionBeside(
  tokens: readonly Token[],
  at: number,
  step: -1 | 1,
  ends: RegExp,
  longest = 200,
): readonly Token[] {
  const [opening, closing] = step > 0 ? ['([{', ')]}'] : [')]}', '([{'];
  let depth = 0;
  let i = step > 0 ? at : at - 1;
  for (; tokens[i] && Math.abs(i - at) < longest; i += step) {
    const { kind, text } = tokenAt(tokens, i);
    if (kind === 'text') continue;
    if (opening.includes(text)) depth++;
    else if (closing.includes(text) ? depth-- === 0 : depth === 0 && ends.test(text)) break;
  }
  return step > 0 ? tokens.slice(at, i) : tokens.slice(i + 1, at);
}

const before = (tokens: readonly Token[], at: number): readonly Token[] =>
  expressionBeside(tokens, at, -1, /^(?:and|or|if|then|else|elif|[,;])$/);

const after = (tokens: readonly Token[], at: number): readonly Token[] =>
  expressionBeside(tokens, at, 1, /^(?:and|or|then|else|end|[,;|])$/);

/** Returns the tokens inside brackets. `at` is the position behind the opening bracket. */
const within = (tokens: readonly Token[], at: number): readonly Token[] =>
  expressionBeside(tokens, at, 1, /^\)$/, 400);

const shownOf = (tokens: readonly Token[]): string =>
  tokens
    .slice(0, 9)
    .map(({ text }) => text)
    .join('');

/** Notes that the path is compared with each text among some tokens. */
function comparePath(pattern: readonly Token[], how: MatchKind, found: Comparisons): void {
  const texts = pattern.filter(({ kind }) => kind === 'text');
  for (const { text } of texts)
    if (mayMatchOneWording(text, how)) found.addText(text, shownOf(pattern));
  const isUnknown = pattern.some(
    ({ kind, text }) => kind === 'name' && !/^(?:null|true|false|empty|i|g)$/.test(text),
  );
  if (isUnknown || (!texts.length && pattern.some(({ text }) => text === '.')))
    found.addUnknownValue(shownOf(pattern));
}

/** Notes what a filter compares paths with. */
export function readFilter(tokens: readonly Token[], found: Comparisons): void {
  tokens.forEach(({ kind, text }, i) => {
    const [how] =
      (kind === 'name' && comparingFunctions.find(([, names]) => names.test(text))) || [];
    if (how && tokens[i + 1]?.text === '(' && tokens[i - 1]?.text !== '.') {
      const input = before(tokens, i);
      const subject = input.slice(0, input.at(-1)?.text === '|' ? -1 : undefined);
      if (input.length && isFixed(subject)) return;
      // `IN` compares with all of its arguments, which commas separate.
      comparePath((text === 'IN' ? within : after)(tokens, i + 2), how, found);
    } else if (kind === 'sign' && /^[=!]=$/.test(text)) {
      const [left, right] = [before(tokens, i), after(tokens, i + 1)];
      const [subject, pattern] = isFixed(right) ? [left, right] : [right, left];
      if (!isFixed(subject)) comparePath(pattern, 'beginning', found);
    } else if (kind === 'name' && /^(?:import|include|input_filename)$/.test(text))
      found.addUnreadProgram(`jq ${text}`);
  });
}
