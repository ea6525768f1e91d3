/** Finds what a filter of jq compares paths with. */
import type { Comparisons } from './comparisons.ts';
import { type MatchKind, mayMatchOneWording } from './patterns.ts';
import { isArgumentsKey, isPathlessKey } from './payload-keys.ts';
import { type Token, tokenAt } from './tokens.ts';

/** Functions that compare their input with their argument, by how they compare. */
const comparingFunctions: readonly [MatchKind, RegExp][] = [
  ['beginning', /^(?:startswith|IN|inside|has)$/],
  ['anywhere', /^(?:contains|index|indices|endswith)$/],
  ['expression', /^(?:test|match|capture|scan)$/],
];

/** Names in a filter that bring in no value of their own: their result varies only if their input does. */
const harmlessNames = /^(?:ascii_downcase|ascii_upcase|empty|null|true|false|not|strings|select)$/;

/**
 * Tells whether the value of an expression is the same for both wordings of the path: the last part of
 * something, a literal, or the value of a key that holds no path.
 */
function isFixed(expression: readonly Token[]): boolean {
  const textBefore = (i: number) => expression[i - 1]?.text ?? '';
  // `last`, or the index in `[-1]`
  const takesLast = expression.some(
    ({ text, kind }, i) =>
      (kind === 'name' && /^(?:last|length|type)$/.test(text)) ||
      (text === '-' && textBefore(i) === '[' && expression[i + 2]?.text === ']'),
  );
  if (takesLast) return true;
  // `.key`, or `["key"]`. Any other name is that of a function or a variable.
  const isKey = ({ kind, text }: Token, i: number) =>
    kind === 'name'
      ? /^[.?]$/.test(textBefore(i))
      : kind === 'text' && textBefore(i) === '[' && text !== '';
  const isWholeInput = ({ kind, text }: Token, i: number) =>
    kind === 'sign' && text === '.' && !/^(?:name|text)$/.test(expression[i + 1]?.kind ?? '');
  const mayVary = (token: Token, i: number) =>
    token.kind === 'name' && !isKey(token, i) && !harmlessNames.test(token.text);
  if (expression.some((token, i) => isWholeInput(token, i) || mayVary(token, i))) return false;
  const keys = expression.filter(isKey);
  const last = keys.at(-1);
  if (!last) return expression.length > 0;
  const isKnown = keys.every(({ text }) => isPathlessKey(text) || isArgumentsKey(text));
  return isKnown && isPathlessKey(last.text);
}

/**
 * Returns the expression before or behind a position, up to the bracket around it at most.
 * @param step - -1 for the expression that ends before the position, 1 for the one that begins at it.
 * @param ends - Matches the names and signs at which the expression ends, unless they are in inner brackets.
 * @param maxTokens - How many tokens are looked at.
 */
function expressionBeside(
  tokens: readonly Token[],
  at: number,
  step: -1 | 1,
  ends: RegExp,
  maxTokens = 200,
): readonly Token[] {
  const [opening, closing] = step > 0 ? ['([{', ')]}'] : [')]}', '([{'];
  let depth = 0;
  let i = step > 0 ? at : at - 1;
  for (; tokens[i] && Math.abs(i - at) < maxTokens; i += step) {
    const { kind, text } = tokenAt(tokens, i);
    if (kind === 'text') continue;
    if (opening.includes(text)) depth++;
    else if (closing.includes(text) ? depth-- === 0 : depth === 0 && ends.test(text)) break;
  }
  return step > 0 ? tokens.slice(at, i) : tokens.slice(i + 1, at);
}

const expressionBefore = (tokens: readonly Token[], at: number): readonly Token[] =>
  expressionBeside(tokens, at, -1, /^(?:and|or|if|then|else|elif|[,;])$/);

const expressionAt = (tokens: readonly Token[], at: number): readonly Token[] =>
  expressionBeside(tokens, at, 1, /^(?:and|or|then|else|end|[,;|])$/);

/** Returns all arguments of a call, by the position behind its opening bracket. */
const argumentsAt = (tokens: readonly Token[], at: number): readonly Token[] =>
  expressionBeside(tokens, at, 1, /^\)$/, 400);

/** Returns the beginning of an expression as text, for a person. */
const shownOf = (tokens: readonly Token[]): string =>
  tokens
    .slice(0, 9)
    .map(({ text }) => text)
    .join('');

/** Notes that the path is compared with each text of an expression, and with its unknown values. */
function comparePath(pattern: readonly Token[], how: MatchKind, comparisons: Comparisons): void {
  const texts = pattern.filter(({ kind }) => kind === 'text');
  for (const { text } of texts)
    if (mayMatchOneWording(text, how)) comparisons.addText(text, shownOf(pattern));
  const isUnknown = pattern.some(
    ({ kind, text }) => kind === 'name' && !/^(?:null|true|false|empty|i|g)$/.test(text),
  );
  if (isUnknown || (!texts.length && pattern.some(({ text }) => text === '.')))
    comparisons.addUnknownValue(shownOf(pattern));
}

/** Notes what a filter compares paths with. */
export function readFilter(tokens: readonly Token[], comparisons: Comparisons): void {
  tokens.forEach(({ kind, text }, i) => {
    const [how] =
      (kind === 'name' && comparingFunctions.find(([, names]) => names.test(text))) || [];
    if (how && tokens[i + 1]?.text === '(' && tokens[i - 1]?.text !== '.') {
      const input = expressionBefore(tokens, i);
      const subject = input.slice(0, input.at(-1)?.text === '|' ? -1 : undefined);
      if (input.length && isFixed(subject)) return;
      // `IN` compares with all of its arguments, which commas separate.
      comparePath((text === 'IN' ? argumentsAt : expressionAt)(tokens, i + 2), how, comparisons);
    } else if (kind === 'sign' && /^[=!]=$/.test(text)) {
      const [left, right] = [expressionBefore(tokens, i), expressionAt(tokens, i + 1)];
      const [subject, pattern] = isFixed(right) ? [left, right] : [right, left];
      if (!isFixed(subject)) comparePath(pattern, 'beginning', comparisons);
    } else if (kind === 'name' && /^(?:import|include|input_filename)$/.test(text))
      comparisons.addUnreadProgram(`jq ${text}`);
  });
}
