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
/** Keys of a parsed path, and methods of a list of its parts, whose result is the same for every wording. */
const fixedPathParts = /^(?:suffix|suffixes|stem|name|base|ext|pop)$/;
/** Names around a pattern that add nothing to it, as in `new Set(['src/a.ts'])` or `re.compile('^src', re.I)`. */
const wrappers =
  /^(?:Set|frozenset|set|tuple|list|compile|RegExp|re|Array|I|IGNORECASE|MULTILINE|path|Path|PurePath)$/;
/** Names of variables and functions whose value is the absolute path of a folder or of a file. */
const folderNames =
  /^(?:cwd|getcwd|__dirname|__file__|dirname|filename|resolve|abspath|realpath|realpathSync|homedir|expanduser|home|HOME|PWD|\w*PROJECT_DIR)$/i;
/** Names that JavaScript or Python defines. */
const languageNames =
  /^(?:JSON|process|console|Math|Object|Array|String|Number|Boolean|RegExp|Set|Map|WeakSet|URL|Buffer|Bun|Deno|globalThis|Promise|Error|Date|Symbol|NaN|Infinity|Intl|__dirname|__filename|__file__|__name__|meta|module|exports)$/;

/** A text that a value may be. */
interface PossibleText {
  /** The text, in which a NUL stands for an unknown part, and a slash for an absolute path of a folder. */
  text: string;
  /** Set if the program has the text as a regular expression, `/text/`. */
  isExpression?: true;
}

/** Follows the values of a program from name to name. */
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
      const [end, isFixed] = this.readChain(i, to);
      if (!isFixed) return false;
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
  readChain(start: number, to: number): [end: number, isFixed: boolean] {
    /** Whether all that went into the value so far is fixed. */
    let hasFixedParts =
      this.tokens[start]?.kind === 'text' || this.#isFixedName(this.textAt(start));
    /** Whether the value is fixed whatever went into it, as `basename(path)` is. */
    let isFixed = this.is(start + 1, '(') && fixedResultFunctions.test(this.textAt(start));
    let i = start + 1;
    while (i < to) {
      const close = this.partners[i];
      if (this.is(i, '.', '?.') && this.tokens[i + 1]?.kind === 'name') {
        const key = this.textAt(i + 1);
        const isFixedCall = this.is(i + 2, '(') && fixedResultFunctions.test(key);
        isFixed ||= isFixedCall || isPathlessKey(key) || fixedPathParts.test(key);
        if (key === 'stdin') hasFixedParts = false;
        i += 2;
      } else if (this.is(i, '?.')) i++;
      else if (this.is(i, '(', '[') && close !== undefined) {
        const first = this.tokens[i + 1];
        const isLookup = this.is(i, '[') || this.is(i - 1, 'get');
        // `[-1]` and `at(-1)` take the last part of a path.
        const takesLast = this.is(i, '[') ? close === i + 3 : this.is(i - 1, 'at');
        if (takesLast && this.is(i + 1, '-')) isFixed = true;
        if (isLookup && first?.kind === 'text' && isPathlessKey(first.text)) isFixed = true;
        if (this.#readsStdin(i)) hasFixedParts = isFixed = false;
        else if (!isFixed && hasFixedParts) hasFixedParts = this.isFixed([i + 1, close]);
        i = close + 1;
      } else break;
    }
    return [i, hasFixedParts || isFixed];
  }

  /** Tells whether a call, by the position of its bracket, reads the payload from stdin. */
  #readsStdin(open: number): boolean {
    const name = this.textAt(open - 1);
    if (this.language === 'python' && name === 'input') return this.is(open + 1, ')');
    if (!/^(?:readFileSync|readFile|open|readSync)$/.test(name)) return false;
    const args = this.tokens.slice(open + 1, Math.min(this.partners[open] ?? open, open + 40));
    // A text that is neither a mode nor an encoding is the name of a file.
    const namesFile = args.some((arg) => arg.kind === 'text' && !/^(?:r|utf-?8)$/i.test(arg.text));
    return !namesFile || args.some(({ text }) => /stdin|\/fd\/0/.test(text));
  }

  /** Tells whether all values that the program gives to a name are fixed. */
  #isFixedName(name: string): boolean {
    if (name === 'stdin' || this.parameterNames.has(name)) return false;
    const known = this.#fixedNames.get(name);
    if (known !== undefined) return known;
    this.#fixedNames.set(name, false); // so that names which get their values from each other end here
    const values = this.valuesByName.get(name);
    const isPredefined =
      languageNames.test(name) || harmlessNames.test(name) || this.isImported(name);
    const isFixed = values ? values.every((value) => this.isFixed(value)) : isPredefined;
    this.#fixedNames.set(name, isFixed);
    return isFixed;
  }

  /**
   * Yields the texts that the value of a part may be.
   * @param budget - How many tokens may still be looked at. When none is left, the text is unknown.
   * @param depth - How many names were followed to get to this part.
   */
  *textsOf([from, to]: Range, budget: { left: number }, depth: number): Iterable<PossibleText> {
    for (let i = from; i < to; i++) {
      if (budget.left-- <= 0 || depth > 6) return yield { text: '\0' };
      const { kind, text, inserted } = tokenAt(this.tokens, i);
      if (kind === 'text') {
        const beginsWithFolder = inserted && text.startsWith('\0') && this.isFolder(inserted);
        yield { text: beginsWithFolder ? `/${text.slice(1)}` : text };
        while (text !== '' && this.is(i + 1, '+') && i + 2 < to) i += 2;
      } else if (kind === 'expression') yield { text, isExpression: true };
      else if (this.isName(i)) {
        const isKey = i + 1 < to && this.is(i + 1, ':');
        if (isKey || (wrappers.test(text) && !this.valuesByName.has(text))) continue;
        const [end] = this.readChain(i, to);
        const chain = this.tokens.slice(i, end);
        const words = chain.filter((token) => token.kind === 'name' || token.kind === 'text');
        if (this.isFolder(words)) yield { text: '/' };
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

  /**
   * Tells whether a value is the absolute path of a folder.
   * @param words - The names and texts in the expression of the value.
   */
  isFolder(words: readonly Token[], depth = 0): boolean {
    if (words.some(({ text }) => folderNames.test(text))) return true;
    const values = words[0] && this.valuesByName.get(words[0].text);
    if (!values || depth > 3) return false;
    return values.every(([from, to]) => {
      const tokens = this.tokens.slice(from, Math.min(to, from + 40));
      const valueWords = tokens.filter(({ kind }) => kind !== 'sign');
      return to > from && this.isFolder(valueWords, depth + 1);
    });
  }
}
