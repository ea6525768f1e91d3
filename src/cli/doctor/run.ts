/** Asks for and reports the trials of `doctor --run`. */

import { formatHookNumber } from '../../settings/hook-names.ts';
import type { HookSurvey, ProjectSurvey } from '../../survey/index.ts';
import { addTruth } from '../../survey/truth.ts';
import { formatTime } from '../../trial/hook-trial.ts';
import { paint, toPlainLine, wrapText } from '../paint.ts';
import { canAsk, confirm } from '../questions.ts';
import { type GateTrial, listGates, tryGates } from './trials.ts';
import { shorten } from './words.ts';

/** What a trial says about a hook. */
export interface Verdict {
  /** Whether an answer came back that its agent understands, or a silence that means the same. */
  isWell: boolean;
  text: string;
}

/** Returns what came of a trial in one sentence. */
export function judgeTrial({ trial, one }: GateTrial): Verdict {
  const { verdict, notRun, failure, reason, stdout } = trial;
  const took = ` (${formatTime(trial)})`;
  if (notRun !== undefined) return { isWell: true, text: `was not tried: ${notRun}` };
  if (verdict === 'deny' || verdict === 'halt') {
    const why = failure ?? reason;
    return {
      isWell: false,
      text: `refuses a harmless call${why ? `: ${shorten(why, 120)}` : ''}${took}`,
    };
  }
  if (failure !== undefined)
    return { isWell: false, text: `failed, and the call passes: ${shorten(failure, 120)}${took}` };
  if (verdict === 'none' && stdout.trim() && !one.wrapped)
    return {
      isWell: true,
      text: `printed something that its agent takes for no answer, and the call passes${took}`,
    };
  if (verdict === 'none')
    return { isWell: true, text: `answered nothing, so the call passes${took}` };
  return { isWell: true, text: `answered ${verdict}${took}` };
}

/**
 * Names the commands of all gates, asks unless the person has said yes already, and tries them.
 *
 * @param isAgreed Whether the person has said yes already.
 * @param print Prints a text for people.
 * @returns The trials; undefined if they were not agreed to.
 */
export async function runTrials(
  survey: ProjectSurvey,
  isAgreed: boolean,
  print: (text: string) => void,
): Promise<GateTrial[] | undefined> {
  const gates = listGates(survey);
  if (!gates.length) {
    print('No gate to try: no hook of this project can refuse anything.');
    return [];
  }
  const lines = [...new Set(gates.map(({ one, entry }) => commandOf(one, entry.hook.command)))];
  print(
    [
      'These commands are started, each with a harmless call:',
      ...lines.map((line) => `  $ ${toPlainLine(line)}`),
      wrapText(
        '',
        'They run in a copy of the project, with an empty home folder. That is no sandbox: a hook can still write elsewhere, send something, log, count or open a dialog.',
      ),
      '',
    ].join('\n'),
  );
  const isWanted = isAgreed || (canAsk() && (await confirm('Start them?')));
  if (!isWanted) {
    print(`Nothing was started.${canAsk() ? '' : ' To start them: anyhook doctor --run --yes'}`);
    return undefined;
  }
  const trials = await tryGates(survey, gates);
  for (const one of trials) applyTrial(one);
  return trials;
}

/**
 * Returns the command of a hook for people: for one that starts through anyhook, its own command.
 *
 * @param line The line as it stands in the settings file.
 */
const commandOf = ({ wrapped, hook }: HookSurvey, line: string): string =>
  wrapped ? `${hook.url ?? hook.module ?? hook.command}  (through anyhook)` : line;

/** Adds what a trial has shown to the truth of its hook. */
function applyTrial(done: GateTrial): void {
  const { trial, one, agent } = done;
  if (trial.notRun !== undefined) return;
  const refuses = trial.verdict === 'deny' || trial.verdict === 'halt';
  if (refuses) {
    const why = `in a trial it refused a harmless call${trial.reason ? ` (${trial.reason})` : ''}`;
    addTruth(one, { code: 'refuses-every-call', cause: 'trial', why });
  } else if (trial.failure !== undefined) {
    const why = `in a trial it failed (${trial.failure}), and ${agent.title} let the call pass`;
    addTruth(one, { code: 'fails-open', cause: 'trial', why });
  }
}

/** Returns the lines about all trials. */
export const describeTrials = (trials: readonly GateTrial[]): string =>
  trials
    .map((one) => {
      const { isWell, text } = judgeTrial(one);
      const sign = one.trial.notRun ? '–' : isWell ? '✓' : '✗';
      const name = shorten(toPlainLine(one.one.name), 40);
      const line = wrapText(
        `${sign} ${formatHookNumber(one.one.number)}  `,
        toPlainLine(`${name} (${one.agent.title}, ${one.entry.event}) ${text}`),
      );
      return isWell ? line : paint('red', line);
    })
    .join('\n');

/** Returns a trial as JSON. */
export const trialToJson = (done: GateTrial): object => {
  const { trial, one, agent, file } = done;
  const { milliseconds, isLineTime } = trial;
  const { verdict, notRun, failure, reason, exitCode, signal, stdout, stderr } = trial;
  return {
    ...{ number: one.number, agent: agent.agent, file: file.file, event: trial.native },
    ...{ verdict, notRun, failure, reason, exitCode, signal, stdout, stderr },
    ...{ milliseconds, isLineTime },
    well: judgeTrial(done).isWell,
  };
};
