/** Reads the tests of `anyhook.yaml`, and compares what hooks said with what a test expects. */
import { parseYaml } from '../edit/yaml/parse.ts';
import type { FileText } from '../settings/formats/format.ts';
import type { Expectation, TestSource } from '../settings/neutral/test-schema.ts';
import { shortenFailure } from './failure-text.ts';
import type { HookTrial } from './hook-trial.ts';
import type { AgentTrials } from './run-trials.ts';
import { mergeTrials } from './summary.ts';

/** A test of `anyhook.yaml`, and the line on which it begins. */
export interface RecordedTest {
  test: TestSource;
  line: number;
}

/** Lists the tests of a text of `anyhook.yaml` without mistakes. */
export function testsIn({ text, file }: FileText): RecordedTest[] {
  const parsed = parseYaml(text, file);
  const { tests } = (parsed.value ?? {}) as { tests?: TestSource[] | null };
  return (tests ?? []).map((test, index) => {
    const { line } = parsed.lines.linePos(parsed.offsetOf({ path: ['tests', index] }));
    return { test, line };
  });
}

/** What came of a test under one agent. `skipped`: the agent fires no hook for such a call, which it does not have. */
export type TestEnd = { end: 'passed' } | { end: 'failed' | 'skipped'; why: string };

/** Compares what the hooks of an agent said with what a test expects. */
export function judgeTest({ expect, reason }: TestSource, asked: AgentTrials): TestEnd {
  const { agent, isFired, noCall } = asked;
  if (!isFired)
    return { end: 'skipped', why: noCall ?? `${agent.title} fires no hook for such a call` };
  const { verdict, reason: said = '', failed, saysAsk, saysAllow, unknown } = mergeTrials(asked);
  if (failed) {
    const why = `the hook ${failed.hook} failed: ${shortenFailure(failed.failure ?? '')}`;
    return { end: 'failed', why };
  }
  if (unknown && verdict !== 'deny' && verdict !== 'halt')
    return { end: 'failed', why: `${unknown.hook} cannot be asked here: ${unknown.notRun}` };
  const isMet: Record<Expectation, boolean> = {
    deny: verdict === 'deny' || verdict === 'halt',
    pass: verdict === 'allow' || verdict === 'none',
    ask: verdict === 'ask' || saysAsk,
    allow: verdict === 'allow' || (saysAllow && verdict === 'none'),
    none: verdict === 'none' && !saysAllow && !asked.trials.some(saysSomething),
  };
  if (!isMet[expect]) return { end: 'failed', why: explainDifference(expect, verdict, said) };
  if (reason === undefined || said.includes(reason)) return { end: 'passed' };
  return {
    end: 'failed',
    why: `the reason ${JSON.stringify(said)} lacks ${JSON.stringify(reason)}`,
  };
}

/** Tells whether a hook asks for anything, such as a further prompt or a rewritten call. */
const saysSomething = ({ outcome }: HookTrial): boolean => Object.keys(outcome).length > 0;

/** Says what was expected, and what came. */
function explainDifference(expect: Expectation, verdict: string, reason: string): string {
  const why = reason && verdict !== 'none' ? ` (${reason})` : '';
  const hint =
    expect === 'allow' && verdict === 'none'
      ? '; "expect: pass" means that nothing stops the call'
      : expect === 'none' && verdict === 'none'
        ? ', but a hook asks for something else, such as a further prompt'
        : '';
  return `expected ${expect}, got ${verdict}${why}${hint}`;
}
