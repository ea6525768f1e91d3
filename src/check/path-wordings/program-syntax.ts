/** Finds the operands, chains, calls and statements around a token of a program. */
import { type Language, type Token, tokenAt, tokensOf } from './tokens.ts';

/** A part of a program: from a token up to another, which is not in it. */
export type Range = readonly [number, number];

const keywords =
  /^(?:if|else|elif|while|for|switch|case|catch|return|typeof|await|not|and|or|in|of|is|assert|raise|yield|function|lambda|del|with|except|import|from|new|throw|void|async|const|let|var|def|class|try|finally|do|null|undefined|None|True|False|true|false|pass|break|continue|default|export|as|global|static|this|self|instanceof)$/;
/** Signs at which an operand ends. */
const operandEnds = /^(?:&&|\|\||\?\?|[,;?:{}]|=>|\+?=|:=|\?\?=|\|\|=|[=!]==?)$/;
/** How many tokens are looked at to find where one expression begins or ends. */
export const maxTokens = 400;

/** A program in JavaScript or Python as tokens: nothing is parsed, every question looks at the tokens nearby. */
export class ProgramSyntax {
  readonly tokens: readonly Token[];
  readonly language: Exclude<Language, 'jq'>;
  /** The position of the matching bracket, by the position of a bracket. */
  readonly partners: number[] = [];
  /** Where the expression from each token ends. */
  #expressionEnds: number[] | undefined;

  constructor(text: string, language: Exclude<Language, 'jq'>) {
    this.tokens = tokensOf(text, language);
    this.language = language;
    const open: number[] = [];
    this.tokens.forEach(({ kind, text }, i) => {
      if (kind !== 'sign') return;
      if (/^[([{]$/.test(text)) open.push(i);
      if (!/^[)\]}]$/.test(text)) return;
      const from = open.pop();
      if (from === undefined) return;
      this.partners[from] = i;
      this.partners[i] = from;
    });
  }

  /** Tells whether the token at a position is one of the given names or signs. */
  is(i: number, ...texts: string[]): boolean {
    const token = this.tokens[i];
    return token !== undefined && token.kind !== 'text' && texts.includes(token.text);
  }

  /** Tells whether a token is a name, and no keyword. */
  isName(i: number): boolean {
    const token = this.tokens[i];
    return token?.kind === 'name' && !keywords.test(token.text);
  }

  textAt = (i: number): string => this.tokens[i]?.text ?? '';

  /** Returns the part from a position to the end of the expression or of the statement. */
  expressionFrom(from: number): Range {
    if (this.#expressionEnds === undefined) {
      const ends: number[] = [];
      for (let i = this.tokens.length; i >= 0; i--)
        ends[i] =
          this.#isEnd(i) || this.#beginsStatement(i) ? i : (ends[this.positionBehind(i)] ?? i);
      this.#expressionEnds = ends;
    }
    return [
      from,
      this.#isEnd(from) ? from : (this.#expressionEnds[this.positionBehind(from)] ?? from),
    ];
  }

  /** Returns the position behind a token, or behind the brackets that it opens. */
  positionBehind(i: number): number {
    const close = this.partners[i];
    return close !== undefined && close > i ? close + 1 : i + 1;
  }

  #isEnd(i: number): boolean {
    const { text, kind } = tokenAt(this.tokens, i);
    return (
      kind === 'sign' && (/^[)\]};]$/.test(text) || (text === ':' && this.language === 'python'))
    );
  }

  /** Tells whether a token begins another statement: it is the first of its line, and this line does not continue the one before. */
  #beginsStatement(i: number): boolean {
    const { text, beginsLine, kind } = tokenAt(this.tokens, i);
    const before = this.tokens[i - 1];
    const continuesLine =
      (kind === 'sign' && /^(?:[.?:*+/|&]|\?\.|\|\||&&|\?\?)$/.test(text)) ||
      (before?.kind === 'sign' && /^(?:[=?:+*,|&]|=>|\|\||&&|\?\?|\?\.|\+=)$/.test(before.text));
    return beginsLine && !continuesLine;
  }

  /** Returns where a chain of names, calls and keys, such as `a.b(c)[d]`, begins. `end` is the position behind it. */
  chainStart(end: number): number {
    let i = end - 1;
    for (let steps = 0; steps < maxTokens; steps++) {
      const open = this.is(i, ')', ']', '}') ? this.partners[i] : undefined;
      if (open !== undefined) i = open;
      const isCalled =
        open !== undefined &&
        this.is(i, '(', '[') &&
        (this.isName(i - 1) || this.is(i - 1, ')', ']'));
      if (isCalled) i--;
      else if (this.is(i - 1, '.', '?.')) i -= 2;
      else return Math.max(0, this.is(i - 1, 'new') ? i - 1 : i);
    }
    return 0; // longer than `maxTokens`: all of the program is taken for the chain
  }

  /** Returns the operand that ends before an operator. */
  leftOperand(at: number): Range {
    let i = at;
    while (i > 0 && at - i < maxTokens) {
      const { kind, text } = tokenAt(this.tokens, i - 1);
      const open = this.partners[i - 1];
      if (open !== undefined && open < i - 1) {
        i = open;
        continue;
      }
      if (kind === 'sign' && (/^[([{]$/.test(text) || operandEnds.test(text) || text === '!'))
        break;
      if (kind === 'name' && keywords.test(text) && !/^(?:await|new|typeof)$/.test(text)) break;
      if (this.tokens[i]?.beginsLine && i < at && !this.is(i, '.', '?.')) break;
      i--;
    }
    return [i, at];
  }

  /** Returns the operand that begins at a position. */
  rightOperand(from: number): Range {
    let i = from;
    while (i < this.tokens.length && i - from < maxTokens) {
      const { kind, text, beginsLine } = tokenAt(this.tokens, i);
      if (
        kind === 'sign' &&
        (/^[)\]}]$/.test(text) || (operandEnds.test(text) && i > from && !/^\{$/.test(text)))
      )
        break;
      if (kind === 'name' && /^(?:if|else|and|or|for|in|not)$/.test(text)) break;
      if (beginsLine && i > from && !/^(?:[.+]|\?\.)$/.test(text)) break;
      i = this.positionBehind(i);
    }
    return [from, i];
  }

  /** Returns the arguments of a call, by the position of its bracket. */
  argumentsOf(open: number): Range[] {
    const close = this.partners[open];
    if (close === undefined) return [];
    const found: Range[] = [];
    let from = open + 1;
    for (let i = from; i < close; i++) {
      const inner = this.partners[i];
      if (inner !== undefined && inner > i) i = inner;
      else if (this.is(i, ',')) {
        found.push([from, i]);
        from = i + 1;
      }
    }
    if (from < close) found.push([from, close]);
    return found;
  }

  /** Returns the beginning of a part as text, for a person. */
  show = ([from, to]: Range): string =>
    this.tokens
      .slice(from, Math.min(to, from + 12))
      .map(({ text, kind }) => (kind === 'text' ? JSON.stringify(text) : text))
      .join('');
}
