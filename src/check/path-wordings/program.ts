/** Notes what a program in JavaScript or Python, or a filter of jq, compares paths with. */
import type { Comparisons } from './comparisons.ts';
import { readFilter } from './jq.ts';
import { type MatchKind, mayMatchOneWording } from './patterns.ts';
import type { Range } from './program-syntax.ts';
import { fixedResultFunctions, harmlessNames, ProgramValues } from './program-values.ts';
import { type Language, tokenAt, tokensOf } from './tokens.ts';

/** Notes what a program, or a filter of jq, compares paths with. */
export function readProgram(text: string, language: Language, comparisons: Comparisons): void {
  if (language === 'jq') readFilter(tokensOf(text, language), comparisons);
  else new ProgramReader(text, language, comparisons).readComparisons();
}

/** Modules that compare nothing and run nothing. */
const harmlessModules = {
  js: /^(?:node:)?(?:fs|fs\/promises|path|path\/posix|os|process|url|util|buffer|readline|readline\/promises|stream|stream\/consumers|crypto|assert|events|timers|timers\/promises)$/,
  python:
    /^(?:json|sys|os|re|pathlib|fnmatch|datetime|time|shlex|typing|logging|dataclasses|string|io|textwrap|hashlib|collections|itertools|functools|__future__|enum|contextlib|traceback|tempfile|platform|posixpath|errno|select|signal|math|tomllib|yaml|toml)$/,
};

/** Methods that run another program, or fetch something: neither is read here. */
const runningMethods =
  /^(?:system|popen|spawn|spawnSync|execSync|execFileSync|run|check_output|urlopen)$/;

/** Methods that look for their argument in the value that they are called on. */
const lookupMethods =
  /^(?:includes|has|contains|__contains__|count|get|indexOf|lastIndexOf|find|rfind|index|isdisjoint|issubset|intersection)$/;

/** Looks at every comparison, lookup, call and import of a program. */
class ProgramReader extends ProgramValues {
  readonly #comparisons: Comparisons;

  constructor(text: string, language: Exclude<Language, 'jq'>, comparisons: Comparisons) {
    super(text, language);
    this.#comparisons = comparisons;
  }

  /** Notes all comparisons, token by token. */
  readComparisons(): void {
    for (let i = 0; i < this.tokens.length; i++) {
      const { kind, text, beginsLine } = tokenAt(this.tokens, i);
      if (kind === 'sign') {
        if (/^[=!]==?$/.test(text))
          this.#compareValues(this.leftOperand(i), this.rightOperand(i + 1));
        else if (text === '[') this.#checkLookup(i);
      } else if (kind !== 'name') continue;
      else if (text === 'in' && !this.loopWords.has(i))
        this.#checkMembership(
          this.leftOperand(this.is(i - 1, 'not') ? i - 1 : i),
          this.rightOperand(i + 1),
        );
      else if (text === 'switch' && this.is(i + 1, '(')) this.#checkSwitch(i + 1);
      else if (text === 'case' && this.language === 'python' && beginsLine)
        this.#comparePath(this.rightOperand(i + 1), 'beginning');
      else if (/^(?:import|from|require)$/.test(text)) this.#checkImport(i);
      else if (this.is(i + 1, '(')) this.#checkCall(i);
      else if (this.is(i + 1, '?.') && this.is(i + 2, '(')) this.#checkCall(i, i + 2);
    }
  }

  /**
   * Notes that a path of the payload is compared with the value of `range`, an expression of the program: with
   * each text that this value may be.
   */
  #comparePath(range: Range, how: MatchKind): void {
    const budget = { left: 2000 };
    for (const { text, isExpression } of this.textsOf(range, budget, 0)) {
      const as = isExpression && how !== 'expression-at-start' ? 'expression' : how;
      if (mayMatchOneWording(text, as)) this.#comparisons.addText(text, this.show(range));
    }
  }

  /**
   * Notes a comparison of two values, unless both are fixed. If both vary with the path, it is noted as a
   * comparison with an unknown value.
   */
  #compareValues(left: Range, right: Range): void {
    const [subject, pattern] = this.isFixed(right) ? [left, right] : [right, left];
    if (this.isFixed(subject)) return;
    // What is compared with a number is a length of the path, or a position in it: how the path matters then is
    // unknown. Not so for 0: `indexOf(…) === 0` asks whether the path begins with a text.
    const { kind, text } = this.tokens[pattern[0]] ?? {};
    const isNumber = kind === 'number' && text !== '0' && pattern[1] === pattern[0] + 1;
    if (isNumber || !this.isFixed(pattern)) this.#comparisons.addUnknownValue(this.show(pattern));
    else this.#comparePath(pattern, 'beginning');
  }

  /** Notes what `part in whole` compares. */
  #checkMembership(part: Range, whole: Range): void {
    const [isFixedPart, isFixedWhole] = [this.isFixed(part), this.isFixed(whole)];
    // In the parents of a path, whole paths are looked for; in a text or a list, any part of a path.
    const tokens = this.tokens.slice(part[0], whole[1]);
    const hasParents = tokens.some(({ text }) => /^(?:Path|PurePath|parents)$/.test(text));
    if (isFixedPart && !isFixedWhole)
      this.#comparePath(part, hasParents ? 'beginning' : 'anywhere');
    else if (!isFixedPart && isFixedWhole) this.#comparePath(whole, 'beginning');
    else if (!isFixedPart) this.#comparisons.addUnknownValue(this.show(whole));
  }

  /** Notes a lookup by a path, `table[path]`: the path is compared with all keys of the table. */
  #checkLookup(open: number): void {
    const close = this.partners[open];
    if (close === undefined || !(this.isName(open - 1) || this.is(open - 1, ')', ']'))) return;
    const owner: Range = [this.chainStart(open), open];
    if (!this.isFixed([open + 1, close]) && this.isFixed(owner))
      this.#comparePath(owner, 'beginning');
  }

  /** Notes the values of the cases of a `switch` over the path. `open` is the position of its bracket. */
  #checkSwitch(open: number): void {
    const close = this.partners[open];
    if (close === undefined || this.isFixed([open + 1, close])) return;
    const end = this.partners[close + 1] ?? close;
    for (let i = close + 1; i < end; i++)
      if (this.is(i, 'case')) this.#comparePath(this.rightOperand(i + 1), 'beginning');
  }

  /** Notes the modules that an import, a `from` or a `require` brings in, where they may compare a path. */
  #checkImport(i: number): void {
    const isPython = this.language === 'python';
    if (isPython && this.tokens[i]?.beginsLine) {
      const end = this.is(i, 'from') ? i + 2 : this.expressionFrom(i + 1)[1];
      for (let j = i + 1; j < end; j++) {
        const text = this.textAt(j);
        if (this.is(j, '.') && j === i + 1)
          this.#comparisons.addUnreadProgram(`.${this.textAt(j + 1)}`);
        else if (this.isName(j) && !this.is(j - 1, '.', 'as') && !harmlessModules.python.test(text))
          this.#comparisons.addUnreadProgram(text);
      }
    } else if (!isPython) {
      const isCall = this.is(i + 1, '(');
      const { kind, text } = tokenAt(this.tokens, isCall ? i + 2 : i + 1);
      const mayCompare =
        kind === 'text' ? !harmlessModules.js.test(text) : isCall && kind === 'name';
      if (mayCompare) this.#comparisons.addUnreadProgram(text);
    }
  }

  /**
   * Notes what a call compares, and a call of something that is not read here.
   * @param i - The position of the function's name.
   * @param open - The position of the bracket after it.
   */
  #checkCall(i: number, open = i + 1): void {
    const name = this.textAt(i);
    const args = this.argumentsOf(open);
    const [first, second] = args;
    // `existsSync('protected/' + path)` finds a file only for a relative path.
    const hasText = first && this.tokens.slice(...first).some(({ kind }) => kind === 'text');
    const looksForFile = /^(?:existsSync|statSync|lstatSync|exists|isfile|isdir)$/.test(name);
    if (hasText && looksForFile && !this.isFixed(first))
      this.#comparisons.addUnknownValue(this.show(first));
    if (/^(?:fnmatch|fnmatchcase|minimatch|matchesGlob)$/.test(name)) {
      if (first && second && !this.isFixed(first)) this.#comparePath(second, 'glob');
      return;
    }
    if (/^(?:match|fullmatch|search|findall|finditer)$/.test(name) && this.is(i - 2, 're')) {
      const how = /match/.test(name) ? 'expression-at-start' : 'expression';
      if (first && second && !this.isFixed(second)) this.#comparePath(first, how);
      return;
    }
    if (/^is_?abs(?:olute)?$/i.test(name))
      this.#comparisons.unseen.add('looks whether a path is absolute');
    if (this.is(i - 1, '.', '?.')) {
      if (runningMethods.test(name)) this.#comparisons.addUnreadProgram(name);
      if (first) this.#checkMethod(name, [this.chainStart(i - 1), i - 1], first, open);
      return;
    }
    const isDefined =
      this.valuesByName.has(name) || this.parameterNames.has(name) || this.isImported(name);
    const isKnown = isDefined || harmlessNames.test(name) || fixedResultFunctions.test(name);
    const runsCode =
      /^(?:eval|Function|fetch|__import__)$/.test(name) ||
      (name === 'exec' && this.language === 'python');
    if (runsCode || (!isKnown && !args.every((range) => this.isFixed(range))))
      this.#comparisons.addUnreadProgram(name);
  }

  /**
   * Notes what a method compares, if its first argument or the value that it is called on (the owner) varies with
   * the path. `open` is the position of the bracket.
   */
  #checkMethod(name: string, owner: Range, first: Range, open: number): void {
    const [isFixedOwner, isFixedArgument] = [this.isFixed(owner), this.isFixed(first)];
    if (isFixedOwner && isFixedArgument) return;
    const isCallback = this.tokens
      .slice(first[0], first[0] + 40)
      .some(({ text }) => /^(?:=>|lambda|function)$/.test(text));
    if (isCallback && /^(?:find|some|filter|findIndex)$/.test(name)) return;
    /**
     * Notes a comparison with the owner. If the owner varies too, notes one with an unknown value, for which
     * findings show `shownIfUnknown`.
     */
    const compareOwner = (shownIfUnknown: Range) =>
      isFixedOwner
        ? this.#comparePath(owner, 'beginning')
        : this.#comparisons.addUnknownValue(this.show(shownIfUnknown));
    if (/^(?:starts_?with|equals|localeCompare|is_relative_to|relative_to)$/i.test(name)) {
      if (!isFixedArgument) compareOwner(first);
      else this.#comparePath(first, 'beginning');
    } else if (/^ends_?with$/i.test(name)) {
      if (!isFixedArgument) compareOwner(owner);
    } else if (lookupMethods.test(name)) {
      if (!isFixedArgument) {
        if (isFixedOwner || name !== 'get') compareOwner(owner);
      } else if (/^(?:indexOf|find|index|search)$/.test(name) && this.#usesPosition(open))
        this.#comparePath(first, 'beginning');
      else if (name !== 'get') this.#comparePath(first, 'anywhere');
    } else if (/^(?:test|exec)$/.test(name)) {
      if (!isFixedArgument) this.#comparePath(owner, 'expression');
    } else if (/^(?:match|matchAll|search|fullmatch|findall|finditer)$/.test(name)) {
      const isAtStart = this.language === 'python' && /match$/.test(name);
      if (!isFixedArgument)
        this.#comparePath(owner, isAtStart ? 'expression-at-start' : 'expression');
      else if (this.language === 'js') this.#comparePath(first, 'expression');
    }
  }

  /**
   * Tells whether the result of a call such as `path.indexOf(text)` is used as a position: `=== 0`. A test for -1
   * tells only whether the text was found, and so does a call that is a whole condition.
   */
  #usesPosition(open: number): boolean {
    const end = (this.partners[open] ?? open) + 1;
    const next = [end, end + 1, end + 2].map(this.textAt).join('');
    return !/^(?:>=0|>-1|[=!]==?-1|<0|\)?[&|;]|\)\))/.test(next);
  }
}
