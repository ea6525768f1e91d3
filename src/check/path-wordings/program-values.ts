/** Tells which values of a program in JavaScript or Python are fixed, and what they may be. */
import { isPathlessKey } from './payload-keys.ts';
import { ProgramNames } from './program-names.ts';
import { maxTokens, type Range } from './program-syntax.ts';
import { type Token, tokenAt } from './tokens.ts';

/** Functions and keywords of JavaScript and Python that compare nothing. */
export const harmlessNames =
  /^(?:String|Number|Boolean|Array|Object|Set|Map|WeakSet|RegExp|Buffer|URL|(?:en|de)codeURI(?:Component)?|parseInt|parseFloat|setTimeout|clearTimeout|structuredClone|require|print|len|str|repr|list|set|tuple|dict|any|all|sorted|isinstance|open|getattr|hasattr|bool|int|float|type|map|filter|next|iter|enumerate|zip|min|max|exit|quit|frozenset|bytes|format|input|sum|reversed|range|BaseException|\w*Error|\w*Exception|SystemExit|if|while|for|switch|catch|return|typeof|await|not|and|or|in|elif|else|assert|raise|yield|function|lambda|del|with|except|is|import|case|new|throw|void|of|async|super)$/;
/** Functions whose result is the same for every wording of a path. */
export const fixedResultFunctions =
  /^(?:basename|resolve|relative|relpath|realpath|realpathSync|abspath|absolute|extname|samefile|existsSync|exists|is_file|isfile|isdir|statSync|lstatSync|splitext|readFileSync|readFile|read_text)$/;
/** Keys of a parsed path, and methods of a list of its parts, whose value is the same for every wording. */
const fixedPathParts = /^(?:suffix|suffixes|stem|name|base|ext|pop)$/;
/** Functions that only hold the patterns among their arguments. */
const wrappers =
  /^(?:Set|frozenset|set|tuple|list|compile|RegExp|re|Array|I|IGNORECASE|MULTILINE|path|Path|PurePath)$/;
/** Names of what is, or holds, the absolute path of a folder. */
const folderNames =
  /^(?:cwd|getcwd|__dirname|__file__|dirname|filename|resolve|abspath|realpath|realpathSync|homedir|expanduser|home|HOME|PWD|\w*PROJECT_DIR)$/i;
/** Names that a language defines. */
const languageNames =
  /^(?:JSON|process|console|Math|Object|Array|String|Number|Boolean|RegExp|Set|Map|WeakSet|URL|Buffer|Bun|Deno|globalThis|Promise|Error|Date|Symbol|NaN|Infinity|Intl|__dirname|__filename|__file__|__name__|meta|module|exports)$/;

/** A text that a value may be. */
interface PossibleText {
  /** A NUL stands in it for an unknown part, and a slash for a folder. */
  text: string;
  /** Set if the program has the text as a regular expression, `/text/`. */
  isExpression?: true;
}

/** Follows values through the names of a program. */
export class ProgramValues extends ProgramNames {
  readonly #fixedNames = new Map<string, boolean>();

  /** Tells whether a part has the same value for both wordings of the path. */
  isFixed([from, to]: Range): boolean {
    if (to - from > maxTokens * 2) return false;
    for (let i = from; i < to; ) {
      const token = tokenAt(this.tokens, i);
      if (token.inserted && !this.#isFixedInside(token.inserted)) return false;
      // A key of an object is no name.
      const isKey = this.is(i + 1, ':') && this.is(i - 1, '{', ',');
      if (token.kind !== 'text' && (isKey || !this.isName(i))) {
        i++;
        continue;
      }
      const [end, same] = this.readChain(i, to);
      if (!same) return false;
      i = Math.max(end, i + 1);
    }
    return true;
  }

  #isFixedInside = (inner: readonly Token[]): boolean =>
    inner.every(({ kind, text }) => kind !== 'name' || this.#isFixedName(text));

  /**
   * Reads a chain of names, calls and keys, such as `a.b(c)[d]`.
   * @param start - The position of its first token.
   * @param to - The position that it does not go beyond.
   * @returns The position behind the chain, and whether its value is fixed.
   */
  readChain(start: number, to: number): [number, boolean] {
    let same = this.tokens[start]?.kind === 'text' || this.#isFixedName(this.textAt(start));
    let isFixed = this.is(start + 1, '(') && fixedResultFunctions.test(this.textAt(start));
    let i = start + 1;
    while (i < to) {
      const close = this.partners[i];
      if (this.is(i, '.', '?.') && this.tokens[i + 1]?.kind === 'name') {
        const key = this.textAt(i + 1);
        isFixed ||=
          isPathlessKey(key) ||
          fixedPathParts.test(key) ||
          (this.is(i + 2, '(') && fixedResultFunctions.test(key));
        if (key === 'stdin') same = false;
        i += 2;
      } else if (this.is(i, '?.')) i++;
      else if (this.is(i, '(', '[') && close !== undefined) {
        const first = this.tokens[i + 1];
        const isLookup = this.is(i, '[') || this.is(i - 1, 'get');
        // `[-1]` and `at(-1)` take the last part of a path.
        const takesLast = this.is(i, '[') ? close === i + 3 : this.is(i - 1, 'at');
        if (takesLast && this.is(i + 1, '-')) isFixed = true;
        if (isLookup && first?.kind === 'text' && isPathlessKey(first.text)) isFixed = true;
        if (this.#readsStdin(i)) same = isFixed = false;
        else if (!isFixed && same) same = this.isFixed([i + 1, close]);
        i = close + 1;
      } else break;
    }
    return [i, same || isFixed];
  }

  /** Tells whether a call, by the position of its bracket, reads the payload from stdin. */
  #readsStdin(open: number): boolean {
    const name = this.textAt(open - 1);
    if (this.language === 'python' && name === 'input') return this.is(open + 1, ')');
    if (!/^(?:readFileSync|readFile|open|readSync)$/.test(name)) return false;
    const inside = this.tokens.slice(open + 1, Math.min(this.partners[open] ?? open, open + 40));
    const isFile = inside.some(
      ({ kind, text }) => kind === 'text' && !/^(?:r|utf-?8)$/i.test(text),
    );
    return !isFile || inside.some(({ text }) => /stdin|\/fd\/0/.test(text));
  }

  #isFixedName(name: string): boolean {
    if (name === 'stdin' || this.parameterNames.has(name)) return false;
    const known = this.#fixedNames.get(name);
    if (known !== undefined) return known;
    this.#fixedNames.set(name, false); // so that names which get their values from each other end here
    const values = this.valuesByName.get(name);
    const isGiven = languageNames.test(name) || harmlessNames.test(name) || this.isImported(name);
    const same = values ? values.every((value) => this.isFixed(value)) : isGiven;
    this.#fixedNames.set(name, same);
    return same;
  }

  /**
   * Returns the texts that a part may be.
   * @param budget - How many tokens may still be looked at; behind the last, the text is unknown.
   * @param depth - How many names led here.
   */
  *textsOf([from, to]: Range, budget: { left: number }, depth: number): Iterable<PossibleText> {
    for (let i = from; i < to; i++) {
      if (budget.left-- <= 0 || depth > 6) return yield { text: '\0' };
      const { kind, text, inserted } = tokenAt(this.tokens, i);
      if (kind === 'text') {
        const isPlaced = inserted && text.startsWith('\0') && this.isFolder(inserted);
        yield { text: isPlaced ? `/${text.slice(1)}` : text };
        while (text !== '' && this.is(i + 1, '+') && i + 2 < to) i += 2;
      } else if (kind === 'expression') yield { text, isExpression: true };
      else if (this.isName(i)) {
        const isKey = i + 1 < to && this.is(i + 1, ':');
        if (isKey || (wrappers.test(text) && !this.valuesByName.has(text))) continue;
        const [end] = this.readChain(i, to);
        const names = this.tokens
          .slice(i, end)
          .filter((one) => one.kind === 'name' || one.kind === 'text');
        if (this.isFolder(names)) yield { text: '/' };
        else if (this.valuesByName.has(text) && !this.parameterNames.has(text)) {
          for (const value of this.valuesByName.get(text) ?? [])
            yield* this.textsOf(value, budget, depth + 1);
        } else yield { text: '\0' };
        // Only the beginning of a joined text matters, so what `+` adds is skipped.
        i = Math.max(i, end - 1);
        while (this.is(i + 1, '+') && i + 2 < to) i += 2;
      }
    }
  }

  /** Tells whether what is named is the absolute path of a folder. */
  isFolder(names: readonly Token[], depth = 0): boolean {
    if (names.some(({ text }) => folderNames.test(text))) return true;
    const [first] = names;
    const values = first && this.valuesByName.get(first.text);
    if (!values || depth > 3) return false;
    return values.every(([from, to]) => {
      const inside = this.tokens.slice(from, Math.min(to, from + 40));
      const words = inside.filter(({ kind }) => kind !== 'sign');
      return to > from && this.isFolder(words, depth + 1);
    });
  }
}
