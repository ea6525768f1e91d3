/** Prints what hooks said about a call. */
import { type OutcomeKey, outcomeTraitsOf } from '../canonical/outcome.ts';
import { isGateEvent } from '../canonical/traits.ts';
import type { Adapter } from '../mapping/adapter.ts';
import { formatHookNumber } from '../settings/hook-names.ts';
import { bindingOf } from '../translate/bindings.ts';
import { findAdapter } from '../translate/host.ts';
import { describeEffect } from '../trial/effect.ts';
import { shortenFailure } from '../trial/failure-text.ts';
import { formatTime, type HookTrial } from '../trial/hook-trial.ts';
import type { AgentTrials } from '../trial/run-trials.ts';
import { mergeTrials, order, withoutUnwritten } from '../trial/summary.ts';
import { groupBy } from '../util/group.ts';
import { keysOf } from '../util/keys-of.ts';
import { alignColumns, paint, toPlainLine, wrapText } from './paint.ts';

/** Tells whether a trial is of a hook that guards, since its event is a gate. */
const isAtGate = ({ agent, native }: HookTrial): boolean => {
  const adapter = findAdapter(agent);
  return isGateEvent((adapter && bindingOf(adapter, native))?.event);
};

/** Tells whether a guard could not answer: it failed, it cannot be run here, or its agent never starts it. */
export const isUnanswered = (trial: HookTrial): boolean =>
  isAtGate(trial) &&
  (trial.failure !== undefined || trial.verdict === 'unknown' || trial.neverRuns === true);

/** Says in a few words what came of a trial. */
function explainTrial(trial: HookTrial, marksUnwritten: boolean): string {
  const words = explainAnswer(trial);
  if (trial.isOutdated) return `(after anyhook sync) ${words}`;
  return trial.isUnwritten && marksUnwritten ? `(not written yet) ${words}` : words;
}

function explainAnswer(trial: HookTrial): string {
  const { verdict, reason, failure, notRun } = trial;
  if (notRun !== undefined) return toPlainLine(notRun);
  if (failure !== undefined) {
    const effect = verdict === 'deny' || verdict === 'halt' ? 'refused' : 'passes';
    return toPlainLine(
      `the hook ${shortenFailure(failure)}, so the call ${effect === 'refused' ? 'is refused' : 'passes'}`,
    );
  }
  if (verdict === 'ask')
    return toPlainLine(`${reason ?? 'a hook asks for it'} (${describeTrialEffect(trial)})`);
  if (reason !== undefined) return toPlainLine(reason);
  if (verdict === 'none' && trial.unheard !== undefined) return toPlainLine(trial.unheard);
  return describeWishes(trial) || (verdict === 'none' ? 'says nothing' : '');
}

/** Says what an agent does with an event because of one hook. Empty: there is no such agent. */
export function describeTrialEffect(trial: HookTrial): string {
  const adapter = findAdapter(trial.agent);
  const event = adapter && bindingOf(adapter, trial.native)?.event;
  return adapter ? describeJointEffect(adapter, event ?? '', [trial]) : '';
}

/** The keys of an outcome that are told with their texts, or by the verdict. */
const toldKeys: ReadonlySet<OutcomeKey> = new Set([
  ...(['decision', 'halt', 'reason', 'haltReason'] as const),
  ...(['followUp', 'context', 'input', 'prompt', 'message', 'replaced'] as const),
]);

/** Says what an outcome asks for beside its verdict. */
function describeWishes({ outcome, inner }: HookTrial): string {
  const { followUp, context, input, prompt, message, replaced } = outcome;
  return toPlainLine(
    [
      followUp === undefined ? '' : `asks the agent to go on: ${followUp}`,
      input === undefined ? '' : `rewrites the call: ${JSON.stringify(input)}`,
      prompt === undefined ? '' : `rewrites the prompt: ${prompt}`,
      context === undefined ? '' : `tells the model: ${context}`,
      message === undefined ? '' : `tells the person: ${message}`,
      replaced === undefined ? '' : `replaces the result: ${replaced}`,
      ...keysOf(outcome)
        .filter((key) => !toldKeys.has(key))
        .map((key) => `answers with ${outcomeTraitsOf(key).label}`),
      ...describeDelayed(inner),
    ]
      .filter(Boolean)
      .join('; '),
  );
}

/** Says what the runner keeps of an answer, since the agent does not take it at this event. */
export const describeDelayed = (inner: HookTrial['inner']): string[] =>
  (inner?.delayed ?? []).map((key) =>
    key === 'context'
      ? 'its text for the model is kept for a later event'
      : `its ${key === 'env' ? 'variables are' : `${key} is`} kept for a later event`,
  );

/** Returns the word for the verdict of a trial. */
const wordOf = ({ verdict, failure, neverRuns }: HookTrial): string => {
  if (verdict === 'not-asked') return neverRuns ? '✗' : '–';
  if (verdict === 'unknown') return '?';
  return failure === undefined ? verdict : `${verdict} !`;
};

const paintVerdict = (trial: HookTrial, line: string): string => {
  if (trial.neverRuns) return paint('red', line);
  if (trial.failure !== undefined || trial.verdict === 'unknown') return paint('yellow', line);
  if (trial.verdict === 'not-asked' || trial.verdict === 'none') return paint('dim', line);
  return paint(trial.verdict === 'allow' ? 'green' : 'red', line);
};

/** Returns a table for each hook: a row for each agent, with verdict, reason and milliseconds. */
export function formatTrials(all: readonly AgentTrials[]): string {
  const trials = all.flatMap((asked) => asked.trials);
  const marksUnwritten = trials.some(({ isUnwritten }) => !isUnwritten);
  const groups = groupBy(trials, ({ number, hook }) => JSON.stringify([number, hook]));
  return [...groups.values()]
    .toSorted(([a], [b]) => (a?.number ?? 0) - (b?.number ?? 0))
    .map((rows) => {
      const [{ number = 0, hook = '' } = {}] = rows;
      const title = `${groups.size > 1 ? `${formatHookNumber(number)}  ` : ''}${toPlainLine(hook)}`;
      const cells = rows.map((trial) => [
        `  ${labelOf(trial, rows)}`,
        wordOf(trial),
        explainTrial(trial, marksUnwritten),
        trial.notRun === undefined ? formatTime(trial) : '',
      ]);
      const lines = alignColumns(cells, 2).split('\n');
      return [
        paint('bold', title),
        ...lines.map((line, i) => paintVerdict(rows[i] as HookTrial, line)),
      ].join('\n');
    })
    .join('\n\n');
}

/** Returns the name of the agent, of the event if the agent asked the hook at several, and of the agent whose settings hold it if it is another. */
const labelOf = ({ agent, native, owner }: HookTrial, rows: readonly HookTrial[]): string => {
  const ofAgent = rows.filter((row) => row.agent === agent);
  const isAtSeveral = ofAgent.some((row) => row.native !== native);
  const from = owner === undefined ? '' : ` (from ${owner})`;
  return `${agent}${isAtSeveral ? ` ${native}` : ''}${from}`;
};

/** Returns lines about hooks that were asked otherwise than their sources have them, each once. */
export function describeAltered(all: readonly AgentTrials[]): string[] {
  const trials = all.flatMap((asked) => asked.trials);
  const told = trials.filter(({ askedAsItStands }) => askedAsItStands !== undefined);
  return [...groupBy(told, ({ askedAsItStands = '' }) => askedAsItStands)].map(([why, rows]) => {
    const whom = [...new Set(rows.map((trial) => labelOf(trial, [])))].join(', ');
    const text = `${why}. It was asked as it stands for ${whom}. To make it anew: anyhook sync`;
    return paint('yellow', wrapText('! ', text));
  });
}

/** Returns sentences about what the agents do with the call after all hooks have answered. */
export function summarise(all: readonly AgentTrials[], event: string): string[] {
  const asked = all.filter(({ isFired }) => isFired);
  const idsOf = (some: readonly AgentTrials[]) => some.map(({ agent }) => agent.id).join(', ');
  const uncalled = all.filter(({ noCall }) => noCall !== undefined);
  const unfired = all.filter(({ isFired, noCall }) => !isFired && noCall === undefined);
  const byEffect = groupBy(asked, (one) => describeEnd(one, event));
  const lines = [...byEffect].map(([effect, group]) => {
    const ids = group.map(({ agent }) => agent.id);
    const where = ids.length === all.length && ids.length > 1 ? 'Every agent here' : ids.join(', ');
    return `${where}: ${effect}`;
  });
  if (unfired.length) lines.push(`${idsOf(unfired)}: fires no hook for such a call.`);
  if (uncalled.length)
    lines.push(
      `${idsOf(uncalled)}: never makes such a call. To ask about its shell: anyhook test 'COMMAND'`,
    );
  return lines;
}

/** Says what an agent does after all its hooks have answered, and what keeps hooks from being asked. */
function describeEnd(asked: AgentTrials, event: string): string {
  const { verdict } = mergeTrials(withoutUnwritten(asked));
  const { verdict: later } = mergeTrials(asked);
  const afterSync = describeJointEffect(asked.agent, event, asked.trials);
  const effect = describeJointEffect(asked.agent, event, withoutUnwritten(asked).trials);
  const isDead = asked.trials.some(({ neverRuns }) => neverRuns);
  const why = isDead ? ' Some hooks never run. To see what to do: anyhook doctor' : '';
  const isOutdated = asked.trials.some((trial) => trial.isOutdated);
  if (isOutdated && (verdict !== later || (verdict !== 'deny' && verdict !== 'halt')))
    return `${afterSync}, once anyhook sync has been run.${why}`;
  if (later === verdict) return `${effect}.${why}`;
  return `${effect} yet. Once anyhook sync has written its hooks: ${afterSync}.${why}`;
}

/**
 * Says what an agent does with an event after its hooks have answered.
 *
 * @param event The canonical name of the event.
 * @param trials The trials of the hooks. The strictest decides.
 */
export function describeJointEffect(
  agent: Adapter,
  event: string,
  trials: readonly HookTrial[],
): string {
  const effects = trials
    .toSorted((a, b) => order.indexOf(b.verdict) - order.indexOf(a.verdict))
    .map(({ native, payload, outcome }) =>
      describeEffect({ agent, event, native, payload }, outcome),
    );
  // A hook without a verdict may replace a result, or ask the agent to go on.
  const decisive = effects.find(({ tone }) => tone !== 'go') ?? effects[0];
  return (decisive ?? describeEffect({ agent, event, native: '', payload: {} }, {})).effect;
}
