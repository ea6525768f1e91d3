/** Asks a person questions in a terminal. */
import { createInterface } from 'node:readline';
import { AnyhookError } from '../errors.ts';

/** Asks questions, one after the other. */
export interface Asker {
  /**
   * Asks until the answer can be read. Throws {@link Interrupted} if the person ends the input.
   *
   * @param suggested The answer that Enter stands for.
   * @param read Reads an answer. If it throws an error of ours, its message is shown, and the question asked again.
   */
  ask<T>(question: string, suggested: string, read: (answer: string) => T): Promise<T>;
  close(): void;
}

/** A person ended the input (Ctrl+D) or the program (Ctrl+C) in place of an answer. The command then writes nothing. */
export class Interrupted extends AnyhookError {
  constructor() {
    super('usage', 'no answer was given, so nothing was done');
  }
  /** The exit code of a program that Ctrl+C ends. */
  override get exitCode(): number {
    return 130;
  }
}

/** Tells whether somebody can answer a question: both stdin and stdout are a terminal. */
export const canAsk = (): boolean => process.stdin.isTTY === true && process.stdout.isTTY === true;

/** Makes an asker for a terminal. Lines that are typed before their question is asked answer it. */
export function makeAsker(
  input: NodeJS.ReadableStream = process.stdin,
  output: NodeJS.WritableStream = process.stdout,
): Asker {
  const lines = createInterface({ input, output });
  const typed = lines[Symbol.asyncIterator]();
  return {
    async ask(question, suggested, read) {
      for (;;) {
        lines.setPrompt(`${question} [${suggested}] `);
        lines.prompt();
        const { done, value = '' } = await typed.next();
        if (done) {
          output.write('\n');
          throw new Interrupted();
        }
        try {
          return read(value.trim() || suggested);
        } catch (error) {
          if (!(error instanceof AnyhookError)) throw error;
          output.write(`${error.message}\n`);
        }
      }
    },
    close: () => lines.close(),
  };
}

/** Asks the person at the terminal a question that is answered with yes or no; Enter is a no. Throws {@link Interrupted}. */
export async function confirm(question: string): Promise<boolean> {
  const asker = makeAsker();
  try {
    return await asker.ask(`${question} (y, n)`, 'n', readYesOrNo);
  } finally {
    asker.close();
  }
}

/** Reads yes or no. Throws `usage` for another answer. */
export function readYesOrNo(answer: string): boolean {
  if (/^(y|yes)$/i.test(answer)) return true;
  if (/^(n|no)$/i.test(answer)) return false;
  throw new AnyhookError('usage', 'say y or n');
}
