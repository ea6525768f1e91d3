import { createInterface } from 'node:readline/promises';

/** Tells whether somebody can answer a question: both stdin and stdout are a terminal. */
export const canAsk = (): boolean => process.stdin.isTTY === true && process.stdout.isTTY === true;

/** Asks a question that is answered with yes or no. No answer, or any other, is a no. */
export async function confirm(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(?:es)?$/i.test((await lines.question(`${question} [y/N] `)).trim());
  } finally {
    lines.close();
  }
}
