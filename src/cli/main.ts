import { Command, CommanderError } from 'commander';
import { AnyhookError } from '../errors.ts';
import { attempt } from '../util/attempt.ts';
import { quoteTypedWord } from '../util/shell/typed-word.ts';
import { makeCapabilitiesCommand } from './capabilities.ts';
import { makeConvertCommand } from './convert.ts';
import { makeDoctorCommand } from './doctor.ts';
import { makeInitCommand } from './init.ts';
import { makeListCommand } from './list.ts';
import { asJson, toPlainLine, wrapMessage } from './paint.ts';
import { listPresentAgents } from './project.ts';
import { makeRemoveCommand } from './remove.ts';
import { makeRunCommand } from './run.ts';
import { shortHelp } from './short-help.ts';
import { print, printError, spellCommands } from './spelling.ts';
import { suggestLine, suggestSource } from './suggest.ts';
import { makeSyncCommand } from './sync.ts';
import { makeTestCommand } from './test.ts';
import { checkValues, describeUsageError } from './usage-errors.ts';
import { readVersion } from './version.ts';

/**
 * Runs a command line with any subcommand but `run`, which another bundle does. Prints errors and sets
 * `process.exitCode`. Throws errors that are bugs.
 */
export async function runCommandLine(argv: readonly string[] = process.argv): Promise<void> {
  const program = new Command('anyhook')
    .description('One hook script for every AI coding agent.')
    .version(readVersion())
    .addHelpText('after', help)
    .addCommand(makeInitCommand())
    .addCommand(makeDoctorCommand())
    .addCommand(makeTestCommand())
    .addCommand(makeListCommand())
    .addCommand(makeConvertCommand())
    .addCommand(makeSyncCommand())
    .addCommand(makeRemoveCommand())
    .addCommand(makeCapabilitiesCommand())
    .addCommand(makeRunCommand());
  for (const command of [program, ...program.commands])
    command.exitOverride().configureOutput({
      outputError: () => undefined,
      writeOut: (text) => void process.stdout.write(spellCommands(text)),
    });
  try {
    if (argv.length < 3) return print(shortHelp(program));
    checkValues(argv.slice(2), program);
    await program.parseAsync(normaliseArguments(program, argv));
  } catch (error) {
    const exitCode = exitCodeOf(error);
    if (!exitCode) return throwUnlessCommander(error); // stdout may have failed: its exit code stays
    process.exitCode = exitCode;
    reportError(error, argv, program);
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
function reportError(error: unknown, argv: readonly string[], program: Command): void {
  const { code, message } = describeError(error, argv, program);
  const isUsage = ['usage', 'vendor', 'event', 'tool'].includes(code);
  const help =
    error instanceof CommanderError && error.code !== 'commander.conflictingOption'
      ? suggestHelp(argv, program)
      : undefined;
  const words = argv.slice(2);
  const isUserScope = /(?:^| )--scope[= ]user(?: |$)/.test(words.join(' '));
  const findPresent = () =>
    attempt(() => listPresentAgents(isUserScope)) ?? {
      withSettings: [],
      withFolder: [],
    }; // the working directory may be gone
  const suggestion = isUsage
    ? (suggestLine(words, program, findPresent()) ?? replaceMistypedWord(words, error) ?? help)
    : code === 'settings' && error instanceof AnyhookError && error.correction
      ? suggestSource(words, program, findPresent())
      : undefined;
  if (argv.includes('--json')) console.log(asJson({ error: { code, message, suggestion } }));
  else {
    const [first = '', ...more] = message.split('\n').map(toPlainLine);
    console.error(wrapMessage('anyhook: ', first));
    for (const line of more) console.error(wrapMessage('', line));
    if (suggestion !== undefined) printError(`Type: ${suggestion}`);
  }
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

const help = `
Examples:
  $ anyhook convert cursor gemini           # shows what it would write
  $ anyhook convert cursor gemini --write
  $ anyhook sync                            # anyhook.yaml into every agent
  $ anyhook remove gemini                   # takes out what was put in
  $ anyhook test 'rm -rf /'                 # asks every guard about a call

Exit codes: 0 done; 1 a guard would be lost or weaker, nothing written, or a
test failed; 2 bad usage or unreadable input; 3 out of date (sync --check);
4 could not write; 5 a hook never runs, or refuses every call (--strict, and
sync --check where what is written would not run), or could not answer (test).
\`run\` has its own: anyhook run --help`;
