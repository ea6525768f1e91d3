/** Reads the steps of a shell script. */
import type { Command, OutputRedirection, ScriptPart } from '../../util/shell/commands.ts';
import { textOf, type Word } from '../../util/shell/words.ts';
import type { KeyPath } from './jq.ts';
import { outputOf } from './programs.ts';
import { partsOf, type ReadInlineProgram, ShellTexts } from './shell-texts.ts';
import { type Program, type Step, someWords, unknownPart } from './steps.ts';
import { distinctTexts } from './texts.ts';

/** What is read from the text of a script. */
export interface ReadProgram {
  program: Program;
  /** The paths in the payload that it surely reads. */
  reads: readonly KeyPath[];
}

/** Keywords before a command that change nothing here. */
const prefixes = /^(?:!|time|exec|command|builtin|env)$/;
/** Commands that never fail, so that what follows `&&` is always done. */
const sureCommands = /^(?:echo|printf|cat|:|true|export|local)$/;

/** Returns where the stdout of a command goes. */
function stdoutOf(outputs: readonly OutputRedirection[] = []): 'stdout' | 'stderr' | 'elsewhere' {
  let to: 'stdout' | 'stderr' | 'elsewhere' = 'stdout';
  for (const { sign, target } of outputs) {
    const file = textOf(target);
    if (/^[2-9]/.test(sign)) continue;
    if (/^1?>&$/.test(sign) && /^\d$/.test(file))
      to = file === '2' ? 'stderr' : file === '1' ? to : 'elsewhere';
    else if (/^\/dev\/(?:stderr|fd\/2)$/.test(file)) to = 'stderr';
    else if (!/^\/dev\/(?:stdout|fd\/1)$/.test(file)) to = 'elsewhere';
  }
  return to;
}

/** Reads the parts of a script from left to right. */
class ShellSteps extends ShellTexts {
  readonly #parts: readonly ScriptPart[];
  #at = 0;

  constructor(text: string, getsPayload: boolean, readInline: ReadInlineProgram) {
    super(text, getsPayload, readInline);
    this.#parts = this.script.parts;
  }

  readAll(): Step[] {
    const steps: Step[] = [];
    while (this.#at < this.#parts.length) {
      steps.push(...this.#readList(/^$/));
      this.#at++; // a keyword that closes nothing
    }
    return steps;
  }

  #keyword(): string {
    const part = this.#parts[this.#at];
    return part && 'keyword' in part ? part.keyword : '';
  }

  #operator(): string {
    const part = this.#parts[this.#at];
    return part && 'operator' in part ? part.operator : '';
  }

  #skipNewlines(): void {
    while (/^[\n;]$/.test(this.#operator())) this.#at++;
  }

  /** Reads commands up to one of the keywords, or up to a keyword that begins no command, and does not read it. */
  #readList(ends: RegExp): Step[] {
    const steps: Step[] = [];
    while (this.#at < this.#parts.length) {
      const operator = this.#operator();
      if (operator === ';;' || operator === ';&') {
        if (ends.test(';;')) return steps;
        this.#at++;
      } else if (operator) this.#at++;
      else if (ends.test(this.#keyword()) && this.#keyword()) return steps;
      else if (/^(?:then|elif|else|fi|do|done|esac|[)}])$/.test(this.#keyword())) return steps;
      else steps.push(...this.#readAndOr());
    }
    return steps;
  }

  /** Reads commands that `&&` and `||` join. */
  #readAndOr(): Step[] {
    const chain: { operator: string; steps: Step[]; isSure: boolean }[] = [];
    let operator = '';
    for (;;) {
      const first = this.#parts[this.#at];
      const steps = this.#readPipeline();
      const isSure =
        first !== undefined && 'command' in first && sureCommands.test(partsOf(first.command).name);
      chain.push({ operator, steps, isSure });
      operator = this.#operator();
      if (operator !== '&&' && operator !== '||') break;
      this.#at++;
      this.#skipNewlines();
    }
    // What is done from a position on, and from the next `&&` and the next `||` behind it on.
    let rest: Step[] = [];
    let whenDone: Step[] = [];
    let whenFailed: Step[] = [];
    for (const { operator, steps, isSure } of chain.reverse()) {
      if (isSure || whenDone === whenFailed || !(whenDone.length + whenFailed.length))
        rest = [...steps, ...whenDone];
      else rest = [...steps, { ways: [whenDone, whenFailed] }];
      if (operator === '&&') whenDone = rest;
      else whenFailed = rest;
    }
    return rest;
  }

  /** Reads commands that pipes join. Only what the last prints is the output of the script. */
  #readPipeline(): Step[] {
    let steps = this.#readElement();
    while (/^\|&?$/.test(this.#operator())) {
      this.#at++;
      this.#skipNewlines();
      steps = this.#readElement();
    }
    return steps;
  }

  #readElement(): Step[] {
    const part = this.#parts[this.#at++];
    if (!part || 'operator' in part || 'redirection' in part) return [];
    if ('command' in part) return this.#stepsOf(part.command);
    if ('functionName' in part) {
      this.#skipNewlines();
      this.functions.set(part.functionName, []);
      this.functions.set(part.functionName, this.#readElement());
      return [];
    }
    if (prefixes.test(part.keyword)) {
      const next = this.#parts[this.#at];
      const redirectsAll =
        part.keyword === 'exec' && next && 'command' in next && !next.command.words.length;
      return redirectsAll ? [{ unknown: 'redirects its output' }] : this.#readElement();
    }
    return this.#readRedirections(this.#readCompound(part.keyword));
  }

  #readCompound(keyword: string): Step[] {
    if (keyword === 'if') return this.#readIf();
    if (/^(?:while|until|for)$/.test(keyword)) {
      const head = this.#readList(/^do$/);
      this.#at++;
      const body = this.#readList(/^done$/);
      this.#at++;
      return [...head, { ways: [body, []] }];
    }
    if (keyword === 'case') return this.#readCase();
    if (keyword === '{' || keyword === '(') {
      const steps = this.#readList(keyword === '{' ? /^\}$/ : /^\)$/);
      this.#at++;
      return steps;
    }
    return [];
  }

  #readIf(): Step[] {
    const condition = this.#readList(/^then$/);
    this.#at++;
    const then = this.#readList(/^(?:elif|else|fi)$/);
    const keyword = this.#keyword();
    this.#at++;
    let otherwise: Step[] = [];
    if (keyword === 'elif') otherwise = this.#readIf();
    else if (keyword === 'else') {
      otherwise = this.#readList(/^fi$/);
      this.#at++;
    }
    return [...condition, { ways: [then, otherwise] }];
  }

  #readCase(): Step[] {
    const ways: Step[][] = [];
    let hasDefault = false;
    while (this.#at < this.#parts.length && this.#keyword() !== 'esac') {
      const part = this.#parts[this.#at];
      if (part && 'command' in part && part.command.patterns) {
        hasDefault ||= part.command.patterns.some((pattern) => textOf(pattern) === '*');
        this.#at++;
        ways.push(this.#readList(/^(?:;;|esac)$/));
      } else this.#at++;
    }
    this.#at++;
    return [{ ways: hasDefault ? ways : [...ways, []] }];
  }

  #readRedirections(steps: Step[]): Step[] {
    const outputs: OutputRedirection[] = [];
    for (;;) {
      const part = this.#parts[this.#at];
      if (!part || !('redirection' in part)) break;
      outputs.push(part.redirection);
      this.#at++;
    }
    const to = stdoutOf(outputs);
    return to === 'stdout' ? steps : [{ steps, to }];
  }

  #stepsOf(command: Command): Step[] {
    if (command.values || command.patterns) return [];
    const { name, args } = partsOf(command);
    const to = stdoutOf(command.outputs);
    if (name === '') return [];
    if (name === 'exit') return [{ exit: this.#codeOf(args[0]) }];
    if (name === 'return') return [{ returns: true }];
    if (/^(?:\.|source|eval)$/.test(name))
      return [{ unknown: `runs ${name} ${this.#shown(args)}` }];
    if (this.functions.has(name) || this.script.functions.has(name)) {
      const call: Step = { call: name, args: args.map((word) => this.textsOf(word)[0] ?? '') };
      return to === 'stdout' ? [call] : [{ steps: [call], to }];
    }
    const program = this.inlineProgramOf(command);
    if (program) return to === 'stdout' ? [{ program }] : [{ steps: [{ program }], to }];
    // What it reads counts, wherever its output goes.
    const texts = this.printedBy(command);
    if (to === 'elsewhere') return [];
    const isUnread =
      texts.some((text) => text.includes(unknownPart)) &&
      outputOf([name, ...args.map(textOf)]) === 'unknown' &&
      !/^(?:echo|printf|cat|jq|tee)$/.test(name);
    if (isUnread && to === 'stdout')
      return [{ unknown: `runs ${name} ${this.#shown(args)}`.trim() }];
    const printed = distinctTexts(texts.filter((text) => text !== ''));
    if (!printed.length) return [];
    const ways = printed.map((print): Step[] => [{ print, to }]);
    if (printed.length < texts.length) ways.push([]);
    return ways.length === 1 ? (ways[0] ?? []) : [{ ways }];
  }

  /** Returns the exit code that a word stands for. Undefined: it is not known. */
  #codeOf(word: Word | undefined): number | undefined {
    if (!word) return 0;
    const texts = this.textsOf(word);
    return texts.length === 1 && /^\d+$/.test(texts[0] ?? '') ? Number(texts[0]) % 256 : undefined;
  }

  #shown = (args: readonly Word[]): string =>
    textOf(args[0]).replaceAll('\0', '…').replaceAll(someWords, '…').slice(0, 60);
}

/**
 * Reads a shell script.
 * @param getsPayload - Whether its stdin is the payload.
 */
export function readShellProgram(
  text: string,
  getsPayload: boolean,
  readInline: ReadInlineProgram,
): ReadProgram {
  const reader = new ShellSteps(text, getsPayload, readInline);
  const steps = reader.readAll();
  // Substitutions in conditions and assignments read the payload too.
  for (const command of reader.script.commands)
    if (partsOf(command).name === 'jq') reader.filterOf(command);
  return { program: { steps, functions: reader.functions }, reads: reader.reads };
}
