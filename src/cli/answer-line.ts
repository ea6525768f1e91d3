/** Reads a command line, has its command done, and prints what is wrong with it. */
import { type Command, CommanderError } from 'commander';
import { AnyhookError } from '../errors.ts';
import { once } from '../util/once.ts';
import { quoteTypedWord } from '../util/shell/typed-word.ts';
import { type Actions, makeProgram } from './commands/program.ts';
import { shortHelp } from './commands/short-help.ts';
import { completionScript, listCandidates, printCandidates } from './completion.ts';
import { asJson, terminalAt, toPlainLine, wrapMessage } from './paint.ts';
import { spellCommands } from './spelling.ts';
import { type PresentAgents, suggestLine, suggestSource } from './suggest.ts';
import { checkValues, describeUsageError } from './usage-errors.ts';

/** What command lines need that are more than a question for help. */
export interface Work {
  /** What each command does, but for `completion`. */
  actions: Omit<Actions, 'completion'>;
  /** Finds the agents that a project has, or with `isOfUser` the home folder. */
  findPresent: (isOfUser: boolean) => PresentAgents;
  /** Prints a text on stdout. */
  print: (text: string) => void;
  /** Prints a text on stderr. */
  printError: (text: string) => void;
}

/**
 * Runs a command line with any subcommand but `run`, which another bundle does. Prints errors and sets
 * `process.exitCode`. Throws errors that are bugs, before it prints anything.
 */
export async function answerLine(argv: readonly string[], work: Work): Promise<void> {
  const program = makeProgram({
    ...work.actions,
    completion: (shell) => work.print(completionScript(shell)),
  });
  if (argv[2] === 'complete' && argv[3] === '--')
    // what the script of a shell asks for
    return work.print(printCandidates(listCandidates(argv.slice(4), program)));
  for (const command of [program, ...program.commands])
    command.exitOverride().configureOutput({
      outputError: () => undefined,
      writeOut: (text) => work.print(spellCommands(text)),
      getOutHelpWidth: () => terminalAt(1)?.columns as number,
      getOutHasColors: () => true, // there are none in the help that commander would take out
    });
  try {
    if (argv.length < 3) return work.print(`${spellCommands(shortHelp(program))}\n`);
    checkValues(argv.slice(2), program);
    await program.parseAsync(normaliseArguments(program, argv));
  } catch (error) {
    const exitCode = exitCodeOf(error);
    if (!exitCode) return throwUnlessCommander(error); // stdout may have failed: its exit code stays
    reportError(error, argv, program, work);
    process.exitCode = exitCode;
  }
}

/**
 * Rewrites a command line for commander: `--accept-loss=NAME` to an option of its own, `help X` to `X --help`, a line
 * that asks for the version to `--version`, and for `test` the command behind `--` to the value of an option, since
 * commander would not tell it from the command before. Left as `help X`, an unknown X would get help on everything
 * instead of an error.
 */
function normaliseArguments({ commands }: Command, argv: readonly string[]): string[] {
  const [node = '', bin = '', ...words] = argv;
  const [first, topic = 'help', ...more] = words;
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  const asksForVersion = words.slice(0, end).some((word) => ['--version', '-V'].includes(word));
  if (asksForVersion || first === 'version' || words.join(' ') === '-v')
    return [node, bin, '--version'];
  if (first === 'test' && end < words.length) {
    const command = JSON.stringify(words.slice(end + 1));
    return [node, bin, ...words.slice(0, end), `--command-words=${command}`];
  }
  const isKnown = commands.some((command) => command.name() === first);
  // With --help, commander would print the help of everything for an unknown command, and end with 0.
  if (first !== undefined && first !== 'help' && !first.startsWith('-') && !isKnown)
    return argv.filter((word) => word !== '--help' && word !== '-h');
  if (first !== 'help')
    return argv.map((word) => word.replace(/^--accept-loss=/, '--accept-loss-of='));
  if (topic === 'help') return [node, bin, '--help'];
  const isCommand = commands.some((command) => command.name() === topic);
  return [node, bin, topic, ...(isCommand ? ['--help'] : more)];
}

/** Returns the exit code for an error. 0: commander has printed help or the version, or the error is a bug. */
function exitCodeOf(error: unknown): number {
  if (error instanceof AnyhookError) return error.exitCode;
  return error instanceof CommanderError && error.exitCode ? 2 : 0;
}

/** Throws an error that is a bug, and no error by which commander ends after it printed help or the version. */
function throwUnlessCommander(error: unknown): void {
  if (!(error instanceof CommanderError)) throw error;
}

/** Prints an error, and what to type instead if that is known: on stderr, or with `--json` as JSON on stdout. */
function reportError(
  error: unknown,
  argv: readonly string[],
  program: Command,
  { findPresent, print, printError }: Work,
): void {
  const { code, message } = describeError(error, argv, program);
  const isUsage = ['usage', 'vendor', 'event', 'tool'].includes(code);
  const help =
    error instanceof CommanderError && error.code !== 'commander.conflictingOption'
      ? suggestHelp(argv, program)
      : undefined;
  const words = argv.slice(2);
  const isUserScope = /(?:^| )--scope[= ]user(?: |$)/.test(words.join(' '));
  const present = findWhenRead(() => findPresent(isUserScope));
  const suggestion = isUsage
    ? (suggestLine(words, program, present) ?? replaceMistypedWord(words, error) ?? help)
    : code === 'settings' && error instanceof AnyhookError && error.correction
      ? suggestSource(words, program, present)
      : undefined;
  if (argv.includes('--json')) print(`${asJson({ error: { code, message, suggestion } })}\n`);
  else {
    const [first = '', ...more] = message.split('\n').map(toPlainLine);
    printError(`${wrapMessage('anyhook: ', first)}\n`);
    for (const line of more) printError(`${wrapMessage('', line)}\n`);
    if (suggestion !== undefined) printError(`${spellCommands(`Type: ${suggestion}`)}\n`);
  }
}

/** Returns the agents of a project, which are looked for when they are first read: few lines need them. */
function findWhenRead(find: () => PresentAgents): PresentAgents {
  const found = once(find);
  return {
    get withSettings() {
      return found().withSettings;
    },
    get withFolder() {
      return found().withFolder;
    },
  };
}

/** Returns a line with the word that an error names in place of a mistyped one. Undefined: the error names none. */
function replaceMistypedWord(words: readonly string[], error: unknown): string | undefined {
  const { typed, meant } = (error instanceof AnyhookError && error.correction) || {};
  if (typed === undefined || meant === undefined) return undefined;
  const right = words.map((word) =>
    word === typed ? meant : word.endsWith(`=${typed}`) ? word.replace(/=.*/s, `=${meant}`) : word,
  );
  if (right.join('\0') === words.join('\0')) return undefined;
  return ['anyhook', ...right].map((word) => quoteTypedWord(word)).join(' ');
}

/** Returns the command line that prints the help of a command, or that of all commands. */
const suggestHelp = ([, , word = '']: readonly string[], { commands }: Command): string =>
  `anyhook ${commands.some((command) => command.name() === word) ? `${word} ` : ''}--help`;

/** Returns the code and the message of an error. Throws an error that is a bug. */
function describeError(
  error: unknown,
  [, , command = '']: readonly string[],
  { commands }: Command,
): { code: string; message: string } {
  if (error instanceof AnyhookError) return { code: error.code, message: error.message };
  if (!(error instanceof CommanderError)) throw error;
  return { code: 'usage', message: describeUsageError(error, command, commands) };
}
