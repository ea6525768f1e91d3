import type { EventName } from '../canonical/event.ts';
import { AnyhookError } from '../errors.ts';
import { neutralVendor } from '../settings/formats/index.ts';
import { hasSettings, readSourceFiles } from '../settings/vendor-files.ts';
import type { TrialScene } from '../trial/call.ts';
import { payloadsFor } from '../trial/payloads.ts';
import { callFrom } from '../trial/read-call.ts';
import { judgeTest, type RecordedTest, type TestEnd, testsIn } from '../trial/recorded-tests.ts';
import { type AgentTrials, runTrials } from '../trial/run-trials.ts';
import { groupBy } from '../util/group.ts';
import { asJson, paint, toPlainLine, wrapText } from './paint.ts';
import { describeProject } from './project.ts';
import { print } from './spelling.ts';
import { type Asking, findTestedProject, type TestFlags } from './test-asking.ts';
import { agentToJson } from './test-call.ts';
import { selectHook } from './test-hooks.ts';
import { describeAltered } from './test-report.ts';
import { tellStory } from './test-story.ts';

/** A test under one agent, and what came of it. */
interface TestRun {
  recorded: RecordedTest;
  asked: AgentTrials;
  result: TestEnd;
}

/** Runs the tests of `anyhook.yaml` under every agent. */
export async function runRecordedTests(asking: Asking): Promise<number> {
  const { flags, hooks, workspace, scene, limits } = asking;
  const neutral = neutralVendor();
  const files = hasSettings(neutral, workspace)
    ? readSourceFiles(neutral, undefined, workspace, '--from')
    : [];
  const tests = files.flatMap(testsIn);
  if (!tests.length) throw new AnyhookError('usage', howToWriteTests);
  const runs: TestRun[] = [];
  for (const recorded of tests) {
    const { test } = recorded;
    const chosen = selectHook(hooks, flags.hook ?? test.hook).filter(
      ({ agent }) => !test.agents || test.agents.some((id) => id === agent.id),
    );
    const event: EventName = test.event ?? 'before-tool';
    const call = callFrom(event, test.call ?? {}, workspace.root);
    const all = await runTrials(
      chosen.map(({ agent, entries }) => ({
        ...{ agent, entries, call },
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
  ...{ name: test.name ?? titleOf(test), file, line, expect: test.expect },
  ...{ ...agentToJson(asked), ...result },
});

/** Returns the event and the call of a test in one line. */
function titleOf({ event, call = {} }: RecordedTest['test']): string {
  const words = typeof call === 'string' ? [call] : Object.values(call);
  const texts = words.map((word) => (typeof word === 'string' ? word : JSON.stringify(word)));
  return toPlainLine([event ?? '', ...texts].filter(Boolean).join(' '));
}

/** Prints a line for each test, and what differs where it failed. */
function printTests(runs: readonly TestRun[], file: string, flags: TestFlags): void {
  const { verbose } = flags;
  for (const line of describeProject(findTestedProject(flags))) print(line);
  const byTest = new Map<RecordedTest, TestRun[]>();
  for (const run of runs) byTest.set(run.recorded, [...(byTest.get(run.recorded) ?? []), run]);
  for (const [{ test, line }, group] of byTest) {
    const failed = group.filter(({ result }) => result.end === 'failed');
    const passed = group.filter(({ result }) => result.end === 'passed').length;
    const title = test.name ?? titleOf(test);
    const text = `${toPlainLine(title)}: ${test.expect}`;
    const mark = failed.length ? paint('red', '✗') : paint('green', '✓');
    print(
      `${mark} ${text}${failed.length ? paint('dim', `  ${file}:${line}`) : ` (${passed} of ${group.length} agents)`}`,
    );
    const shown = group.filter(({ result }) => result.end === 'failed' || verbose);
    for (const [why, same] of groupBy(shown, ({ result }) => ('why' in result ? result.why : ''))) {
      const agents = same.map(({ asked }) => asked.agent.id).join(', ');
      if (why) for (const line of wrapReason(agents, toPlainLine(why))) print(line);
    }
    if (verbose)
      for (const { asked } of failed) print(`\n${asked.trials.map(tellStory).join('\n\n')}\n`);
  }
  const notes = describeAltered(runs.map(({ asked }) => asked));
  if (notes.length) print(`\n${notes.join('\n')}`);
  const failures = runs.filter(({ result }) => result.end === 'failed');
  const count = `${byTest.size} ${byTest.size === 1 ? 'test' : 'tests'}`;
  if (!failures.length) print(`\n${count}, nothing failed.`);
  else {
    const failedTests = new Set(failures.map(({ recorded }) => recorded)).size;
    print(
      `\n${count}, ${failedTests} failed.${verbose ? '' : ' To see the whole story: anyhook test -v'}`,
    );
  }
}

/** Returns a reason with the agents that it is true of: on one line, or below each other where many agents have it. */
const wrapReason = (agents: string, why: string): string[] =>
  agents.length > 24
    ? [wrapText('    ', agents), wrapText('      ', why)]
    : [wrapText(`    ${agents}  `, why)];

const howToWriteTests = `there are no tests in anyhook.yaml. A test is a call, and what is to become of it:
tests:
- { call: rm -rf /, expect: deny }
- { call: { tool: write, path: .env }, expect: deny }
To ask about one call alone: anyhook test 'rm -rf /'`;
