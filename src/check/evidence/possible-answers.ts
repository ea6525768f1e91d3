/** Tells what an agent would take from the runs of a script: what the script of a hook can answer. */
import { adapters } from '../../adapters/index.ts';
import type { Hook } from '../../canonical/hook.ts';
import { outcomeKeysWith } from '../../canonical/kinds.ts';
import type { Outcome, OutcomeKey } from '../../canonical/outcome.ts';
import { outcomeTraitsOf } from '../../canonical/outcome.ts';
import type { Adapter, Binding, Finished, Row } from '../../mapping/adapter.ts';
import { rowOf } from '../../mapping/fields.ts';
import { hasKnownEvent, ownBindingOf } from '../../settings/own-agent.ts';
import { findUnheardAnswer } from '../../settings/unheard-answers.ts';
import type { Workspace } from '../../settings/workspace.ts';
import { nativePathsOf } from '../../translate/foreign-responses.ts';
import { adapterOf } from '../../translate/host.ts';
import { sampleWorld } from '../../translate/implied-calls.ts';
import { decodeOutcome } from '../../translate/read-response.ts';
import { readHookOutput } from '../../translate/reading.ts';
import { verdictOfWord } from '../../translate/verdict-words.ts';
import { attempt } from '../../util/attempt.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { keysOf } from '../../util/keys-of.ts';
import { once } from '../../util/once.ts';
import { takesFailureForRefusal } from '../failure.ts';
import { decisionWordsOf } from './decision-words.ts';
import { readEvidence, type ScriptEvidence } from './evidence.ts';
import { findObjectIn, readPrintedObject } from './printed-json.ts';
import { isProvenHarmless } from './proof.ts';
import { type ScriptRun, someWords, unknownPart } from './steps.ts';

/** What the script of a hook can answer. */
export interface PossibleAnswers {
  /** The keys of the outcomes that its own agent may take from it. */
  keys: ReadonlySet<OutcomeKey>;
  /** The decisions among these. */
  decisions: ReadonlySet<NonNullable<Outcome['decision']>>;
  /**
   * Whether it can refuse, rewrite, replace or hold something: whether it is a guard. A refusal in the words of another
   * agent counts as well, since a guard was meant.
   */
  hasVerdict: boolean;
  /** Whether its own agent takes one of the verdicts that its text shows. */
  isHeard: boolean;
  /** Whether it may end with another exit code than 0, on purpose or because a command of it fails. */
  mayFail: boolean;
}

/** The words that a text which is not known is replaced with. */
const sample = 'text';
const withWords = (text: string): string =>
  text.replaceAll(unknownPart, sample).replaceAll(someWords, sample);

/** Returns the words that may stand at a path of a response: those of the rows of a binding. */
function wordsAt({ outcome }: Binding, path: string): unknown[] {
  const words: unknown[] = [];
  for (const key of keysOf(outcome)) {
    const native = outcome[key];
    for (let row = native === undefined ? undefined : rowOf(native); row; row = row.or)
      if ([row.at].flat().includes(path)) words.push(...wordsOf(key, row));
  }
  return [...new Set(words)];
}

const wordsOf = (key: OutcomeKey, row: Row): unknown[] =>
  key === 'decision'
    ? decisionWordsOf(row).map(([native]) => native)
    : [...Object.values(row.words ?? {}), ...Object.keys(row.aliases ?? {})];

/** Lists the objects that an object with unknown values may be, as far as this matters to a binding. */
function listFilled(object: Json, binding: Binding, above = ''): Json[] {
  let filled: Json[] = [{}];
  for (const [key, value] of Object.entries(object)) {
    const path = above + key;
    let values: unknown[] = [value];
    if (value === unknownPart) {
      const words = wordsAt(binding, path);
      values = words.length ? words : [sample, true, false, { key: sample }];
    } else if (typeof value === 'string') values = [withWords(value)];
    else if (isObject(value)) values = listFilled(value, binding, `${path}.`);
    filled = filled
      .flatMap((one) => values.map((each) => ({ ...one, [withWords(key)]: each })))
      .slice(0, 64);
  }
  return filled;
}

/** Returns the commands that a run may end as: with every value that its unknown parts may have. */
export function finishedAs(run: ScriptRun, binding: Binding): Finished[] {
  const object = readPrintedObject(run.stdout);
  const stdouts = object
    ? listFilled(object, binding).map((one) => JSON.stringify(one))
    : [withWords(run.stdout)];
  const codes = run.code === undefined ? [0, 1, 2] : [run.code];
  const stderr = withWords(run.stderr);
  return stdouts.flatMap((stdout) => codes.map((code) => ({ code, stdout, stderr })));
}

/** Returns the outcome that an agent takes from a finished command. */
export function outcomeOf(agent: Adapter, binding: Binding, finished: Finished): Outcome {
  const reading = readHookOutput(agent, binding, finished);
  if (reading.deny !== undefined) return { decision: 'deny', reason: reading.deny };
  const { response } = reading;
  if (!response) return {};
  const context = {
    adapter: agent,
    event: { event: binding.event },
    world: sampleWorld,
    invalidPaths: [],
  };
  return attempt(() => decodeOutcome(binding, response, context)) ?? {};
}

/** Returns the outcome that the client of an agent takes from a hook: an empty one for a verdict that it is known not to take. */
export function takenOutcomeOf(agent: Adapter, binding: Binding, finished: Finished): Outcome {
  const outcome = outcomeOf(agent, binding, finished);
  return isVerdict(outcome) && isIgnored(agent, binding, finished) ? {} : outcome;
}

/** Tells whether the client of an agent was seen to take no verdict from such an answer. */
const isIgnored = (agent: Adapter, { native }: Binding, finished: Finished): boolean =>
  findUnheardAnswer(agent.id, native, finished)?.isSeen === true;

/** Tells whether an outcome refuses, asks, rewrites, replaces or holds something. */
export const isVerdict = (outcome: Outcome): boolean =>
  outcomeKeysWith.isVerdict.some((key) => outcome[key] !== undefined && outcome[key] !== 'allow') ||
  keysOf(outcome).some(
    (key) => outcomeTraitsOf(key).isGuard && outcome[key] !== undefined && outcome[key] !== 'allow',
  );

/** Returns the keys under which some agent reads a decision, or whether to go on. */
const decidingKeys = once(() => {
  const bindings = Object.values<Adapter>(adapters).flatMap((agent) => agent.bindings.all());
  const paths = bindings.flatMap((binding) => nativePathsOf(binding, ['decision', 'halt']));
  return new Set(paths.map((path) => path.split('.').at(-1)));
});

/** Tells whether an answer refuses or asks in the words of any agent, at any place in it. */
export const refusesInAnyWords = (object: Json): boolean =>
  Object.entries(object).some(([key, value]) => {
    if (isObject(value)) return refusesInAnyWords(value);
    if (!decidingKeys().has(key)) return false;
    return (
      value === false || value === unknownPart || /^(?:deny|ask)$/.test(verdictOfWord(value) ?? '')
    );
  });

/**
 * Tells what the script of a hook can answer its own agent at the hook's event.
 * @returns `unknown` if the text of the script does not show it. That no verdict is seen in it is no proof that it gives
 * none: this needs a proof of its own.
 *
 * @example
 * const answers = possibleAnswersOf(hook, workspace);
 * if (answers !== 'unknown' && !answers.hasVerdict) console.log('It never refuses anything.');
 */
export function possibleAnswersOf(hook: Hook, workspace: Workspace): PossibleAnswers | 'unknown' {
  const evidence = hasKnownEvent(hook) ? readEvidence(hook, workspace) : undefined;
  if (!evidence || evidence.unknown.length) return 'unknown';
  const answers = shownAnswersOf(hook, evidence);
  return answers.hasVerdict || isProvenHarmless(hook, workspace) ? answers : 'unknown';
}

/** Returns the answers that the known runs of a script show. It may have others, if parts of it are not known. */
export function shownAnswersOf(hook: Hook, evidence: ScriptEvidence): PossibleAnswers {
  const agent = adapterOf(hook.speaks);
  const binding = ownBindingOf(hook);
  // A failure that nobody planned, such as an error that nothing catches, is no answer.
  const runs = evidence.runs.filter(({ fails }) => fails === undefined);
  const ends = runs
    .flatMap((run) => finishedAs(run, binding))
    .map((finished) => ({ finished, outcome: outcomeOf(agent, binding, finished) }));
  const outcomes = ends.map(({ outcome }) => outcome);
  const refusing = runs.filter(
    ({ code = 1, stderr }) => code !== 0 && takesFailureForRefusal(hook, code, stderr),
  );
  // An answer on stdout may count more than the exit code.
  const isHeard =
    ends.some(
      ({ finished, outcome }) => isVerdict(outcome) && !isIgnored(agent, binding, finished),
    ) || refusing.some(({ stdout }) => !stdout.trim());
  return {
    keys: new Set(outcomes.flatMap((outcome) => keysOf(outcome))),
    decisions: new Set(outcomes.flatMap(({ decision }) => decision ?? [])),
    mayFail:
      evidence.runs.some(({ code }) => code !== 0) ||
      (evidence.language === 'sh' && /^[^#\n]*\bset -\w*e/m.test(evidence.text)),
    isHeard,
    hasVerdict:
      isHeard ||
      refusing.length > 0 ||
      runs.some(({ stdout }) => refusesInAnyWords(findObjectIn(stdout)?.object ?? {})),
  };
}
