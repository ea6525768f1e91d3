/** Reads a filter of jq: which keys of its input it reads, and what it prints. */
import { type Token, tokenAt, tokensOf } from '../path-wordings/tokens.ts';
import { someWords, unknownPart } from './steps.ts';
import { toJsonText } from './texts.ts';

/** Keys that lead from the payload to a value. */
export type KeyPath = readonly string[];

/** The value of an expression: JSON texts that it may be, and its path if it is a part of the payload. */
interface Value {
  texts: readonly string[];
  path?: KeyPath | undefined;
}

const nothingKnown: Value = { texts: [unknownPart] };
/** The most texts that one expression is taken to have. */
const maxTexts = 24;
const distinct = (texts: readonly string[]): string[] => [...new Set(texts)].slice(0, maxTexts);

/** Functions whose result is no object, and functions that pass their input on. */
const textFunctions =
  /^(?:tostring|ascii_downcase|ascii_upcase|length|type|keys|join|test|startswith|endswith|contains|not|any|all|sub|gsub|ltrimstr|rtrimstr|split|now|todate|strftime|tojson|index|has|capture|match|floor|tonumber)$/;
const passingFunctions = /^(?:select|recurse|values|objects|strings|first|last|limit|error)$/;

/** Reads a filter by descending into its brackets and branches. */
class Filter {
  readonly reads: KeyPath[] = [];
  readonly #tokens: readonly Token[];
  readonly #variables: ReadonlyMap<string, readonly string[]>;
  /** The position of the bracket or of the `end` that closes what begins at a position. */
  readonly #closes: number[] = [];

  constructor(tokens: readonly Token[], variables: ReadonlyMap<string, readonly string[]>) {
    this.#tokens = tokens;
    this.#variables = variables;
    const open: number[] = [];
    tokens.forEach(({ kind, text }, i) => {
      const isKey = tokens[i - 1]?.text === '.' || tokens[i + 1]?.text === ':';
      const opens =
        (kind === 'sign' && /^[([{]$/.test(text)) || (kind === 'name' && text === 'if' && !isKey);
      const closes =
        (kind === 'sign' && /^[)\]}]$/.test(text)) || (kind === 'name' && text === 'end' && !isKey);
      if (opens) open.push(i);
      const from = closes ? open.pop() : undefined;
      if (from !== undefined) this.#closes[from] = i;
    });
  }

  #is = (i: number, ...texts: string[]): boolean => {
    const { kind, text } = tokenAt(this.#tokens, i);
    return kind !== 'text' && texts.includes(text);
  };

  /** Splits a range at signs or words that are in no inner brackets. */
  #split(from: number, to: number, ...at: string[]): [number, number, string][] {
    const parts: [number, number, string][] = [];
    let start = from;
    let before = '';
    for (let i = from; i < to; i++) {
      const isKey = this.#is(i - 1, '.');
      if (!isKey && this.#is(i, ...at)) {
        parts.push([start, i, before]);
        before = tokenAt(this.#tokens, i).text;
        start = i + 1;
      } else i = this.#closes[i] ?? i;
    }
    return [...parts, [start, to, before]];
  }

  /** Reads an expression whose input is the part of the payload at `base`. Undefined: its input is not known. */
  read(from: number, to: number, base: KeyPath | undefined): Value {
    let input = base;
    let value: Value = { texts: [someWords], path: base };
    for (const [start, end] of this.#split(from, to, '|')) {
      const binds = this.#split(start, end, 'as');
      if (binds.length > 1) {
        // `EXPRESSION as $name`: what follows has the input of this expression.
        this.#readList(start, binds[0]?.[1] ?? end, input);
        continue;
      }
      if (this.#is(start, 'def')) value = nothingKnown;
      else value = this.#readList(start, end, input);
      input = value.path;
    }
    return value;
  }

  #readList(from: number, to: number, base: KeyPath | undefined): Value {
    const found = this.#split(from, to, ',').map(([start, end]) =>
      this.#readFallbacks(start, end, base),
    );
    const [only] = found;
    if (found.length === 1 && only) return only;
    return { texts: distinct(found.flatMap(({ texts }) => texts)) };
  }

  #readFallbacks(from: number, to: number, base: KeyPath | undefined): Value {
    const all = this.#split(from, to, '/', '//').filter(([start, end]) => end > start);
    const found = all.map(([start, end]) => this.#readOperands(start, end, base));
    const [only] = found;
    if (found.length === 1 && only) return only;
    const path = found.find((one) => one.path)?.path;
    return { texts: distinct(found.flatMap(({ texts }) => texts)), path };
  }

  #readOperands(from: number, to: number, base: KeyPath | undefined): Value {
    const compares = this.#split(from, to, '==', '!=', '<', '>', '<=', '>=', 'and', 'or');
    const parts = compares.flatMap(([start, end]) => this.#split(start, end, '+', '-', '*', '%'));
    const found = parts
      .filter(([start, end]) => end > start)
      .map(([start, end]) => this.#readTerm(start, end, base));
    const [only] = found;
    if (found.length === 1 && only) return only;
    if (compares.length > 1) return { texts: ['true', 'false'] };
    const isText = found.every(({ texts }) =>
      texts.every((text) => text === '\u0001' || text[0] === '"'),
    );
    return isText ? { texts: [`"${someWords}"`] } : nothingKnown;
  }

  #readTerm(from: number, to: number, base: KeyPath | undefined): Value {
    const { kind, text, inserted } = tokenAt(this.#tokens, from);
    if (kind === 'text') {
      if (inserted) {
        const inner = new Filter(inserted, this.#variables);
        for (const [start, end] of inner.#split(0, inserted.length, ';'))
          inner.read(start, end, base);
        this.reads.push(...inner.reads);
      }
      return { texts: [toJsonText(text.replaceAll('\\n', '\n').replaceAll('\0', someWords))] };
    }
    if (kind === 'number') return { texts: [text] };
    const close = this.#closes[from];
    if (this.#is(from, '{') && close !== undefined) return this.#readObject(from + 1, close, base);
    if (this.#is(from, '(') && close !== undefined) {
      const inner = this.read(from + 1, close, base);
      return close === to - 1 ? inner : this.#readKeys(close + 1, to, inner.path);
    }
    if (this.#is(from, '[') && close !== undefined) {
      this.read(from + 1, close, base);
      return close === to - 1 ? { texts: [`[${unknownPart}]`] } : nothingKnown;
    }
    if (this.#is(from, 'if')) return this.#readBranches(from + 1, close ?? to, base);
    if (this.#is(from, '.')) return this.#readKeys(from, to, base);
    if (this.#is(from, 'input', 'inputs')) return this.#readKeys(from + 1, to, base);
    if (this.#is(from, 'try', 'reduce', 'foreach')) return this.read(from + 1, to, base);
    if (kind !== 'name') return nothingKnown;
    if (text.startsWith('$')) {
      return {
        texts:
          to === from + 1 ? (this.#variables.get(text.slice(1)) ?? [unknownPart]) : [unknownPart],
      };
    }
    if (/^(?:true|false|null)$/.test(text)) return { texts: [text] };
    if (text === 'empty') return { texts: [] };
    const argumentsEnd = this.#is(from + 1, '(') ? this.#closes[from + 1] : undefined;
    if (argumentsEnd !== undefined)
      for (const [start, end] of this.#split(from + 2, argumentsEnd, ';'))
        this.read(start, end, base);
    if (passingFunctions.test(text)) return { texts: [someWords], path: base };
    return textFunctions.test(text) ? { texts: [`"${someWords}"`] } : nothingKnown;
  }

  /** Reads `.a.b`, `."a"`, `.["a"]`, `.a[]?`. */
  #readKeys(from: number, to: number, base: KeyPath | undefined): Value {
    const path: string[] = [];
    let isWhole = true;
    for (let i = from; i < to && isWhole; i++) {
      const next = tokenAt(this.#tokens, i + 1);
      const close = this.#closes[i];
      if (this.#is(i, '?')) continue;
      if (this.#is(i, '.', '?.') && (next.kind === 'name' || next.kind === 'text') && i + 1 < to) {
        path.push(next.text);
        i++;
      } else if (this.#is(i, '.') && this.#is(i + 1, '[')) continue;
      else if (this.#is(i, '[') && close !== undefined) {
        if (close === i + 2 && next.kind === 'text') path.push(next.text);
        else isWhole = false;
        i = close;
      } else if (!(this.#is(i, '.') && to === i + 1)) isWhole = false;
    }
    const whole = base && [...base, ...path];
    if (whole && path.length) this.reads.push(whole);
    return { texts: [someWords], path: isWhole ? whole : undefined };
  }

  #readObject(from: number, to: number, base: KeyPath | undefined): Value {
    let texts = [''];
    for (const [start, end] of this.#split(from, to, ',')) {
      const { kind, text } = tokenAt(this.#tokens, start);
      if (start === end) continue;
      const isPlain = kind === 'text' || (kind === 'name' && !text.startsWith('$'));
      const hasValue = this.#is(start + 1, ':');
      let values: readonly string[] = [unknownPart];
      if (isPlain && hasValue) ({ texts: values } = this.read(start + 2, end, base));
      else if (isPlain && base) this.reads.push([...base, text]);
      else if (text.startsWith('$')) values = this.#variables.get(text.slice(1)) ?? values;
      const key = isPlain ? text : text.startsWith('$') ? text.slice(1) : unknownPart;
      const members = values.map((value) => `${toJsonText(key)}:${value}`);
      texts = distinct(
        texts.flatMap((head) => members.map((one) => (head ? `${head},${one}` : one))),
      );
    }
    return { texts: texts.map((text) => `{${text}}`) };
  }

  #readBranches(from: number, to: number, base: KeyPath | undefined): Value {
    const parts = this.#split(from, to, 'then', 'elif', 'else');
    const values = parts.map(([start, end]) => this.read(start, end, base));
    const taken = values.filter((_, i) => /^(?:then|else)$/.test(parts[i]?.[2] ?? ''));
    const hasElse = parts.some(([, , before]) => before === 'else');
    const texts = taken.flatMap((value) => value.texts);
    return { texts: distinct(hasElse ? texts : [...texts, someWords]) };
  }
}

/**
 * Reads a filter.
 * @param base - The path of its input in the payload. Undefined: its input is no part of the payload.
 * @param variables - The JSON texts that each variable may have.
 * @returns The paths in the payload that it reads, and the JSON texts that it may print.
 */
export function readJqFilter(
  text: string,
  base: KeyPath | undefined,
  variables: ReadonlyMap<string, readonly string[]>,
): { reads: readonly KeyPath[]; texts: readonly string[]; path: KeyPath | undefined } {
  const tokens = tokensOf(text, 'jq');
  const filter = new Filter(tokens, variables);
  const { texts, path } = filter.read(0, tokens.length, base);
  return { reads: filter.reads, texts, path };
}
