/** Proves of a Python or JavaScript program that it prints nothing and ends with the exit code 0, unless it fails. */

import { once } from '../../util/once.ts';
import { ProgramSyntax, type Range } from '../path-wordings/program-syntax.ts';
import { type Token, tokensOf } from '../path-wordings/tokens.ts';
import {
  forbiddenMembers,
  globals,
  harmlessBuiltins,
  harmlessGlobals,
  modules,
  otherBuiltins,
  otherGlobals,
} from './harmless-names.ts';
import { QuietProcesses, startsProgram } from './quiet-processes.ts';
import type { Errors, ProvenOutput } from './quiet-shell.ts';

/** Matches statements that print an empty answer. */
const emptyAnswer = {
  js: /\b(?:console\.log|process\.stdout\.write)\(\s*(?:'\{\}\s*(?:\\n)?'|"\{\}(?:\\n)?"|JSON\.stringify\(\{\}\))\s*\)/g,
  python: /\bprint\(\s*(?:'\{\}'|"\{\}"|json\.dumps\(\{\}\))\s*\)/g,
};

/** Texts by which a program could reach its own stdout, or another process. */
const reachingText =
  /(?:^|\/)(?:dev|proc)(?:\/|$)|\/std(?:out|err)|\\[xuUN0-7]|constructor|__proto__|^(?:data|file):/;

/** A place in the source where the tokens may not be those that the language itself reads. */
const disputed = {
  js: /<!--|-->|[^\S\n]\\\n|@|\r(?!\n)|[\u2028\u2029]|\\u(?=\w{4})/,
  python: /@(?=\w)|\r(?!\n)|\\u(?=\w{4})/,
};

/** Keywords that print nothing and load nothing. */
const plainKeywords = {
  js: /^(?:async|await|break|case|catch|class|const|continue|default|do|else|extends|false|finally|for|function|if|in|instanceof|interface|let|new|null|of|return|static|switch|throw|true|try|type|typeof|undefined|var|void|while|as|string|number|boolean|unknown|any|never)$/,
  python:
    /^(?:and|as|async|await|break|class|continue|def|del|elif|else|except|finally|for|from|global|if|import|in|is|lambda|nonlocal|not|or|pass|raise|return|try|while|with)$/,
};

/** Named arguments of Python that make other code run. */
const forbiddenArguments = /^(?:default|object_hook|cls|print|open|exec|eval)$/;
/** Keys of an object that change what is done with it, or that take code out of it. */
const forbiddenKeys = /^(?:__\w+|constructor|prototype|caller|callee|toJSON)$/;
/** The methods of Python's `logging` that write a message. */
const loggingMethods = /^(?:debug|info|warning|warn|error|exception|critical|log)$/;
/** A place where a text stands for itself, and is the first of an output: no JSON begins so. */
const plainStart = /^(?!(?:true|false|null|NaN|Infinity)\b)[A-Za-z\p{Extended_Pictographic}]/u;

/** Reads the tokens of a program one by one: each must be known to be harmless. */
class QuietReader extends ProgramSyntax {
  readonly #tokens: readonly Token[];
  readonly #language: 'js' | 'python';
  readonly #processes = new QuietProcesses(this);
  /** The texts that it may print on stdout. */
  readonly printed: string[] = [];
  /** What it may write on stderr. */
  errors: Errors = 'none';
  /** The modules that names stand for. */
  readonly #modules = new Map<string, string>();
  /** The functions of modules that names stand for. */
  readonly #members = new Map<string, string>();
  readonly #declarations = new Set<number>();
  /** Whether names that are written to are paths. */
  readonly #paths = new Map<string, boolean>();

  constructor(text: string, language: 'js' | 'python') {
    super(text, language);
    this.#tokens = this.tokens;
    this.#language = language;
  }

  #text = (i: number): string => (this.#isText(i) ? '' : (this.#tokens[i]?.text ?? ''));
  #isText = (i: number): boolean => this.#tokens[i]?.kind === 'text';

  isQuiet(): boolean {
    for (let i = 0; i < this.#tokens.length; i++) if (!this.#noteImport(i)) return false;
    return this.#tokens.every((_, i) => this.#declarations.has(i) || this.#isHarmless(i));
  }

  /** Notes what an import gives a name to. False: it is not known, or not harmless. */
  #noteImport(i: number): boolean {
    if (this.#language === 'python') return this.#notePythonImport(i);
    const isRequire = this.#text(i) === 'require' && this.#text(i + 1) === '(';
    if (!isRequire && this.#text(i) !== 'from')
      return (
        !/^(?:import|export)$/.test(this.#text(i)) || this.#isImportList(i) || this.#isOwnAddress(i)
      );
    const from = isRequire ? i + 2 : i + 1;
    const name = this.#isText(from) ? (this.#tokens[from]?.text.replace(/^node:/, '') ?? '') : '';
    if (!Object.hasOwn(modules.js, name)) return false;
    if (isRequire && this.#text(from + 1) !== ')') return false;
    const end = isRequire ? i - 1 : i;
    if (isRequire && this.#text(end) !== '=') return false;
    const isBound = this.#noteNames(end - 1, name, isRequire ? ':' : 'as');
    if (isRequire) for (let at = i; at <= from + 1; at++) this.#declarations.add(at);
    else for (let at = i; at <= from; at++) this.#declarations.add(at);
    return isBound;
  }

  /** Tells whether `import` begins a list of names of a module, and is neither a call nor an import for its effects. */
  #isImportList(i: number): boolean {
    if (this.#text(i) !== 'import') return false;
    this.#declarations.add(i);
    return !this.#isText(i + 1) && !/^[(.]$/.test(this.#text(i + 1));
  }

  /** Tells whether `import` begins `import.meta.url`, or another name of the script's own file. */
  #isOwnAddress(i: number): boolean {
    const isAddress =
      this.#text(i + 1) === '.' &&
      this.#text(i + 2) === 'meta' &&
      this.#text(i + 3) === '.' &&
      /^(?:url|dirname|filename)$/.test(this.#text(i + 4));
    if (isAddress) this.#declarations.add(i);
    return isAddress;
  }

  /** Notes the names that stand before `from`, or before the `=` of `require`. `as` stands between a member and its name. */
  #noteNames(last: number, module: string, as: string): boolean {
    if (this.#text(last) !== '}') {
      this.#modules.set(this.#text(last), module);
      this.#declarations.add(last);
      const before = this.#text(last - 1);
      if (before === 'as' && this.#text(last - 2) === '*') {
        this.#declarations.add(last - 1).add(last - 2);
        return this.#text(last - 3) === 'import';
      }
      return /^(?:import|const|let|var)$/.test(before);
    }
    for (let i = last - 1; i > 0; i--) {
      this.#declarations.add(i);
      if (this.#text(i) === '{') return /^(?:import|const|let|var)$/.test(this.#text(i - 1));
      if (this.#text(i) === ',') continue;
      const name = this.#text(i);
      const isRenamed = this.#text(i - 1) === as;
      const member = isRenamed ? this.#text(i - 2) : name;
      if (!modules.js[module]?.test(member)) return false;
      this.#members.set(name, `${module}.${member}`);
      if (isRenamed) this.#declarations.add(--i).add(--i);
    }
    return false;
  }

  #notePythonImport(i: number): boolean {
    const isLineStart =
      this.#tokens[i]?.beginsLine || this.#text(i - 1) === ';' || this.#text(i - 1) === ':';
    const word = this.#text(i);
    if (!isLineStart || (word !== 'import' && word !== 'from'))
      return word !== 'import' || this.#declarations.has(i);
    let at = i + 1;
    this.#declarations.add(i);
    const readPath = (): string => {
      let path = this.#text(at);
      this.#declarations.add(at++);
      while (this.#text(at) === '.' && !this.#tokens[at]?.beginsLine) {
        path += `.${this.#text(at + 1)}`;
        this.#declarations.add(at).add(at + 1);
        at += 2;
      }
      return path;
    };
    const isInLine = () =>
      at < this.#tokens.length && !this.#tokens[at]?.beginsLine && this.#text(at) !== ';';
    if (word === 'import') {
      for (;;) {
        const [top = '', sub, ...others] = readPath().split('.');
        if (!Object.hasOwn(modules.python, top) || others.length) return false;
        if (sub !== undefined && !modules.python[top]?.test(sub)) return false;
        if (this.#text(at) === 'as') return false;
        this.#modules.set(top, top);
        if (!isInLine()) return true;
        if (this.#text(at) !== ',') return false;
        this.#declarations.add(at++);
      }
    }
    const path = readPath();
    const [module = '', sub] = path.split('.');
    if (!Object.hasOwn(modules.python, module) || this.#text(at) !== 'import') return false;
    if (sub !== undefined && !modules.python[module]?.test(sub)) return false;
    this.#declarations.add(at++);
    while (isInLine()) {
      const member = this.#text(at);
      const isMember =
        sub === undefined ? modules.python[module]?.test(member) : anyWord.test(member);
      // What `sys` and `os` hand out under other names is not followed.
      if (!isMember || /^(?:sys|os|logging)$/.test(module) || this.#text(at + 1) === 'as')
        return false;
      this.#members.set(member, `${path}.${member}`);
      this.#declarations.add(at++);
      if (this.#text(at) === ',') this.#declarations.add(at++);
    }
    return true;
  }

  #isHarmless(i: number): boolean {
    const token = this.#tokens[i];
    if (!token) return true;
    if (token.kind === 'text') return this.#isHarmlessText(token);
    if (token.kind === 'sign') return this.#isHarmlessSign(i);
    if (token.kind === 'expression') return this.#isSurelyExpression(i);
    if (token.kind !== 'name') return true;
    const { text } = token;
    if (/^(?:\.|\?\.)$/.test(this.#text(i - 1))) return this.#isHarmlessMember(i);
    if (plainKeywords[this.#language].test(text)) return true;
    if (this.#isNamedArgument(i)) return !forbiddenArguments.test(text);
    const module = this.#modules.get(text);
    if (module !== undefined) return this.#isModuleUse(i, module);
    const member = this.#members.get(text);
    if (member !== undefined) return this.#isCallOf(i, member);
    return this.#language === 'js'
      ? this.#isHarmlessName(i, text)
      : this.#isHarmlessPython(i, text);
  }

  #isHarmlessText({ text, inserted }: Token): boolean {
    const reached = text.replace(/\/dev\/null(?![\w/.])/g, '');
    // JavaScript leaves out a backslash that has no meaning, and both languages one at the end of a line.
    if (reachingText.test(reached) || reachingText.test(reached.replace(/\\\n?/g, '')))
      return false;
    if (text.includes('${') || (inserted && /[{}]/.test(text))) return false;
    return (
      !inserted ||
      inserted.every(
        (one) => !one.inserted && (one.kind !== 'name' || this.#isPlainInserted(one.text)),
      )
    );
  }

  /** Tells whether a name that is put into a text is one of the program's own, or a part of such a one. */
  #isPlainInserted = (name: string): boolean =>
    !forbiddenMembers.test(name) &&
    !this.#isUnsafeName(name) &&
    !this.#modules.has(name) &&
    !this.#members.has(name);

  #isUnsafeName = (name: string): boolean =>
    this.#language === 'js'
      ? (name in globalThis || otherGlobals.test(name)) && !harmlessGlobals.test(name)
      : otherBuiltins.test(name) && !harmlessBuiltins.test(name);

  #isHarmlessSign(i: number): boolean {
    const { text } = this.#tokens[i] as Token;
    if (/[^ -~]|[\\@#`$]/.test(text)) return false;
    // A division that may be a regular expression, and the other way round.
    if (text === '/' && this.#language === 'js')
      return !/^[)\]}]$/.test(this.#text(i - 1)) && !wordBeforeExpression.test(this.#text(i - 1));
    // The call of what a key that is computed stands for.
    if (text === '(') return this.#text(i - 1) !== ']';
    return text !== '[' || this.#language !== 'js' || this.#isHarmlessKey(i);
  }

  /** Tells whether a regular expression is surely none of the divisions that look like one. */
  #isSurelyExpression(i: number): boolean {
    const before = this.#text(i - 1);
    if (/^[+-]$/.test(before)) return false;
    const isName = this.#tokens[i - 1]?.kind === 'name';
    return !isName || (!/^(?:of|await)$/.test(before) && !/^\??\.$/.test(this.#text(i - 2)));
  }

  /**
   * Tells whether a bracket of JavaScript begins a list, a key that stands in the program, or a key whose value is only
   * a number or is set. Any other key may be `constructor`, which leads to code.
   */
  #isHarmlessKey(open: number): boolean {
    const close = this.partners[open];
    if (close === undefined) return false;
    const before = this.#tokens[open - 1];
    const isPattern = this.#text(close + 1) === '=';
    const isList =
      before === undefined ||
      (before.kind === 'sign' && !/^(?:[)\]}]|\?\.)$/.test(before.text)) ||
      (before.kind === 'name' && /^(?:return|case|const|var|typeof|throw)$/.test(before.text)) ||
      (this.is(open - 1, 'let') && isPattern) ||
      (this.is(open - 1, 'of', 'in') && this.isName(open - 2));
    // `{ [key]: name } = value` takes the value of a key.
    if (isList) return !/^[:(]$/.test(this.#text(close + 1)) || !/^[{,]$/.test(before?.text ?? '');
    const key = this.#tokens.slice(open + 1, close);
    const [first] = key;
    if (
      key.length === 1 &&
      (first?.kind === 'number' || (first?.kind === 'text' && !first.inserted))
    )
      return true;
    // `list[list.length - 1]`
    const isDifference =
      this.#text(close - 2) === '-' &&
      key.every(({ kind, text }) => kind !== 'text' && (kind !== 'sign' || /^[-.]$/.test(text)));
    const next = this.#text(close + 1);
    const isSet = isPattern || /^[+-]=$/.test(next);
    const isStepped = /^[+-]$/.test(next) && this.#text(close + 2) === next;
    return isDifference || isSet || isStepped || this.#isCounted(open, close);
  }

  /** Tells whether the value of a key is only a part of a sum, as in `(counts[key] || 0) + 1`. */
  #isCounted(open: number, close: number): boolean {
    let start = open - 1;
    while (this.#tokens[start]?.kind === 'name' || this.#text(start) === '.') start--;
    return (
      this.#text(start) === '(' &&
      this.partners[start] === close + 3 &&
      /^(?:\|\||\?\?)$/.test(this.#text(close + 1)) &&
      this.#tokens[close + 2]?.kind === 'number' &&
      this.#text(close + 4) === '+' &&
      this.#tokens[close + 5]?.kind === 'number'
    );
  }

  /** Notes that something is written on stderr. */
  #noteErrors(more: Errors): true {
    if (more === 'any' || (more === 'words' && this.errors === 'none')) this.errors = more;
    return true;
  }

  /** Tells what a text is that a call writes: one that surely begins with a word, or any. */
  #errorsOf(open: number): Errors {
    const [first] = this.argumentsOf(open);
    if (!first || !this.#isText(first[0])) return 'any';
    const [from, to] = first;
    const { text = '' } = this.#tokens[from] ?? {};
    // An operator behind it may choose another text.
    const isWhole = this.#isSum(first) && !this.#text(from + 1).startsWith('%');
    return plainStart.test(text) && (to === from + 1 || isWhole) ? 'words' : 'any';
  }

  /** Tells whether the parts of a value are joined by `+` alone. */
  #isSum([from, to]: Range): boolean {
    for (let i = from + 1; i < to; i = this.positionBehind(i)) {
      const token = this.#tokens[i];
      const isOperator = token?.kind === 'sign' && !/^[+.([]$/.test(token.text);
      if (
        isOperator ||
        (token?.kind === 'name' && /^(?:if|else|and|or|in|is|not)$/.test(token.text))
      )
        return false;
      if (i === from + 1 && token?.text !== '+') return false;
    }
    return true;
  }

  /** Tells whether a call prints one text that stands in the program and is no JSON, and notes the text. */
  #printsPlainText(open: number): boolean {
    const close = this.partners[open];
    const token = this.#tokens[open + 1];
    if (close !== open + 2 || token?.kind !== 'text' || token.inserted) return false;
    if (!plainStart.test(token.text) || /[{}\0]/.test(token.text)) return false;
    this.printed.push(token.text.replaceAll('\\n', '\n'));
    return true;
  }

  #isHarmlessMember(i: number): boolean {
    const name = this.#text(i);
    const owner = this.#text(i - 2);
    const isOwnerPlain = !/^(?:\.|\?\.)$/.test(this.#text(i - 3));
    if (isOwnerPlain && this.#modules.has(owner)) return true; // `#isModuleUse` has seen it
    if (isOwnerPlain && Object.hasOwn(globals, owner) && this.#language === 'js') return true;
    const mayLog = this.#language === 'python' && this.#usesLogging();
    if (mayLog && loggingMethods.test(name) && this.#text(i + 1) === '(')
      return this.#noteErrors(this.#logErrors(i + 1));
    return !forbiddenMembers.test(name);
  }

  /** Tells whether the name of a module stands before a member that may be used. */
  #isModuleUse(i: number, module: string): boolean {
    if (!/^\.$/.test(this.#text(i + 1))) return false;
    const member = this.#text(i + 2);
    return (
      modules[this.#language][module]?.test(member) === true &&
      this.#isCallOf(i + 2, `${module}.${member}`)
    );
  }

  /** Tells whether a function of a module, whose name stands at a position, is used in a way that is harmless. */
  #isCallOf(i: number, member: string): boolean {
    if (/^fs\.promises$/.test(member)) {
      const inner = this.#text(i + 2);
      return (
        this.#text(i + 1) === '.' &&
        modules.js.fs?.test(inner) === true &&
        this.#isCallOf(i + 2, `fs.${inner}`)
      );
    }
    if (/\b(?:write|append)File/.test(member))
      return this.#text(i + 1) === '(' && this.#isPath(i + 2);
    if (/^fs/.test(member) && member !== 'fs.constants') return this.#text(i + 1) === '(';
    if (member === 'sys.exit') return this.#endsWell(i + 1);
    if (member === 'sys.stdin') return !/^=$/.test(this.#text(i + 1));
    if (member === 'logging.basicConfig') return this.#text(i + 1) === '(';
    if (/^logging\./.test(member))
      return this.#noteErrors(
        loggingMethods.test(member.slice(8)) ? this.#logErrors(i + 1) : 'none',
      );
    if (member === 'sys.stderr') {
      if (this.#text(i + 1) === '=') return false;
      const isWrite = this.#text(i + 1) === '.' && this.#text(i + 2) === 'write';
      return this.#noteErrors(isWrite ? this.#errorsOf(i + 3) : 'any');
    }
    if (startsProgram.test(member)) {
      const errors = this.#processes.errorsOf(member, i + 1);
      return errors !== undefined && this.#noteErrors(errors);
    }
    return this.#text(i + 1) !== '=';
  }

  #usesLogging = (): boolean => [...this.#modules.values()].includes('logging');

  /** Tells what the call of a method that logs writes on stderr. */
  #logErrors(open: number): Errors {
    if (this.#logsToFile()) return 'none';
    return this.#hasLogFormat() ? 'any' : this.#errorsOf(open);
  }

  readonly #hasLogFormat = once(() =>
    this.#tokens.some((_, i) => /^(?:format|Formatter)$/.test(this.#text(i))),
  );
  readonly #logsToFile = once(() =>
    this.#tokens.some((_, i) => this.#text(i) === 'basicConfig' && this.#hasFileName(i + 2)),
  );

  #hasFileName(from: number): boolean {
    for (let i = from; i < Math.min(from + 40, this.#tokens.length); i++)
      if (this.#text(i) === 'filename' && this.#text(i + 1) === '=') return true;
    return false;
  }

  /** Tells whether a bracket opens the arguments of an end with the exit code 0. */
  #endsWell(open: number): boolean {
    if (this.#text(open) !== '(') return false;
    return (
      this.#text(open + 1) === ')' ||
      (/^(?:0|None)$/.test(this.#text(open + 1)) && this.#text(open + 2) === ')')
    );
  }

  /** Tells whether a value is a path, and no number of an open file. */
  #isPath(i: number, depth = 0): boolean {
    if (this.#isText(i)) return this.#endsAsPath(i);
    const name = this.#text(i);
    const isCall = (at: number) => this.#text(at + 1) === '(';
    if (/^(?:join|resolve|fileURLToPath)$/.test(name) && isCall(i))
      return this.#members.has(name) && this.#endsAsPath(i);
    if (/^(?:path|os)$/.test(name) && this.#modules.has(name))
      return /^(?:join|resolve|path|homedir)$/.test(this.#text(i + 2)) && this.#endsAsPath(i);
    if (/^(?:Path|str)$/.test(name) && isCall(i)) return this.#endsAsPath(i);
    if (depth > 3 || !/^[,)]$/.test(this.#text(i + 1))) return false;
    const known = this.#paths.get(name);
    if (known !== undefined) return known;
    const isPath = this.#isNameOfPath(i, name, depth);
    if (depth === 0) this.#paths.set(name, isPath);
    return isPath;
  }

  #isNameOfPath(i: number, name: string, depth: number): boolean {
    const given: number[] = [];
    this.#tokens.forEach((_, at) => {
      if (at !== i && this.#text(at) === name && !/^(?:\.|\?\.)$/.test(this.#text(at - 1))) {
        if (this.#text(at + 1) === '=') given.push(at + 2);
        // A parameter, a loop or a pattern gives it other values.
        else if (!/^[,)]$/.test(this.#text(at + 1)) || this.#isDeclaredAt(at)) given.push(-1);
        else if (this.#tokens[at]?.beginsLine || this.#isParameter(at)) given.push(-1);
      }
    });
    return given.length === 1 && given.every((at) => at >= 0 && this.#isPath(at, depth + 1));
  }

  /** Tells whether a value that begins as a path or a text is one as a whole, and no number that is computed of it. */
  #endsAsPath(from: number): boolean {
    let depth = 0;
    for (let i = from; i < this.#tokens.length; i++) {
      const sign = this.#tokens[i]?.kind === 'sign' ? this.#text(i) : '';
      if (depth === 0) {
        if (/^[,);]$/.test(sign)) return true;
        if (i > from && this.#tokens[i]?.beginsLine && !/^[+.?&|%/]/.test(sign)) return true;
        const isOfValue = this.#isText(i - 1) || this.#text(i - 1) === ')';
        if (sign === '.' && isOfValue && !pathMember.test(this.#text(i + 1))) return false;
        if (sign && !/^[+%/.([{]$/.test(sign)) return false;
        if (/^(?:and|or|if|not|in|is)$/.test(this.#text(i))) return false;
      }
      if (/^[([{]$/.test(sign)) depth++;
      else if (/^[)\]}]$/.test(sign)) depth--;
    }
    return true;
  }

  /** Tells whether a name stands in the parameters of a function. */
  #isParameter(at: number): boolean {
    let open = at - 1;
    for (let depth = 0; open >= 0; open--) {
      if (/^[)\]}]$/.test(this.#text(open))) depth++;
      else if (/^[([{]$/.test(this.#text(open)) && depth-- === 0) break;
    }
    if (/^(?:def|function)$/.test(this.#text(open - 2)) || this.#text(open - 1) === 'function')
      return true;
    let close = at;
    for (let depth = 0; close < this.#tokens.length; close++) {
      if (/^[([{]$/.test(this.#text(close))) depth++;
      else if (/^[)\]}]$/.test(this.#text(close)) && depth-- === 0) break;
    }
    return /^(?:=>|\{)$/.test(this.#text(close + 1));
  }

  #isDeclaredAt = (i: number): boolean =>
    /^(?:const|let|var|for|as|function|def|lambda|=>)$/.test(this.#text(i - 1)) ||
    this.#isText(i + 1);

  #isHarmlessName(i: number, name: string): boolean {
    const isKey = this.#text(i + 1) === ':' && /^[{,]$/.test(this.#text(i - 1));
    if (isKey) return !forbiddenKeys.test(name);
    if (Object.hasOwn(globals, name) && this.#text(i + 1) === '.') {
      const member = this.#text(i + 2);
      if (!globals[name]?.test(member)) return false;
      if (name === 'console') return this.#isHarmlessConsole(i + 3, member);
      if (name === 'process' && member === 'exit') return this.#endsWell(i + 3);
      if (name === 'process' && member === 'stdin') return true;
      return this.#text(i + 3) !== '=';
    }
    if (name === 'process' || name === 'JSON') return false;
    if (forbiddenMembers.test(name) && name !== 'error') return false;
    return !this.#isUnsafeName(name);
  }

  /** Tells whether a method of the console writes on stderr, or a text that is no JSON on stdout. */
  #isHarmlessConsole(next: number, member: string): boolean {
    const isCall = this.#text(next) === '(';
    if (member === 'error' || member === 'warn')
      return (
        (isCall || /^[,)]$/.test(this.#text(next))) &&
        this.#noteErrors(isCall ? this.#errorsOf(next) : 'any')
      );
    return isCall && this.#printsPlainText(next);
  }

  /** Tells whether `print` writes on stderr, or a text that is no JSON on stdout. */
  #isHarmlessPrint(open: number): boolean {
    const args = this.argumentsOf(open);
    const isToErrors = args.some(
      ([from, to]) =>
        this.is(from, 'file') &&
        this.is(from + 1, '=') &&
        this.is(from + 2, 'sys') &&
        this.is(from + 3, '.') &&
        this.is(from + 4, 'stderr') &&
        to === from + 5 &&
        this.#modules.get('sys') === 'sys' &&
        this.#declarations.add(from + 2) &&
        this.#declarations.add(from + 4),
    );
    if (!isToErrors) return this.#printsPlainText(open);
    return this.#noteErrors(this.#errorsOf(open));
  }

  /** Tells whether a name of Python only names the parameter that an argument is for. */
  #isNamedArgument = (i: number): boolean =>
    this.#language === 'python' && this.#text(i + 1) === '=' && /^[(,]$/.test(this.#text(i - 1));

  #isHarmlessPython(i: number, name: string): boolean {
    if (name === 'print') return this.#text(i + 1) === '(' && this.#isHarmlessPrint(i + 1);
    if (name === 'open' && this.#text(i + 1) === '(') return this.#isPath(i + 2);
    if (/^(?:exit|quit)$/.test(name)) return this.#endsWell(i + 1);
    if (name === '__name__' || name === '__file__') return true;
    return !this.#isUnsafeName(name);
  }
}

/** Matches words of JavaScript behind which a slash begins a regular expression. */
const wordBeforeExpression =
  /^(?:void|throw|yield|new|delete|instanceof|do|extends|default|await|of)$/;

const anyWord = /^(?!_)\w+$/;

/** Returns the tokens of a text as one text. */
const wordsOf = (text: string, language: 'js' | 'python'): string =>
  tokensOf(text, language)
    .map(({ kind, text }) => (kind === 'text' ? JSON.stringify(text) : text))
    .join(' ');

/** Matches members that make a path of a path. */
const pathMember =
  /^(?:parent|resolve|absolute|expanduser|with_suffix|with_name|joinpath|format|replace|strip|lower|pathname)$/;

/**
 * Reads what a program can print and how it can end, apart from an error that nobody expects. Only words that are known
 * to be harmless may stand in it.
 *
 * @returns undefined if the text does not prove it.
 */
export function readQuietProgram(
  text: string,
  language: 'js' | 'python',
): ProvenOutput | undefined {
  const whole = text.replace(/^#!.*/, '');
  const code = whole.replace(language === 'js' ? /^[^\S\n]*\/\/.*$/gm : /^[^\S\n]*#.*$/gm, '');
  if (disputed[language].test(code)) return undefined;
  // A line that looks like a comment may be a part of a text, or may end a comment of several lines.
  if (wordsOf(whole, language) !== wordsOf(code, language)) return undefined;
  const answers = code.match(emptyAnswer[language])?.length ?? 0;
  if (answers > 1) return undefined;
  const rest = code.replace(emptyAnswer[language], language === 'js' ? 'undefined' : 'None');
  const reader = new QuietReader(rest, language);
  if (!reader.isQuiet()) return undefined;
  const { printed, errors } = reader;
  // A text beside the empty answer spoils that, which some agents take for a failure that refuses.
  if (answers && printed.length) return undefined;
  // Node ends with this code where a promise that the program waits for is never kept.
  const mayWaitForever =
    language === 'js' && /\bawait\b/.test(rest) && /\bnew Promise\b/.test(rest);
  return {
    texts: answers ? ['{}'] : printed.length > 1 ? [...printed, printed.join('\n')] : printed,
    codes: mayWaitForever ? [13] : [],
    mayFail: true,
    errors,
  };
}
