/** Proves of a call that starts another program that nothing of it reaches the output of the script. */
import type { ProgramSyntax, Range } from '../path-wordings/program-syntax.ts';
import { type Errors, readQuietShell, silentCommands } from './quiet-shell.ts';

/** The functions that start a program, by module. */
export const startsProgram =
  /^(?:child_process\.\w+|subprocess\.(?:run|call|check_call|check_output|Popen)|os\.system)$/;

/** Programs that run what their arguments say. They need arguments that stand in the script. */
const interpreters =
  /^(?:(?:ba|z|da|k|fi)?sh|node|nodejs|bun|deno|python[\d.]*|perl|ruby|php|osascript|env|sudo|su|xargs|nohup|timeout|npx|awk|sed|find|ssh|cmd|powershell|pwsh)$/;
/** Texts with which a program could end the script that starts it. */
const ending = /\bp?kill|PPID|\$\$/;

/** Options of Node and of Python that do not change where the output of a program goes. */
const plainOptions = {
  js: /^(?:cwd|env|input|timeout|encoding|windowsHide|detached|maxBuffer)$/,
  python:
    /^(?:input|text|timeout|check|cwd|env|encoding|errors|stdin|universal_newlines|start_new_session)$/,
};

/** Reads the calls that start programs. */
export class QuietProcesses {
  readonly #program: ProgramSyntax;

  constructor(program: ProgramSyntax) {
    this.#program = program;
  }

  /**
   * Returns what a call lets a program write on the stderr of the script.
   * @param member - The function, such as `child_process.spawn`.
   * @param open - The position of the bracket behind it.
   * @returns undefined if the program may write on stdout, or may end the script.
   */
  errorsOf(member: string, open: number): Errors | undefined {
    const { language } = this.#program;
    const args = this.#program.argumentsOf(open);
    const [first] = args;
    if (!this.#program.is(open, '(') || !first) return undefined;
    if (member === 'os.system')
      return args.length === 1 && this.#isSilentLine(first) ? 'none' : undefined;
    return language === 'js'
      ? this.#errorsInJs(member, first, args.slice(1))
      : this.#errorsInPython(member, first, args.slice(1));
  }

  /** Returns a text that stands in the script as a whole. */
  #literal([from, to]: Range): string | undefined {
    const token = this.#program.tokens[from];
    return to === from + 1 && token?.kind === 'text' && !token.inserted ? token.text : undefined;
  }

  #isSilentLine(range: Range): boolean {
    const line = this.#literal(range);
    if (line === undefined || ending.test(line) || line.includes('\\')) return false;
    // Its exit code ends nothing.
    const output = readQuietShell(`${line}\ntrue`);
    return output !== undefined && !output.texts.length;
  }

  /** Returns the name of the program that a list of words starts. Undefined: it may be any. */
  #programOf(open: number): string | undefined {
    const words = this.#program.argumentsOf(open).map((range) => this.#literal(range));
    const [first] = words;
    return this.#checked(first, words);
  }

  #checked(first: string | undefined, words: readonly (string | undefined)[]): string | undefined {
    const name = first?.replace(/^.*\//, '');
    if (!name || /[\s\\;&|<>`$]/.test(name) || words.some((word) => ending.test(word ?? '')))
      return undefined;
    return interpreters.test(name) && words.includes(undefined) ? undefined : name;
  }

  /** Reads `spawn('a', ['b'], { stdio: 'ignore' })`, and `exec('a b')`. */
  #errorsInJs(member: string, first: Range, others: readonly Range[]): Errors | undefined {
    const name = member.replace('child_process.', '');
    const isLine = /^exec(?:Sync)?$/.test(name);
    const line = this.#literal(first);
    if (line === undefined || ending.test(line)) return undefined;
    const [second] = others;
    const list = second && this.#program.is(second[0], '[') ? second : undefined;
    if (!isLine) {
      const words = list
        ? this.#program.argumentsOf(list[0]).map((range) => this.#literal(range))
        : [];
      if (this.#checked(line, words) === undefined) return undefined;
    }
    let errors: Errors = /^exec(?:File)?Sync$/.test(name) ? 'any' : 'none';
    for (const range of others) {
      if (range === list) {
        if (this.#program.partners[range[0]] !== range[1] - 1) return undefined;
      } else if (this.#program.is(range[0], '{')) {
        const found = this.#errorsOfOptions(range, errors);
        if (!found) return undefined;
        errors = found;
      } else if (!this.#isFunction(range)) return undefined;
    }
    return errors;
  }

  #isFunction([from]: Range): boolean {
    const close = this.#program.partners[from];
    return (
      this.#program.is(from, 'function', 'async') ||
      this.#program.is(from + 1, '=>') ||
      (this.#program.is(from, '(') && close !== undefined && this.#program.is(close + 1, '=>'))
    );
  }

  #errorsOfOptions([open, end]: Range, usual: Errors): Errors | undefined {
    if (this.#program.partners[open] !== end - 1) return undefined;
    let errors = usual;
    for (const [from, to] of this.#program.argumentsOf(open)) {
      const isPair = this.#program.is(from + 1, ':');
      if (this.#program.is(from, 'stdio') && isPair) {
        const values = this.#program.is(from + 2, '[')
          ? this.#program.argumentsOf(from + 2).map((range) => this.#literal(range))
          : [this.#literal([from + 2, to])];
        if (!values.every((value) => value === 'ignore' || value === 'pipe')) return undefined;
        if (values.length === 1 || values.length > 2) errors = 'none';
      } else if (
        this.#program.tokens[from]?.kind !== 'name' ||
        !plainOptions.js.test(this.#program.textAt(from)) ||
        !(isPair || to === from + 1)
      )
        return undefined;
    }
    return errors;
  }

  /** Reads `subprocess.run(['a', 'b'], capture_output=True)`. */
  #errorsInPython(member: string, first: Range, others: readonly Range[]): Errors | undefined {
    let isStdoutKept = !member.endsWith('.check_output');
    let errors: Errors = 'any';
    let isLine = false;
    for (const [from, to] of others) {
      if (!this.#program.is(from + 1, '=')) return undefined;
      const key = this.#program.textAt(from);
      const value: Range = [from + 2, to];
      if (key === 'shell' || key === 'capture_output') {
        if (!this.#program.is(from + 2, 'True', 'False') || to !== from + 3) return undefined;
        const isOn = this.#program.is(from + 2, 'True');
        if (key === 'shell') isLine = isOn;
        else if (isOn) [isStdoutKept, errors] = [false, 'none'];
      } else if (key === 'stdout' || key === 'stderr') {
        if (!this.#isOtherPlace(value, key)) return undefined;
        if (key === 'stdout') isStdoutKept = false;
        else errors = 'none';
      } else if (!plainOptions.python.test(key)) return undefined;
    }
    const line = this.#literal(first);
    if (line !== undefined) {
      if (ending.test(line)) return undefined;
      if (!isLine && this.#checked(line, []) === undefined) return undefined;
      return isStdoutKept ? (isLine && this.#isSilentLine(first) ? 'none' : undefined) : errors;
    }
    const isList =
      this.#program.is(first[0], '[') && this.#program.partners[first[0]] === first[1] - 1;
    const name = isList && !isLine ? this.#programOf(first[0]) : undefined;
    if (name === undefined) return undefined;
    if (isStdoutKept) return silentCommands.has(name) ? 'none' : undefined;
    return errors;
  }

  /** Tells whether a value is a place that is not an output of the script itself. */
  #isOtherPlace([from, to]: Range, key: string): boolean {
    const names = key === 'stderr' ? ['DEVNULL', 'PIPE', 'STDOUT'] : ['DEVNULL', 'PIPE'];
    const at =
      this.#program.is(from, 'subprocess') && this.#program.is(from + 1, '.') ? from + 2 : from;
    return at === to - 1 && this.#program.is(at, ...names);
  }
}
