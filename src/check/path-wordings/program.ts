/** Finds what a program in JavaScript or Python compares paths with. */
import type { Comparisons } from './comparisons.ts';
import { readFilter } from './jq.ts';
import { type MatchKind, mayMatchOneWording } from './patterns.ts';
import type { Range } from './program-syntax.ts';
import { fixedResultFunctions, harmlessNames, ProgramValues } from './program-values.ts';
import { type Language, tokenAt, tokensOf } from './tokens.ts';

/** Notes what a program compares paths with. */
export function readProgram(text: string, language: Language, found: Comparisons): void {
  if (language === 'jq') readFilter(tokensOf(text, language), found);
  else new ProgramReader(text, language, found).readComparisons();
}

/** Modules that compare nothing and run nothing. */
const harmlessModules = {
  js: /^(?:node:)?(?:fs|fs\/promises|path|path\/posix|os|process|url|util|buffer|readline|readline\/promises|stream|stream\/consumers|crypto|assert|events|timers|timers\/promises)$/,
  python:
    /^(?:json|sys|os|re|pathlib|fnmatch|datetime|time|shlex|typing|logging|dataclasses|string|io|textwrap|hashlib|collections|itertools|functools|__future__|enum|contextlib|traceback|tempfile|platform|posixpath|errno|select|signal|math|tomllib|yaml|toml)$/,
};

/** Methods that run something which is not read here. */
const runningMethods =
  /^(?:system|popen|spawn|spawnSync|execSync|execFileSync|run|check_output|urlopen)$/;

/** Methods that look for their argument in what they belong to. */
const lookupMethods =
  /^(?:includes|has|contains|__contains__|count|get|indexOf|lastIndexOf|find|rfind|index|isdisjoint|issubset|intersection)$/;

/** Looks at every comparison, lookup, call and import of a program. */
class ProgramReader extends ProgramValues {
  readonly #found: Comparisons;

  constructor(text: string, language: Exclude<Language, 'jq'>, found: Comparisons) {
    super(text, language);
    this.#found = found;
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

  /** Notes that the path is compared with each text that a part may be. */
  #comparePath(range: Range, how: MatchKind): void {
    const budget = { left: 2000 };
    for (const { text, isExpression } of this.textsOf(range, budget, 0)) {
      const as = isExpression && how !== 'expression-at-start' ? 'expression' : how;
      if (mayMatchOneWording(text, as)) this.#found.addText(text, this.show(range));
    }
  }

  /** Notes a comparison of two values, where one is fixed and the other varies with the path. */
  #compareValues(one: Range, other: Range): void {
    const [subject, pattern] = this.isFixed(other) ? [one, other] : [other, one];
    if (this.isFixed(subject)) return;
    const { kind, text } = this.tokens[pattern[0]] ?? {};
    const isNumber = kind === 'number' && text !== '0' && pattern[1] === pattern[0] + 1;
    if (isNumber || !this.isFixed(pattern)) this.#found.addUnknownValue(this.show(pattern));
    else this.#comparePath(pattern, 'beginning');
  }

  /** Notes what `a in b` compares. */
  #checkMembership(part: Range, whole: Range): void {
    const [isFixedPart, isFixedWhole] = [this.isFixed(part), this.isFixed(whole)];
    const isPath = this.tokens
      .slice(part[0], whole[1])
      .some(({ text }) => /^(?:Path|PurePath|parents)$/.test(text));
    if (isFixedPart && !isFixedWhole) this.#comparePath(part, isPath ? 'beginning' : 'anywhere');
    else if (!isFixedPart && isFixedWhole) this.#comparePath(whole, 'beginning');
    else if (!isFixedPart) this.#found.addUnknownValue(this.show(whole));
  }

  /** Notes a lookup by a path, `list[path]`: it is compared with all that the list holds. */
  #checkLookup(open: number): void {
    const close = this.partners[open];
    if (close === undefined || !(this.isName(open - 1) || this.is(open - 1, ')', ']'))) return;
    const owner: Range = [this.chainStart(open), open];
    if (!this.isFixed([open + 1, close]) && this.isFixed(owner))
      this.#comparePath(owner, 'beginning');
  }

  #checkSwitch(open: number): void {
    const close = this.partners[open];
    if (close === undefined || this.isFixed([open + 1, close])) return;
    const end = this.partners[close + 1] ?? close;
    for (let i = close + 1; i < end; i++)
      if (this.is(i, 'case')) this.#comparePath(this.rightOperand(i + 1), 'beginning');
  }

  /** Notes a module that may compare a path. */
  #checkImport(i: number): void {
    const isPython = this.language === 'python';
    if (isPython && this.tokens[i]?.beginsLine) {
      const end = this.is(i, 'from') ? i + 2 : this.expressionFrom(i + 1)[1];
      for (let j = i + 1; j < end; j++) {
        const text = this.textAt(j);
        if (this.is(j, '.') && j === i + 1) this.#found.addUnreadProgram(`.${this.textAt(j + 1)}`);
        else if (this.isName(j) && !this.is(j - 1, '.', 'as') && !harmlessModules.python.test(text))
          this.#found.addUnreadProgram(text);
      }
    } else if (!isPython) {
      const from = this.is(i + 1, '(') ? i + 2 : i + 1;
      const module = this.tokens[from];
      if (module?.kind === 'text' && !harmlessModules.js.test(module.text))
        this.#found.addUnreadProgram(module.text);
      else if (module?.kind === 'name' && this.is(i + 1, '('))
        this.#found.addUnreadProgram(module.text);
    }
  }

  /** Notes what a call compares, and a call of something that is not read here. */
  #checkCall(i: number, open = i + 1): void {
    const name = this.textAt(i);
    const args = this.argumentsOf(open);
    const isMethod = this.is(i - 1, '.', '?.');
    const [first, second] = args;
    const isMade = first && this.tokens.slice(...first).some(({ kind }) => kind === 'text');
    const looksForFile = /^(?:existsSync|statSync|lstatSync|exists|isfile|isdir)$/.test(name);
    if (isMade && looksForFile && !this.isFixed(first))
      this.#found.addUnknownValue(this.show(first));
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
      this.#found.unseen.add('looks whether a path is absolute');
    if (isMethod) {
      if (runningMethods.test(name)) this.#found.addUnreadProgram(name);
      if (first) this.#checkMethod(name, [this.chainStart(i - 1), i - 1], first, open);
      return;
    }
    const isRunner = /^(?:eval|Function|fetch|__import__)$/.test(name);
    const isKnown =
      harmlessNames.test(name) ||
      fixedResultFunctions.test(name) ||
      this.valuesByName.has(name) ||
      this.parameterNames.has(name) ||
      this.isImported(name);
    if (isRunner || (name === 'exec' && this.language === 'python'))
      this.#found.addUnreadProgram(name);
    else if (!isKnown && !args.every((one) => this.isFixed(one)))
      this.#found.addUnreadProgram(name);
  }

  /** Notes what a method with an argument compares, where one of the two varies with the path. */
  #checkMethod(name: string, owner: Range, first: Range, open: number): void {
    const [isFixedOwner, isFixed] = [this.isFixed(owner), this.isFixed(first)];
    if (isFixedOwner && isFixed) return;
    const isCallback = this.tokens
      .slice(first[0], first[0] + 40)
      .some(({ text }) => /^(?:=>|lambda|function)$/.test(text));
    if (isCallback && /^(?:find|some|filter|findIndex)$/.test(name)) return;
    /** Notes the owner as the pattern, or, where both vary, that the comparison is with `unknown`. */
    const compareOwner = (unknown: Range) =>
      isFixedOwner
        ? this.#comparePath(owner, 'beginning')
        : this.#found.addUnknownValue(this.show(unknown));
    if (/^(?:starts_?with|equals|localeCompare|is_relative_to|relative_to)$/i.test(name)) {
      if (!isFixed) compareOwner(first);
      else this.#comparePath(first, 'beginning');
    } else if (/^ends_?with$/i.test(name)) {
      if (!isFixed) compareOwner(owner);
    } else if (lookupMethods.test(name)) {
      if (!isFixed) {
        if (isFixedOwner || name !== 'get') compareOwner(owner);
      } else if (/^(?:indexOf|find|index|search)$/.test(name) && this.#isHeldToStart(open))
        this.#comparePath(first, 'beginning');
      else if (name !== 'get') this.#comparePath(first, 'anywhere');
    } else if (/^(?:test|exec)$/.test(name)) {
      if (!isFixed) this.#comparePath(owner, 'expression');
    } else if (/^(?:match|matchAll|search|fullmatch|findall|finditer)$/.test(name)) {
      const isStarted = this.language === 'python' && /match$/.test(name);
      if (!isFixed) this.#comparePath(owner, isStarted ? 'expression-at-start' : 'expression');
      else if (this.language === 'js') this.#comparePath(first, 'expression');
    }
  }

  /** Tells whether the position at which a text was found is compared with more than that it was not found. */
  #isHeldToStart(open: number): boolean {
    const after = (this.partners[open] ?? open) + 1;
    const behind = [after, after + 1, after + 2].map(this.textAt).join('');
    const isHeldToMissing = /^(?:>=0|>-1|[=!]==?-1|<0)/.test(behind);
    return !isHeldToMissing && !/^(?:[)&|;])/.test(behind.replace(/^[)]/, ''));
  }
}
