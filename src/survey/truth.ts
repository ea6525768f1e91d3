/** Tells what is true of a hook where it stands: whether it guards, runs, or does neither. */

import type { Hook } from '../canonical/hook.ts';
import { isGateEvent } from '../canonical/traits.ts';
import { readEvidence } from '../check/evidence/index.ts';
import { shownAnswersOf } from '../check/evidence/possible-answers.ts';
import { takesFailureForRefusal } from '../check/failure.ts';
import { mayGiveVerdict } from '../check/verdict.ts';
import { scriptOf } from '../settings/command-line/script.ts';
import type { Finding } from '../settings/finding.ts';
import type { ReadHook } from '../settings/formats/format.ts';
import { neutralVendor } from '../settings/formats/index.ts';
import { answersGate, hasKnownEvent, onFailureOf, shellLineOf } from '../settings/own-agent.ts';
import { tableOf } from '../settings/tables.ts';
import type { Workspace } from '../settings/workspace.ts';
import { bindingOf } from '../translate/bindings.ts';
import { adapterOf } from '../translate/host.ts';
import { scopeFlagOf } from './remedies.ts';
import { findStartProblem } from './start-problems.ts';
import { makeTruth, truthOfFinding, truthOfUnheard } from './truth-of-findings.ts';
import type { Cause, FileSurvey, HookSurvey, Truth, TruthCode } from './types.ts';

/** All truths, the worst first. */
const fromWorst: readonly TruthCode[] = [
  'never-runs',
  'refuses-every-call',
  'never-ends',
  'speaks-another',
  'fails-open',
  'out-of-date',
  'runs-twice',
  'unknown',
  'guards',
  'runs',
];

/** Sorts truths so that the worst comes first. */
export const sortTruths = (truths: readonly Truth[]): Truth[] =>
  truths.toSorted((a, b) => fromWorst.indexOf(a.code) - fromWorst.indexOf(b.code));

/** Tells whether a truth says that the hook does not do anything of what it is there for, because it does not start. */
const isStopped = (code: TruthCode): boolean =>
  code === 'never-runs' || code === 'refuses-every-call' || code === 'never-ends';

/** Adds a truth to those of a hook. */
export function addTruth(one: HookSurvey, truth: Truth): void {
  const isPlain = ({ code }: Truth) => code === 'guards' || code === 'runs';
  const all = sortTruths([one.truth, ...one.alsoTrue, truth]);
  const [first, ...others] = all;
  if (!first) return;
  one.truth = first;
  one.alsoTrue = others.filter((other) => !isPlain(other));
}

/**
 * Causes for which an agent starts a hook for no call. For the others of hooks that never run, the agent starts the
 * command all the same, and it fails, or the matcher lets no call through.
 */
const causesOfNoStart: ReadonlySet<Cause | undefined> = new Set<Cause>([
  'command-list',
  'file-dropped',
  'hooks-no-object',
  'not-yet-trusted',
  'switched-off',
  'unknown-event',
  'untrusted',
  'void',
  'wrong-value',
]);

/** Returns the truth for which the agent starts a hook for no call. Undefined: the agent starts it for some calls. */
export const whyNeverStarted = ({ truth, alsoTrue }: HookSurvey): Truth | undefined =>
  [truth, ...alsoTrue].find(
    ({ code, cause }) => code === 'never-runs' && causesOfNoStart.has(cause),
  );

/** Tells whether an agent waits for the answer of a hook and can be refused something by it. */
export function isAtGate(agent: string, { hook, event, wrapped }: ReadHook): boolean {
  const binding = bindingOf(adapterOf(agent), event);
  if (!binding || !isGateEvent(binding.event) || hook.guard === false) return false;
  return wrapped ? hook.answer === undefined : hasKnownEvent(hook) && answersGate(hook);
}

/** Tells whether the agent refuses the call if a hook crashes with exit code 1. */
export function refusesAtCrash(agent: string, one: ReadHook): boolean {
  const { hook, wrapped } = one;
  if (onFailureOf(hook) !== undefined) return onFailureOf(hook) === 'block';
  if (!hasKnownEvent(hook)) return false;
  // Behind anyhook, a failure means what it means to the hook's own agent.
  return wrapped || hook.speaks === agent ? takesFailureForRefusal(hook, 1, 'it failed') : false;
}

/** Tells whether the script of a hook shows verdicts, and its own agent takes none of them. */
function isUnheard(hook: Hook, workspace: Workspace): boolean {
  const evidence = hasKnownEvent(hook) ? readEvidence(hook, workspace) : undefined;
  const answers = evidence && !evidence.unknown.length && shownAnswersOf(hook, evidence);
  return answers ? !answers.isHeard : false;
}

/**
 * Tells whether a line whose path the shell takes apart fails in a way that the hook's agent takes for a refusal: its
 * last command then starts a script that is not there.
 */
function refusesForMissingWord(hook: Hook, { code, cause }: Truth): boolean {
  if (code !== 'never-runs' || cause !== 'unquoted-variable' || !hasKnownEvent(hook)) return false;
  const last = (shellLineOf(hook) ?? '').split(/&&|;/).at(-1) ?? '';
  const script = scriptOf(last.trim());
  if (!script?.path.includes('$')) return false;
  return takesFailureForRefusal(hook, script.exitCodeWhenMissing, 'no such file');
}

/** Returns what is true of a guard which has so little time that its agent ends it before it can answer. */
function findEarlyEnd(
  one: ReadHook,
  agent: string,
  findings: readonly Finding[],
  workspace: Workspace,
): Truth[] {
  const [least] = tableOf(one.hook.speaks).validation.timeoutRange;
  const isEarly = (finding: Finding): boolean =>
    finding.code === 'odd-timeout' && finding.milliseconds < least;
  return findings
    .filter(isEarly)
    .map((finding) =>
      makeTruth(refusesAtCrash(agent, one) ? 'unknown' : 'fails-open', finding, workspace),
    );
}

/** What is known of a hook besides its findings. */
interface HookContext {
  workspace: Workspace;
  file: FileSurvey;
  isGate: boolean;
  findings: readonly Finding[];
}

/** Returns what is true of a hook, the worst first. The last is always what the hook does if nothing is wrong with it. */
export function findTruths(one: ReadHook, context: HookContext): Truth[] {
  const { workspace, file, isGate, findings } = context;
  const { hook, wrapped } = one;
  const place = {
    place: one.at ? `${file.file}:${one.at.line}` : file.file,
    isSource: file.owner === neutralVendor(),
    wrapped,
  };
  const truths: Truth[] = findings
    .flatMap((finding) => truthOfFinding(finding, workspace, place) ?? [])
    .map((truth) =>
      refusesForMissingWord(hook, truth) ? { ...truth, code: 'refuses-every-call' } : truth,
    );
  if (!truths.some(({ code }) => isStopped(code))) {
    const problem = hasKnownEvent(hook) ? findStartProblem(one, workspace, isGate) : undefined;
    if (problem) truths.push(problem);
  }
  const unheard = isGate
    ? findings.flatMap((finding) => truthOfUnheard(finding, workspace) ?? [])
    : [];
  if (unheard.length && isUnheard(hook, workspace)) truths.push(...unheard);
  if (isGate) truths.push(...findEarlyEnd(one, file.owner, findings, workspace));
  if (file.role === 'loaded' && !wrapped)
    truths.push({
      code: 'speaks-another',
      cause: 'loaded-dialect',
      why: `it is in the settings of ${adapterOf(file.owner).title}, whose payloads its script expects, and gets those of the agent that loads the file too`,
      remedy: {
        command: `anyhook convert ${file.owner} ${file.owner} --force --write${scopeFlagOf(file.scope)}`,
        text: 'Let anyhook start the hook: it then gets the payloads that it expects from each agent.',
      },
    });
  if (isGate && onFailureOf(hook) === 'allow')
    truths.push({
      code: 'fails-open',
      cause: 'allowed-by-owner',
      why: 'its own settings say that a crash lets the call pass',
      remedy: { text: 'Remove what says so, if that was not meant.' },
    });
  const guards = isGate && mayGiveVerdict(hook, workspace);
  return sortTruths([...truths, { code: guards ? 'guards' : 'runs' }]);
}
