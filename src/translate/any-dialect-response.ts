/** An answer that may be in the words of any agent, put into canonical words. */

import { outcomeKeysWith } from '../canonical/kinds.ts';
import type { OutcomeKey } from '../canonical/outcome.ts';
import { hasOutcomeTrait } from '../canonical/traits.ts';
import type { Draft, Reading } from '../mapping/adapter.ts';
import { carryIn } from '../mapping/fields.ts';
import { fits } from '../mapping/shape.ts';
import { equal, isObject } from '../util/equal.ts';
import { deepest, type Json } from '../util/json.ts';
import { sampleWorld } from './implied-calls.ts';
import { fitsOutcome, isOutcomeKey } from './outcome-keys.ts';
import { decodeOutcome } from './response.ts';
import { isVerdictKey, type ResponsePlace, responseTables } from './response-tables.ts';
import { verdictOfWord, type WordVerdict } from './verdict-words.ts';

/** Whether every key is one of an outcome, and holds what belongs there. */
export const isCanonicalResponse = (response: Json): boolean =>
  Object.keys(response).every((key) => fitsOutcome(key, response[key]));

/** Keys of an answer in a message. */
export const joinKeys = (keys: readonly string[]): string =>
  keys
    .slice(0, 5)
    .map((key) => key.slice(0, 60))
    .join(', ');

/** What an answer comes to, while it is read. */
class Interpretation {
  readonly out: Json = {};
  readonly unheard: string[] = [];
  /** Some key of it is known. */
  known = false;
  /** The first verdict in words that nobody knows. */
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

  /** Why the answer is a failure of the hook; undefined: it is none. */
  get failure(): string | undefined {
    const { out, unheard, strange, known } = this;
    if (out.halt === true || out.decision === 'deny') return undefined;
    if (strange !== undefined)
      return `answered ${strange}, which is no verdict that is known: say "decision": "deny", "ask" or "allow"`;
    if (known || !unheard.length) return undefined;
    return `answered in keys that are not known (${joinKeys(unheard)}): say "decision": "deny", or nothing`;
  }

  #mark(path: string, value: unknown): void {
    this.known = true;
    this.strange ??= `"${path}": ${(JSON.stringify(value) ?? '').slice(0, 60)}`;
  }

  #readOwn(key: OutcomeKey, value: unknown): void {
    if (value === null) return;
    this.known = true;
    if (fitsOutcome(key, value)) this.out[key] = value;
    else if (key === 'decision') this.#rule(key, value);
    else if (hasOutcomeTrait(key, 'isVerdict')) this.#mark(key, value);
    else this.#leave(key, value);
  }

  /** What is not one of our own words of a decision. */
  #rule(path: string, value: unknown): void {
    const word = verdictOfWord(value);
    if (word) this.#decide(word);
    else this.#mark(path, value);
  }

  /** The stricter of two decisions holds; consent adds nothing. */
  #decide(word: string): void {
    const { decision } = this.out;
    if (word === 'deny' || (word === 'ask' && decision !== 'deny')) this.out.decision = word;
  }

  /** Of several halts the strictest holds; of two rewrites that differ, none. */
  #take(key: string, value: unknown): void {
    const { out } = this;
    if (key === 'decision') this.#decide(value as string);
    else if (key === 'halt') out.halt = out.halt === true || value;
    else if (key === 'input' && out.input && !equal(out.input, value)) this.#mark(key, value);
    else out[key] ??= value;
  }

  /** What vendors make of the answer as a whole, where they put it into other words first. */
  #readWhole(): void {
    const foreign = Object.entries(this.#response).filter(([key]) => !isOutcomeKey(key));
    const response = Object.fromEntries(foreign);
    for (const adapter of this.#tables.agents) {
      for (const binding of adapter.tidy ? adapter.bindings.of(this.#event.event) : []) {
        const context = { adapter, event: this.#event, world: sampleWorld, odd: [] };
        const said = decodeOutcome(binding, response, context);
        for (const [key, value] of Object.entries(said)) this.#take(key, value);
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

  /** Whether a value is an object of words: where the key itself carries a verdict, of known ones. */
  #isRead(path: string, key: string, value: unknown): value is Json {
    const isKnown = (inner: string) => this.#tables.placesByPath.has(`${path}.${inner}`);
    return isObject(value) && (!isVerdictKey(path, key) || Object.keys(value).some(isKnown));
  }

  /** Current spellings before older ones, and of those the ones of this event. */
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
      const read = op.back ? op.back.get(value) : fits(op.kind, value) ? String(value) : undefined;
      const word = read !== undefined && !isHere ? (verdictOfWord(value) ?? read) : read;
      if (word !== undefined) this.#decide(word);
      const isFlag = [...(op.back?.keys() ?? [])].some((one) => typeof one === 'boolean');
      return word !== undefined ? 'taken' : isFlag && typeof value === 'boolean' ? 'fit' : 'unfit';
    }
    const found: Json = {};
    const context = { adapter, event: this.#event, world: sampleWorld, odd: [] };
    carryIn([op], this.#response, found, context, '', false);
    for (const key of Object.keys(found)) this.#take(key, found[key]);
    if (Object.keys(found).length) return 'taken';
    return fits(op.kind, value) ? 'fit' : 'unfit';
  }

  /** A key that carries a verdict, where no table has it: what it says, or that it is not known. */
  #readVerdict(path: string, key: string, value: unknown): void {
    const word = verdictOfWord(key);
    if (word) this.#readWord(path, word, value);
    else {
      this.#rule(path, value);
      if (verdictOfWord(value) === 'pass') this.unheard.push(path); // consent there is none
    }
  }

  /** `{ "deny": true }`, and what else has a verdict for a key. */
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

  /** What nobody knows, or expects there: a verdict in it holds where it refuses, and only there. */
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

  /** Where vendors mean different things by one key, the strictest holds alone. */
  #settle(): void {
    const { out } = this;
    const said = (key: OutcomeKey) => Object.hasOwn(this.#response, key);
    if (out.halt === true) {
      for (const key of ['followUp', 'replaced'] as const) if (!said(key)) delete out[key];
      if (!said('decision')) delete out.decision;
    }
    if (out.context === out.followUp && !said('context')) delete out.context;
  }
}

/**
 * What a dialect that takes the words of every agent hears of a response, by the tables of all of
 * them. A verdict in words that nobody knows is a failure of the hook, which `refused` words on a gate.
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
