import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { AnyhookError } from '../errors.ts';
import { makeCapabilitiesCommand } from './capabilities.ts';
import { makeConvertCommand } from './convert.ts';
import { asJson, toPlainLine } from './paint.ts';
import { makeRemoveCommand } from './remove.ts';
import { makeRunCommand } from './run.ts';
import { makeSyncCommand } from './sync.ts';

/** Returns the version of this package. */
const readVersion = (): string => {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
};

/**
 * Runs a command line with any subcommand but `run`, which another bundle does. Prints errors and sets
 * `process.exitCode`. Throws errors that are bugs.
 */
export async function runCommandLine(argv: readonly string[] = process.argv): Promise<void> {
  const program = new Command('anyhook')
    .description('One hook script for every AI coding agent.')
    .version(readVersion())
    .addHelpText('after', help)
    .addCommand(makeRunCommand())
    .addCommand(makeConvertCommand())
    .addCommand(makeSyncCommand())
    .addCommand(makeRemoveCommand())
    .addCommand(makeCapabilitiesCommand());
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({
      outputError: (text, write) => (wantsJson(argv) ? undefined : write(toErrorLine(text))),
    });
  }
  try {
    if (argv.length < 3) program.help();
    await program.parseAsync(normaliseArguments(program, argv));
  } catch (error) {
    process.exitCode = exitCodeOf(error) || process.exitCode;
    if (process.exitCode && wantsJson(argv)) console.log(asJson({ error: errorToJson(error) }));
    else if (error instanceof AnyhookError)
      console.error(`anyhook: ${toPlainLines(error.message)}`);
    else if (!(error instanceof CommanderError)) throw error;
  }
}

/**
 * Rewrites a command line for commander: `--accept-loss=NAME` to an option of its own, and `help X` to
 * `X --help`. Left as `help X`, an unknown X would get help on everything instead of an error.
 */
function normaliseArguments({ commands }: Command, argv: readonly string[]): string[] {
  const [node = '', bin = '', first, topic = 'help', ...more] = argv;
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

const wantsJson = (argv: readonly string[]): boolean => argv.includes('--json');

/** Returns the code and the message of an error, as `--json` prints them. Throws an error that is a bug. */
function errorToJson(error: unknown): { code: string; message: string } {
  if (error instanceof AnyhookError) return { code: error.code, message: error.message };
  if (!(error instanceof CommanderError)) throw error;
  return {
    code: 'usage',
    message: toErrorLine(error.message)
      .replace(/^anyhook: /, '')
      .trimEnd(),
  };
}

/** Returns a message of commander's on one line, beginning with `anyhook: ` like all others. */
const toErrorLine = (text: string): string =>
  `${toPlainLines(
    text
      .replace(/^error: /, 'anyhook: ')
      .trimEnd()
      .replace(/\n/g, ' '),
  )}\n`;

/** Returns a text of several lines without characters that a terminal would obey. */
const toPlainLines = (text: string): string => text.split('\n').map(toPlainLine).join('\n');

const help = `
Examples:
  $ anyhook convert cursor gemini           # shows what it would write
  $ anyhook convert cursor gemini --write
  $ anyhook sync                            # anyhook.yaml into every agent
  $ anyhook remove gemini                   # takes out what was put in

Exit codes: 0 done; 1 a guard would be lost or weaker, nothing written;
2 bad usage or unreadable input; 3 out of date (sync --check); 4 could not
write; 5 a hook never runs, or refuses every call (--strict, and sync --check
where what is written would not run). \`run\` has its own: anyhook run --help`;
