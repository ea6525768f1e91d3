import { Command } from 'commander';
import { options } from '../../canonical/option.ts';
import { listAgentIds } from '../known-words.ts';
import { wrapText } from '../paint.ts';

/** Returns the lines of the help text, one for each flag. */
const listFlags = (): string[] =>
  options.flatMap(({ flag, placeholder, help }) =>
    flag ? [wrapText(`  ${flag} ${placeholder} `.padEnd(20), help)] : [],
  );

const printUsage = (): string => `anyhook run [flags] -- COMMAND
anyhook run [flags] --hook COMMAND [its flags] --hook COMMAND [its flags] ...

Runs a hook command that was written for one agent under another. The host's
payload is read from stdin, and what the host should hear is printed.

${listFlags().join('\n')}
  -- COMMAND        one argument: a shell line, run as that agent would;
                    several: a program and its arguments, without a shell;
                    none: only remember this event for the session
  With --url no command is run: the payload is posted, once, to that host
  alone, by no proxy; a redirect or anything but a 2xx is a failure.

${wrapText('Vendors: ', `${listAgentIds().join(', ')}.`)}

Example, in .gemini/settings.json as the command of a BeforeTool hook:
  anyhook run --host gemini --as cursor --event beforeShellExecution \\
    -- .cursor/hooks/guard.sh

Exit codes: 0, with the verdict as JSON on stdout; where host and dialect are
one, the hook's own, unless --exit 0; 2, with the reason on stderr, where a
refusal could not be written or it is not known for sure who would read it;
128+N when signal N ended it.
`;

/** Makes `anyhook run` with its help alone: to run a hook, the executable loads another bundle. */
export function makeRunCommand(): Command {
  const command = new Command('run').description('run a hook command under another agent');
  command.helpInformation = printUsage;
  return command.allowUnknownOption().argument('[command...]');
}
