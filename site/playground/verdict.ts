/** What an agent makes of an answer, in the words of the page. */
import {
  type Adapter,
  decodeOutcome,
  describeLoss,
  type Finished,
  hear,
  isGate,
  type Loss,
  type Outcome,
  type Severity,
  say,
  severityOf,
} from 'anyhook';
import { traitsOf } from '../../src/canonical/traits.ts';
import { shorten } from './json.ts';

/** A hook that has ended, and what its agent takes from it. */
export interface Heard {
  outcome: Outcome;
  /** How the hook failed, as words that follow `the hook`. Absent: it did not fail. */
  failure?: string;
}

/** Which of three kinds a verdict is of: the thing is stopped, somebody is asked, or it goes on. */
export type Tone = 'stop' | 'ask' | 'go';

/** What an agent makes of an answer. */
export interface Verdict {
  tone: Tone;
  /** One or two words: `refused`, `runs`. */
  word: string;
  /** What happens, as a sentence without its full stop. */
  effect: string;
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
  const lines = losses.map((loss) => ({ text: describeLoss(loss), severity: severityOf(loss) }));
  const order = ['unsafe', 'lossy', 'cosmetic'];
  return [...new Map(lines.map((line) => [line.text, line])).values()].sort(
    (a, b) => order.indexOf(a.severity) - order.indexOf(b.severity),
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

/** An event of an agent, at which a hook answers. */
export interface Asked {
  agent: Adapter;
  /** The canonical name of the event. */
  event: string;
  /** The agent's name of the event. */
  native: string;
  payload: Record<string, unknown>;
}

/** Says what an agent does because of an outcome. */
export function describeVerdict(asked: Asked, { outcome, failure }: Heard): Verdict {
  const { decision, halt, haltReason, message, context, replaced, followUp } = outcome;
  const isForPerson = halt || decision === 'ask';
  // Beside no verdict, an agent reads no reason.
  const reason = halt || decision === 'deny' || decision === 'ask' ? outcome.reason : undefined;
  const toModel = joinTexts([isForPerson ? undefined : reason, context, replaced, followUp]);
  const toPerson = joinTexts([haltReason, isForPerson ? reason : undefined, message]);
  return {
    ...effectOf(asked, outcome),
    ...(toModel && { toModel }),
    ...(toPerson && { toPerson }),
    wishes: listWishes(outcome),
    ...(failure !== undefined && { failure: shorten(failure.replace(/\.$/, '')) }),
  };
}

/** Joins texts with line breaks, each once, and cuts the end off where they are too long to be shown. */
const joinTexts = (texts: readonly (string | undefined)[]): string =>
  shorten([...new Set(texts.filter((text) => text))].join('\n'));

/** Returns the tone, the word and the sentence for an outcome. */
function effectOf(asked: Asked, outcome: Outcome): Pick<Verdict, 'tone' | 'word' | 'effect'> {
  const { halt, decision, followUp, replaced } = outcome;
  const { agent, event, native } = asked;
  const { hidesResult, ends } = traitsOf(event);
  const isCall = event === 'before-tool' || event === 'permission';
  const it = isCall ? 'the call' : event === 'prompt' ? 'the prompt' : 'it';
  const mark = (tone: Tone, word: string, effect: string) => ({ tone, word, effect });
  if (halt && decision !== 'deny' && needsRefusalToHalt(asked))
    return mark('go', 'runs', `nothing stops ${it}, and the turn ends after it`);
  if (halt) return mark('stop', 'turn ends', 'the turn ends');
  if (followUp !== undefined) return mark('stop', 'goes on', 'the agent has to go on');
  if (replaced !== undefined)
    return mark('stop', 'hidden', 'the model reads the text in place of the result');
  if (decision === 'deny') {
    if (hidesResult) return mark('stop', 'hidden', 'the model does not see the result');
    if (ends) return mark('stop', 'goes on', 'the agent has to go on');
    return isGate(agent, native)
      ? mark('stop', 'refused', `${it} is refused`)
      : mark('go', 'no effect', 'a refusal changes nothing here');
  }
  if (decision === 'ask')
    return canAsk(asked)
      ? mark('ask', 'asks', 'a person is asked')
      : mark('ask', 'unsure', 'the agent is not known to ask anybody here');
  if (decision === 'allow') return mark('go', 'allowed', `${it} is allowed`);
  if (isCall) return mark('go', 'runs', 'nothing stops the call');
  return mark('go', 'passes', `nothing stops ${it}`);
}

/** Tells whether an agent can ask a person at an event of its own. */
const canAsk = ({ agent, native }: Asked): boolean =>
  !say(agent, native, { decision: 'ask' }, { ask: 'host' }).losses.length;

/**
 * Tells whether an agent ends the turn only after what the event announces, so that anyhook writes a refusal beside the
 * end of the turn.
 */
function needsRefusalToHalt({ agent, native, payload }: Asked): boolean {
  const { stdout, stderr, exitCode } = say(agent, native, { halt: true });
  const { outcome } = hearNatively(agent, native, payload, { stdout, stderr, code: exitCode });
  return outcome.decision === 'deny';
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
