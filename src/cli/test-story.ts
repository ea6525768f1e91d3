/** Tells the whole story of a trial: what was sent, what the script got and said, and what the agent makes of it. */

import type { Finished } from '../mapping/adapter.ts';
import { findAdapter } from '../translate/host.ts';
import { formatTime, type HookTrial } from '../trial/hook-trial.ts';
import { paint, showInvisible, toPlainLine } from './paint.ts';
import { describeDelayed, describeTrialEffect } from './test-report.ts';

/** The most characters of a payload or a stream that are shown. `--json` has all of them. */
const maxShown = 4000;
/** The columns that a label takes. */
const labelWidth = 18;

/** Returns a text in lines behind a label, with control characters made visible. */
function row(label: string, text: string): string {
  const shown = text.length > maxShown ? `${text.slice(0, maxShown)} … (--json has all)` : text;
  const [first = '', ...more] = shown.trimEnd().split('\n').map(showInvisible);
  const indent = ' '.repeat(labelWidth + 2);
  return [
    `  ${paint('dim', label.padEnd(labelWidth))}${first || '(nothing)'}`,
    ...more.map((line) => indent + line),
  ].join('\n');
}

/** Says how a command ended. */
const describeEnd = (code: number | null, signal: string | null | undefined): string =>
  code === null ? (signal ? `signal ${signal}` : 'it did not end by itself') : `exit code ${code}`;

/** Says how the script of a hook ended, or the handler of one that is a module. */
const describeFinished = ({ code, signal, broken, notStarted, timedOut }: Finished): string => {
  if (broken !== undefined) return `no outcome: it ${broken}`;
  if (notStarted !== undefined) return 'it was not started';
  return timedOut ? 'it ran out of time' : describeEnd(code, signal);
};

/** Returns the story of one trial. */
export function tellStory(trial: HookTrial): string {
  const { agent, hook, native, line, payload, inner, failure, notRun, verdict } = trial;
  const adapter = findAdapter(agent);
  const title = `${toPlainLine(hook)} · ${adapter?.title ?? agent} · ${native}`;
  const sent = [row('the agent sends', JSON.stringify(payload)), row('it starts', line ?? '')];
  if (notRun !== undefined)
    return [paint('bold', title), ...sent, row('not run', notRun)].join('\n');
  const innerRows = (inner?.runs ?? []).flatMap((run) => [
    row('the script reads', JSON.stringify(run.payload)),
    row('it ends with', describeFinished(run.finished)),
    row('its stdout', run.finished.stdout),
    row('its stderr', run.finished.stderr),
  ]);
  const isUnstarted = inner && !inner.runs.length && inner.error === undefined;
  return [
    paint('bold', title),
    ...sent,
    ...innerRows,
    ...(isUnstarted ? [row('the script', 'is not started: the hook is not about this call')] : []),
    row(inner ? 'anyhook ends with' : 'it ends with', describeEnd(trial.exitCode, trial.signal)),
    row(inner ? 'anyhook prints' : 'its stdout', trial.stdout),
    ...(inner && !trial.stderr ? [] : [row(inner ? 'on stderr' : 'its stderr', trial.stderr)]),
    ...(failure === undefined ? [] : [row('it failed', `the hook ${failure}`)]),
    row(
      'the agent',
      `${trial.isUnwritten ? 'after anyhook sync: ' : ''}${describeTrialEffect(trial)} (${verdict}, ${formatTime(trial)})`,
    ),
    ...(trial.unheard === undefined
      ? []
      : [row(verdict === 'none' ? 'because' : 'but', trial.unheard)]),
    row('the model reads', trial.toModel ?? ''),
    row('the person reads', trial.toPerson ?? ''),
    ...describeDelayed(inner).map((text) => row('not now', text)),
  ].join('\n');
}
