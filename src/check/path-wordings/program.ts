/** What a program in JavaScript, Python or jq compares paths with. */

import type { Comparisons } from './comparisons.ts';
import { readFilter } from './jq.ts';
import { type MatchKind, mayBeRelative } from './patterns.ts';
import { isPathlessKey } from './payload-keys.ts';
import { type Language, type Token, tokensOf } from './tokens.ts';

export function readProgram(text: string, language: Language, found: Comparisons): void {
  const tokens = tokensOf(text, language);
  if (language === 'jq') readFilter(tokens, found);
  else new Code(tokens, language, found).look();
}

/** From a token to another, which is not in it. */
type Range = readonly [number, number];

/** Modules that compare nothing and run nothing. */
const modules = {
  js: /^(?:node:)?(?:fs|fs\/promises|path|path\/posix|os|process|url|util|buffer|readline|readline\/promises|stream|stream\/consumers|crypto|assert|events|timers|timers\/promises)$/,
  python:
    /^(?:json|sys|os|re|pathlib|fnmatch|datetime|time|shlex|typing|logging|dataclasses|string|io|textwrap|hashlib|collections|itertools|functools|__future__|enum|contextlib|traceback|tempfile|platform|posixpath|errno|select|signal|math|tomllib|yaml|toml)$/,
};
/** Functions of a language that compare nothing. */
const plain =
  /^(?:String|Number|Boolean|Array|Object|Set|Map|WeakSet|RegExp|Buffer|URL|(?:en|de)codeURI(?:Component)?|parseInt|parseFloat|setTimeout|clearTimeout|structuredClone|require|print|len|str|repr|list|set|tuple|dict|any|all|sorted|isinstance|open|getattr|hasattr|bool|int|float|type|map|filter|next|iter|enumerate|zip|min|max|exit|quit|frozenset|bytes|format|input|sum|reversed|range|BaseException|\w*Error|\w*Exception|SystemExit|if|while|for|switch|catch|return|typeof|await|not|and|or|in|elif|else|assert|raise|yield|function|lambda|del|with|except|is|import|case|new|throw|void|of|async|super)$/;
const keywords =
  /^(?:if|else|elif|while|for|switch|case|catch|return|typeof|await|not|and|or|in|of|is|assert|raise|yield|function|lambda|del|with|except|import|from|new|throw|void|async|const|let|var|def|class|try|finally|do|null|undefined|None|True|False|true|false|pass|break|continue|default|export|as|global|static|this|self|instanceof)$/;
/** What makes of a path a text that is the same for its other wordings. */
const settles =
  /^(?:basename|resolve|relative|relpath|realpath|realpathSync|abspath|absolute|extname|samefile|existsSync|exists|is_file|isfile|isdir|statSync|lstatSync|splitext|readFileSync|readFile|read_text)$/;
/** Keys of a path, and methods of a list of its parts, that say as much. */
const settled = /^(?:suffix|suffixes|stem|name|base|ext|pop)$/;
/** What only holds the patterns among its arguments. */
const wrappers =
  /^(?:Set|frozenset|set|tuple|list|compile|RegExp|re|Array|I|IGNORECASE|MULTILINE|path|Path|PurePath)$/;
/** What is, or holds, a folder as a whole path. */
const folder =
  /^(?:cwd|getcwd|__dirname|__file__|dirname|filename|resolve|abspath|realpath|realpathSync|homedir|expanduser|home|HOME|PWD|\w*PROJECT_DIR)$/i;
/** Names that a language gives. */
const globals =
  /^(?:JSON|process|console|Math|Object|Array|String|Number|Boolean|RegExp|Set|Map|WeakSet|URL|Buffer|Bun|Deno|globalThis|Promise|Error|Date|Symbol|NaN|Infinity|Intl|__dirname|__filename|__file__|__name__|meta|module|exports)$/;
/** Signs at which an operand ends. */
const ends = /^(?:&&|\|\||\?\?|[,;?:{}]|=>|\+?=|:=|\?\?=|\|\|=|[=!]==?)$/;
/** Tokens through which one expression is followed. */
const longest = 400;

class Code {
  readonly #tokens: readonly Token[];
  readonly #language: 'js' | 'python';
  readonly #found: Comparisons;
  /** By the place of a bracket, that of the bracket which it opens or closes with. */
  readonly #partner: number[] = [];
  readonly #values = new Map<string, Range[]>();
  readonly #params = new Set<string>();
  readonly #same = new Map<string, boolean>();
  /** The `in` and `of` of loops. */
  readonly #loops = new Set<number>();

  constructor(tokens: readonly Token[], language: 'js' | 'python', found: Comparisons) {
    this.#tokens = tokens;
    this.#language = language;
    this.#found = found;
    const open: number[] = [];
    tokens.forEach(({ kind, text }, i) => {
      if (kind !== 'sign') return;
      if (/^[([{]$/.test(text)) open.push(i);
      if (!/^[)\]}]$/.test(text)) return;
      const from = open.pop();
      if (from === undefined) return;
      this.#partner[from] = i;
      this.#partner[i] = from;
    });
    for (let i = 0; i < tokens.length; i++) this.#note(i);
  }

  #is(i: number, ...texts: string[]): boolean {
    const token = this.#tokens[i];
    return token !== undefined && token.kind !== 'text' && texts.includes(token.text);
  }

  #isName(i: number): boolean {
    const token = this.#tokens[i];
    return token?.kind === 'name' && !keywords.test(token.text);
  }

  /** Notes what gives a value to a name. */
  #note(i: number): void {
    if (this.#is(i, '=', '+=', '||=', '??=', ':=')) {
      const value = this.#until(i + 1);
      for (const name of this.#target(i - 1)) this.#set(name, value);
    } else if (this.#is(i, 'for')) {
      const limit = Math.min(this.#tokens.length, i + 40);
      for (let j = i + 1; j < limit; j++) {
        if (!this.#is(j, 'in', 'of')) continue;
        this.#loops.add(j);
        const value = this.#until(j + 1);
        for (let k = i + 1; k < j; k++) if (this.#isName(k)) this.#set(this.#textAt(k), value);
        break;
      }
    } else if (this.#is(i, 'function', 'def')) {
      const at = this.#is(i + 1, '*') ? i + 2 : i + 1;
      const open = this.#is(at, '(') ? at : at + 1;
      const close = this.#partner[open] ?? open;
      this.#parameters(open + 1, close);
      if (open > at) this.#set(this.#textAt(at), this.#body(close + 1));
    } else if (this.#is(i, 'lambda')) {
      for (let j = i + 1; j < i + 20 && !this.#is(j, ':'); j++)
        if (this.#isName(j)) this.#parameter(j, i);
    } else if (this.#is(i, '=>')) {
      if (this.#is(i - 1, ')')) {
        const open = this.#partner[i - 1] ?? i;
        for (let j = open + 1; j < i - 1; j++) if (this.#isName(j)) this.#parameter(j, open);
      } else if (this.#isName(i - 1)) this.#parameter(i - 1, i - 1);
    } else if (this.#is(i, 'as') && this.#isName(i + 1)) {
      // `with open(0) as f`, `import a as b`
      if (!this.#isImported(this.#textAt(i + 1))) this.#set(this.#textAt(i + 1), this.#left(i));
    } else if (this.#is(i, 'const', 'let', 'var') && this.#isName(i + 1) && this.#is(i + 2, ':')) {
      const at = this.#tokens
        .slice(i, i + 40)
        .findIndex(({ kind, text }) => kind === 'sign' && text === '=');
      if (at > 0) this.#set(this.#textAt(i + 1), this.#until(i + at + 1));
    }
  }

  #textAt = (i: number): string => this.#tokens[i]?.text ?? '';

  #set(name: string, value: Range): void {
    const all = this.#values.get(name) ?? [];
    all.push(value);
    this.#values.set(name, all);
  }

  #parameters(from: number, to: number): void {
    for (let j = from; j < to; j++) if (this.#isName(j)) this.#params.add(this.#textAt(j));
  }

  /** A parameter of a callback: an element of what the method belongs to, or anything. */
  #parameter(at: number, first: number): void {
    const call = first - 1;
    const isCallback =
      this.#is(call, '(') &&
      /^(?:some|every|find|filter|map|forEach|any|all|findIndex|flatMap)$/.test(
        this.#textAt(call - 1),
      ) &&
      this.#is(call - 2, '.', '?.');
    if (isCallback) this.#set(this.#textAt(at), [this.#chainStart(call - 2), call - 2]);
    else this.#params.add(this.#textAt(at));
  }

  /** The names that are given a value before a sign. */
  #target(end: number): string[] {
    const { kind } = this.#tokens[end] ?? {};
    if (kind === 'name') {
      const names = [this.#textAt(end)];
      // `a, b = …`, and the last key of `a.b = …`
      for (let i = end; this.#is(i - 1, ',') && this.#isName(i - 2); i -= 2) {
        if (this.#language === 'python') names.push(this.#textAt(i - 2));
      }
      // `a.b = …` is a value of `a` as well, and `a: str = …` one of `a`.
      if (this.#is(end - 1, '.', '?.')) names.push(this.#textAt(this.#chainStart(end - 1)));
      return [...names, ...this.#annotated(end)];
    }
    if (this.#is(end, ']') && this.#isName((this.#partner[end] ?? 0) - 1))
      return [this.#textAt(this.#chainStart(end + 1)), ...this.#annotated(end)];
    const open = this.#partner[end];
    if (open === undefined) return [];
    const names: string[] = [];
    for (let i = open + 1; i < end; i++) {
      if (!this.#isName(i) || this.#is(i + 1, ':')) continue;
      const key = this.#is(i - 1, ':') ? this.#textAt(i - 2) : this.#textAt(i);
      if (!isPathlessKey(key)) names.push(this.#textAt(i));
    }
    return names;
  }

  /** The name before a type in Python, by the end of the type. */
  #annotated(end: number): string[] {
    for (let i = end; this.#language === 'python' && i > 0 && end - i < 20; i--) {
      if (this.#is(i, ':') && this.#isName(i - 1)) return [this.#textAt(i - 1)];
      if (this.#tokens[i]?.first) return [];
    }
    return [];
  }

  /** What follows, up to the end of an expression. */
  #until(from: number): Range {
    if (this.#ends === undefined) {
      const ends: number[] = [];
      for (let i = this.#tokens.length; i >= 0; i--)
        ends[i] = this.#isEnd(i) || this.#beginsNext(i) ? i : (ends[this.#next(i)] as number);
      this.#ends = ends;
    }
    return [from, this.#isEnd(from) ? from : (this.#ends[this.#next(from)] as number)];
  }

  #ends: number[] | undefined;

  /** The token after one, or after the brackets that it opens. */
  #next(i: number): number {
    const close = this.#partner[i];
    return close !== undefined && close > i ? close + 1 : i + 1;
  }

  #isEnd(i: number): boolean {
    const { text, kind } = this.#tokens[i] ?? { kind: 'sign', text: ';' };
    return (
      kind === 'sign' && (/^[)\]};]$/.test(text) || (text === ':' && this.#language === 'python'))
    );
  }

  /** Whether a token begins another statement. */
  #beginsNext(i: number): boolean {
    const { text, first, kind } = this.#tokens[i] as Token;
    const before = this.#tokens[i - 1];
    const goesOn =
      (kind === 'sign' && /^(?:[.?:*+/|&]|\?\.|\|\||&&|\?\?)$/.test(text)) ||
      (before?.kind === 'sign' && /^(?:[=?:+*,|&]|=>|\|\||&&|\?\?|\?\.|\+=)$/.test(before.text));
    return first && !goesOn;
  }

  /** The body of a function: in braces, or what is indented, as far as can be told. */
  #body(from: number): Range {
    if (this.#is(from, '{')) return [from, this.#partner[from] ?? this.#tokens.length];
    let i = from;
    while (i < this.#tokens.length && !this.#is(i, 'def')) i++;
    return [from, i];
  }

  /** Where a chain of names, calls and keys begins that ends before a token. */
  #chainStart(end: number): number {
    let i = end - 1;
    for (let steps = 0; steps < longest; steps++) {
      const open = this.#is(i, ')', ']', '}') ? this.#partner[i] : undefined;
      if (open !== undefined) i = open;
      const isCalled =
        open !== undefined &&
        this.#is(i, '(', '[') &&
        (this.#isName(i - 1) || this.#is(i - 1, ')', ']'));
      if (isCalled) i--;
      else if (this.#is(i - 1, '.', '?.')) i -= 2;
      else return Math.max(0, this.#is(i - 1, 'new') ? i - 1 : i);
    }
    return 0; // longer than is looked at
  }

  /** Whether what a range says is the same however a path is worded. */
  #isSame([from, to]: Range): boolean {
    if (to - from > longest * 2) return false;
    for (let i = from; i < to; ) {
      const token = this.#tokens[i] as Token;
      // A key of an object is no name.
      if (token.kind === 'name' && this.#is(i + 1, ':') && this.#is(i - 1, '{', ',')) {
        i++;
        continue;
      }
      if (token.inner && !this.#isSameInside(token.inner)) return false;
      if (!this.#isName(i) && token.kind !== 'text') {
        i++;
        continue;
      }
      const [end, same] = this.#chain(i, to);
      if (!same) return false;
      i = Math.max(end, i + 1);
    }
    return true;
  }

  #isSameInside = (inner: readonly Token[]): boolean =>
    inner.every(({ kind, text }) => kind !== 'name' || this.#isSameName(text));

  /** Where a chain ends, and whether its value is the same however a path is worded. */
  #chain(start: number, to: number): [number, boolean] {
    let same = this.#tokens[start]?.kind === 'text' || this.#isSameName(this.#textAt(start));
    let isSettled = this.#is(start + 1, '(') && settles.test(this.#textAt(start));
    let i = start + 1;
    while (i < to) {
      const close = this.#partner[i];
      if (this.#is(i, '.', '?.') && this.#tokens[i + 1]?.kind === 'name') {
        const key = this.#textAt(i + 1);
        isSettled ||=
          isPathlessKey(key) || settled.test(key) || (this.#is(i + 2, '(') && settles.test(key));
        if (key === 'stdin') same = false;
        i += 2;
      } else if (this.#is(i, '?.')) i++;
      else if (this.#is(i, '(', '[') && close !== undefined) {
        const inside: Range = [i + 1, close];
        const first = this.#tokens[i + 1];
        if (
          first?.kind === 'text' &&
          isPathlessKey(first.text) &&
          (this.#is(i, '[') || this.#is(i - 1, 'get'))
        )
          isSettled = true;
        if (this.#is(i, '[') && close === i + 3 && this.#is(i + 1, '-')) isSettled = true;
        if (this.#is(i, '(') && this.#is(i - 1, 'at') && this.#is(i + 1, '-')) isSettled = true;
        if (this.#readsStdin(i)) same = false;
        else if (!isSettled && same && !this.#isSame(inside)) same = false;
        if (this.#readsStdin(i)) isSettled = false;
        i = close + 1;
      } else break;
    }
    return [i, same || isSettled];
  }

  /** Whether a call, by its bracket, reads the payload from stdin. */
  #readsStdin(open: number): boolean {
    const name = this.#textAt(open - 1);
    if (this.#language === 'python' && name === 'input') return this.#is(open + 1, ')');
    if (!/^(?:readFileSync|readFile|open|readSync)$/.test(name)) return false;
    const inside = this.#tokens.slice(open + 1, Math.min(this.#partner[open] ?? open, open + 40));
    const isFile = inside.some(
      ({ kind, text }) => kind === 'text' && !/^(?:r|utf-?8)$/i.test(text),
    );
    return !isFile || inside.some(({ text }) => /stdin|\/fd\/0/.test(text));
  }

  #isSameName(name: string): boolean {
    if (name === 'stdin' || this.#params.has(name)) return false;
    const known = this.#same.get(name);
    if (known !== undefined) return known;
    this.#same.set(name, false); // for names that are made of each other
    const values = this.#values.get(name);
    const isGiven = globals.test(name) || plain.test(name) || this.#isImported(name);
    const same = values ? values.every((value) => this.#isSame(value)) : isGiven;
    this.#same.set(name, same);
    return same;
  }

  #left(at: number): Range {
    let i = at;
    while (i > 0 && at - i < longest) {
      const { kind, text } = this.#tokens[i - 1] as Token;
      const open = this.#partner[i - 1];
      if (open !== undefined && open < i - 1) {
        i = open;
        continue;
      }
      if (kind === 'sign' && (/^[([{]$/.test(text) || ends.test(text) || text === '!')) break;
      if (kind === 'name' && keywords.test(text) && !/^(?:await|new|typeof)$/.test(text)) break;
      if (this.#tokens[i]?.first && i < at && !this.#is(i, '.', '?.')) break;
      i--;
    }
    return [i, at];
  }

  #right(from: number): Range {
    let i = from;
    while (i < this.#tokens.length && i - from < longest) {
      const { kind, text, first } = this.#tokens[i] as Token;
      if (
        kind === 'sign' &&
        (/^[)\]}]$/.test(text) || (ends.test(text) && i > from && !/^\{$/.test(text)))
      )
        break;
      if (kind === 'name' && /^(?:if|else|and|or|for|in|not)$/.test(text)) break;
      if (first && i > from && !/^(?:[.+]|\?\.)$/.test(text)) break;
      i = this.#next(i);
    }
    return [from, i];
  }

  /** The arguments of a call, by its bracket. */
  #arguments(open: number): Range[] {
    const close = this.#partner[open];
    if (close === undefined) return [];
    const found: Range[] = [];
    let from = open + 1;
    for (let i = from; i < close; i++) {
      const inner = this.#partner[i];
      if (inner !== undefined && inner > i) i = inner;
      else if (this.#is(i, ',')) {
        found.push([from, i]);
        from = i + 1;
      }
    }
    if (from < close) found.push([from, close]);
    return found;
  }

  #shown = ([from, to]: Range): string =>
    this.#tokens
      .slice(from, Math.min(to, from + 12))
      .map(({ text, kind }) => (kind === 'text' ? JSON.stringify(text) : text))
      .join('');

  /** Holds the path of a call against all that a range may be. */
  #hold(range: Range, how: MatchKind): void {
    const budget = { left: 2000 };
    for (const { text, isExpression } of this.#texts(range, budget, 0)) {
      const as = isExpression && how !== 'started' ? 'expression' : how;
      if (mayBeRelative(text, as)) this.#found.add(text, this.#shown(range));
    }
  }

  /** The texts that a range may be, with a NUL for what is not known and a slash for a folder. */
  *#texts(
    [from, to]: Range,
    budget: { left: number },
    depth: number,
  ): Iterable<{ text: string; isExpression?: true }> {
    for (let i = from; i < to; i++) {
      if (budget.left-- <= 0 || depth > 6) return yield { text: '\0' };
      const { kind, text, inner } = this.#tokens[i] as Token;
      if (kind === 'text') {
        const isPlaced = inner && text.startsWith('\0') && this.#isFolder(inner);
        yield { text: isPlaced ? `/${text.slice(1)}` : text };
        while (text !== '' && this.#is(i + 1, '+') && i + 2 < to) i += 2;
      } else if (kind === 'expression') yield { text, isExpression: true };
      else if (this.#isName(i)) {
        const isKey = i + 1 < to && this.#is(i + 1, ':');
        if (isKey || (wrappers.test(text) && !this.#values.has(text))) continue;
        const [end] = this.#chain(i, to);
        const names = this.#tokens
          .slice(i, end)
          .filter((one) => one.kind === 'name' || one.kind === 'text');
        if (this.#isFolder(names)) yield { text: '/' };
        else if (this.#values.has(text) && !this.#params.has(text)) {
          for (const value of this.#values.get(text) ?? [])
            yield* this.#texts(value, budget, depth + 1);
        } else yield { text: '\0' };
        // The rest of what is put together stands behind it.
        i = Math.max(i, end - 1);
        while (this.#is(i + 1, '+') && i + 2 < to) i += 2;
      }
    }
  }

  /** Whether what is named is a folder by its whole path. */
  #isFolder(names: readonly Token[], depth = 0): boolean {
    if (names.some(({ text }) => folder.test(text))) return true;
    const [first] = names;
    const values = first && this.#values.get(first.text);
    if (!values || depth > 3) return false;
    return values.every(([from, to]) => {
      const inside = this.#tokens.slice(from, Math.min(to, from + 40));
      return (
        to > from &&
        this.#isFolder(
          inside.filter(({ kind }) => kind !== 'sign'),
          depth + 1,
        )
      );
    });
  }

  look(): void {
    for (let i = 0; i < this.#tokens.length; i++) {
      const { kind, text, first } = this.#tokens[i] as Token;
      if (kind === 'sign') {
        if (/^[=!]==?$/.test(text)) this.#compare(this.#left(i), this.#right(i + 1));
        else if (text === '[') this.#lookUp(i);
      } else if (kind !== 'name') continue;
      else if (text === 'in' && !this.#loops.has(i))
        this.#isIn(this.#left(this.#is(i - 1, 'not') ? i - 1 : i), this.#right(i + 1));
      else if (text === 'switch' && this.#is(i + 1, '(')) this.#switch(i + 1);
      else if (text === 'case' && this.#language === 'python' && first)
        this.#hold(this.#right(i + 1), 'whole');
      else if (/^(?:import|from|require)$/.test(text)) this.#import(i);
      else if (this.#is(i + 1, '(')) this.#call(i);
      else if (this.#is(i + 1, '?.') && this.#is(i + 2, '(')) this.#call(i, i + 2);
    }
  }

  #compare(one: Range, other: Range): void {
    const [subject, pattern] = this.#isSame(other) ? [one, other] : [other, one];
    if (this.#isSame(subject)) return;
    const { kind, text } = this.#tokens[pattern[0]] ?? {};
    const isNumber = kind === 'number' && text !== '0' && pattern[1] === pattern[0] + 1;
    if (isNumber || !this.#isSame(pattern)) this.#found.compares(this.#shown(pattern));
    else this.#hold(pattern, 'whole');
  }

  #isIn(part: Range, whole: Range): void {
    const [isSamePart, isSameWhole] = [this.#isSame(part), this.#isSame(whole)];
    const isPath = this.#tokens
      .slice(part[0], whole[1])
      .some(({ text }) => /^(?:Path|PurePath|parents)$/.test(text));
    if (isSamePart && !isSameWhole) this.#hold(part, isPath ? 'whole' : 'search');
    else if (!isSamePart && isSameWhole) this.#hold(whole, 'whole');
    else if (!isSamePart) this.#found.compares(this.#shown(whole));
  }

  /** A value that is looked up by a path. */
  #lookUp(open: number): void {
    const close = this.#partner[open];
    if (close === undefined || !(this.#isName(open - 1) || this.#is(open - 1, ')', ']'))) return;
    const owner: Range = [this.#chainStart(open), open];
    if (!this.#isSame([open + 1, close]) && this.#isSame(owner)) this.#hold(owner, 'whole');
  }

  #switch(open: number): void {
    const close = this.#partner[open];
    if (close === undefined || this.#isSame([open + 1, close])) return;
    const end = this.#partner[close + 1] ?? close;
    for (let i = close + 1; i < end; i++)
      if (this.#is(i, 'case')) this.#hold(this.#right(i + 1), 'whole');
  }

  #import(i: number): void {
    const isPython = this.#language === 'python';
    if (isPython && this.#tokens[i]?.first) {
      const end = this.#is(i, 'from') ? i + 2 : this.#until(i + 1)[1];
      for (let j = i + 1; j < end; j++) {
        const text = this.#textAt(j);
        if (this.#is(j, '.') && j === i + 1) this.#found.runs(`.${this.#textAt(j + 1)}`);
        else if (this.#isName(j) && !this.#is(j - 1, '.', 'as') && !modules.python.test(text))
          this.#found.runs(text);
      }
    } else if (!isPython) {
      const from = this.#is(i + 1, '(') ? i + 2 : i + 1;
      const module = this.#tokens[from];
      if (module?.kind === 'text' && !modules.js.test(module.text)) this.#found.runs(module.text);
      else if (module?.kind === 'name' && this.#is(i + 1, '(')) this.#found.runs(module.text);
    }
  }

  #call(i: number, open = i + 1): void {
    const name = this.#textAt(i);
    const args = this.#arguments(open);
    const isMethod = this.#is(i - 1, '.', '?.');
    const owner: Range = [isMethod ? this.#chainStart(i - 1) : i, isMethod ? i - 1 : i];
    const [first, second] = args;
    const isMade = first && this.#tokens.slice(...first).some(({ kind }) => kind === 'text');
    if (
      isMade &&
      /^(?:existsSync|statSync|lstatSync|exists|isfile|isdir)$/.test(name) &&
      !this.#isSame(first)
    ) {
      this.#found.compares(this.#shown(first));
    }
    if (/^(?:fnmatch|fnmatchcase|minimatch|matchesGlob)$/.test(name)) {
      if (first && second && !this.#isSame(first)) this.#hold(second, 'glob');
      return;
    }
    if (/^(?:match|fullmatch|search|findall|finditer)$/.test(name) && this.#is(i - 2, 're')) {
      const how = /match/.test(name) ? 'started' : 'expression';
      if (first && second && !this.#isSame(second)) this.#hold(first, how);
      return;
    }
    if (!isMethod) {
      if (name === 'isAbsolute') this.#found.unseen.add('looks whether a path is absolute');
      const isKnown =
        plain.test(name) || this.#values.has(name) || settles.test(name) || this.#params.has(name);
      if (
        /^(?:eval|Function|fetch|__import__)$/.test(name) ||
        (name === 'exec' && this.#language === 'python')
      )
        this.#found.runs(name);
      else if (!isKnown && !this.#isImported(name) && !args.every((one) => this.#isSame(one)))
        this.#found.runs(name);
      return;
    }
    if (
      /^(?:system|popen|spawn|spawnSync|execSync|execFileSync|run|check_output|urlopen)$/.test(name)
    )
      this.#found.runs(name);
    if (/^is_?abs(?:olute)?$/i.test(name))
      this.#found.unseen.add('looks whether a path is absolute');
    if (first) this.#method(name, owner, first, open);
  }

  /** Whether a name comes from a module that compares nothing; others are reported themselves. */
  #isImported(name: string): boolean {
    return this.#imports().has(name);
  }

  #names: Set<string> | undefined;
  #imports(): Set<string> {
    if (this.#names) return this.#names;
    this.#names = new Set();
    for (let i = 0; i < this.#tokens.length; i++) {
      if (!this.#is(i, 'import')) continue;
      for (let j = i + 1; j < i + 60 && this.#tokens[j]?.kind !== 'text'; j++) {
        if (this.#language === 'python' && this.#tokens[j]?.first && !this.#is(j - 1, ',', '('))
          break;
        if (this.#isName(j)) this.#names.add(this.#textAt(j));
      }
    }
    return this.#names;
  }

  #method(name: string, owner: Range, first: Range, open: number): void {
    const [isSameOwner, isSame] = [this.#isSame(owner), this.#isSame(first)];
    if (isSameOwner && isSame) return;
    const isCallback = this.#tokens
      .slice(first[0], first[0] + 40)
      .some(({ text }) => /^(?:=>|lambda|function)$/.test(text));
    if (isCallback && /^(?:find|some|filter|findIndex)$/.test(name)) return;
    const both = () => this.#found.compares(this.#shown(owner));
    if (/^(?:starts_?with|equals|localeCompare|is_relative_to|relative_to)$/i.test(name)) {
      if (!isSame)
        isSameOwner ? this.#hold(owner, 'whole') : this.#found.compares(this.#shown(first));
      else this.#hold(first, 'whole');
    } else if (/^ends_?with$/i.test(name)) {
      if (!isSame) isSameOwner ? this.#hold(owner, 'whole') : both();
    } else if (
      /^(?:includes|has|contains|__contains__|count|get|indexOf|lastIndexOf|find|rfind|index|isdisjoint|issubset|intersection)$/.test(
        name,
      )
    ) {
      if (!isSame) isSameOwner ? this.#hold(owner, 'whole') : name === 'get' || both();
      else if (/^(?:indexOf|find|index|search)$/.test(name) && this.#isHeldToStart(open))
        this.#hold(first, 'whole');
      else if (name !== 'get') this.#hold(first, 'search');
    } else if (/^(?:test|exec)$/.test(name)) {
      if (!isSame) this.#hold(owner, 'expression');
    } else if (/^(?:match|matchAll|search|fullmatch|findall|finditer)$/.test(name)) {
      const isStarted = this.#language === 'python' && /match$/.test(name);
      if (!isSame) this.#hold(owner, isStarted ? 'started' : 'expression');
      else if (this.#language === 'js') this.#hold(first, 'expression');
    }
  }

  /** Whether the place at which a text was found is compared with more than that it was not found. */
  #isHeldToStart(open: number): boolean {
    const after = (this.#partner[open] ?? open) + 1;
    const said = this.#tokens
      .slice(after, after + 3)
      .map(({ text }) => text)
      .join('');
    return !/^(?:>=0|>-1|[=!]==?-1|<0)/.test(said) && !/^(?:[)&|;])/.test(said.replace(/^[)]/, ''));
  }
}
