/** Judges what a script prints and how it ends: whether the agent that it was written for takes it as it was meant. */
import { adapters } from '../adapters/index.ts';
import type { Hook } from '../canonical/hook.ts';
import { outcomeKeysWith } from '../canonical/kinds.ts';
import type { Outcome } from '../canonical/outcome.ts';
import { hasOutcomeTrait } from '../canonical/traits.ts';
import type { Adapter, Binding, Row } from '../mapping/adapter.ts';
import { rowOf } from '../mapping/fields.ts';
import { getAtPath, splitPath } from '../mapping/paths.ts';
import type { Finding } from '../settings/finding.ts';
import { effectiveKeysOf, nativePathsOf } from '../translate/foreign-responses.ts';
import { verdictOfWord } from '../translate/verdict-words.ts';
import { isObject, isSameJson } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import { keysOf } from '../util/keys-of.ts';
import { once } from '../util/once.ts';
import { decisionWordsOf } from './evidence/decision-words.ts';
import { finishedAs, isVerdict, takenOutcomeOf } from './evidence/possible-answers.ts';
import { findObjectIn, readPrintedObject } from './evidence/printed-json.ts';
import { type ScriptRun, someWords, unknownPart } from './evidence/steps.ts';
import { takesFailureForRefusal } from './failure.ts';

/** A script that was written for an agent, and the events of that agent that start it. */
export interface JudgedScript {
  runs: readonly ScriptRun[];
  /** Whether the script may do more than its runs show. */
  isPartlyUnknown: boolean;
  own: Adapter;
  bindings: readonly Binding[];
}

/** Returns all agents, without the canonical dialect, which has no tools. */
export const agents = once(() =>
  Object.values<Adapter>(adapters).filter(({ tools }) => tools.length),
);

/** Returns the run of a script that prints an object as JSON, and nothing on stderr. */
export const asRun = (object: Json, code: number | undefined = 0): ScriptRun => ({
  stdout: JSON.stringify(object),
  stderr: '',
  code,
});

/** Returns the outcomes that an agent may take from a run. */
export const outcomesOf = (agent: Adapter, binding: Binding, run: ScriptRun): Outcome[] =>
  finishedAs(run, binding).map((finished) => takenOutcomeOf(agent, binding, finished));

/** Tells whether an outcome asks for something: more than a reason, and more than to go on. */
const isEffective = (outcome: Outcome): boolean =>
  keysOf(outcome).some(
    (key) => outcome[key] !== undefined && !hasOutcomeTrait(key, 'isReason') && key !== 'quiet',
  );

/** Returns the rows of a binding's outcomes, with their alternatives. */
const rowsOf = ({ outcome }: Binding, keys = effectiveKeysOf({ outcome })): Row[] =>
  keys.flatMap((key) => {
    const native = outcome[key];
    const rows: Row[] = [];
    let row: Row | undefined = native === undefined ? undefined : rowOf(native);
    for (; row; row = row.or) rows.push(row);
    return rows;
  });

/** Returns an object with a value put at a path. Objects on the way are copied. */
export function withValue(
  object: Json,
  [key = '', ...below]: readonly string[],
  value: unknown,
): Json {
  const inner = isObject(object[key]) ? object[key] : {};
  return { ...object, [key]: below.length ? withValue(inner, below, value) : value };
}

/** Returns an object without the value at a path. Objects on the way are copied. */
export function withoutPath(object: Json, [key = '', ...below]: readonly string[]): Json {
  const { [key]: held, ...others } = object;
  return below.length && isObject(held) ? { ...object, [key]: withoutPath(held, below) } : others;
}

/** Lists the paths in an object, down to the third level. */
export const pathsIn = (object: Json, above = '', levels = 3): string[] =>
  Object.entries(object).flatMap(([key, value]) => [
    above + key,
    ...(levels > 1 && isObject(value) ? pathsIn(value, `${above}${key}.`, levels - 1) : []),
  ]);

/** A value that the agent would take an answer with: what is put where, and the code of the finding about it. */
interface Mend {
  object: Json;
  finding: (event: string, agent: string) => Finding;
}

/** Adds the values that a row needs beside its own, such as the name of the event. */
function withImplied(object: Json, { implies = {} }: Row): Json {
  let complete = object;
  for (const [path, value] of Object.entries(implies))
    complete = withValue(complete, splitPath(path), value);
  return complete;
}

/** Moves what stands at the top of an answer into the object at a path where the agent has a place for it there alone. */
function moveInto(above: readonly string[], object: Json, binding: Binding): Json {
  const paths = rowsOf(binding, keysOf(binding.outcome)).flatMap(({ at }) => at);
  let moved = object;
  for (const [key, value] of Object.entries(object))
    if (paths.includes([...above, key].join('.')) && !paths.includes(key)) {
      const { [key]: _, ...others } = moved;
      moved = withValue(others, [...above, key], value);
    }
  return moved;
}

/** Yields changes of an answer after which its agent may take it. */
function* listMends(object: Json, binding: Binding): Iterable<Mend> {
  const rows = rowsOf(binding);
  for (const row of rows)
    for (const path of [row.at].flat()) {
      const keys = splitPath(path);
      const value = getAtPath(object, keys);
      if (value === undefined) continue;
      // Only values that are fixed for the event are told: other rows write a verdict beside their own.
      const missing = Object.entries(row.implies ?? {}).find(
        ([implied, wanted]) =>
          wanted === binding.native && getAtPath(object, splitPath(implied)) !== wanted,
      );
      if (!missing) continue;
      const [at, wanted] = missing;
      const found = getAtPath(object, splitPath(at));
      if (typeof found === 'string' && (found.includes(unknownPart) || found.includes(someWords)))
        continue;
      yield {
        object: withValue(object, splitPath(at), wanted),
        finding: (event, agent) => ({
          code: 'no-event-name',
          event,
          agent,
          key: at,
          wanted: String(wanted),
          found,
        }),
      };
    }
  for (const row of rowsOf(
    binding,
    outcomeKeysWith.isVerdict.filter((key) => key in binding.outcome),
  ))
    for (const path of [row.at].flat()) {
      const keys = splitPath(path);
      const last = keys.at(-1) ?? '';
      if (keys.length < 2 || !Object.hasOwn(object, last) || isObject(object[last])) continue;
      const { [last]: value, ...others } = object;
      yield {
        object: moveInto(
          keys.slice(0, -1),
          withImplied(withValue(others, keys, value), row),
          binding,
        ),
        finding: (event, agent) => ({
          code: 'flat-decision',
          event,
          agent,
          key: last,
          instead: path,
        }),
      };
    }
}

/** Finds a word for a verdict that the agent does not know at any of the events that start the script. */
function findWrongWord(
  object: Json,
  own: Adapter,
  bindings: readonly Binding[],
): { key: string; word: string; instead: string } | undefined {
  const found = bindings.map((binding) => {
    const rows = rowsOf(binding, ['decision']);
    const paths = [...new Set(rows.flatMap(({ at }) => at))];
    for (const path of paths) {
      const word = getAtPath(object, splitPath(path));
      const verdict = verdictOfWord(word);
      if (typeof word !== 'string' || verdict === undefined) continue;
      const words = rows.filter(({ at }) => [at].flat().includes(path)).flatMap(decisionWordsOf);
      if (words.some(([native]) => native === word)) return undefined;
      const wanted = verdict === 'pass' ? 'allow' : verdict;
      const same = words.find(([, canonical]) => canonical === wanted);
      const stricter =
        verdict === 'ask' ? words.find(([, canonical]) => canonical === 'deny') : undefined;
      const [instead] = same ?? stricter ?? [];
      // A word of consent that is not known does no harm, unless the agent refuses because of it.
      const outcomes = outcomesOf(own, binding, asRun(object));
      const isHarmless =
        verdict === 'pass' && !outcomes.some(({ decision }) => decision === 'deny');
      if (typeof instead === 'string' && !isHarmless) return { key: path, word, instead };
    }
    return undefined;
  });
  return found.every(Boolean) ? found[0] : undefined;
}

/** Finds the agents that would take something from an answer of which its own agent takes nothing. */
function findForeignHearers(object: Json, own: Adapter, binding: Binding) {
  const common = new Set([...(own.commonFields ?? []), ...(binding.ignored ?? [])]);
  const paths = pathsIn(object).filter((path) => !common.has(path));
  const ownPaths = nativePathsOf(binding, effectiveKeysOf(binding));
  if (paths.some((path) => ownPaths.includes(path))) return undefined;
  const keys = new Set<string>();
  const hearers = agents().filter((agent) => {
    if (agent === own) return false;
    return agent.bindings.listFor(binding.event).some((other) => {
      const read = nativePathsOf(other, effectiveKeysOf(other)).filter((path) =>
        paths.includes(path),
      );
      if (!read.length) return false;
      // An event name in the answer is that of the agent it was written for, or of the script's own.
      const heard = outcomesOf(agent, other, asRun(renamedFor(object, other)));
      const isHeard = heard.some((outcome) =>
        keysOf(outcome).some((key) => isForeignKey(key, outcome)),
      );
      if (isHeard) for (const path of read) keys.add(path);
      return isHeard;
    });
  });
  return hearers.length
    ? { agents: hearers.map(({ title }) => title), keys: [...keys] }
    : undefined;
}

const isForeignKey = (key: keyof Outcome, outcome: Outcome): boolean =>
  outcome[key] !== undefined && (outcomeKeysWith.isVerdict.includes(key) || key === 'context');

/** Returns an answer with the name of another agent's event in the place where that agent looks for it. */
function renamedFor(object: Json, binding: Binding): Json {
  let renamed = object;
  for (const { implies = {} } of rowsOf(binding))
    for (const [path, value] of Object.entries(implies))
      if (value === binding.native && getAtPath(object, splitPath(path)) !== undefined)
        renamed = withValue(renamed, splitPath(path), value);
  return renamed;
}

/** Tells whether the own agent takes something from a run, at one of the events that start the script. */
const isHeard = ({ own, bindings }: JudgedScript, run: ScriptRun, test = isEffective): boolean =>
  bindings.some((binding) => outcomesOf(own, binding, run).some(test));

/** Returns a finding without doubles. */
const distinct = (findings: readonly Finding[]): Finding[] =>
  findings.filter((one, i) => findings.findIndex((other) => isSameJson(one, other)) === i);

/** An answer that a script prints, perhaps with text around it. */
interface PrintedAnswer {
  object: Json;
  /** The text around it, without parts that are not known. Empty: the output is the answer alone. */
  text: string;
}

/** Returns the answer in the stdout of a run. Undefined: there is none, or what stands around it may be a part of it. */
function findPrintedAnswer({ stdout, code }: ScriptRun): PrintedAnswer | undefined {
  const whole = readPrintedObject(stdout);
  if (whole) return { object: whole, text: '' };
  const { before = '', object, after = '' } = findObjectIn(stdout) ?? {};
  if (!object || [before, after].join('').includes(unknownPart)) return undefined;
  const [text] = [before, after].map((one) => one.replaceAll(someWords, '').trim()).filter(Boolean);
  // A text on how to use the script, for example, may show an answer.
  const showsTrouble = code !== 0 && trouble.test(before + after);
  return text && !showsTrouble ? { object, text } : undefined;
}

/** An answer in which all faults are mended that its own agent would ignore it for, and the findings about them. */
interface MendedAnswer {
  object: Json;
  findings: Finding[];
}

/** Mends an answer as far as this is known: one answer may have several faults, each of which hides the others. */
function mendAnswer(object: Json, { own, bindings }: JudgedScript, event: string): MendedAnswer {
  const mendWord = (answer: Json): MendedAnswer => {
    const wrong = findWrongWord(answer, own, bindings);
    if (!wrong) return { object: answer, findings: [] };
    const finding = { code: 'wrong-verdict-word', event, agent: own.title, ...wrong } as const;
    return {
      object: withValue(answer, splitPath(wrong.key), wrong.instead),
      findings: [finding],
    };
  };
  const isTaken = (answer: Json) =>
    bindings.some((binding) => outcomesOf(own, binding, asRun(answer)).some(isEffective));
  const worded = mendWord(object);
  if (isTaken(worded.object)) return worded;
  for (const binding of bindings)
    for (const mend of listMends(worded.object, binding)) {
      // A verdict that stands at its place now may have a word that the agent does not know.
      const mended = mendWord(mend.object);
      if (isTaken(mended.object))
        return {
          object: mended.object,
          findings: [...worded.findings, mend.finding(event, own.title), ...mended.findings],
        };
    }
  return worded;
}

/** Finds answers that the own agent does not take: a key at a wrong place, a word that it does not know, no event name. */
export function findUnheardAnswers(script: JudgedScript, event: string): Finding[] {
  const { own, bindings, runs } = script;
  if (own.takesAnyWords) return [];
  const objects = runs
    .map((run) => findPrintedAnswer(run)?.object)
    .filter((one) => one !== undefined);
  const isRight = (run: ScriptRun): boolean => {
    const object = readPrintedObject(run.stdout);
    const hasWrongWord = object !== undefined && findWrongWord(object, own, bindings) !== undefined;
    return !hasWrongWord && isHeard(script, run, isVerdict);
  };
  // A script that its agent understands elsewhere serves other agents as well.
  const servesOthers = runs.some(isRight);
  const findings: Finding[] = [];
  const unheard: Json[] = [];
  for (const object of objects) {
    const found = servesOthers ? [] : mendAnswer(object, script, event).findings;
    findings.push(...found);
    if (!found.length && !isHeard(script, asRun(object))) unheard.push(object);
  }
  const isAllUnheard = !findings.length && !runs.some((run) => isHeard(script, run));
  if (!isAllUnheard || script.isPartlyUnknown) return distinct(findings);
  const foreign = unheard.flatMap((object) =>
    bindings.flatMap((binding) => findForeignHearers(object, own, binding) ?? []),
  );
  if (!foreign.length) return [];
  const titles = [...new Set(foreign.flatMap((one) => one.agents))];
  const keys = [...new Set(foreign.flatMap((one) => one.keys))];
  return [{ code: 'speaks-another', event, agent: own.title, agents: titles, keys }];
}

/** Finds text around an answer because of which the own agent does not take the answer. */
export function findSpoiltAnswer(script: JudgedScript, event: string): Finding | undefined {
  const { own, bindings, runs } = script;
  const clean = new Set(runs.flatMap(({ stdout }) => toKey(readPrintedObject(stdout))));
  for (const run of runs) {
    const { object, text } = findPrintedAnswer(run) ?? {};
    if (!object || !text || clean.has(JSON.stringify(object))) continue;
    const mended = mendAnswer(object, script, event).object;
    for (const binding of bindings) {
      const taken = outcomesOf(own, binding, run);
      // An exit code for which the agent reads no answer is a fault of its own.
      const isCodeHeard = taken.some(isVerdict);
      const meant = outcomesOf(own, binding, asRun(mended, isCodeHeard ? run.code : 0));
      const isLost = meant.some(
        (outcome, i) =>
          isEffective(outcome) &&
          (outcome.decision !== taken[i]?.decision || outcome.context !== taken[i]?.context),
      );
      if (isLost)
        return { code: 'log-before-answer', event, agent: own.title, text: text.slice(0, 60) };
    }
  }
  return undefined;
}

const toKey = (object: Json | undefined): string[] => (object ? [JSON.stringify(object)] : []);

/** Matches texts that say that something is refused. */
const refusal =
  /\b(?:block(?:ed|ing|s)?|den(?:y|ied|ies)|refus\w*|forbid\w*|forbade|reject\w*|disallow\w*|prohibit\w*|prevent\w*|abort\w*|veto\w*|not (?:allowed|permitted|safe)|never|must not|do not|don['’]t|may not|dangerous|destructive|unsafe|protected|policy|guard|stop|no|stays?|cannot be|can['’]t be|use \S+ instead|instead)\b|🚫|⛔|❌|🛑/i;
/** Matches texts that say why a script itself cannot go on. */
const trouble =
  /\b(?:not (?:found|installed|set|available)|missing|required|requires|usage|install|invalid (?:json|input|payload)|no (?:input|json|payload|stdin|jq)|could not|unable|failed to (?:parse|read|load)|cannot (?:read|parse|find|open)|error:|parse error|unexpected|unknown option)\b/i;

/** Finds runs that are meant to refuse, and that end with an exit code with which the own agent refuses nothing. */
export function findExitWithoutRefusal(script: JudgedScript, hook: Hook): Finding | undefined {
  const { own, runs, isPartlyUnknown } = script;
  const { event } = hook;
  if (isPartlyUnknown || own.takesAnyWords) return undefined;
  for (const run of runs) {
    if (!run.code || run.fails !== undefined || isHeard(script, run, isVerdict)) continue;
    if (takesFailureForRefusal(hook, run.code, run.stderr)) continue;
    const printed = findPrintedAnswer(run)?.object;
    const object = printed && mendAnswer(printed, script, event).object;
    const { code } = run;
    if (object) {
      if (isHeard(script, asRun(object), isVerdict))
        return { code: 'exit-not-refusal', event, agent: own.title, exitCode: code, instead: 0 };
      continue;
    }
    const text = `${run.stderr}\n${run.stdout}`
      .replaceAll(someWords, ' ')
      .replaceAll(unknownPart, ' ');
    if (
      !refusal.test(text) ||
      trouble.test(text) ||
      runs.some((one) => isHeard(script, one, isVerdict))
    )
      continue;
    const asRefusal = { code: 2, stdout: '', stderr: run.stderr || run.stdout };
    const isRefusal = (outcome: Outcome) =>
      outcome.decision === 'deny' || outcome.followUp !== undefined;
    if (isHeard(script, asRefusal, isRefusal) && code !== 2)
      return { code: 'exit-not-refusal', event, agent: own.title, exitCode: code, instead: 2 };
  }
  return undefined;
}
