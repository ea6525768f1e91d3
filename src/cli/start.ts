/**
 * The first bundle of the command line, which is small. It prints help and the version, and says what is wrong with a
 * mistyped line. For any other line it loads the whole command line, which begins anew.
 */
import { runComplete } from '../shim/run-complete.ts';
import { answerLine } from './answer-line.ts';
import { loadWhole } from './load-whole.ts';
import { writeText } from './write-text.ts';

/** What is thrown where a line needs more than this bundle has. */
class NeedsWhole extends Error {}

const needWhole = (): never => {
  throw new NeedsWhole();
};

/** The commands, none of which is done here. */
const actions = {
  init: needWhole,
  doctor: needWhole,
  test: needWhole,
  list: needWhole,
  convert: needWhole,
  sync: needWhole,
  remove: needWhole,
  capabilities: needWhole,
};

/** Returns the command that is typed. A line without one is of a kind of its own. */
const kindOfLine = (): string =>
  process.argv.slice(2).find((word) => Object.hasOwn(actions, word)) ?? 'other';

/** Lines that together call nearly every function of this bundle. */
const samples: readonly string[][] = [
  [],
  ['--help'],
  ['convrt', 'gemni', 'cursor', '--jsn'],
  ['frobnicate', '--json'],
  ['sync', '--dry-rn'],
  ['convert', 'gemini', 'cursor', 'claude'],
  ['complete', '--', 'convert', '--scope=p'],
];

/**
 * Answers sample lines without printing anything if the compiled code of this bundle is going to be saved, so that it
 * holds what every kind of line needs, and not only what this one did.
 */
async function compileAll(): Promise<void> {
  if (!process.listenerCount(runComplete)) return;
  const { exitCode } = process;
  const silent = { actions, findPresent: needWhole, print: () => {}, printError: () => {} };
  for (const sample of samples) await answerLine(['', '', ...sample], silent).catch(() => {});
  process.exitCode = exitCode ?? 0; // Bun 1.4 keeps the code that it had where this is undefined
}

const work = {
  actions,
  findPresent: needWhole,
  print: (text: string) => writeText(1, text),
  printError: (text: string) => writeText(2, text),
};
answerLine(process.argv, work)
  .then(
    () => true,
    (error) => {
      if (error instanceof NeedsWhole) return false;
      throw error;
    },
  )
  .then(async (isAnswered) => {
    await compileAll();
    if (isAnswered) process.emit(runComplete, 0);
    else loadWhole(kindOfLine());
  });
