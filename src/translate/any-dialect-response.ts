/** Reads a response that may be in the words of any agent into canonical words. */

import { outcomeKeysWith } from '../canonical/kinds.ts';
import type { OutcomeKey } from '../canonical/outcome.ts';
import { hasOutcomeTrait } from '../canonical/traits.ts';
import type { Draft, Reading } from '../mapping/adapter.ts';
import { carryIn } from '../mapping/fields.ts';
import { hasKind } from '../mapping/shape.ts';
import { isObject, isSameJson } from '../util/equal.ts';
import { deepest, type Json } from '../util/json.ts';
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
 * The reading of one response:
 * 1. keys of an outcome;
 * 2. what vendors read in the response as a whole, where they rewrite it before their tables apply;
 * 3. every other key, by the tables of all vendors: current spellings of this event's bindings first;
 * 4. keys that no table knows: a verdict in them counts where it refuses or asks, and nothing else does;
 * 5. where vendors mean different things by one key, the strictest meaning is kept alone.
 */
class Interpretation {
  /** The outcome so far. */
  readonly out: Json = {};
  /** Paths that say nothing to any agent. */
  readonly unheard: string[] = [];
  /** Some key of the response is known. */
  known = false;
  /** The first verdict in unknown words, with its path, for the message. */
  strange: string | undefined;

  readonly #response: Json;
  readonly #event: Draft;
  readonly #tables = responseTables();

  constructor(response: Json, event: Draft) {
    this.#response = response;
    this.#event = event;
    for (const [key, value] of Object.entries(response))
      if (isOutcomeKey(key)) this.#readOwn(key, value);
    this.#readWhole();
    this.#readIn(response, '');
    this.#settle();
  }

  /** Says why the response counts as a failure of the hook; `undefined`: it does not. */
  get failure(): string | undefined {
    const { out, unheard, strange, known } = this;
    if (out.halt === true || out.decision === 'deny') return undefined;
    if (strange !== undefined)
      return `answered ${strange}, which is no verdict that is known: say "decision": "deny", "ask" or "allow"`;
    if (known || !unheard.length) return undefined;
    return `answered in keys that are not known (${joinKeys(unheard)}): say "decision": "deny", or nothing`;
  }

  /** Notes a verdict in unknown words. */
  #mark(path: string, value: unknown): void {
    this.known = true;
    this.strange ??= `"${path}": ${(JSON.stringify(value) ?? '').slice(0, 60)}`;
  }

  /** Reads a key of an outcome. */
  #readOwn(key: OutcomeKey, value: unknown): void {
    if (value === null) return;
    this.known = true;
    if (fitsOutcome(key, value)) this.out[key] = value;
    else if (key === 'decision') this.#rule(key, value);
    else if (hasOutcomeTrait(key, 'isVerdict')) this.#mark(key, value);
    else this.#leave(key, value);
  }

  /** Reads a decision in words that no table has. */
  #rule(path: string, value: unknown): void {
    const word = verdictOfWord(value);
    if (word) this.#decide(word);
    else this.#mark(path, value);
  }

  /** Takes a decision where it is stricter than the one so far. Words of consent change nothing. */
  #decide(word: string): void {
    const { decision } = this.out;
    if (word === 'deny' || (word === 'ask' && decision !== 'deny')) this.out.decision = word;
  }

  /** Takes a value of an outcome key. Of several halts the strictest counts; two different rewrites count as unknown words. */
  #take(key: string, value: unknown): void {
    const { out } = this;
    if (key === 'decision') this.#decide(value as string);
    else if (key === 'halt') out.halt = out.halt === true || value;
    else if (key === 'input' && out.input && !isSameJson(out.input, value)) this.#mark(key, value);
    else out[key] ??= value;
  }

  /** Reads the response as the vendors do that rewrite it before their tables apply. */
  #readWhole(): void {
    const foreign = Object.entries(this.#response).filter(([key]) => !isOutcomeKey(key));
    const response = Object.fromEntries(foreign);
    for (const adapter of this.#tables.agents) {
      for (const binding of adapter.normaliseResponse
        ? adapter.bindings.of(this.#event.event)
        : []) {
        const context = { adapter, event: this.#event, world: sampleWorld, invalidPaths: [] };
        const outcome = decodeOutcome(binding, response, context);
        for (const [key, value] of Object.entries(outcome)) this.#take(key, value);
      }
    }
  }

  #readIn(object: Json, before: string): void {
    const { parentPaths, neutralPaths } = this.#tables;
    for (const [key, value] of Object.entries(object)) {
      const path = before + key;
      if (value === null || isOutcomeKey(path)) continue;
      const places = this.#placesAt(path);
      if (places.length) this.#readPlace(path, value, places);
      else if (parentPaths.has(path) && this.#isRead(path, key, value))
        this.#readIn(value, `${path}.`);
      else if (neutralPaths.has(path)) this.known = true;
      else if (isVerdictKey(path, key)) this.#readVerdict(path, key, value);
      else if (parentPaths.has(path)) this.#mark(path, value);
      else this.#leave(path, value);
    }
  }

  /** Tells whether a value is an object to read key by key. Under a key that carries a verdict itself, a known key must be in it. */
  #isRead(path: string, key: string, value: unknown): value is Json {
    const isKnown = (inner: string) => this.#tables.placesByPath.has(`${path}.${inner}`);
    return isObject(value) && (!isVerdictKey(path, key) || Object.keys(value).some(isKnown));
  }

  /** Returns the places of a path, in the order in which they are tried: current spellings before older ones, this event's alone where it has some. */
  #placesAt(path: string): readonly (readonly ResponsePlace[])[] {
    const all = this.#tables.placesByPath.get(path) ?? [];
    const isNear = ({ binding }: ResponsePlace) => binding.event === this.#event.event;
    const current = all.filter(({ isOlder }) => !isOlder);
    const near = current.filter(isNear);
    const tiers = near.length ? [near] : [current, all];
    return tiers.filter((tier) => tier.length > 0);
  }

  #readPlace(path: string, value: unknown, tiers: readonly (readonly ResponsePlace[])[]): void {
    const canons = new Set(tiers[0]?.map(({ op }) => op.canon as OutcomeKey));
    let fitting = false;
    for (const tier of tiers) {
      const readings = tier.map((place) => this.#reads(value, place));
      fitting ||= readings.some((reading) => reading !== 'unfit');
      if (readings.includes('taken')) break;
    }
    if (fitting) this.known = true;
    else if (canons.has('decision')) this.#ruleAt(path, value);
    else if (outcomeKeysWith.isVerdict.some((key) => canons.has(key))) this.#mark(path, value);
    else this.#leave(path, value);
  }

  #ruleAt(path: string, value: unknown): void {
    this.known = true;
    this.#rule(path, value);
  }

  /** Takes what a place says; `unfit`: such a value does not belong there. */
  #reads(value: unknown, { op, adapter, binding }: ResponsePlace): 'taken' | 'fit' | 'unfit' {
    if (op.canon === 'decision') {
      // What one event makes of a word is not what it says at another.
      const isHere = binding.event === this.#event.event;
      const read = op.back
        ? op.back.get(value)
        : hasKind(op.kind, value)
          ? String(value)
          : undefined;
      const word = read !== undefined && !isHere ? (verdictOfWord(value) ?? read) : read;
      if (word !== undefined) this.#decide(word);
      const isFlag = [...(op.back?.keys() ?? [])].some((one) => typeof one === 'boolean');
      return word !== undefined ? 'taken' : isFlag && typeof value === 'boolean' ? 'fit' : 'unfit';
    }
    const found: Json = {};
    const context = { adapter, event: this.#event, world: sampleWorld, invalidPaths: [] };
    carryIn([op], this.#response, found, context, '', false);
    for (const key of Object.keys(found)) this.#take(key, found[key]);
    if (Object.keys(found).length) return 'taken';
    return hasKind(op.kind, value) ? 'fit' : 'unfit';
  }

  /** Reads a key that carries a verdict and is in no table. */
  #readVerdict(path: string, key: string, value: unknown): void {
    const word = verdictOfWord(key);
    if (word) this.#readWord(path, word, value);
    else {
      this.#rule(path, value);
      if (verdictOfWord(value) === 'pass') this.unheard.push(path); // no agent reads consent there
    }
  }

  /** Reads a key that is itself a verdict, such as `{ "deny": true }`. A text under a refusal is its reason. */
  #readWord(path: string, word: WordVerdict, value: unknown): void {
    const why = word === 'deny' && typeof value === 'string' && value.trim() !== '';
    if (!why && typeof value !== 'boolean') {
      this.#mark(path, value);
      return;
    }
    this.known = true;
    if (why) this.out.reason ??= value;
    if (value === false) this.#decide(word === 'pass' ? 'deny' : 'pass');
    else this.#decide(word);
  }

  /** Leaves out what no table knows at a path, unless a verdict in it refuses or asks. */
  #leave(path: string, value: unknown): void {
    const { known } = this;
    const { decision } = this.out;
    this.#search(path, value, 1);
    this.known = known;
    if (this.out.decision === decision) this.unheard.push(path);
  }

  #search(path: string, value: unknown, level: number): void {
    const word = verdictOfWord(value);
    if (word === 'deny' || word === 'ask') this.#mark(path, value);
    if (typeof value !== 'object' || value === null || level >= deepest) return;
    for (const [key, inner] of Object.entries(value)) {
      const at = `${path}.${key}`;
      if (inner === null) continue;
      if (isVerdictKey(at, key)) this.#readVerdict(at, key, inner);
      else this.#search(at, inner, level + 1);
    }
  }

  /** Keeps the strictest meaning alone where vendors mean different things by one key. */
  #settle(): void {
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
  const { out, unheard, failure } = new Interpretation(response, event);
  const beside = unheard.length ? { unheard } : {};
  if (failure === undefined) return { ...reading, response: out, ...beside };
  const refusal = refused(failure);
  return refusal.deny === undefined
    ? { ...refusal, response: out, ...beside }
    : { ...refusal, ...beside };
}
