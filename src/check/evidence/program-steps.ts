/** Reads the steps of a program in JavaScript or Python. */
import type { Range } from '../path-wordings/program-syntax.ts';
import { type Language, tokenAt } from '../path-wordings/tokens.ts';
import { isQuietModule } from './modules.ts';
import { ProgramLogging } from './program-logging.ts';
import { ProgramTexts } from './program-texts.ts';
import { outputOf } from './programs.ts';
import type { ReadProgram } from './shell-steps.ts';
import { type Step, someWords } from './steps.ts';

/** Methods that call their argument once. */
const callingMethods =
  /^(?:on|once|then|finally|addListener|addEventListener|forEach|Promise|run|nextTick)$/;
/** Methods that start a program. */
const startingMethods =
  /^(?:run|call|check_call|Popen|system|spawn|spawnSync|execSync|exec|execFileSync|execFile|fork)$/;

/** Reads statement by statement. */
class ProgramSteps extends ProgramTexts {
  readonly steps = new Map<string, readonly Step[]>();
  /** Functions whose result is the exit code: `sys.exit(main())`. */
  readonly #exitFunctions = new Set<string>();
  readonly #logging: ProgramLogging;

  constructor(text: string, language: Exclude<Language, 'jq'>, getsPayload: boolean) {
    super(text, language, getsPayload);
    this.#logging = new ProgramLogging(this);
    this.tokens.forEach((_, i) => {
      if (this.is(i, 'exit', 'SystemExit') && this.is(i + 1, '(') && this.is(i + 3, '('))
        this.#exitFunctions.add(this.textAt(i + 2));
    });
    for (const [name, { body, isExpression }] of this.functions)
      this.steps.set(
        name,
        isExpression ? this.#expression(body) : this.block(body, this.#exitFunctions.has(name)),
      );
  }

  /** Reads the statements of a block. */
  block([from, to]: Range, setsExitCode = false): Step[] {
    const steps: Step[] = [];
    for (let i = from; i < to; ) {
      const [more, next] = this.#statement(i, to, setsExitCode);
      steps.push(...more);
      i = Math.max(next, i + 1);
    }
    return steps;
  }

  #statement(i: number, to: number, setsExitCode: boolean): [Step[], number] {
    if (this.is(i, ';', 'async', 'export', 'default') && !this.is(i + 1, '(', ':'))
      return [[], i + 1];
    const end = this.functionEnds.get(i);
    const isDefinition =
      this.is(i, 'def', 'function') || (end?.name !== undefined && !this.is(i, '('));
    if (end && isDefinition) return [[], end.end];
    if (this.is(i, 'import') || (this.is(i, 'from') && this.language === 'python'))
      return this.#import(i);
    if (this.is(i, 'return')) {
      const last = this.tokens[i + 1]?.beginsLine ? i + 1 : Math.min(to, this.statementEnd(i + 1));
      const texts = setsExitCode && last > i + 1 ? this.textsOf([i + 1, last]) : [];
      const [text = ''] = texts;
      const code: Step[] =
        texts.length === 1 && /^\d+$/.test(text) ? [{ exitCode: Number(text) }] : [];
      return [[...this.#expression([i + 1, last]), ...code, { returns: true }], last];
    }
    if (this.is(i, 'throw', 'raise')) return this.#throw(i, to);
    return this.language === 'python'
      ? this.#pythonStatement(i, to, setsExitCode)
      : this.#jsStatement(i, to, setsExitCode);
  }

  #throw(i: number, to: number): [Step[], number] {
    const last = Math.min(to, this.statementEnd(i + 1));
    if (this.is(i + 1, 'SystemExit')) return [this.#expression([i + 1, last]), last];
    return [[...this.#expression([i + 1, last]), { fails: this.show([i, last]) }], last];
  }

  #import(i: number): [Step[], number] {
    const steps: Step[] = [];
    let last = i + 1;
    if (this.language === 'python') {
      last = this.statementEnd(i);
      const names = this.is(i, 'from') ? [this.textAt(i + 1)] : [];
      for (let j = i + 1; this.is(i, 'import') && j < last; j++)
        if (j === i + 1 || this.is(j - 1, ',')) names.push(this.textAt(j));
      for (const name of names)
        if (!isQuietModule(name, 'python')) steps.push({ unknown: `imports ${name}` });
      return [steps, last];
    }
    while (
      last < i + 80 &&
      last < this.tokens.length &&
      this.tokens[last]?.kind !== 'text' &&
      !this.is(last, ';')
    )
      last++;
    const name = this.textAt(last);
    const isTypeOnly = this.is(i + 1, 'type');
    if (!isTypeOnly && !isQuietModule(name, 'js'))
      steps.push({ unknown: `imports ${name.slice(0, 60)}` });
    return [steps, last + 1];
  }

  #jsStatement(i: number, to: number, setsExitCode: boolean): [Step[], number] {
    const close = this.partners[i];
    if (this.is(i, '{') && close !== undefined)
      return [this.block([i + 1, close], setsExitCode), close + 1];
    const open = this.is(i + 1, 'await') ? i + 2 : i + 1;
    const headEnd = this.is(open, '(') ? this.partners[open] : undefined;
    if (this.is(i, 'if', 'for', 'while') && headEnd !== undefined) {
      const head = this.#expression([open + 1, headEnd]);
      const [body, next] = this.#statement(headEnd + 1, to, setsExitCode);
      const elseAt = this.is(next, ';') ? next + 1 : next;
      if (!this.is(i, 'if') || !this.is(elseAt, 'else'))
        return [[...head, { ways: [body, []] }], next];
      const [otherwise, after] = this.#statement(elseAt + 1, to, setsExitCode);
      return [[...head, { ways: [body, otherwise] }], after];
    }
    if (this.is(i, 'do')) {
      const [body, next] = this.#statement(i + 1, to, setsExitCode);
      return [body, next];
    }
    if (this.is(i, 'try') && this.is(i + 1, '{')) return this.#jsTry(i, setsExitCode);
    if (this.is(i, 'switch') && headEnd !== undefined && this.is(headEnd + 1, '{'))
      return this.#switch(headEnd + 1, setsExitCode);
    if (this.is(i, 'class')) {
      let at = i;
      while (at < to && !this.is(at, '{')) at = this.positionBehind(at);
      return [[], (this.partners[at] ?? at) + 1];
    }
    const last = Math.min(to, Math.max(this.statementEnd(i), i + 1));
    return [this.#expression([i, last]), last];
  }

  #jsTry(i: number, setsExitCode: boolean): [Step[], number] {
    const close = this.partners[i + 1] ?? i + 1;
    const body = this.block([i + 2, close], setsExitCode);
    let at = close + 1;
    let caught: Step[] | undefined;
    let last: Step[] = [];
    if (this.is(at, 'catch')) {
      const open = this.is(at + 1, '(') ? (this.partners[at + 1] ?? at) + 1 : at + 1;
      const end = this.partners[open] ?? open;
      caught = this.block([open + 1, end], setsExitCode);
      at = end + 1;
    }
    if (this.is(at, 'finally')) {
      const end = this.partners[at + 1] ?? at + 1;
      last = this.block([at + 2, end], setsExitCode);
      at = end + 1;
    }
    return [[{ ways: caught ? [body, caught] : [body] }, ...last], at];
  }

  #switch(open: number, setsExitCode: boolean): [Step[], number] {
    const close = this.partners[open] ?? open;
    const starts: number[] = [];
    let hasDefault = false;
    for (let i = open + 1; i < close; i = this.positionBehind(i)) {
      const isDefault = this.is(i, 'default') && this.is(i + 1, ':');
      if (this.is(i, 'case') || isDefault) starts.push(i);
      hasDefault ||= isDefault;
    }
    const ways = starts.map((start, i) => {
      const colon = this.colonBehind(start);
      return this.block([colon + 1, starts[i + 1] ?? close], setsExitCode);
    });
    return [[{ ways: hasDefault ? ways : [...ways, []] }], close + 1];
  }

  #pythonStatement(i: number, to: number, setsExitCode: boolean): [Step[], number] {
    if (this.is(i, '@')) return [[], this.statementEnd(i)];
    if (
      !this.is(
        i,
        'if',
        'elif',
        'else',
        'for',
        'while',
        'with',
        'try',
        'except',
        'finally',
        'class',
        'match',
        'case',
      )
    ) {
      const last = Math.min(to, Math.max(this.statementEnd(i), i + 1));
      return [this.#expression([i, last]), last];
    }
    const colon = this.colonBehind(i + 1 === to ? i : i + 1);
    if (colon >= to) return [[], this.statementEnd(i)];
    const indent = this.tokens[i]?.beginsLine ? (this.tokens[i]?.indent ?? 0) : this.indentOf(i);
    const end = Math.min(to, this.blockEnd(colon, indent));
    if (this.is(i, 'class')) return [[], end];
    const head = this.#expression([i + 1, colon]);
    const body = this.block([colon + 1, end], setsExitCode);
    if (this.is(i, 'with')) {
      const words = this.tokens.slice(i, colon).map(({ text }) => text);
      if (words.includes('redirect_stdout')) {
        const to = words.includes('stderr') ? 'stderr' : 'elsewhere';
        return [[{ steps: body, to }], end];
      }
    }
    if (this.is(i, 'with', 'finally')) return [[...head, ...body], end];
    // `if __name__ == '__main__':`
    if (this.is(i, 'if') && this.textAt(i + 1) === '__name__') return [body, end];
    if (this.is(i, 'if', 'elif')) {
      if (!this.is(end, 'elif', 'else') || end >= to) return [[...head, { ways: [body, []] }], end];
      const [otherwise, after] = this.#elseOf(end, to, setsExitCode);
      return [[...head, { ways: [body, otherwise] }], after];
    }
    if (this.is(i, 'try')) {
      const ways = [body];
      let at = end;
      while (at < to && this.is(at, 'except', 'else')) {
        const [handler, after] = this.#elseOf(at, to, setsExitCode);
        if (this.is(at, 'except')) ways.push(handler);
        else body.push(...handler);
        at = after;
      }
      return [[{ ways }], at];
    }
    return [[...head, { ways: [body, []] }], end];
  }

  /** Reads an `elif`, an `else` or an `except`. */
  #elseOf(i: number, to: number, setsExitCode: boolean): [Step[], number] {
    if (this.is(i, 'elif')) return this.#pythonStatement(i, to, setsExitCode);
    const colon = this.colonBehind(i + 1);
    const end = Math.min(to, this.blockEnd(colon, this.tokens[i]?.indent ?? this.indentOf(i)));
    return [this.block([Math.min(colon + 1, to), end], setsExitCode), end];
  }

  /** Reads the calls of an expression, in their order. */
  #expression([from, to]: Range): Step[] {
    const steps: Step[] = [];
    let isConditional = false;
    const push = (more: readonly Step[]) => {
      if (more.length) steps.push(...(isConditional ? [{ ways: [more, []] }] : more));
    };
    for (let i = from; i < to; i++) {
      const called = this.functionEnds.get(i);
      if (called) {
        if (called.name === undefined) push(this.#callback(i, called.body));
        i = called.end - 1;
        continue;
      }
      if (
        this.is(i, '&&', '||', '??', '?', 'and', 'or') ||
        (this.language === 'python' && this.is(i, 'if'))
      )
        isConditional = true;
      if (this.is(i, 'exitCode') && this.is(i + 1, '='))
        push([{ exitCode: this.#numberOf([i + 2, to]) }]);
      const open = this.is(i + 1, '?.') ? i + 2 : i + 1;
      const close = this.partners[open];
      if (
        tokenAt(this.tokens, i).kind !== 'name' ||
        !this.is(open, '(') ||
        close === undefined ||
        close > to
      )
        continue;
      const inner = this.#expression([open + 1, close]);
      push([...inner, ...this.#call(i, open)]);
      i = close;
    }
    return steps;
  }

  #callback(start: number, body: Range): Step[] {
    const name = `#${start}`;
    if (!this.steps.has(name)) {
      this.steps.set(name, []);
      this.steps.set(name, this.block(body));
    }
    const call: Step = { call: name, args: [] };
    const open = this.around[start] ?? -1;
    const method = this.textAt(open - 1);
    const isHandlerOfErrors =
      this.tokens[open + 1]?.kind === 'text' &&
      /^(?:error|SIG\w+|uncaught\w*|unhandled\w*)$/.test(this.textAt(open + 1));
    // A function in brackets is called at once: `(() => { … })()`.
    const isCalledAtOnce = this.is(open, '(') && this.is((this.partners[open] ?? 0) + 1, '(');
    const isSure = isCalledAtOnce || (callingMethods.test(method) && !isHandlerOfErrors);
    return [isSure ? call : { ways: [[call], []] }];
  }

  #numberOf(range: Range): number | undefined {
    const texts = this.textsOf(range);
    return texts.length === 1 && /^\d+$/.test(texts[0] ?? '') ? Number(texts[0]) % 256 : undefined;
  }

  #print(ranges: readonly Range[], to: 'stdout' | 'stderr', end: string): Step[] {
    let texts = [''];
    ranges.forEach((range, i) => {
      const more = this.textsOf(range);
      texts = texts
        .flatMap((head) => more.map((text) => `${head}${i ? ' ' : ''}${text}`))
        .slice(0, 24);
    });
    const ways = texts.map((text): Step[] => [{ print: text + end, to }]);
    return ways.length === 1 ? (ways[0] ?? []) : [{ ways }];
  }

  /** Returns the steps of a call, by the positions of its name and its bracket. */
  #call(i: number, open: number): Step[] {
    const name = this.textAt(i);
    const owner = this.is(i - 1, '.', '?.') ? this.textAt(i - 2) : '';
    const args = this.argumentsOf(open);
    const named = (key: string) =>
      args.find(([from]) => this.is(from, key) && this.is(from + 1, '='));
    const positional = args.filter(([from]) => !(this.isName(from) && this.is(from + 1, '=')));
    const mentions = (range: Range | undefined, word: string) =>
      range !== undefined &&
      this.tokens.slice(range[0], range[1]).some(({ text }) => text === word);
    if (owner === 'console') {
      if (/^(?:log|info|debug)$/.test(name)) return this.#print(args, 'stdout', '\n');
      return /^(?:error|warn|trace)$/.test(name) ? this.#print(args, 'stderr', '\n') : [];
    }
    if (/^(?:write|end|writelines)$/.test(name) && /^(?:stdout|stderr|buffer)$/.test(owner)) {
      const to = mentions([this.chainStart(i - 1), i], 'stderr') ? 'stderr' : 'stdout';
      return this.#print(args.slice(0, 1), to, '');
    }
    if (this.language === 'python' && name === 'print' && !owner) {
      const file = named('file');
      if (file && !mentions(file, 'stderr') && !mentions(file, 'stdout')) return [];
      const end = named('end') ? '' : '\n';
      return this.#print(positional, mentions(file, 'stderr') ? 'stderr' : 'stdout', end);
    }
    if (owner === 'json' && name === 'dump') {
      if (!mentions(args[1], 'stdout')) return [];
      const ways = this.jsonOf(args[0] ?? [open, open]).map((print): Step[] => [
        { print, to: 'stdout' },
      ]);
      return [{ ways }];
    }
    if (/^(?:writeSync|writeFileSync)$/.test(name)) {
      const target = args[0] ? this.textsOf(args[0]).join() : '';
      const to =
        /^(?:1|\/dev\/stdout|\/dev\/fd\/1)$/.test(target) || mentions(args[0], 'stdout')
          ? 'stdout'
          : undefined;
      return to ? this.#print(args.slice(1, 2), to, '') : [];
    }
    if (
      /^_?exit$|^quit$|^SystemExit$/.test(name) &&
      !(owner && !/^(?:process|sys|os|Deno|builtins)$/.test(owner))
    )
      return this.#exit(args[0]);
    if (name === 'require' && !isQuietModule(this.textAt(open + 1), 'js'))
      return [{ unknown: `loads ${this.textAt(open + 1).slice(0, 60)}` }];
    const logged = this.#logging.stepsOf(name, owner, positional);
    if (logged.length) return logged;
    if (startingMethods.test(name)) return this.#start(name, owner, open, args);
    if (this.functions.has(name) && (!owner || /^(?:this|self)$/.test(owner)))
      return [{ call: name, args: [] }];
    return [];
  }

  #exit(arg: Range | undefined): Step[] {
    if (!arg) return [{ exit: 0 }];
    if (
      this.isName(arg[0]) &&
      this.is(arg[0] + 1, '(') &&
      this.#exitFunctions.has(this.textAt(arg[0]))
    )
      return [{ exitAsSet: true }];
    const texts = this.textsOf(arg);
    if (this.language === 'python' && this.tokens[arg[0]]?.kind === 'text')
      return [...this.#print([arg], 'stderr', '\n'), { exit: 1 }];
    if (texts.every((text) => /^\d+$/.test(text))) {
      const ways = texts.map((text): Step[] => [{ exit: Number(text) % 256 }]);
      return ways.length === 1 ? (ways[0] ?? []) : [{ ways }];
    }
    return [{ exit: /^(?:None)$/.test(this.textAt(arg[0])) ? 0 : undefined }];
  }

  /** Returns what a program that is started prints on the stdout of the script. */
  #start(name: string, owner: string, open: number, args: readonly Range[]): Step[] {
    const isPython = this.language === 'python';
    if (isPython && !/^(?:subprocess|os)$/.test(owner)) return [];
    const inside = this.tokens.slice(open, this.partners[open] ?? open);
    const has = (...texts: string[]) => inside.some(({ text }) => texts.includes(text));
    const isCaptured = isPython ? has('capture_output', 'stdout') : !has('inherit');
    if (isCaptured) return [];
    const [first] = args;
    const words = first
      ? this.tokens.slice(first[0], first[1]).filter(({ kind }) => kind === 'text')
      : [];
    const list = words.flatMap(({ text }) => text.split(/\s+/)).filter(Boolean);
    const output = outputOf(list);
    if (output === 'nothing') return [];
    if (output === 'words') return [{ print: `${someWords}\n`, to: 'stdout' }];
    return [{ unknown: `runs ${list[0] ?? name}` }];
  }
}

/**
 * Reads a program in JavaScript or Python.
 * @param getsPayload - Whether its stdin is the payload.
 */
export function readProgramSteps(
  text: string,
  language: Exclude<Language, 'jq'>,
  getsPayload: boolean,
): ReadProgram {
  const reader = new ProgramSteps(text.replace(/^#!.*/, ''), language, getsPayload);
  const steps = reader.block([0, reader.tokens.length]);
  return { program: { steps, functions: reader.steps }, reads: reader.listReads() };
}
