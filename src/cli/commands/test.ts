import { Command, Option } from 'commander';
import { type Action, makeScopeOption } from './options.ts';

/** Makes `anyhook test`, which asks hooks about calls that did not happen. */
export function makeTestCommand(act: Action): Command {
  return new Command('test')
    .description('ask hooks about a call, as their agents would, and show what they say')
    .argument('[command]', 'a shell command, which is not run (default: the tests in anyhook.yaml)')
    .option('--tool <name>', 'the tool that is called: shell, read, write, edit, fetch …')
    .option('--path <path>', 'its file')
    .option('--content <text>', 'what it writes')
    .option('--old <text>', 'the text that an edit replaces')
    .option('--new <text>', 'the text that an edit puts there')
    .option('--url <address>', 'what it fetches')
    .option('--query <text>', 'what it searches for')
    .option('--pattern <text>', 'what glob or grep looks for')
    .option('--server <name>', 'the MCP server, beside --tool mcp')
    .option('--name <name>', 'the name of an MCP tool, or of another tool')
    .option('--input <json>', 'further arguments, as a JSON object')
    .option('--prompt <text>', 'a prompt of the person')
    .option('--event <name>', 'a canonical event, such as after-tool or stop')
    .option('--payload <file>', 'a recorded payload of an agent, or a canonical one')
    .option('--hook <name>', 'ask this hook alone, by its name or number (--hook=#2)')
    .option('--agent <agents>', 'a list such as claude,gemini (default: those in the project)')
    .option('--as <vendor>', 'the dialect of the command after -- (default: anyhook)')
    .option('--on-event <native>', 'the event of that dialect at which the command runs')
    .addOption(makeScopeOption())
    .option('--timeout <duration>', 'end each hook after this time, such as 5s')
    .option('--json', 'print JSON')
    .option('-v, --verbose', 'tell what was sent, read, answered and done')
    .option('--watch', 'run again when a file of the project changes')
    .addOption(new Option('--command-words <json>').hideHelp())
    .addHelpText('after', help)
    .action(act);
}

const help = `
Examples:
  $ anyhook test 'rm -rf /'                   # asks every hook, starts no rm
  $ anyhook test --tool write --path .env -v  # tells the whole story
  $ anyhook test 'rm -rf /' -- ./guard.sh     # tries a script without settings
  $ anyhook test                              # the tests in anyhook.yaml
  $ anyhook test 'rm -rf /' --scope user      # asks your own hooks alone

Hooks are really started: one that writes a log, or opens a dialog, does that.

Exit codes: 0 every guard answered, or every test passed; 1 a test failed;
2 bad usage or unreadable input; 5 a guard could not answer, or never runs.`;
