/** What an agent makes of an answer, in the words of the page. */
import {
  type Adapter,
  decodeOutcome,
  describeLoss,
  type Finished,
  hear,
  type Loss,
  type Outcome,
  type Severity,
  severityOf,
} from 'anyhook';
import { severities } from '../../src/canonical/outcome.ts';
import { describeEffect, type Effect, type FiredEvent } from '../../src/trial/effect.ts';
import { describeOutcome } from '../../src/trial/hook-trial.ts';
import { shorten } from './json.ts';

/** A hook that has ended, and what its agent takes from it. */
export interface Heard {
  outcome: Outcome;
  /** How the hook failed, as words that follow `the hook`. Absent: it did not fail. */
  failure?: string;
}

/** What an agent makes of an answer. */
export interface Verdict extends Effect {
  /** The texts that the model and the person read. Absent: nothing. */
  toModel?: string;
  toPerson?: string;
  /** What the answer asks for besides, such as a rewritten call. */
  wishes: string[];
  failure?: string;
}

/** A loss as a sentence. */
export interface LossLine {
  text: string;
  severity: Severity;
}

/** Returns losses as sentences, the worst first, each once. */
export function describeLosses(losses: readonly Loss[]): LossLine[] {
  const lines = losses.map((loss) => ({
    text: shorten(describeLoss(loss)),
    severity: severityOf(loss),
  }));
  return [...new Map(lines.map((line) => [line.text, line])).values()].sort(
    (a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity),
  );
}

/**
 * Reads a finished hook as its agent itself does. (`hear` of the library is stricter in some cases, where a guard may
 * have been talked out of its refusal.) A shell starts the command, and ends with code 127 where it finds none.
 *
 * @param native The name of the agent's event.
 */
export function hearNatively(
  agent: Adapter,
  native: string,
  payload: Record<string, unknown>,
  finished: Finished,
): Heard {
  const binding = agent.bindings.find(native);
  if (!binding || agent.takesAnyWords) return hear(agent, payload, finished);
  const { notStarted } = finished;
  const ended =
    notStarted === undefined
      ? finished
      : { code: 127, stdout: '', stderr: `sh: ${notStarted}: command not found` };
  const reading = agent.readFinished(ended, binding);
  const isSilence = ended.code === 0 && ended.stdout.trim() === '';
  const failure =
    notStarted === undefined ? reading.failure : `could not be started: ${notStarted}`;
  const failed = failure !== undefined && !isSilence && { failure };
  if (reading.deny !== undefined)
    return { outcome: { decision: 'deny', reason: reading.deny }, ...failed };
  const { response } = reading;
  if (!response || Array.isArray(response)) return { outcome: {}, ...failed };
  return { outcome: decodeOutcome(agent, payload, response), ...failed };
}

/** Says what an agent does because of an outcome. */
export function describeVerdict(fired: FiredEvent, { outcome, failure }: Heard): Verdict {
  const { reason: _, ...others } = outcome;
  // An agent reads a reason only beside a verdict.
  const isReasonRead = others.halt || others.decision === 'deny' || others.decision === 'ask';
  const { toModel, toPerson } = describeOutcome(isReasonRead ? outcome : others);
  return {
    ...describeEffect(fired, outcome),
    ...(toModel && { toModel: shorten(toModel) }),
    ...(toPerson && { toPerson: shorten(toPerson) }),
    wishes: listWishes(outcome),
    ...(failure !== undefined && { failure: shorten(failure.replace(/\.$/, '')) }),
  };
}

/** Lists what an outcome asks for beside its verdict and its texts. */
function listWishes({
  decision,
  halt,
  reason: _reason,
  haltReason: _haltReason,
  message: _message,
  context: _context,
  replaced: _replaced,
  followUp: _followUp,
  ...rest
}: Outcome): string[] {
  // A call that is refused is not made, whatever its arguments would be.
  if (decision === 'deny' || halt) return [];
  const labels: Record<string, string> = {
    input: 'rewrites the call',
    output: 'rewrites the result',
    prompt: 'rewrites the prompt',
    request: 'changes the request to the model',
    response: 'answers in place of the model',
  };
  return Object.entries(rest).map(([key, value]) => {
    const shown = typeof value === 'string' ? value : JSON.stringify(value);
    return shorten(`${labels[key] ?? key}: ${shown}`);
  });
}
