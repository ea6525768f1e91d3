/** Tells which keys of an outcome the own agent of a hook takes from an end or from a text of the hook's script. */

import type { Hook } from '../../canonical/hook.ts';
import type { OutcomeKey } from '../../canonical/outcome.ts';
import { hasOutcomeTrait } from '../../canonical/traits.ts';
import { takesFailureForRefusal } from '../../check/failure.ts';
import type { Adapter, Binding, Finished, Row } from '../../mapping/adapter.ts';
import { rowOf } from '../../mapping/fields.ts';
import { ownBindingOf } from '../../settings/own-agent.ts';
import { adapterOf } from '../../translate/host.ts';
import { sampleWorld } from '../../translate/implied-calls.ts';
import { readHookOutput } from '../../translate/reading.ts';
import { decodeOutcome } from '../../translate/response.ts';
import { attempt } from '../../util/attempt.ts';
import { keysOf } from '../../util/keys-of.ts';

/** Returns the keys of the outcome that the own agent of a hook takes from a finished command. */
export function keysTakenFrom(hook: Hook, finished: Finished): OutcomeKey[] {
  const adapter = adapterOf(hook.speaks);
  const binding = ownBindingOf(hook);
  const reading = attempt(() => readHookOutput(adapter, binding, finished));
  if (reading === undefined || reading.deny !== undefined) return ['decision'];
  if (!reading.response) return reading.failure === undefined ? [] : keysOfFailure(hook, finished);
  const { response } = reading;
  const context = {
    adapter,
    event: { event: binding.event },
    world: sampleWorld,
    invalidPaths: [],
  };
  const outcome = attempt(() => decodeOutcome(binding, response, context));
  return outcome ? keysOf(outcome).filter((key) => outcome[key] !== undefined) : ['decision'];
}

/** Returns `decision` if the own agent of a hook takes the failed command for a refusal. */
const keysOfFailure = (hook: Hook, { code, stderr }: Finished): OutcomeKey[] =>
  takesFailureForRefusal(hook, code ?? 1, stderr) ? ['decision'] : [];

/**
 * Tells whether a script that ends with an exit code, and writes a text on stderr, refuses something, or says
 * something else that is a verdict.
 */
export const refusesByExitCode = (hook: Hook, code: number): boolean =>
  takesFailureForRefusal(hook, code, 'text') ||
  keysTakenFrom(hook, { code, stdout: '', stderr: 'text' }).some((key) =>
    hasOutcomeTrait(key, 'isVerdict'),
  );

/** Matches the beginnings of words that the canonical dialect takes for a refusal, under any key. */
const refusalWords =
  /\b(?:den(?:y|ied)|block|reject|refuse|forbid|disallow|prevent|abort|veto|ok)/i;

/** Tells whether a text has a word. The word \`continue\`, which many languages have, counts only in quotes or before a colon. */
const hasWord = (text: string, word: string): boolean =>
  word === 'continue'
    ? /["'`]continue\\*["'`]|\bcontinue\\*["']?\s*:/.test(text)
    : new RegExp(`(?<![\\w$])${word}(?!\\w)`).test(text);

const hasLastKeyOf = (text: string, path: string): boolean =>
  hasWord(text, path.slice(path.lastIndexOf('.') + 1));

/** Tells whether a text has the words of a response that sets what a row is about. */
function namesRow(text: string, row: Row): boolean {
  const { at, older = [], with: beside, whenEmpty, words, aliases, or } = row;
  const besideKeys = Object.entries(beside ?? {});
  const hasBeside = besideKeys.every(
    ([path, values]) =>
      hasLastKeyOf(text, path) &&
      values.some((value) => typeof value !== 'string' || hasWord(text, value)),
  );
  const hasKey = [at, older].flat().some((path) => hasLastKeyOf(text, path));
  // A word that says nothing but `allow` refuses nothing.
  const refusing = [
    ...Object.entries(words ?? {}).flatMap(([canonical, native]) =>
      canonical === 'allow' ? [] : native,
    ),
    ...Object.entries(aliases ?? {}).flatMap(([native, canonical]) =>
      canonical === 'allow' ? [] : native,
    ),
  ];
  const hasValue =
    !words || refusing.some((word) => typeof word !== 'string' || hasWord(text, word));
  const isNamed = hasBeside && (hasKey || (besideKeys.length > 0 && whenEmpty !== undefined));
  return (isNamed && hasValue) || (or !== undefined && namesRow(text, or));
}

/**
 * Returns the outcome keys that the text of a script may set at a binding of its own agent, since the text has the
 * words that the agent's responses need for them. An agent that also takes other words than those of its tables may
 * take any word for a verdict that some agent takes for one.
 */
export function keysNamedIn(text: string, adapter: Adapter, binding: Binding): OutcomeKey[] {
  const isOpen = adapter.takesAnyWords === true || adapter.normaliseResponse !== undefined;
  const mayRefuse = isOpen && refusalWords.test(text);
  return keysOf(binding.outcome).filter((key) => {
    const native = binding.outcome[key];
    const isVerdict = hasOutcomeTrait(key, 'isVerdict');
    return (mayRefuse && isVerdict) || (native !== undefined && namesRow(text, rowOf(native)));
  });
}
