/** Finds scripts that mean to refuse, and of which their own agent takes no run for a refusal; or every run. */
import type { Hook } from '../canonical/hook.ts';
import type { Outcome } from '../canonical/outcome.ts';
import { rowOf } from '../mapping/fields.ts';
import { getAtPath, splitPath } from '../mapping/paths.ts';
import type { Finding } from '../settings/finding.ts';
import { answersGate } from '../settings/own-agent.ts';
import type { Json } from '../util/json.ts';
import { isVerdict, refusesInAnyWords } from './evidence/possible-answers.ts';
import { findObjectIn, readPrintedObject } from './evidence/printed-json.ts';
import { type ScriptRun, someWords, unknownPart } from './evidence/steps.ts';
import { takesFailureForRefusal } from './failure.ts';
import {
  asRun,
  type JudgedScript,
  outcomesOf,
  pathsIn,
  withoutPath,
  withValue,
} from './script-answers.ts';

/** Why an agent does not take a run of a script for a refusal, and what to change. */
type WhyUnheard = Pick<Extract<Finding, { code: 'refusal-unheard' }>, 'why' | 'key' | 'instead'>;

/** Tells whether a run shows that the script means to refuse: a verdict in the words of any agent, or an ending with 2. */
const meansRefusal = ({ stdout, code }: ScriptRun): boolean =>
  code === 2 || refusesInAnyWords(findObjectIn(stdout)?.object ?? {});

/**
 * Finds what is wrong with a script that means to refuse, where its own agent takes none of its runs for a refusal, or
 * takes every run for one because it cannot read it.
 *
 * @param hook - The hook that the finding is about.
 */
export function findUnheardRefusal(script: JudgedScript, hook: Hook): Finding | undefined {
  const { own, isPartlyUnknown } = script;
  if (isPartlyUnknown || own.takesAnyWords || !answersGate(hook)) return undefined;
  // An error that nothing catches is no answer.
  const runs = script.runs.filter(({ fails }) => fails === undefined);
  if (!runs.length) return undefined;
  return findUnreadOutput(script, runs, hook) ?? findIgnoredRefusal(script, runs, hook);
}

/** Finds a text, in every run of a script, for which the agent refuses: it is no JSON. */
function findUnreadOutput(
  script: JudgedScript,
  runs: readonly ScriptRun[],
  { event }: Hook,
): Finding | undefined {
  const { own, bindings } = script;
  const isUnread = (run: ScriptRun): boolean =>
    run.code === 0 &&
    run.stdout.trim() !== '' &&
    !run.stdout.includes(unknownPart) &&
    !run.stdout.replaceAll(someWords, '').includes('{') &&
    bindings.every((binding) =>
      outcomesOf(own, binding, run).every(({ decision }) => decision === 'deny'),
    );
  if (!runs.every(isUnread)) return undefined;
  const text = (runs[0]?.stdout ?? '').replaceAll(someWords, '…').trim().slice(0, 60);
  return { code: 'output-refuses', event, agent: own.title, text, refuses: true };
}

/** Finds why an agent takes no run of a script for a refusal, though the script means to refuse. */
function findIgnoredRefusal(
  script: JudgedScript,
  runs: readonly ScriptRun[],
  hook: Hook,
): Finding | undefined {
  const { event } = hook;
  const hears = (run: ScriptRun) => isRefusal(script, hook, run);
  if (runs.some(hears)) return undefined;
  const meant = runs.filter(meansRefusal);
  // A script that always ends with 2 does not decide anything.
  const [first] = meant.length < runs.length ? meant : [];
  if (!first) return undefined;
  // Without a known reason, what the script prints may have been misread.
  const why = meant.map((run) => explain(script, run, hears)).find((one) => one !== undefined);
  return why && { code: 'refusal-unheard', event, agent: script.own.title, ...why };
}

/** Tells whether the own agent takes a run for a verdict, at one of the events that start the script. */
function isRefusal({ own, bindings }: JudgedScript, hook: Hook, run: ScriptRun): boolean {
  const { code = 1, stderr, stdout } = run;
  const hasVerdict = (outcome: Outcome) => isVerdict(outcome) || outcome.followUp !== undefined;
  return (
    bindings.some((binding) => outcomesOf(own, binding, run).some(hasVerdict)) ||
    (code !== 0 && stdout.trim() === '' && takesFailureForRefusal(hook, code, stderr))
  );
}

/** Returns the smallest change of a run after which its agent hears it, as a reason. */
function explain(
  script: JudgedScript,
  run: ScriptRun,
  hears: (run: ScriptRun) => boolean,
): WhyUnheard | undefined {
  const { code, stdout, stderr } = run;
  if (code === 2) {
    const reason = stderr.trim() || 'reason';
    if (!stdout.trim()) return hears({ ...run, stderr: reason }) ? { why: 'silent' } : undefined;
    return hears({ ...run, stdout: '', stderr: reason }) ? { why: 'stdout' } : undefined;
  }
  const object = readPrintedObject(stdout);
  return object && explainObject(script, object, hears);
}

function explainObject(
  { bindings }: JudgedScript,
  object: Json,
  hears: (run: ScriptRun) => boolean,
): WhyUnheard | undefined {
  for (const path of pathsIn(object)) {
    const without = withoutPath(object, splitPath(path));
    if (refusesInAnyWords(without) && hears(asRun(without))) return { why: 'key', key: path };
  }
  for (const { outcome } of bindings) {
    if (outcome.reason === undefined) continue;
    for (const path of [rowOf(outcome.reason).at].flat()) {
      if (getAtPath(object, splitPath(path)) !== undefined) continue;
      if (hears(asRun(withValue(object, splitPath(path), 'reason'))))
        return { why: 'no-reason', key: path };
    }
  }
  const [at] = bindings.flatMap(({ outcome }) =>
    outcome.decision === undefined ? [] : [rowOf(outcome.decision).at].flat(),
  );
  const key = pathsIn(object).find((path) => {
    const value = getAtPath(object, splitPath(path));
    return (
      typeof value !== 'object' && refusesInAnyWords({ [path.split('.').at(-1) ?? '']: value })
    );
  });
  if (key === undefined || key === at) return undefined;
  return { why: 'event', key, ...(at !== undefined && { instead: at }) };
}
