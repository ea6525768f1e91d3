/** Reads a response that may be in the words of any agent into canonical words. */

import { outcomeKeysWith } from '../canonical/kinds.ts';
import type { OutcomeKey } from '../canonical/outcome.ts';
import { hasOutcomeTrait } from '../canonical/traits.ts';
import type { Draft, Reading } from '../mapping/adapter.ts';
import { decodeFields } from '../mapping/fields.ts';
import { hasKind } from '../mapping/shape.ts';
import { isObject, isSameJson } from '../util/equal.ts';
import { type Json, maxVerdictDepth } from '../util/json.ts';
import { sampleWorld } from './implied-calls.ts';
import { fitsOutcome, isOutcomeKey } from './outcome-keys.ts';
import { decodeOutcome } from './response.ts';
import { isVerdictKey, type ResponsePlace, responseTables } from './response-tables.ts';
import { verdictOfWord, type WordVerdict } from './verdict-words.ts';

/** Tells whether a response is an outcome already: every key is one of an outcome's and holds a value of its kind. */
export const isCanonicalResponse = (response: Json): boolean =>
  Object.keys(response).every((key) => fitsOutcome(key, response[key]));

/** Joins the first keys of a response for a message. */
export const joinKeys = (keys: readonly string[]): string =>
  keys
    .slice(0, 5)
    .map((key) => key.slice(0, 60))
    .join(', ');

/**
 * Reads one response, in these steps:
 * 1. keys of an outcome (canonical words);
 * 2. the response as a whole, as vendors read it that rewrite it before their tables apply
 *    (`normaliseResponse`);
 * 3. every other key, by the tables of all vendors: current spellings of this event's bindings first;
 * 4. keys that no table knows: a verdict in them counts where it refuses or asks, and nothing else does;
 * 5. where vendors mean different things by one key, only the strictest meaning is kept.
 */
class Interpretation {
  /** The outcome so far. */
  readonly out: Json = {};
  /** Paths in the response that no agent reads anything from. */
  readonly ignoredPaths: string[] = [];
  /** Some key of the response is an outcome's, is in a table, or carries a verdict. */
  #isUnderstood = false;
  /** The first verdict in unknown words, with its path, for the message. */
  #strangeVerdict: string | undefined;

  readonly #response: Json;
  readonly #event: Draft;
  readonly #tables = responseTables();

  constructor(response: Json, event: Draft) {
    this.#response = response;
    this.#event = event;
    for (const [key, value] of Object.entries(response))
      if (isOutcomeKey(key)) this.#readOutcomeKey(key, value);
    this.#readNormalised();
    this.#readKeys(response, '');
    this.#keepStrictest();
  }

  /** The reason why the response counts as a failure of the hook; `undefined`: it does not. */
  get failure(): string | undefined {
    const { out, ignoredPaths } = this;
    const strange = this.#strangeVerdict;
    if (out.halt === true || out.decision === 'deny') return undefined;
    if (strange !== undefined)
      return `answered ${strange}, which is no verdict that is known: say "decision": "deny", "ask" or "allow"`;
    if (this.#isUnderstood || !ignoredPaths.length) return undefined;
    return `answered in keys that are not known (${joinKeys(ignoredPaths)}): say "decision": "deny", or nothing`;
  }

  /** Notes a verdict in unknown words. */
  #noteStrange(path: string, value: unknown): void {
    this.#isUnderstood = true;
    this.#strangeVerdict ??= `"${path}": ${(JSON.stringify(value) ?? '').slice(0, 60)}`;
  }

  /** Reads a key of an outcome. */
  #readOutcomeKey(key: OutcomeKey, value: unknown): void {
    if (value === null) return;
    this.#isUnderstood = true;
    if (fitsOutcome(key, value)) this.out[key] = value;
    else if (key === 'decision') this.#readDecision(key, value);
    else if (hasOutcomeTrait(key, 'isVerdict')) this.#noteStrange(key, value);
    else this.#leaveOut(key, value);
  }

  /** Reads a decision in words that no table has, such as `blocked`. */
  #readDecision(path: string, value: unknown): void {
    const word = verdictOfWord(value);
    if (word) this.#tighten(word);
    else this.#noteStrange(path, value);
  }

  /** Makes the decision stricter, if a word refuses or asks. Words of consent change nothing. */
  #tighten(word: string): void {
    const { decision } = this.out;
    if (word === 'deny' || (word === 'ask' && decision !== 'deny')) this.out.decision = word;
  }

  /** Takes a value of an outcome key. Of several halts the strictest counts; two different rewrites count as unknown words. */
  #takeValue(key: string, value: unknown): void {
    const { out } = this;
    if (key === 'decision') this.#tighten(value as string);
    else if (key === 'halt') out.halt = out.halt === true || value;
    else if (key === 'input' && out.input && !isSameJson(out.input, value))
      this.#noteStrange(key, value);
    else out[key] ??= value;
  }

  /** Reads the response as the vendors do that rewrite it before their tables apply. */
  #readNormalised(): void {
    const foreign = Object.entries(this.#response).filter(([key]) => !isOutcomeKey(key));
    const response = Object.fromEntries(foreign);
    for (const adapter of this.#tables.agents) {
      for (const binding of adapter.normaliseResponse
        ? adapter.bindings.listFor(this.#event.event)
        : []) {
        const context = { adapter, event: this.#event, world: sampleWorld, invalidPaths: [] };
        const outcome = decodeOutcome(binding, response, context);
        for (const [key, value] of Object.entries(outcome)) this.#takeValue(key, value);
      }
    }
  }

  /**
   * Reads the keys of an object, and of the objects in it that tables know.
   *
   * @param before The path of the object with a dot behind it. Empty: the response itself.
   */
  #readKeys(object: Json, before: string): void {
    const { parentPaths, neutralPaths } = this.#tables;
    for (const [key, value] of Object.entries(object)) {
      const path = before + key;
      if (value === null || isOutcomeKey(path)) continue;
      const tiers = this.#tiersOf(path);
      if (tiers.length) this.#readByTiers(path, value, tiers);
      else if (parentPaths.has(path) && this.#isReadByKey(path, key, value))
        this.#readKeys(value, `${path}.`);
      else if (neutralPaths.has(path)) this.#isUnderstood = true;
      else if (isVerdictKey(path, key)) this.#readVerdictKey(path, key, value);
      else if (parentPaths.has(path)) this.#noteStrange(path, value);
      else this.#leaveOut(path, value);
    }
  }

  /** Tells whether a value is an object to read key by key. If its own key carries a verdict, a known key must be in it. */
  #isReadByKey(path: string, key: string, value: unknown): value is Json {
    const isKnown = (inner: string) => this.#tables.placesByPath.has(`${path}.${inner}`);
    return isObject(value) && (!isVerdictKey(path, key) || Object.keys(value).some(isKnown));
  }

  /**
   * Returns the places of a path in tiers, in the order in which they are tried: current spellings before
   * older ones; only those of this event, where it has some.
   */
  #tiersOf(path: string): readonly (readonly ResponsePlace[])[] {
    const all = this.#tables.placesByPath.get(path) ?? [];
    const isNear = ({ binding }: ResponsePlace) => binding.event === this.#event.event;
    const current = all.filter(({ isOlder }) => !isOlder);
    const near = current.filter(isNear);
    const tiers = near.length ? [near] : [current, all];
    return tiers.filter((tier) => tier.length > 0);
  }

  /** Reads a path that tables know: by the places of the first tier in which one takes the value. */
  #readByTiers(path: string, value: unknown, tiers: readonly (readonly ResponsePlace[])[]): void {
    const canons = new Set(tiers[0]?.map(({ op }) => op.canonicalName as OutcomeKey));
    let fitting = false;
    for (const tier of tiers) {
      const readings = tier.map((place) => this.#readByPlace(value, place));
      fitting ||= readings.some((reading) => reading !== 'unfit');
      if (readings.includes('taken')) break;
    }
    if (fitting) this.#isUnderstood = true;
    else if (canons.has('decision')) this.#readDecisionAt(path, value);
    else if (outcomeKeysWith.isVerdict.some((key) => canons.has(key)))
      this.#noteStrange(path, value);
    else this.#leaveOut(path, value);
  }

  /** Reads a decision, in words that no table has, at a path that tables know. */
  #readDecisionAt(path: string, value: unknown): void {
    this.#isUnderstood = true;
    this.#readDecision(path, value);
  }

  /**
   * Takes a value as one place reads it.
   *
   * @returns `taken`: the place reads something from it; `fit`: the value belongs there and says nothing;
   *   `unfit`: such a value does not belong there.
   */
  #readByPlace(value: unknown, { op, adapter, binding }: ResponsePlace): 'taken' | 'fit' | 'unfit' {
    if (op.canonicalName === 'decision') {
      // A word of another event's table may mean something else at this event, so it is first read as
      // the plain word.
      const isHere = binding.event === this.#event.event;
      const read = op.canonicalWords
        ? op.canonicalWords.get(value)
        : hasKind(op.kind, value)
          ? String(value)
          : undefined;
      const word = read !== undefined && !isHere ? (verdictOfWord(value) ?? read) : read;
      if (word !== undefined) this.#tighten(word);
      const isFlag = [...(op.canonicalWords?.keys() ?? [])].some((one) => typeof one === 'boolean');
      return word !== undefined ? 'taken' : isFlag && typeof value === 'boolean' ? 'fit' : 'unfit';
    }
    const found: Json = {};
    const context = { adapter, event: this.#event, world: sampleWorld, invalidPaths: [] };
    decodeFields([op], this.#response, found, context, '', false);
    for (const key of Object.keys(found)) this.#takeValue(key, found[key]);
    if (Object.keys(found).length) return 'taken';
    return hasKind(op.kind, value) ? 'fit' : 'unfit';
  }

  /** Reads a key that carries a verdict and is in no table. */
  #readVerdictKey(path: string, key: string, value: unknown): void {
    const word = verdictOfWord(key);
    if (word) this.#readWordKey(path, word, value);
    else {
      this.#readDecision(path, value);
      if (verdictOfWord(value) === 'pass') this.ignoredPaths.push(path); // no agent reads consent there
    }
  }

  /** Reads a key that is itself a verdict, such as `{ "deny": true }`. A text under a refusal is its reason. */
  #readWordKey(path: string, word: WordVerdict, value: unknown): void {
    const why = word === 'deny' && typeof value === 'string' && value.trim() !== '';
    if (!why && typeof value !== 'boolean') {
      this.#noteStrange(path, value);
      return;
    }
    this.#isUnderstood = true;
    if (why) this.out.reason ??= value;
    if (value === false) this.#tighten(word === 'pass' ? 'deny' : 'pass');
    else this.#tighten(word);
  }

  /** Leaves out a value that no table knows, unless a verdict in it refuses or asks. */
  #leaveOut(path: string, value: unknown): void {
    const wasUnderstood = this.#isUnderstood;
    const { decision } = this.out;
    this.#searchVerdicts(path, value, 1);
    this.#isUnderstood = wasUnderstood;
    if (this.out.decision === decision) this.ignoredPaths.push(path);
  }

  /**
   * Searches a value for verdicts at any depth.
   *
   * @param level How many objects and lists the value is in, up to `deepest`.
   */
  #searchVerdicts(path: string, value: unknown, level: number): void {
    const word = verdictOfWord(value);
    if (word === 'deny' || word === 'ask') this.#noteStrange(path, value);
    if (typeof value !== 'object' || value === null || level >= maxVerdictDepth) return;
    for (const [key, inner] of Object.entries(value)) {
      const at = `${path}.${key}`;
      if (inner === null) continue;
      if (isVerdictKey(at, key)) this.#readVerdictKey(at, key, inner);
      else this.#searchVerdicts(at, inner, level + 1);
    }
  }

  /**
   * Keeps only the strictest meaning where vendors mean different things by one key: a halt, rather than
   * a follow-up, a replaced result or a decision; a follow-up rather than the same text as context. What
   * the response states in canonical words is kept.
   */
  #keepStrictest(): void {
    const { out } = this;
    const isStated = (key: OutcomeKey) => Object.hasOwn(this.#response, key);
    if (out.halt === true) {
      for (const key of ['followUp', 'replaced'] as const) if (!isStated(key)) delete out[key];
      if (!isStated('decision')) delete out.decision;
    }
    if (out.context === out.followUp && !isStated('context')) delete out.context;
  }
}

/**
 * Reads the response of a hook that may answer in the words of every agent, by the tables of all. A
 * verdict in unknown words is a failure of the hook.
 *
 * @param refused Returns the reading of such a failure, which refuses at a gate.
 */
export function interpretResponse(
  reading: Reading,
  event: Draft,
  refused: (failure: string) => Reading,
): Reading {
  const { response } = reading;
  if (!response || isCanonicalResponse(response)) return reading;
  const { out, ignoredPaths, failure } = new Interpretation(response, event);
  const beside = ignoredPaths.length ? { ignoredPaths } : {};
  if (failure === undefined) return { ...reading, response: out, ...beside };
  const refusal = refused(failure);
  return refusal.deny === undefined
    ? { ...refusal, response: out, ...beside }
    : { ...refusal, ...beside };
}
