/** Finds the keys of the payload that a program in JavaScript or Python reads. */
import type { Range } from '../path-wordings/program-syntax.ts';
import type { Language } from '../path-wordings/tokens.ts';
import type { KeyPath } from './jq.ts';
import { ProgramSymbols } from './program-symbols.ts';

/** How many tokens of a value are looked at for stdin. */
const maxLooked = 400;

/** A program whose names are followed to the payload. */
export class ProgramPayload extends ProgramSymbols {
  readonly #getsPayload: boolean;
  /** Names of texts, lists and functions whose value comes from stdin. */
  readonly #stdinNames = new Set<string>();
  readonly #paths = new Map<string, KeyPath | undefined>();
  #budget = 40_000;

  constructor(text: string, language: Exclude<Language, 'jq'>, getsPayload: boolean) {
    super(text, language);
    this.#getsPayload = getsPayload;
    this.#findStdinNames();
  }

  #findStdinNames(): void {
    const links: [string, Range][] = [
      ...[...this.values, ...this.additions].flatMap(([name, ranges]) =>
        ranges.map((range): [string, Range] => [name, range]),
      ),
      ...[...this.functions].map(([name, { body }]): [string, Range] => [name, body]),
    ];
    for (let round = 0; round < 5; round++) {
      const before = this.#stdinNames.size;
      for (const [name, range] of links)
        if (!this.#stdinNames.has(name) && this.#mentionsStdin(range)) this.#stdinNames.add(name);
      if (this.#stdinNames.size === before) break;
    }
  }

  /** Tells whether a value is made of what is read from stdin, as a text. */
  #mentionsStdin([from, to]: Range): boolean {
    for (let i = from; i < Math.min(to, from + maxLooked); i++) {
      if (this.is(i, 'stdin')) return true;
      const isCall = this.is(i + 1, '(');
      if (isCall && this.is(i, 'readFileSync', 'readFile', 'open', 'readSync')) {
        const first = this.tokens[i + 2];
        if (
          first?.text === '0' ||
          (first?.kind === 'text' && /^\/dev\/(?:stdin|fd\/0)$/.test(first.text))
        )
          return true;
      }
      if (isCall && this.language === 'python' && this.is(i, 'input')) return true;
      if (this.isName(i) && !this.is(i - 1, '.', '?.') && this.#stdinNames.has(this.textAt(i)))
        return true;
    }
    return false;
  }

  /** Returns the position behind a call that parses stdin. Undefined: at the position is no such call. */
  #parseEnd(i: number): number | undefined {
    if (!this.#getsPayload) return undefined;
    const isParse =
      (this.is(i, 'JSON') && this.is(i + 2, 'parse')) ||
      (this.is(i, 'json', 'orjson', 'ujson') && this.is(i + 2, 'load', 'loads'));
    const open = i + 3;
    const close = isParse && this.is(open, '(') ? this.partners[open] : undefined;
    if (close !== undefined) return this.#mentionsStdin([open + 1, close]) ? close + 1 : undefined;
    const isStdinJson = this.is(i, 'stdin') && this.is(i + 2, 'json') && this.is(i + 3, '(');
    return isStdinJson ? (this.partners[i + 3] ?? i) + 1 : undefined;
  }

  /** Returns a range without `await`, brackets around it, and a type behind it. */
  protected trim([from, to]: Range): Range {
    let [start, end] = [from, to];
    for (let rounds = 0; rounds < 20; rounds++) {
      if (this.is(start, 'await', 'yield') && start < end) start++;
      else if (this.is(start, '(') && this.partners[start] === end - 1)
        [start, end] = [start + 1, end - 1];
      else if (end > start && this.is(end - 1, ';', ',')) end--;
      else break;
    }
    if (this.language === 'js')
      for (let i = start; i < end; i = this.positionBehind(i))
        if (i > start && this.is(i, 'as', 'satisfies')) return [start, i];
    return [start, end];
  }

  /** Splits a range at operators that are in no inner brackets. */
  protected splitAt([from, to]: Range, ...operators: string[]): Range[] {
    const parts: Range[] = [];
    let start = from;
    for (let i = from; i < to; i = this.positionBehind(i)) {
      if (!this.is(i, ...operators)) continue;
      parts.push([start, i]);
      start = i + 1;
    }
    return [...parts, [start, to]];
  }

  /** Returns the path of a value in the payload. Undefined: it is not known to be a part of the payload. */
  payloadPath(range: Range, depth = 0): KeyPath | undefined {
    if (depth > 8 || this.#budget-- <= 0) return undefined;
    const [from, to] = this.trim(range);
    if (to - from > maxLooked) return undefined;
    const parts = this.splitAt([from, to], '||', '??', 'or', '?', ':', 'if', 'else');
    if (parts.length > 1) {
      for (const part of parts) {
        const path = part[1] > part[0] ? this.payloadPath(part, depth + 1) : undefined;
        if (path) return path;
      }
      return undefined;
    }
    const chain = this.#chainAt(from, depth);
    return chain?.end === to ? chain.path : undefined;
  }

  /** Reads a chain such as `JSON.parse(text).tool_input?.command` at a position, as far as it leads to a part of the payload. */
  #chainAt(start: number, depth: number): { path: KeyPath; end: number; keys: number } | undefined {
    let i = this.#parseEnd(start);
    let base: KeyPath | undefined = i === undefined ? undefined : [];
    if (i === undefined && this.is(start, '(')) {
      const close = this.partners[start];
      if (close === undefined) return undefined;
      base = this.payloadPath([start + 1, close], depth + 1);
      i = close + 1;
    } else if (i === undefined && this.isName(start)) {
      const name = this.textAt(start);
      const close = this.is(start + 1, '(') ? this.partners[start + 1] : undefined;
      base = close === undefined ? this.#pathOfName(name, depth) : this.#pathOfCall(name, depth);
      i = (close ?? start) + 1;
    }
    if (!base || i === undefined) return undefined;
    const keys: string[] = [];
    for (;;) {
      const at: number = this.is(i, '.', '?.') ? i + 1 : i;
      const isKey = at > i && this.tokens[at]?.kind === 'name';
      if (isKey && this.is(at, 'get') && this.is(at + 1, '(')) {
        if (this.tokens[at + 2]?.kind !== 'text') break;
        keys.push(this.textAt(at + 2));
        i = (this.partners[at + 1] ?? at + 1) + 1;
      } else if (isKey && !this.is(at + 1, '(')) {
        keys.push(this.textAt(at));
        i = at + 1;
      } else if (
        this.is(at, '[') &&
        this.tokens[at + 1]?.kind === 'text' &&
        this.partners[at] === at + 2
      ) {
        keys.push(this.textAt(at + 1));
        i = at + 3;
      } else if (this.is(i, '!') && this.is(i + 1, '.', '[')) i++;
      else {
        break;
      }
    }
    return { path: [...base, ...keys], end: i, keys: keys.length };
  }

  #pathOfName(name: string, depth: number): KeyPath | undefined {
    if (this.#paths.has(name)) return this.#paths.get(name);
    this.#paths.set(name, undefined); // ends a search that leads back to the name
    const path = this.#findPathOfName(name, depth);
    this.#paths.set(name, path);
    return path;
  }

  #findPathOfName(name: string, depth: number): KeyPath | undefined {
    for (const value of this.values.get(name) ?? []) {
      const path = this.payloadPath(value, depth + 1);
      if (path) return path;
    }
    for (const { from, path } of this.taken.get(name) ?? []) {
      const base = this.payloadPath(from, depth + 1);
      if (base) return [...base, ...path];
    }
    for (const [called, { parameters }] of this.functions) {
      const at = parameters.indexOf(name);
      if (at < 0) continue;
      for (const args of this.calls.get(called) ?? []) {
        const path = args[at] && this.payloadPath(args[at], depth + 1);
        if (path) return path;
      }
    }
    return undefined;
  }

  #pathOfCall(name: string, depth: number): KeyPath | undefined {
    const called = this.functions.get(name);
    if (!called) return undefined;
    const key = `${name}()`;
    if (this.#paths.has(key)) return this.#paths.get(key);
    this.#paths.set(key, undefined);
    const paths = this.returnsOf(called.body, called.isExpression).map((one) =>
      this.payloadPath(one, depth + 1),
    );
    const path = paths.find((one) => one !== undefined);
    this.#paths.set(key, path);
    return path;
  }

  /** Returns the values that a function returns, or gives to `resolve`. */
  protected returnsOf([from, to]: Range, isExpression: boolean): Range[] {
    if (isExpression) return [[from, to]];
    const found: Range[] = [];
    for (let i = from; i < Math.min(to, from + 2000) && found.length < 20; i++) {
      if (this.is(i, 'return') && !this.tokens[i + 1]?.beginsLine)
        found.push([i + 1, this.statementEnd(i + 1)]);
      if (this.is(i, 'resolve') && this.is(i + 1, '('))
        found.push([i + 2, this.partners[i + 1] ?? i + 2]);
    }
    return found;
  }

  /** Returns the position behind the statement or the expression that begins at a position. */
  statementEnd(from: number): number {
    if (this.language === 'js') return Math.max(this.expressionFrom(from)[1], from);
    let i = from;
    while (i < this.tokens.length) {
      if (i > from && (this.tokens[i]?.beginsLine || this.is(i, ';'))) return i;
      i = this.positionBehind(i);
    }
    return i;
  }

  /** Returns the paths in the payload that the program reads. */
  listReads(): KeyPath[] {
    const reads: KeyPath[] = [];
    for (let i = 0; i < this.tokens.length; i++) {
      if (this.is(i - 1, '.', '?.')) continue;
      const isStart = this.isName(i) || (this.is(i, '(') && !this.isName(i - 1));
      const chain = isStart ? this.#chainAt(i, 0) : undefined;
      if (chain?.keys) reads.push(chain.path);
    }
    for (const taken of this.taken.values())
      for (const { from, path } of taken) {
        const base = this.payloadPath(from);
        if (base) reads.push([...base, ...path]);
      }
    return reads;
  }
}
