/** Tells what a program in Python prints by its module `logging`. */
import type { Range } from '../path-wordings/program-syntax.ts';
import type { ProgramTexts } from './program-texts.ts';
import { type Step, someWords } from './steps.ts';
import { joinTexts } from './texts.ts';

/** The methods that log a message, and the level of each. */
const levels: Readonly<Record<string, number>> = {
  debug: 10,
  info: 20,
  warning: 30,
  warn: 30,
  error: 40,
  exception: 40,
  critical: 50,
};
/** Names that show that messages go another way than `basicConfig` alone says. */
const otherSettings =
  /^(?:addHandler|handlers|FileHandler|RotatingFileHandler|StreamHandler|dictConfig|fileConfig|setLevel|disable|disabled|propagate|Formatter|style)$/;

/** Where the messages of a program go, which of them, and how they begin. */
interface LogSettings {
  to: 'stdout' | 'stderr' | 'elsewhere';
  /** The least level that is printed. Undefined: not known. */
  level: number | undefined;
  /** The texts that a line may be, with `%(message)s` in it. Undefined: the level, `root` and the message. */
  formats: readonly string[] | undefined;
}

/** Follows the messages that a program logs. */
export class ProgramLogging {
  readonly #program: ProgramTexts;
  readonly #settings: LogSettings | undefined;

  constructor(program: ProgramTexts) {
    this.#program = program;
    this.#settings = program.language === 'python' ? this.#readSettings() : undefined;
  }

  /** Reads the settings of the log. Undefined: they are not understood, or nothing is logged. */
  #readSettings(): LogSettings | undefined {
    const { tokens } = this.#program;
    if (!tokens.some((_, i) => this.#program.is(i, 'logging'))) return undefined;
    if (tokens.some(({ text, kind }) => kind === 'name' && otherSettings.test(text)))
      return undefined;
    const calls = tokens.flatMap((_, i) =>
      this.#program.is(i, 'basicConfig') && this.#program.is(i + 1, '(') ? [i + 1] : [],
    );
    const [open, another] = calls;
    if (another !== undefined) return undefined;
    if (open === undefined) return { to: 'stderr', level: levels.warning, formats: undefined };
    const args = this.#program.argumentsOf(open);
    const named = (key: string): Range | undefined => {
      const arg = args.find(([at]) => this.#program.is(at, key) && this.#program.is(at + 1, '='));
      return arg && [arg[0] + 2, arg[1]];
    };
    const [stream, format, level] = [named('stream'), named('format'), named('level')];
    let to: LogSettings['to'] = 'stderr';
    if (named('filename')) to = 'elsewhere';
    else if (stream) {
      const last = this.#program.textAt(stream[1] - 1);
      if (last !== 'stdout' && last !== 'stderr') return undefined;
      to = last;
    }
    return {
      to,
      level: level
        ? levels[this.#program.textAt(level[1] - 1).toLowerCase()]
        : (levels.warning ?? 0),
      formats: format && this.#program.textsOf(format),
    };
  }

  /**
   * Returns the steps of a call of a method that logs.
   * @param owner - The name before the method.
   */
  stepsOf(name: string, owner: string, [message, ...values]: readonly Range[]): Step[] {
    const own = Object.hasOwn(levels, name) ? levels[name] : undefined;
    if (!this.#settings || own === undefined || !message || !this.#isLogger(owner)) return [];
    const { to, level, formats } = this.#settings;
    if (to === 'elsewhere' || (level !== undefined && own < level)) return [];
    const texts = this.#program
      .textsOf(message)
      .map((text) => (values.length ? text.replace(/%[-\d.]*[a-z]/g, someWords) : text));
    const heads = formats ?? [
      `${name.toUpperCase()}:${owner === 'logging' ? 'root' : someWords}:%(message)s`,
    ];
    const ways = heads.flatMap((format) =>
      this.#lineOf(format, texts).map((print): Step[] => [{ print: `${print}\n`, to }]),
    );
    if (level === undefined) ways.push([]);
    return [{ ways }];
  }

  /** Puts each text in the place of `%(message)s`. The other values of a line are words. */
  #lineOf(format: string, texts: readonly string[]): string[] {
    let lines = [''];
    for (const part of format.split(/(%\(\w+\)[-\d.]*[a-z])/))
      lines = joinTexts(
        lines,
        part.startsWith('%(message)') ? texts : [part.startsWith('%(') ? someWords : part],
      );
    return lines;
  }

  #isLogger = (name: string): boolean =>
    name === 'logging' ||
    (this.#program.values.get(name) ?? []).some(([from]) =>
      [from, from + 2].some((at) => this.#program.is(at, 'getLogger')),
    );
}
