/** Tells which texts the values of a program in JavaScript or Python may be. */
import type { Range } from '../path-wordings/program-syntax.ts';
import { tokenAt } from '../path-wordings/tokens.ts';
import { ProgramPayload } from './program-payload.ts';
import { someWords, unknownPart } from './steps.ts';
import { distinctTexts, joinTexts, toJsonText } from './texts.ts';

/** Methods and keys whose result is a text for people, and is no answer. */
const wordyEnds =
  /^(?:message|stack|length|name|toFixed|toISOString|toLocaleString|join|trim|trimEnd|strip|rstrip|upper|lower|toUpperCase|toLowerCase|format_exc|isoformat|strftime|pid|platform|version|basename|dirname|extname|title|capitalize)$/;

/** Follows the texts of a program. */
export class ProgramTexts extends ProgramPayload {
  #budget = 20_000;
  readonly #busy = new Set<string>();

  /** Splits a value into the values that it may be: the branches of a condition, and the values around `or`. */
  #alternativesOf(range: Range): Range[] {
    const [from, to] = range;
    for (let i = from; i < to; i = this.positionBehind(i)) {
      if (this.language === 'js' && this.is(i, '?')) {
        let depth = 0;
        for (let j = i + 1; j < to; j = this.positionBehind(j)) {
          if (this.is(j, '?')) depth++;
          if (this.is(j, ':') && depth-- === 0)
            return [
              [i + 1, j],
              [j + 1, to],
            ];
        }
      }
      if (this.language === 'python' && this.is(i, 'if') && i > from) {
        for (let j = i + 1; j < to; j = this.positionBehind(j))
          if (this.is(j, 'else'))
            return [
              [from, i],
              [j + 1, to],
            ];
      }
    }
    const parts = this.splitAt(range, '||', '??', 'or');
    if (parts.length > 1) return parts;
    const last = this.splitAt(range, '&&', 'and').at(-1);
    return [last ?? range];
  }

  /** Follows each value that a range may be. Undefined: it is one value, which is not split. */
  #eachAlternative(range: Range, find: (one: Range) => string[]): string[] | undefined {
    const parts = this.#alternativesOf(range);
    if (parts.length < 2) return undefined;
    return distinctTexts(parts.slice(0, 12).flatMap((part) => find(this.trim(part))));
  }

  /** Returns a string as the program has it, with the parts that are put into it replaced. */
  #stringAt(i: number): string {
    const { text, inserted } = tokenAt(this.tokens, i);
    if (!inserted) return text;
    const filled = text.replaceAll('\0', someWords);
    return this.language === 'python' ? filled.replaceAll('{{', '{').replaceAll('}}', '}') : filled;
  }

  /** Returns the texts that a value is printed as. */
  textsOf(whole: Range, depth = 0): string[] {
    const range = this.trim(whole);
    const [from, to] = range;
    if (depth > 8 || this.#budget-- <= 0 || to <= from) return [to <= from ? '' : unknownPart];
    const split = this.#eachAlternative(range, (one) => this.textsOf(one, depth + 1));
    if (split) return split;
    const summands = this.splitAt(range, '+').filter(([start, end]) => end > start);
    if (summands.length > 1) {
      let texts = [''];
      for (const one of summands.slice(0, 20))
        texts = joinTexts(texts, this.textsOf(one, depth + 1));
      return texts;
    }
    const { kind } = tokenAt(this.tokens, from);
    if (kind === 'text' && to === from + 1) return [this.#stringAt(from).replaceAll('\\n', '\n')];
    if (kind === 'text' && this.is(from + 1, '%') && this.language === 'python')
      return [this.#stringAt(from).replace(/%[-\d.]*[a-z]/g, someWords)];
    if (kind === 'number') return [this.textAt(from)];
    const json = this.#stringified(range);
    if (json) return this.jsonOf(json, depth + 1);
    if (this.is(from, '{') && this.partners[from] === to - 1) return [`{ ${someWords} }`];
    if (to === from + 1 && this.isName(from))
      return this.#textsOfName(this.textAt(from), (one) => this.textsOf(one, depth + 1));
    const called = this.#calledFunction(range);
    if (called) return this.#returned(called, (one) => this.textsOf(one, depth + 1));
    if (this.payloadPath(range)) return [someWords];
    return [this.#endsWordy(range) ? someWords : unknownPart];
  }

  #endsWordy([from, to]: Range): boolean {
    const end = this.is(to - 1, ')') ? (this.partners[to - 1] ?? to) : to;
    return end > from && wordyEnds.test(this.textAt(end - 1));
  }

  /** Returns the value in a call that makes JSON of it. Undefined: the range is no such call. */
  #stringified([from, to]: Range): Range | undefined {
    const isCall =
      (this.is(from, 'JSON') && this.is(from + 2, 'stringify')) ||
      (this.is(from, 'json', 'orjson', 'ujson') && this.is(from + 2, 'dumps'));
    const close = isCall && this.is(from + 3, '(') ? this.partners[from + 3] : undefined;
    if (close === undefined) return undefined;
    // `.decode()`, `.encode()`, `.trim()` and the like may follow.
    const isWhole = close === to - 1 || this.is(to - 1, ')');
    return isWhole ? this.argumentsOf(from + 3)[0] : undefined;
  }

  /** Returns the name of the program's own function that a range calls. Undefined: it is no such call. */
  #calledFunction([from, to]: Range): string | undefined {
    const isCall =
      this.isName(from) && this.is(from + 1, '(') && this.partners[from + 1] === to - 1;
    return isCall && this.functions.has(this.textAt(from)) ? this.textAt(from) : undefined;
  }

  #returned(name: string, find: (one: Range) => string[]): string[] {
    const called = this.functions.get(name);
    if (!called) return [unknownPart];
    return this.#once(`${name}()`, () => {
      const returned = this.returnsOf(called.body, called.isExpression);
      return returned.length ? distinctTexts(returned.flatMap(find)) : [unknownPart];
    });
  }

  #once(key: string, find: () => string[]): string[] {
    if (this.#busy.has(key)) return [unknownPart];
    this.#busy.add(key);
    const found = find();
    this.#busy.delete(key);
    return found;
  }

  /** Returns the values that are given to a name, also as the parameter of a function. */
  valuesOf(name: string): Range[] {
    const values = [...(this.values.get(name) ?? [])];
    for (const [called, { parameters }] of this.functions) {
      const at = parameters.indexOf(name);
      if (at < 0) continue;
      for (const args of this.calls.get(called) ?? []) if (args[at]) values.push(args[at]);
    }
    return values;
  }

  #textsOfName(name: string, find: (one: Range) => string[]): string[] {
    const values = this.valuesOf(name);
    if (this.additions.has(name) || !values.length)
      return [/^(?:e|err|error|exc|exception|ex)$/i.test(name) ? someWords : unknownPart];
    return this.#once(name, () => distinctTexts(values.slice(0, 40).flatMap(find)));
  }

  /** Returns the JSON that a value may be written as. */
  jsonOf(whole: Range, depth = 0): string[] {
    const range = this.trim(whole);
    const [from, to] = range;
    if (depth > 8 || this.#budget-- <= 0 || to <= from) return [unknownPart];
    const split = this.#eachAlternative(range, (one) => this.jsonOf(one, depth + 1));
    if (split) return split;
    const { kind, text } = tokenAt(this.tokens, from);
    const close = this.partners[from];
    if (this.is(from, '{') && close === to - 1) return this.#objectJson(from, depth);
    if (this.is(from, 'dict') && this.is(from + 1, '(') && this.partners[from + 1] === to - 1)
      return this.#objectJson(from + 1, depth);
    if (this.is(from, '[') && close === to - 1) return [`[${unknownPart}]`];
    const isSum = this.splitAt(range, '+').filter(([start, end]) => end > start).length > 1;
    const isFormatted = kind === 'text' && this.is(from + 1, '%');
    if (isSum || isFormatted || (kind === 'text' && to === from + 1) || this.#stringified(range)) {
      const texts = this.textsOf(range, depth + 1);
      return texts.map((one) => toJsonText(one === unknownPart ? someWords : one));
    }
    // A string with a method behind it, such as `'…'.format(x)` or `"\n".join(lines)`.
    if (kind === 'text' && this.is(from + 1, '.')) return [`"${someWords}"`];
    if (to === from + 1) {
      if (kind === 'number') return [text];
      const literal = {
        true: 'true',
        True: 'true',
        false: 'false',
        False: 'false',
        null: 'null',
        None: 'null',
        undefined: 'undefined',
      }[text];
      if (literal && kind === 'name') return [literal];
      if (this.isName(from)) return this.#jsonOfName(text, depth);
    }
    const called = this.#calledFunction(range);
    if (called) return this.#returned(called, (one) => this.jsonOf(one, depth + 1));
    return [unknownPart];
  }

  #jsonOfName(name: string, depth: number): string[] {
    const found = this.#textsOfName(name, (one) => this.jsonOf(one, depth + 1));
    const keys = this.keysOf.get(name) ?? [];
    if (!keys.length) return found;
    let texts = found.filter((one) => one.endsWith('}'));
    const [base] = this.valuesOf(name);
    for (const { key, value } of keys.slice(0, 12)) {
      const members = this.#memberJson(key, value, depth);
      const isSure = base !== undefined && this.#isInSameBlock(base, value);
      texts = distinctTexts([
        ...(isSure ? [] : texts),
        ...texts.flatMap((head) =>
          members.map((one) =>
            one ? `${head.slice(0, -1)}${head === '{}' ? '' : ','}${one}}` : head,
          ),
        ),
      ]);
    }
    return texts.length ? texts : [unknownPart];
  }

  /** Tells whether two values are assigned in one block, so that the second always follows the first. */
  #isInSameBlock = ([first]: Range, [second]: Range): boolean =>
    this.language === 'python'
      ? this.indentOf(first) === this.indentOf(second)
      : this.around[first] === this.around[second];

  /** Returns a member of an object. `undefined` is no JSON: a member with this value is left out. */
  #memberJson = (key: string, value: Range, depth: number): string[] =>
    this.jsonOf(value, depth + 1).map((one) =>
      one === 'undefined' ? '' : `${toJsonText(key)}:${one}`,
    );

  #objectJson(open: number, depth: number): string[] {
    let texts = [''];
    for (const [from, to] of this.argumentsOf(open)) {
      const { kind, text } = tokenAt(this.tokens, from);
      const isNamed = kind === 'name' || kind === 'text';
      let members: string[];
      if (this.is(from, '...') || (this.is(from, '*') && this.is(from + 1, '*'))) {
        const spread = this.jsonOf([this.is(from, '...') ? from + 1 : from + 2, to], depth + 1);
        // `...(reason && { reason })` adds its keys, or nothing.
        const inner = spread.map((one) => (/^\{.*\}$/s.test(one) ? one.slice(1, -1) : unknownPart));
        members = distinctTexts(
          inner.some((one) => one === unknownPart) ? [unknownPart] : ['', ...inner],
        );
      } else if (isNamed && this.is(from + 1, ':', '=')) {
        members = this.#memberJson(text, [from + 2, to], depth);
      } else if (isNamed && to === from + 1) {
        members = this.#memberJson(text, [from, to], depth);
      } else members = [unknownPart];
      texts = distinctTexts(
        texts.flatMap((head) =>
          members.map((one) => (head && one ? `${head},${one}` : head + one)),
        ),
      );
    }
    return texts.map((text) => `{${text}}`);
  }
}
