/** What a script does, as steps, and the runs that these steps allow. */

/**
 * Stands in a text for a part that is not known. In JSON, it stands outside of quotes for any value, and in quotes for
 * any text.
 */
export const unknownPart = '\0';
/** Stands in a text for words that are not known and are no JSON, such as the output of a formatter. */
export const someWords = '\u0001';
/** Returns the character that stands in a text of a shell function for its argument with a number; 0 means all of them. */
export const argumentPart = (index: number): string => String.fromCharCode(0xe000 + index);
const argumentParts = /[\ue000-\ue009]/g;

/** One step of a script. */
export type Step =
  /** It prints a text. */
  | { print: string; to: 'stdout' | 'stderr' }
  /** It ends the script. Undefined: with a code that is not known. */
  | { exit: number | undefined }
  /** It ends the script with the code that was set before. */
  | { exitAsSet: true }
  /** It sets the code that the script ends with if no other step ends it. */
  | { exitCode: number | undefined }
  /** It fails, which ends the script unless a step around it catches that. */
  | { fails: string }
  /** Exactly one of the lists of steps is taken. */
  | { ways: readonly (readonly Step[])[] }
  /** It calls a function of the script. */
  | { call: string; args: readonly string[] }
  /** It ends the function that it is in. */
  | { returns: true }
  /** The steps of a program that is started: what ends it does not end the script. */
  | { program: Program }
  /** The steps print to another place. */
  | { steps: readonly Step[]; to: 'stdout' | 'stderr' | 'elsewhere' }
  /** What happens is not known. The text says why, for a person. */
  | { unknown: string };

/** The steps of a script, and of its functions. */
export interface Program {
  steps: readonly Step[];
  functions: ReadonlyMap<string, readonly Step[]>;
}

/** One way in which a script may run from its start to its end. */
export interface ScriptRun {
  /** What it prints, with {@link unknownPart} and {@link someWords} for parts that are not known. */
  stdout: string;
  stderr: string;
  /** The exit code. Undefined: not known. */
  code: number | undefined;
  /** Why the run ends so: an uncaught error. */
  fails?: string;
}

/** The most runs that are told apart. */
const maxRuns = 200;
/** The most work: one for each step of each run, and for each {@link charactersPerStep} of the texts that are compared. */
const maxWork = 200_000;
const charactersPerStep = 50;
/** How long a text that a run prints may become; the rest is left out. */
const maxText = 8000;

type State = ScriptRun & { isOver?: 'function' | 'script' };

/** Follows the steps of a script. */
class Follower {
  /** Reasons why the runs do not show all that the script may do. */
  readonly unknown = new Set<string>();
  #workLeft = maxWork;

  /** Returns the states after some steps, for each state before them. */
  follow(steps: readonly Step[], before: readonly State[], program: Program, depth = 0): State[] {
    const over: State[] = [];
    let states = [...before];
    for (const step of steps) {
      const open = states.filter(({ isOver }) => !isOver);
      over.push(...states.filter(({ isOver }) => isOver));
      states = open.length ? this.#take(step, open, program, depth) : [];
      if (!states.length) break;
    }
    return this.#distinct([...over, ...states]);
  }

  #take(step: Step, states: readonly State[], program: Program, depth: number): State[] {
    this.#workLeft -= states.length;
    if (this.#workLeft <= 0 || depth > 12) {
      this.unknown.add('has too many steps');
      return [...states];
    }
    const all = (change: (state: State) => Partial<State>) =>
      states.map((state) => ({ ...state, ...change(state) }));
    if ('print' in step) return all((state) => printTo(state, step.to, step.print));
    if ('exit' in step) return all(() => ({ code: step.exit, isOver: 'script' }));
    if ('exitAsSet' in step) return all(() => ({ isOver: 'script' }));
    if ('exitCode' in step) return all(() => ({ code: step.exitCode }));
    if ('fails' in step) return all(() => ({ code: 1, fails: step.fails, isOver: 'script' }));
    if ('returns' in step) return all(() => ({ isOver: 'function' }));
    if ('unknown' in step) {
      this.unknown.add(step.unknown);
      return [...states];
    }
    if ('ways' in step)
      return this.#distinct(
        step.ways.flatMap((way) => this.follow(way, states, program, depth + 1)),
      );
    if ('call' in step) return this.#call(step, states, program, depth);
    if ('program' in step) {
      const inner = this.follow(step.program.steps, states, step.program, depth + 1);
      return inner.map(({ isOver: _, fails: __, ...state }) => state);
    }
    const inner = states.map((state) => ({ ...state, stdout: '' }));
    const pairs = inner.flatMap((one, i) =>
      this.follow(step.steps, [one], program, depth + 1).map((after) => {
        const { stdout = '' } = states[i] ?? {};
        const back = { ...after, stdout };
        return {
          ...back,
          ...(step.to === 'elsewhere' ? {} : printTo(back, step.to, after.stdout)),
        };
      }),
    );
    return this.#distinct(pairs);
  }

  #call(
    { call, args }: Extract<Step, { call: string }>,
    states: readonly State[],
    program: Program,
    depth: number,
  ): State[] {
    const body = program.functions.get(call);
    if (!body) return [...states];
    const fill = (text: string) =>
      text.replace(argumentParts, (part) => {
        const index = part.charCodeAt(0) - 0xe000;
        return index ? (args[index - 1] ?? '') : args.join(' ');
      });
    const found = states.flatMap((state) =>
      this.follow(body, [{ ...state, stdout: '', stderr: '' }], program, depth + 1).map((after) => {
        const { isOver, ...rest } = after;
        const printed = {
          ...rest,
          stdout: (state.stdout + fill(after.stdout)).slice(0, maxText),
          stderr: (state.stderr + fill(after.stderr)).slice(0, maxText),
        };
        return isOver === 'script' ? { ...printed, isOver } : printed;
      }),
    );
    return this.#distinct(found);
  }

  /** Returns the states without doubles, and at most {@link maxRuns} of them. */
  #distinct(states: readonly State[]): State[] {
    if (states.length < 2) return [...states];
    const length = states.reduce(
      (sum, { stdout, stderr }) => sum + stdout.length + stderr.length,
      0,
    );
    this.#workLeft -= length / charactersPerStep;
    const found = new Map<string, State>();
    for (const state of states) found.set(JSON.stringify(state), state);
    if (found.size > maxRuns) this.unknown.add('has too many ways to end');
    return [...found.values()].slice(0, maxRuns);
  }
}

const printTo = (state: State, to: 'stdout' | 'stderr', text: string): Partial<State> => ({
  [to]: state[to].length < maxText ? (state[to] + text).slice(0, maxText) : state[to],
});

/** Returns each way in which a program may run, and the reasons why it may run otherwise. */
export function listRuns(program: Program): { runs: ScriptRun[]; unknown: Set<string> } {
  const follower = new Follower();
  const start: State = { stdout: '', stderr: '', code: 0 };
  const states = follower.follow(program.steps, [start], program);
  const runs = states.map(({ isOver: _, ...run }) => run);
  return { runs, unknown: follower.unknown };
}
