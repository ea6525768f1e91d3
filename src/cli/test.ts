import { homedir } from 'node:os';
import { Command, Option } from 'commander';
import { AnyhookError } from '../errors.ts';
import { neutralVendor } from '../settings/formats/index.ts';
import { explainMisnamedFile } from '../settings/vendor-files.ts';
import { resolveWorkspace } from '../settings/workspace.ts';
import { endHooksAtSignal } from '../trial/process.ts';
import { withScene } from '../trial/run-trials.ts';
import { parseDuration } from '../util/duration.ts';
import { makeScopeOption } from './convert.ts';
import { findTestedProject, type TestFlags } from './test-asking.ts';
import { tryOneCall } from './test-call.ts';
import { hasCall } from './test-flags.ts';
import { findHooks } from './test-hooks.ts';
import { runRecordedTests } from './test-recorded.ts';
import { watchProject } from './test-watch.ts';

/** Makes `anyhook test`, which asks hooks about calls that did not happen. */
export function makeTestCommand(): Command {
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
    .action(async (command: string | undefined, flags: TestFlags) => {
      const run = () => runOnce(command, flags);
      await endHooksAtSignal(async () => {
        if (flags.watch) await watchProject(findTestedProject(flags) ?? '.', run);
        else process.exitCode = await run();
      });
    });
}

/** Asks all hooks once, and prints what they say. Returns the exit code. */
async function runOnce(command: string | undefined, flags: TestFlags): Promise<number> {
  const root = findTestedProject(flags);
  const workspace = resolveWorkspace({ root, home: homedir(), scope: flags.scope });
  const limits = {
    timeout: flags.timeout === undefined ? undefined : parseDuration(flags.timeout),
  };
  const misnamed = explainMisnamedFile(neutralVendor(), workspace);
  if (misnamed !== undefined) throw new AnyhookError('settings', misnamed);
  return withScene(workspace.root, async (scene) => {
    const hooks = await findHooks(command, flags, workspace, scene.scratch);
    const asking = { flags, hooks, workspace, scene, limits };
    return flags.payload === undefined && !hasCall(command, flags)
      ? runRecordedTests(asking)
      : tryOneCall(command, asking);
  });
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
