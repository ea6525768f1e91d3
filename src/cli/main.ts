import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { AnyhookError } from '../errors.ts';
import { capabilitiesCommand } from './capabilities.ts';
import { convertCommand } from './convert.ts';
import { removeCommand } from './remove.ts';
import { runHelp } from './run.ts';
import { syncCommand } from './sync.ts';

const version = (): string => {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
};

/** Every subcommand but `run`, whose work is done by a bundle of its own. */
export async function main(argv: readonly string[] = process.argv): Promise<void> {
  const program = new Command('anyhook')
    .description('One hook script for every AI coding agent.')
    .version(version())
    .addHelpText('after', help)
    .addCommand(runHelp())
    .addCommand(convertCommand())
    .addCommand(syncCommand())
    .addCommand(removeCommand())
    .addCommand(capabilitiesCommand())
    .exitOverride();
  for (const command of program.commands) command.exitOverride();
  try {
    if (argv.length < 3) program.help();
    await program.parseAsync(argv as string[]);
  } catch (error) {
    process.exitCode = exitCodeOf(error);
    if (error instanceof AnyhookError) console.error(`anyhook: ${error.message}`);
    else if (!(error instanceof CommanderError)) throw error;
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof AnyhookError) return error.exitCode;
  return error instanceof CommanderError && error.exitCode ? 2 : 0;
}

const help = `
Example:
  $ anyhook run --host gemini --as cursor --event beforeShellExecution \\
      -- .cursor/hooks/guard.sh < payload.json

Exit codes: 0 done, 2 bad usage. \`run\` ends with 0 and speaks to its host in
JSON; where host and dialect are one, it ends as the hook did.`;
