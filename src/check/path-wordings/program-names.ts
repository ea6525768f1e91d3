/** Collects the names of a program in JavaScript or Python, and what gives each of them a value. */
import { isPathlessKey } from './payload-keys.ts';
import { ProgramSyntax, type Range } from './program-syntax.ts';
import type { Language } from './tokens.ts';

/** The names of a program. Scopes are not told apart: a name has every value that is given to it anywhere. */
export class ProgramNames extends ProgramSyntax {
  /** The values that the program gives to each name. */
  readonly valuesByName = new Map<string, Range[]>();
  /** Parameters of functions: their values are unknown. */
  readonly parameterNames = new Set<string>();
  /** The positions of the words `in` and `of` that belong to loops, and so compare nothing. */
  readonly loopWords = new Set<number>();
  readonly #imported = this.#readImports();

  constructor(text: string, language: Exclude<Language, 'jq'>) {
    super(text, language);
    for (let i = 0; i < this.tokens.length; i++) this.#noteValues(i);
  }

  /** Notes the values that names get by an assignment, a loop, a function or an import whose sign is at `i`. */
  #noteValues(i: number): void {
    if (this.is(i, '=', '+=', '||=', '??=', ':=')) {
      const value = this.expressionFrom(i + 1);
      for (const name of this.#assignedNames(i - 1)) this.#setValue(name, value);
    } else if (this.is(i, 'for')) {
      const limit = Math.min(this.tokens.length, i + 40);
      for (let j = i + 1; j < limit; j++) {
        if (!this.is(j, 'in', 'of')) continue;
        this.loopWords.add(j);
        const value = this.expressionFrom(j + 1);
        for (let k = i + 1; k < j; k++) if (this.isName(k)) this.#setValue(this.textAt(k), value);
        break;
      }
    } else if (this.is(i, 'function', 'def')) {
      const at = this.is(i + 1, '*') ? i + 2 : i + 1;
      const open = this.is(at, '(') ? at : at + 1;
      const close = this.partners[open] ?? open;
      this.#addParameters(open + 1, close);
      if (open > at) this.#setValue(this.textAt(at), this.#functionBody(close + 1));
    } else if (this.is(i, 'lambda')) {
      for (let j = i + 1; j < i + 20 && !this.is(j, ':'); j++)
        if (this.isName(j)) this.#addParameter(j, i);
    } else if (this.is(i, '=>')) {
      if (this.is(i - 1, ')')) {
        const open = this.partners[i - 1] ?? i;
        for (let j = open + 1; j < i - 1; j++) if (this.isName(j)) this.#addParameter(j, open);
      } else if (this.isName(i - 1)) this.#addParameter(i - 1, i - 1);
    } else if (this.is(i, 'as') && this.isName(i + 1)) {
      // `with open(0) as f`, `import a as b`
      if (!this.isImported(this.textAt(i + 1)))
        this.#setValue(this.textAt(i + 1), this.leftOperand(i));
    } else if (this.is(i, 'const', 'let', 'var') && this.isName(i + 1) && this.is(i + 2, ':')) {
      const at = this.tokens
        .slice(i, i + 40)
        .findIndex(({ kind, text }) => kind === 'sign' && text === '=');
      if (at > 0) this.#setValue(this.textAt(i + 1), this.expressionFrom(i + at + 1));
    }
  }

  #setValue(name: string, value: Range): void {
    const all = this.valuesByName.get(name) ?? [];
    all.push(value);
    this.valuesByName.set(name, all);
  }

  #addParameters(from: number, to: number): void {
    for (let j = from; j < to; j++) if (this.isName(j)) this.parameterNames.add(this.textAt(j));
  }

  /** Notes a parameter of a function. Of a callback of a list's method, its value is the list; else it is unknown. */
  #addParameter(at: number, first: number): void {
    const call = first - 1;
    const isCallback =
      this.is(call, '(') &&
      /^(?:some|every|find|filter|map|forEach|any|all|findIndex|flatMap)$/.test(
        this.textAt(call - 1),
      ) &&
      this.is(call - 2, '.', '?.');
    if (isCallback) this.#setValue(this.textAt(at), [this.chainStart(call - 2), call - 2]);
    else this.parameterNames.add(this.textAt(at));
  }

  /** Returns the names that an assignment gives a value to. `end` is the position before its sign. */
  #assignedNames(end: number): string[] {
    const { kind } = this.tokens[end] ?? {};
    if (kind === 'name') {
      const names = [this.textAt(end)];
      // `a, b = …`, and the last key of `a.b = …`
      for (let i = end; this.is(i - 1, ',') && this.isName(i - 2); i -= 2) {
        if (this.language === 'python') names.push(this.textAt(i - 2));
      }
      // `a.b = …` is a value of `a` as well, and `a: str = …` one of `a`.
      if (this.is(end - 1, '.', '?.')) names.push(this.textAt(this.chainStart(end - 1)));
      return [...names, ...this.#annotatedName(end)];
    }
    if (this.is(end, ']') && this.isName((this.partners[end] ?? 0) - 1))
      return [this.textAt(this.chainStart(end + 1)), ...this.#annotatedName(end)];
    const open = this.partners[end];
    if (open === undefined) return [];
    const names: string[] = [];
    for (let i = open + 1; i < end; i++) {
      if (!this.isName(i) || this.is(i + 1, ':')) continue;
      const key = this.is(i - 1, ':') ? this.textAt(i - 2) : this.textAt(i);
      if (!isPathlessKey(key)) names.push(this.textAt(i));
    }
    return names;
  }

  /** Returns the name before a type in Python, by the end of the type. */
  #annotatedName(end: number): string[] {
    for (let i = end; this.language === 'python' && i > 0 && end - i < 20; i--) {
      if (this.is(i, ':') && this.isName(i - 1)) return [this.textAt(i - 1)];
      if (this.tokens[i]?.beginsLine) return [];
    }
    return [];
  }

  /** Returns the body of a function: what is in braces, or all before the next `def`. */
  #functionBody(from: number): Range {
    if (this.is(from, '{')) return [from, this.partners[from] ?? this.tokens.length];
    let i = from;
    while (i < this.tokens.length && !this.is(i, 'def')) i++;
    return [from, i];
  }

  /** Tells whether a name is imported. Its calls need no look: the import of a module that may compare is noted. */
  isImported = (name: string): boolean => this.#imported.has(name);

  #readImports(): Set<string> {
    const imported = new Set<string>();
    for (let i = 0; i < this.tokens.length; i++) {
      if (!this.is(i, 'import')) continue;
      for (let j = i + 1; j < i + 60 && this.tokens[j]?.kind !== 'text'; j++) {
        if (this.language === 'python' && this.tokens[j]?.beginsLine && !this.is(j - 1, ',', '('))
          break;
        if (this.isName(j)) imported.add(this.textAt(j));
      }
    }
    return imported;
  }
}
