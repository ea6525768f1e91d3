/** Asks a person questions in a terminal. */
import { createInterface } from 'node:readline';
import { AnyhookError } from '../errors.ts';

/** Asks questions, one after the other. */
export interface Asker {
  /**
   * Asks until the answer can be read. Throws `usage` if the person ends the input.
   *
   * @param suggested The answer that Enter stands for.
   * @param read Reads an answer. If it throws an error of ours, its message is shown, and the question asked again.
   */
  ask<T>(question: string, suggested: string, read: (answer: string) => T): Promise<T>;
  close(): void;
}

/** Makes an asker for a terminal. Lines that are typed before their question is asked answer it. */
export function makeAsker(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Asker {
  const lines = createInterface({ input, output });
  const typed = lines[Symbol.asyncIterator]();
  return {
    async ask(question, suggested, read) {
      for (;;) {
        lines.setPrompt(`${question} [${suggested}] `);
        lines.prompt();
        const { done, value = '' } = await typed.next();
        if (done) throw new AnyhookError('usage', 'no answer; nothing was written');
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

/** Reads yes or no. Throws `usage` for another answer. */
export function readYesOrNo(answer: string): boolean {
  if (/^(y|yes)$/i.test(answer)) return true;
  if (/^(n|no)$/i.test(answer)) return false;
  throw new AnyhookError('usage', 'say y or n');
}
