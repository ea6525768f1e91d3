import { Command } from 'commander';
import { adapters } from '../adapters/index.ts';

const usage = `anyhook run [flags] -- COMMAND

Runs a hook command that was written for one agent under another. The host's
payload is read from stdin, and what the host should hear is printed.

  --host VENDOR     who fires the hook (default: recognised from the payload)
  --as VENDOR       whose dialect the command speaks
  --event NAME      the native event it was written for; needed where that
                    agent splits what happened, as Cursor does for tools
  --matcher RE      start it only if this matches, as that agent would match
  --timeout TIME    30s, 500ms, 2m (default: 55s); the whole tree is ended
  --on-failure WHAT native (default): as its agent would; block; allow
  --ask WHEN        auto (default), host: pass an \`ask\` on; deny
  --halt WHEN       auto (default): a halt the host has no form for refuses one
                    call; strict: this gate then refuses until the next prompt
  --exit WHOSE      own (default): where host and dialect are one, the hook's
                    own exit code; 0: always 0, and the answer as JSON
  --loop-limit N    follow-ups in a row at a stop, or none
  --cwd DIR         working directory (default: the project)
  --env NAME=VALUE  a variable for the command; may be repeated
  --name TEXT       what messages and the log call the hook
  --log FILE        append one JSON line a run (mode 0600, rotated at 10 MB)
  --carry JSON      settings kept for converting back; not used here
  -- COMMAND        one argument: a shell line, run as that agent would;
                    several: a program and its arguments, without a shell;
                    none: only remember this event for the session

Vendors: ${Object.keys(adapters).join(', ')}.

Example, in .gemini/settings.json as the command of a BeforeTool hook:
  anyhook run --host gemini --as cursor --event beforeShellExecution \\
    -- .cursor/hooks/guard.sh

Exit codes: 0, with the verdict as JSON on stdout; where host and dialect are
one, the hook's own unless --exit 0; 2 when a verdict could not be written; 128+N when signal N
ended it.
`;

/** Only the help of \`run\`: the executable loads another bundle for the work. */
export function runHelp(): Command {
  const command = new Command('run').description('run a hook command under another agent');
  command.helpInformation = () => usage;
  return command.allowUnknownOption().argument('[command...]');
}
