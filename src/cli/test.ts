import { homedir } from 'node:os';
import { Command, Option } from 'commander';
import { stringify } from 'yaml';
import type { EventName } from '../canonical/event.ts';
import { AnyhookError } from '../errors.ts';
import type { Adapter } from '../mapping/adapter.ts';
import { agentVendors, neutralVendor, readHooks } from '../settings/formats/index.ts';
import { canonicalId } from '../settings/neutral/names.ts';
import { tableOf } from '../settings/tables.ts';
import { hasSettings, readSourceFiles } from '../settings/vendor-files.ts';
import { resolveWorkspace, type Workspace } from '../settings/workspace.ts';
import { adapterOf } from '../translate/host.ts';
import type { TrialScene } from '../trial/call.ts';
import type { HookTrial } from '../trial/hook-trial.ts';
import { payloadsFor, payloadsForEvent, recordedInput } from '../trial/payloads.ts';
import { endAllHooks } from '../trial/process.ts';
import {
  type AgentHooks,
  agentsOf,
  entriesForSource,
  findAgentHooks,
} from '../trial/project-hooks.ts';
import { callFrom } from '../trial/read-call.ts';
import { judgeTest, type RecordedTest, type TestEnd, testsIn } from '../trial/recorded-tests.ts';
import { type AgentTrials, runTrials, withScene, withSession } from '../trial/run-trials.ts';
import { parseDuration } from '../util/duration.ts';
import { quoteWord } from '../util/shell/quote.ts';
import { findNearestWord } from '../util/words.ts';
import { asJson, paint, toPlainLine, wrapText } from './paint.ts';
import { describeProject, findProject } from './project.ts';
import {
  type CallFlags,
  callSourceOf,
  describeFlagProblem,
  hasCall,
  readPayloadFile,
} from './test-flags.ts';
import { formatTrials, isUnanswered, summarise } from './test-report.ts';
import { tellStory } from './test-story.ts';
import { watchProject } from './test-watch.ts';
import { readVendor, readVendors } from './words.ts';

interface Flags extends CallFlags {
  payload?: string;
  hook?: string;
  agent?: string;
  as?: string;
  onEvent?: string;
  commandWords?: string;
  timeout?: string;
  json?: boolean;
  verbose?: boolean;
  watch?: boolean;
}

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
    .option('--hook <name>', 'ask this hook alone, by its name or number')
    .option('--agent <agents>', 'a list such as claude,gemini (default: those in the project)')
    .option('--as <vendor>', 'the dialect of the command after -- (default: anyhook)')
    .option('--on-event <native>', 'the event of that dialect at which the command runs')
    .option('--timeout <duration>', 'end each hook after this time, such as 5s')
    .option('--json', 'print JSON')
    .option('-v, --verbose', 'tell what was sent, read, answered and done')
    .option('--watch', 'run again when a file of the project changes')
    .addOption(new Option('--command-words <json>').hideHelp())
    .addHelpText('after', help)
    .action(async (command: string | undefined, flags: Flags) => {
      const stop = () => {
        endAllHooks();
        process.exit(130);
      };
      process.once('SIGINT', stop);
      try {
        const run = () => runOnce(command, flags);
        if (flags.watch) await watchProject(findProject(neutralVendor()) ?? '.', run);
        else process.exitCode = await run();
      } finally {
        process.removeListener('SIGINT', stop);
      }
    });
}

/** Asks all hooks once, and prints what they say. Returns the exit code. */
async function runOnce(command: string | undefined, flags: Flags): Promise<number> {
  const root = findProject(neutralVendor());
  const workspace = resolveWorkspace({ root, home: homedir(), scope: 'project' });
  const limits = {
    timeout: flags.timeout === undefined ? undefined : parseDuration(flags.timeout),
  };
  const hooks = await findHooks(command, flags, workspace);
  return withScene(workspace.root, (scene) =>
    flags.payload === undefined && !hasCall(command, flags)
      ? runRecordedTests(hooks, flags, workspace, scene, limits)
      : tryOneCall(command, hooks, flags, workspace, scene, limits),
  );
}

type Scene = Omit<TrialScene, 'session'>;
type Limits = { timeout: number | undefined };

/** Finds the hooks that are asked: those of the project, or the command behind `--`. */
async function findHooks(
  command: string | undefined,
  flags: Flags,
  workspace: Workspace,
): Promise<AgentHooks[]> {
  const { agent, commandWords, as, onEvent } = flags;
  if (commandWords === undefined && (as ?? onEvent) !== undefined)
    throw new AnyhookError('usage', '--as and --on-event need a command: it comes after --');
  const words = commandWords === undefined ? undefined : (JSON.parse(commandWords) as string[]);
  const named =
    agent === undefined ? undefined : readVendors(agent, '--agent').map((id) => adapterOf(id));
  if (words) {
    const text = sourceFor(words, command, flags);
    return (named ?? agentVendors().map((id) => adapterOf(id))).map((one) =>
      entriesForSource(one, text, workspace),
    );
  }
  const hooks: AgentHooks[] = [];
  for (const one of named ?? agentsOf(workspace)) hooks.push(await findAgentHooks(one, workspace));
  if (!hooks.some(({ entries, notCarried }) => entries.length + notCarried.length))
    throw new AnyhookError('usage', explainNoHooks(hooks));
  return hooks;
}

/** Says that there are no hooks, and how to begin. */
function explainNoHooks(hooks: readonly AgentHooks[]): string {
  const files = hooks.map(({ agent }) => tableOf(agent.id).files.own.project);
  return [
    `there are no hooks here: neither in anyhook.yaml nor in ${files.join(', ')}`,
    'To write the first one:    anyhook init',
    "To try a script as a hook: anyhook test 'rm -rf /' -- ./guard.sh",
  ].join('\n');
}

/** Returns a text of `anyhook.yaml` that has one command as its only hook. */
function sourceFor(words: readonly string[], command: string | undefined, flags: Flags): string {
  if (!words.length) throw new AnyhookError('usage', 'there is no command after --');
  const run =
    words.length > 1 ? words.map((word) => quoteWord(word, false)).join(' ') : (words[0] as string);
  const event = hasCall(command, flags) ? callSourceOf(command, flags).event : 'before-tool';
  const dialect = adapterOf(readVendor(flags.as ?? canonicalId, '--as'));
  if (dialect.id === canonicalId)
    return stringify({ version: 1, hooks: [{ on: flags.onEvent ?? event, run }] });
  const native = flags.onEvent ?? dialect.bindings.listFor(event)[0]?.native;
  if (native === undefined)
    throw new AnyhookError('usage', `${dialect.title} has no event for ${event}: say --on-event`);
  const text = stringify({ version: 1, hooks: [{ speaks: dialect.id, event: native, run }] });
  readHooks(neutralVendor(), text, 'the command after --'); // says what is wrong with --on-event
  return text;
}

/** Lists the names of all hooks, in the order of their numbers. */
const namesOf = (hooks: readonly AgentHooks[]): string[] => [
  ...new Set(hooks.flatMap(({ entries }) => entries.map(({ name }) => name))),
];

/** Returns the hooks without those that a person did not ask for. */
function selectHook(hooks: readonly AgentHooks[], wanted: string | undefined): AgentHooks[] {
  if (wanted === undefined) return [...hooks];
  const names = namesOf(hooks);
  const name = names.find((one) => one === wanted) ?? names[Number(wanted) - 1];
  if (name === undefined) {
    const near = findNearestWord(wanted, names);
    const list = names.map((one, i) => `${i + 1} ${one}`).join(', ');
    const hint = near === undefined ? `there are ${list}` : `did you mean ${near}?`;
    throw new AnyhookError('usage', `--hook ${wanted}: no hook here is called so; ${hint}`);
  }
  return hooks.map((one) => ({
    ...one,
    entries: one.entries.filter((entry) => entry.name === name),
  }));
}

/** Asks the hooks about the call of the command line. */
async function tryOneCall(
  command: string | undefined,
  hooks: readonly AgentHooks[],
  flags: Flags,
  workspace: Workspace,
  scene: Scene,
  limits: Limits,
): Promise<number> {
  const { title, event, inputsOf, only } = askedCall(command, hooks, flags, workspace);
  const asked = selectHook(hooks, flags.hook).filter(({ agent }) => !only || agent.id === only);
  const all = await runTrials(
    asked.map(({ agent, entries }) => ({ agent, entries, inputsOf: inputsOf(agent) })),
    scene,
    limits,
  );
  const unanswered = all.some(({ trials }) => trials.some(isUnanswered));
  if (flags.json) console.log(asJson({ event, call: title, agents: all.map(agentToJson) }));
  else printTrials(title, event, all, hooks, flags);
  return unanswered ? 5 : 0;
}

/** Returns what is asked: its words for people, the event, and how each agent states it. */
function askedCall(
  command: string | undefined,
  hooks: readonly AgentHooks[],
  flags: Flags,
  { root }: Workspace,
) {
  if (flags.payload !== undefined) {
    if (hasCall(command, flags))
      throw new AnyhookError(
        'usage',
        '--payload states the whole call: leave out what else states one',
      );
    const ids = hooks.map(({ agent }) => agent.id);
    const { vendor, payload } = readPayloadFile(flags.payload, ids);
    const from = adapterOf(vendor);
    const own = recordedInput(from, payload, { root, session: '', transcript: '' });
    const inputsOf = (agent: Adapter) => (whole: TrialScene) =>
      agent === from
        ? [recordedInput(from, payload, whole)]
        : payloadsForEvent(agent, withSession(own.variant.event, whole), whole);
    // A recorded payload is a matter of its own agent, unless others are named.
    const only = flags.agent === undefined && ids.includes(vendor) ? vendor : undefined;
    const title = `${from.title} ${own.binding.native}`;
    return { title, event: own.binding.event as string, inputsOf, only };
  }
  const { event, call } = callSourceOf(command, flags);
  const made = callFrom(event, call, root, describeFlagProblem);
  const inputsOf = (agent: Adapter) => (whole: TrialScene) => payloadsFor(agent, made, whole);
  const { tool, ...args } = { tool: made.tool, ...call };
  const shown = command ?? Object.values(args).find((value) => typeof value === 'string') ?? '';
  const title = [event === 'before-tool' ? undefined : event, tool, shown]
    .filter(Boolean)
    .join(' ');
  return { title, event: event as string, inputsOf, only: undefined };
}

/** Prints what hooks said of one call. */
function printTrials(
  title: string,
  event: string,
  all: readonly AgentTrials[],
  hooks: readonly AgentHooks[],
  { verbose }: Flags,
): void {
  for (const line of describeProject(findProject(neutralVendor()))) console.log(line);
  console.log(`${paint('dim', toPlainLine(title))}\n`);
  const names = namesOf(hooks);
  const trials = all.flatMap((one) => one.trials);
  if (verbose && trials.length) console.log(`${trials.map(tellStory).join('\n\n')}\n`);
  if (trials.length) console.log(`${formatTrials(all, (name) => names.indexOf(name) + 1)}\n`);
  else console.log('No hook is asked about this call.\n');
  for (const line of summarise(all, event)) console.log(wrapText('', line));
  const lost = hooks.flatMap(({ agent, notCarried }) =>
    notCarried.length ? `${agent.id} (${notCarried.length})` : [],
  );
  if (lost.length)
    console.log(
      wrapText(
        '',
        `Guards that are lost or weaker there: ${lost.join(', ')}. To see why: anyhook sync --dry-run`,
      ),
    );
  if (!verbose && trials.some(isUnanswered)) console.log('To see the whole story, add -v.');
}

const agentToJson = ({ agent, isFired, trials }: AgentTrials) => ({
  agent: agent.id,
  fired: isFired,
  hooks: trials.map(trialToJson),
});

const trialToJson = ({ outcome: _, ...trial }: HookTrial) => trial;

/** A test under one agent, and what came of it. */
interface TestRun {
  recorded: RecordedTest;
  asked: AgentTrials;
  result: TestEnd;
}

/** Runs the tests of `anyhook.yaml` under every agent. */
async function runRecordedTests(
  hooks: readonly AgentHooks[],
  flags: Flags,
  workspace: Workspace,
  scene: Scene,
  limits: Limits,
): Promise<number> {
  const neutral = neutralVendor();
  const files = hasSettings(neutral, workspace)
    ? readSourceFiles(neutral, undefined, workspace, '--from')
    : [];
  const tests = files.flatMap(testsIn);
  if (!tests.length) throw new AnyhookError('usage', howToWriteTests);
  const runs: TestRun[] = [];
  for (const recorded of tests) {
    const { test } = recorded;
    const asked = selectHook(hooks, flags.hook ?? test.hook).filter(
      ({ agent }) => !test.agents || test.agents.some((id) => id === agent.id),
    );
    const event: EventName = test.event ?? 'before-tool';
    const call = callFrom(event, test.call ?? {}, workspace.root);
    const all = await runTrials(
      asked.map(({ agent, entries }) => ({
        ...{ agent, entries },
        inputsOf: (whole: TrialScene) => payloadsFor(agent, call, whole),
      })),
      scene,
      limits,
    );
    runs.push(...all.map((asked) => ({ recorded, asked, result: judgeTest(test, asked) })));
  }
  const file = files[0]?.file ?? '';
  if (flags.json) console.log(asJson(runs.map((run) => testToJson(run, file))));
  else printTests(runs, file, flags);
  return runs.some(({ result }) => result.end === 'failed') ? 1 : 0;
}

const testToJson = ({ recorded: { test, line }, asked, result }: TestRun, file: string) => ({
  ...{ name: test.name ?? titleOf(test.call), file, line, expect: test.expect },
  ...{ ...agentToJson(asked), ...result },
});

/** Returns a call of a test in one line. */
const titleOf = (call: RecordedTest['test']['call']): string =>
  toPlainLine(
    typeof call === 'string'
      ? call
      : Object.entries(call ?? {})
          .map(([key, value]) =>
            key === 'tool' ? value : typeof value === 'string' ? value : JSON.stringify(value),
          )
          .join(' '),
  );

/** Prints a line for each test, and what differs where it failed. */
function printTests(runs: readonly TestRun[], file: string, { verbose }: Flags): void {
  for (const line of describeProject(findProject(neutralVendor()))) console.log(line);
  const byTest = new Map<RecordedTest, TestRun[]>();
  for (const run of runs) byTest.set(run.recorded, [...(byTest.get(run.recorded) ?? []), run]);
  for (const [{ test, line }, group] of byTest) {
    const failed = group.filter(({ result }) => result.end === 'failed');
    const passed = group.filter(({ result }) => result.end === 'passed').length;
    const title = test.name ?? titleOf(test.call);
    const text = `${toPlainLine(title)}: ${test.expect}`;
    const mark = failed.length ? paint('red', '✗') : paint('green', '✓');
    console.log(
      `${mark} ${text}${failed.length ? paint('dim', `  ${file}:${line}`) : ` (${passed} of ${group.length} agents)`}`,
    );
    for (const { asked, result } of failed)
      if ('why' in result)
        console.log(wrapText(`    ${asked.agent.id}  `, toPlainLine(result.why)));
    for (const { asked, result } of verbose ? group : [])
      if (result.end === 'skipped') console.log(wrapText(`    ${asked.agent.id}  `, result.why));
    if (verbose)
      for (const { asked } of failed)
        console.log(`\n${asked.trials.map(tellStory).join('\n\n')}\n`);
  }
  const failures = runs.filter(({ result }) => result.end === 'failed');
  const count = `${byTest.size} ${byTest.size === 1 ? 'test' : 'tests'}`;
  if (!failures.length) console.log(`\n${count}, nothing failed.`);
  else {
    const failedTests = new Set(failures.map(({ recorded }) => recorded)).size;
    console.log(
      `\n${count}, ${failedTests} failed.${verbose ? '' : ' To see the whole story: anyhook test -v'}`,
    );
  }
}

const howToWriteTests = `there are no tests in anyhook.yaml. A test is a call, and what is to become of it:
tests:
- { call: rm -rf /, expect: deny }
- { call: { tool: write, path: .env }, expect: deny }
To ask about one call alone: anyhook test 'rm -rf /'`;

const help = `
Examples:
  $ anyhook test 'rm -rf /'                   # asks every hook, starts no rm
  $ anyhook test --tool write --path .env -v  # tells the whole story
  $ anyhook test 'rm -rf /' -- ./guard.sh     # tries a script without settings
  $ anyhook test                              # the tests in anyhook.yaml

Hooks are really started: one that writes a log, or opens a dialog, does that.

Exit codes: 0 every guard answered, or every test passed; 1 a test failed;
2 bad usage or unreadable input; 5 a guard could not answer.`;
