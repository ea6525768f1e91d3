/** Collects what a program in JavaScript or Python gives its names, and its functions. */
import { ProgramSyntax, type Range } from '../path-wordings/program-syntax.ts';
import type { Language } from '../path-wordings/tokens.ts';

/** A function of a program. */
export interface ProgramFunction {
  parameters: readonly string[];
  body: Range;
  /** The body is one expression, whose value is returned. */
  isExpression: boolean;
}

/** The value of a key that is taken out of a value, as in `{ key } = value`. */
export interface TakenKey {
  from: Range;
  path: readonly string[];
}

const add = <V>(all: Map<string, V[]>, name: string, value: V): void => {
  const known = all.get(name);
  if (known) known.push(value);
  else all.set(name, [value]);
};

/**
 * The most tokens that the bodies of all arrow functions of a script may have; scripts of people have far fewer. A token in
 * several nested bodies counts once for each.
 */
const maxArrowTokens = 200_000;

/** The names of a program. Scopes are not told apart. */
export class ProgramSymbols extends ProgramSyntax {
  readonly values = new Map<string, Range[]>();
  /** Values that are added to the value of a name: by `+=`, by a loop, by `push`, or as the argument of a callback. */
  readonly additions = new Map<string, Range[]>();
  readonly keysOf = new Map<string, { key: string; value: Range }[]>();
  readonly taken = new Map<string, TakenKey[]>();
  readonly functions = new Map<string, ProgramFunction>();
  /** The tokens in the bodies of the arrow functions found so far, counted as for {@link maxArrowTokens}. */
  #arrowTokens = 0;
  /** The position behind a function, by the position of its first token. */
  readonly functionEnds = new Map<number, { name: string | undefined; end: number; body: Range }>();
  /** The arguments of each call of each function. */
  readonly calls = new Map<string, Range[][]>();
  /** The position of the bracket around each position. */
  readonly around: number[] = [];

  constructor(text: string, language: Exclude<Language, 'jq'>) {
    super(text, language);
    const open: number[] = [];
    this.tokens.forEach((_, i) => {
      const partner = this.partners[i];
      if (partner !== undefined && partner < i) open.pop();
      this.around[i] = open.at(-1) ?? -1;
      if (partner !== undefined && partner > i) open.push(i);
    });
    for (let i = 0; i < this.tokens.length; i++) this.#noteFunction(i);
    for (let i = 0; i < this.tokens.length; i++) this.#noteValue(i);
  }

  #isBehindDot = (i: number): boolean => this.is(i - 1, '.', '?.');

  /** Returns where a block of Python ends that the colon at a position begins. */
  blockEnd(colon: number, indent: number): number {
    const isOneLine = this.tokens[colon + 1]?.beginsLine !== true;
    let i = colon + 1;
    while (i < this.tokens.length) {
      const { beginsLine, indent: own = 0 } = this.tokens[i] ?? {};
      if (beginsLine && (isOneLine || own <= indent)) return i;
      i = this.positionBehind(i);
    }
    return i;
  }

  /** Returns the position of the colon that ends the head of a statement of Python. */
  colonBehind(i: number): number {
    let lambdas = 0;
    for (let at = i; at < this.tokens.length; at = this.positionBehind(at)) {
      if (this.is(at, 'lambda')) lambdas++;
      else if (this.is(at, ':') && lambdas-- <= 0) return at;
    }
    return this.tokens.length;
  }

  /** Returns the indentation of the line that a token is in. */
  indentOf(i: number): number {
    let at = i;
    while (at > 0 && !this.tokens[at]?.beginsLine) at--;
    return this.tokens[at]?.indent ?? 0;
  }

  #noteFunction(i: number): void {
    if (this.language === 'python') {
      if (!this.is(i, 'def') || !this.is(i + 2, '(')) return;
      const close = this.partners[i + 2] ?? i + 2;
      const colon = this.colonBehind(close + 1);
      const body: Range = [
        colon + 1,
        this.blockEnd(colon, this.tokens[i]?.indent ?? this.indentOf(i)),
      ];
      this.#addFunction(i, this.textAt(i + 1), [i + 2, close], body, false);
      return;
    }
    if (this.is(i, 'function')) {
      const at = this.is(i + 1, '*') ? i + 2 : i + 1;
      const open = this.is(at, '(') ? at : at + 1;
      const name = open > at ? this.textAt(at) : this.#nameBefore(i);
      this.#addBracedFunction(i, name, open);
    } else if (this.is(i, '=>')) {
      const close = this.partners[i - 1];
      const start = close !== undefined && this.is(i - 1, ')') ? close : i - 1;
      const name = this.#nameBefore(start);
      const head: Range = start === i - 1 ? [start - 1, i] : [start, i - 1];
      const end = this.partners[i + 1];
      if (this.is(i + 1, '{') && end !== undefined)
        this.#addFunction(start, name, head, [i + 2, end], false, end + 1);
      else this.#addFunction(start, name, head, this.#arrowBody(i + 1), true);
    } else if (
      this.isName(i) &&
      this.is(i + 1, '(') &&
      !this.is(i - 1, 'function', '.', '?.', 'new')
    ) {
      const close = this.partners[i + 1];
      if (close !== undefined && this.is(close + 1, '{'))
        this.#addBracedFunction(i, this.textAt(i), i + 1);
    }
  }

  /**
   * Returns the expression behind `=>`, which a comma ends. Throws RangeError if such expressions stand in each other so
   * often that they would be read far more often than once.
   */
  #arrowBody(from: number): Range {
    const [, end] = this.expressionFrom(from);
    this.#arrowTokens += end - from;
    if (this.#arrowTokens > maxArrowTokens) throw new RangeError('functions are nested too deep');
    for (let i = from; i < end; i = this.positionBehind(i)) if (this.is(i, ',')) return [from, i];
    return [from, end];
  }

  /** Returns the name that a function is assigned to. `start` is the first token of its head. */
  #nameBefore(start: number): string | undefined {
    const at = this.is(start - 1, 'async') ? start - 1 : start;
    return this.is(at - 1, '=', ':') && this.isName(at - 2) ? this.textAt(at - 2) : undefined;
  }

  #addBracedFunction(start: number, name: string | undefined, open: number): void {
    let at = (this.partners[open] ?? open) + 1;
    // A type of TypeScript may stand before the body.
    for (let steps = 0; steps < 12 && this.is(open, '(') && !this.is(at, '{'); steps++)
      at = this.positionBehind(at);
    const end = this.partners[at];
    if (end === undefined || !this.is(at, '{')) return;
    this.#addFunction(
      start,
      name,
      [open, this.partners[open] ?? open],
      [at + 1, end],
      false,
      end + 1,
    );
  }

  #addFunction(
    start: number,
    name: string | undefined,
    [open, close]: Range,
    body: Range,
    isExpression: boolean,
    end = body[1],
  ): void {
    const parameters = (
      close > open + 1 && this.is(open, '(') ? this.argumentsOf(open) : [[open + 1, close] as Range]
    )
      .map(([from, to]) => {
        for (let i = from; i < to; i++)
          if (this.isName(i)) return this.is(from, '{', '[') ? '' : this.textAt(i);
        return '';
      })
      .filter((parameter, i) => !(i === 0 && parameter === 'self'));
    if (name !== undefined && !this.functions.has(name))
      this.functions.set(name, { parameters, body, isExpression });
    this.functionEnds.set(start, { name, end, body });
    const isCallback = name === undefined && this.is(start - 1, '(', ',', 'async');
    const call = isCallback ? (this.around[start] ?? -1) : -1;
    const [first] = parameters;
    // The argument of a callback comes from what the method is called on.
    if (call > 0 && first && this.is(call, '('))
      add(this.additions, first, [this.chainStart(call), call]);
  }

  #noteValue(i: number): void {
    if (this.isName(i) && this.is(i + 1, '(') && this.functions.has(this.textAt(i))) {
      const isDefinition = this.is(i - 1, 'def', 'function') || this.functionEnds.has(i);
      if (!isDefinition) add(this.calls, this.textAt(i), this.argumentsOf(i + 1));
    }
    if (this.is(i, '=', ':=')) this.#noteAssignment(i);
    else if (this.is(i, '+=') && this.isName(i - 1) && !this.#isBehindDot(i - 1))
      add(this.additions, this.textAt(i - 1), this.expressionFrom(i + 1));
    else if (this.is(i, 'push', 'append') && this.is(i + 1, '(') && this.isName(i - 2))
      add(this.additions, this.textAt(i - 2), [i + 2, this.partners[i + 1] ?? i + 2]);
    else if (this.is(i, 'as') && this.isName(i + 1) && this.language === 'python')
      add(this.additions, this.textAt(i + 1), this.leftOperand(i));
    else if (this.is(i, 'of', 'in') && this.isName(i - 1)) {
      const isLoop = this.is(i - 2, 'for', 'const', 'let', 'var');
      if (isLoop) add(this.additions, this.textAt(i - 1), this.expressionFrom(i + 1));
    }
  }

  #noteAssignment(i: number): void {
    // The named argument of a call of Python, and the default value of a parameter.
    if (this.is(this.around[i] ?? -1, '(') && this.is(i, '=')) return;
    const value = this.expressionFrom(i + 1);
    const before = i - 1;
    if (this.isName(before) && !this.#isBehindDot(before)) {
      const name = this.textAt(before);
      // A type before the name's value, in the line of the name: `name: type = value`.
      const hasType =
        this.is(before - 1, ':') && this.isName(before - 2) && !this.tokens[before]?.beginsLine;
      const typed = hasType ? this.textAt(before - 2) : name;
      add(this.values, typed, value);
    } else if (
      this.#isBehindDot(before) &&
      this.isName(before - 2) &&
      !this.#isBehindDot(before - 2)
    )
      add(this.keysOf, this.textAt(before - 2), { key: this.textAt(before), value });
    else if (
      this.is(before, ']') &&
      this.tokens[before - 1]?.kind === 'text' &&
      this.partners[before] === before - 2
    ) {
      if (this.isName(before - 3) && !this.#isBehindDot(before - 3))
        add(this.keysOf, this.textAt(before - 3), { key: this.textAt(before - 1), value });
      else this.#noteTyped(before, value);
    } else if (this.is(before, '}') && this.language === 'js') this.#noteTaken(before, value);
    else this.#noteTyped(before, value);
  }

  /** Notes the value of a name before a longer type, such as `name: dict[str, str] = {}`. */
  #noteTyped(end: number, value: Range): void {
    for (let i = end, steps = 0; i > 0 && steps < 16; steps++) {
      const open = this.partners[i];
      if (open !== undefined && open < i) i = open - 1;
      else if (this.is(i, ':') && this.isName(i - 1)) {
        add(this.values, this.textAt(i - 1), value);
        return;
      } else i--;
    }
  }

  /** Notes the names in a pattern such as `{ a, b: c, d: { e }, f = 1 }`, whose closing bracket is at a position. */
  #noteTaken(close: number, from: Range, above: readonly string[] = []): void {
    const open = this.partners[close];
    if (open === undefined || above.length > 3) return;
    for (const [start] of this.argumentsOf(open)) {
      if (!this.isName(start) && this.tokens[start]?.kind !== 'text') continue;
      const key = this.textAt(start);
      const path = [...above, key];
      const inner =
        this.is(start + 1, ':') && this.is(start + 2, '{') ? this.partners[start + 2] : undefined;
      if (inner !== undefined) this.#noteTaken(inner, from, path);
      else add(this.taken, this.is(start + 1, ':') ? this.textAt(start + 2) : key, { from, path });
    }
  }
}
