/** Turns a response, which may be in the words of any agent, into canonical words. */

import { outcomeKeysWith } from '../canonical/kinds.ts';
import type { OutcomeKey } from '../canonical/outcome.ts';
import { hasOutcomeTrait } from '../canonical/traits.ts';
import type { Draft, Reading } from '../mapping/adapter.ts';
import { decodeFields, hasSiblings } from '../mapping/fields.ts';
import { hasKind } from '../mapping/shape.ts';
import { isObject, isSameJson } from '../util/equal.ts';
import { type Json, maxVerdictDepth } from '../util/json.ts';
import { sampleWorld } from './implied-calls.ts';
import { fitsOutcome, isOutcomeKey } from './outcome-keys.ts';
import { decodeOutcome } from './read-response.ts';
import {
  isResultKey,
  isVerdictKey,
  type ResponsePlace,
  responseTables,
} from './response-tables.ts';
import { verdictOfWord, type WordVerdict } from './verdict-words.ts';

/** Tells whether a response is an outcome already: each key is an outcome key, and holds a value of the kind of that key. */
export const isCanonicalResponse = (response: Json): boolean =>
  Object.keys(response).every((key) => fitsOutcome(key, response[key]));

/** Joins the first five keys of a response for a message, each cut to 60 characters. */
export const joinKeys = (keys: readonly string[]): string =>
  keys
    .slice(0, 5)
    .map((key) => key.slice(0, 60))
    .join(', ');

/**
 * Reads one response, in these steps:
 * 1. Outcome keys, which are canonical words, are read first.
 * 2. Some vendors rewrite a response before their tables apply (`normaliseResponse`). The response is decoded
 *    as a whole in the way of each of these.
 * 3. Every other key is read by the tables of all vendors, if possible by those of this event.
 * 4. Keys that no table knows are searched for verdicts. Only a verdict that refuses or asks counts there.
 * 5. Where vendors mean different things by one key, only the strictest meaning is kept.
 */
class Interpretation {
  /** The outcome so far. */
  readonly out: Json = {};
  /** Paths in the response that no agent reads anything from. */
  readonly ignoredPaths: string[] = [];
  /** Whether some key of the response is an outcome key, is in a table, or carries a verdict. */
  #isUnderstood = false;
  /** The path and the value of the first verdict in unknown words, for the message. */
  #unknownVerdict: string | undefined;

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

  /**
   * Why the response counts as a failure of the hook: it has a verdict in unknown words, or nothing but
   * unknown keys. `undefined`: it is no failure, or the response refuses or halts anyway.
   */
  get failure(): string | undefined {
    const { out, ignoredPaths } = this;
    if (out.halt === true || out.decision === 'deny') return undefined;
    if (this.#unknownVerdict !== undefined)
      return `answered ${this.#unknownVerdict}, which is no verdict that is known: say "decision": "deny", "ask" or "allow"`;
    if (this.#isUnderstood || !ignoredPaths.length) return undefined;
    return `answered in keys that are not known (${joinKeys(ignoredPaths)}): say "decision": "deny", or nothing`;
  }

  /** Notes a verdict in unknown words. */
  #noteUnknownVerdict(path: string, value: unknown): void {
    this.#isUnderstood = true;
    this.#unknownVerdict ??= `"${path}": ${(JSON.stringify(value) ?? '').slice(0, 60)}`;
  }

  /** Reads a key of an outcome. */
  #readOutcomeKey(key: OutcomeKey, value: unknown): void {
    // With a reason, the verdict was meant, such as a constant that is misspelt.
    const isMeant = key === 'decision' && this.#response.reason;
    if (value === null && !isMeant) return;
    this.#isUnderstood = true;
    if (fitsOutcome(key, value)) this.out[key] = value;
    else if (key === 'decision') this.#readDecision(key, value);
    else if (hasOutcomeTrait(key, 'isVerdict')) this.#noteUnknownVerdict(key, value);
    else this.#readUnknown(key, value);
  }

  /** Reads a decision in words that no table has, such as `blocked`. */
  #readDecision(path: string, value: unknown): void {
    const verdict = verdictOfWord(value);
    if (verdict) this.#tighten(verdict);
    else this.#noteUnknownVerdict(path, value);
  }

  /** Makes the decision stricter, if the verdict is `deny` or `ask`. Any other verdict changes nothing. */
  #tighten(verdict: string): void {
    const { decision } = this.out;
    if (verdict === 'deny' || (verdict === 'ask' && decision !== 'deny'))
      this.out.decision = verdict;
  }

  /**
   * Takes a value for an outcome key, for which there may be a value already. Of decisions and halts the
   * strictest counts, of other values the first. Two different rewrites count as a verdict in unknown
   * words, since only one of them could be applied.
   */
  #takeValue(key: string, value: unknown): void {
    const { out } = this;
    if (key === 'decision') this.#tighten(value as string);
    else if (key === 'halt') out.halt = out.halt === true || value;
    else if (key === 'input' && out.input && !isSameJson(out.input, value))
      this.#noteUnknownVerdict(key, value);
    else out[key] ??= value;
  }

  /** Takes what the vendors read that rewrite a response before their tables apply. */
  #readNormalised(): void {
    const nativeFields = Object.entries(this.#response).filter(
      ([key]) => !isOutcomeKey(key) && !isResultKey(key),
    );
    const response = Object.fromEntries(nativeFields);
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
   * @param prefix The path of the object, followed by a dot. Empty: the object is the response itself.
   */
  #readKeys(object: Json, prefix: string): void {
    const { parentPaths, neutralPaths } = this.#tables;
    for (const [key, value] of Object.entries(object)) {
      const path = prefix + key;
      if (value === null || isOutcomeKey(path)) continue;
      const tiers = this.#tiersOf(path);
      if (tiers.length) this.#readByTiers(path, value, tiers);
      else if (parentPaths.has(path) && this.#isReadByKey(path, key, value))
        this.#readKeys(value, `${path}.`);
      else if (neutralPaths.has(path)) this.#isUnderstood = true;
      else if (isVerdictKey(path, key)) this.#readVerdictKey(path, key, value);
      // An object with a verdict belongs here, and the value is none.
      else if (parentPaths.has(path)) this.#noteUnknownVerdict(path, value);
      else this.#readUnknown(path, value);
    }
  }

  /**
   * Tells whether a value is read key by key: it is an object, and it contains a key that tables know if
   * the key of the object carries a verdict itself.
   */
  #isReadByKey(path: string, key: string, value: unknown): value is Json {
    const isKnown = (inner: string) => this.#tables.placesByPath.has(`${path}.${inner}`);
    return isObject(value) && (!isVerdictKey(path, key) || Object.keys(value).some(isKnown));
  }

  /**
   * Returns the places of a path in tiers, which are tried one after the other. If the path is a current
   * spelling at this event, there is one tier, with the places of this event. Otherwise the first has the
   * places of all events with the path as a current spelling, and the second has older spellings as well.
   */
  #tiersOf(path: string): readonly (readonly ResponsePlace[])[] {
    const places = this.#tables.placesByPath.get(path) ?? [];
    const current = places.filter(({ isOlder }) => !isOlder);
    const ofThisEvent = current.filter(({ binding }) => binding.event === this.#event.event);
    const tiers = ofThisEvent.length ? [ofThisEvent] : [current, places];
    return tiers.filter((tier) => tier.length > 0);
  }

  /** Reads a value at a path that tables know, by each place of a tier, until a tier has a place that takes the value. */
  #readByTiers(path: string, value: unknown, tiers: readonly (readonly ResponsePlace[])[]): void {
    const keys = new Set(tiers[0]?.map(({ op }) => op.canonicalName as OutcomeKey));
    let fits = false;
    for (const tier of tiers) {
      const results = tier.map((place) => this.#readByPlace(value, place));
      fits ||= results.some((result) => result !== 'unfit');
      if (results.includes('taken')) break;
    }
    if (fits || keys.has('decision')) this.#isUnderstood = true;
    if (fits) return;
    if (keys.has('decision'))
      this.#readVerdictKey(path, path.slice(path.lastIndexOf('.') + 1), value);
    else if (outcomeKeysWith.isVerdict.some((key) => keys.has(key)))
      this.#noteUnknownVerdict(path, value);
    else this.#readUnknown(path, value);
  }

  /**
   * Takes a value as one place reads it.
   *
   * @returns `taken`: the value says something at that place; `fit`: the value is one of that place, and says
   *   nothing; `unfit`: no such value belongs there.
   */
  #readByPlace(value: unknown, { op, adapter, binding }: ResponsePlace): 'taken' | 'fit' | 'unfit' {
    if (op.canonicalName === 'decision') {
      const plainWord = hasKind(op.kind, value) ? String(value) : undefined;
      const verdict = op.canonicalWords ? op.canonicalWords.get(value) : plainWord;
      if (verdict !== undefined) {
        // A word of another event's table may mean something else at this event, so it is first read as
        // the plain word.
        const isOfThisEvent = binding.event === this.#event.event;
        this.#tighten((isOfThisEvent ? undefined : verdictOfWord(value)) ?? verdict);
        return 'taken';
      }
      // A row with a word for `true` may have none for `false`, which then says nothing.
      const isFlag = [...(op.canonicalWords?.keys() ?? [])].some(
        (word) => typeof word === 'boolean',
      );
      return isFlag && typeof value === 'boolean' ? 'fit' : 'unfit';
    }
    const decoded: Json = {};
    const context = { adapter, event: this.#event, world: sampleWorld, invalidPaths: [] };
    decodeFields([op], this.#response, decoded, context, '', false);
    for (const key of Object.keys(decoded)) this.#takeValue(key, decoded[key]);
    if (Object.keys(decoded).length) return 'taken';
    const belongsHere = !op.row.with || hasSiblings(op.row.with, this.#response);
    return belongsHere && hasKind(op.kind, value) ? 'fit' : 'unfit';
  }

  /** Reads a key that carries a verdict, and whose value no table has. */
  #readVerdictKey(path: string, key: string, value: unknown): void {
    const verdict = verdictOfWord(key);
    if (verdict) this.#readWordKey(path, verdict, value);
    else {
      this.#readDecision(path, value);
      if (verdictOfWord(value) === 'pass') this.ignoredPaths.push(path); // no agent reads consent there
    }
  }

  /**
   * Reads a key that is itself a verdict, such as `deny` in `{ "deny": true }`. A text instead of `true` is the
   * reason of a refusal. `false` makes a refusal of consent (`{ "allowed": false }`), and nothing of a refusal.
   */
  #readWordKey(path: string, verdict: WordVerdict, value: unknown): void {
    const isReason = verdict === 'deny' && typeof value === 'string' && value.trim() !== '';
    if (!isReason && typeof value !== 'boolean') {
      this.#noteUnknownVerdict(path, value);
      return;
    }
    this.#isUnderstood = true;
    if (isReason) this.out.reason ??= value;
    if (value === false) this.#tighten(verdict === 'pass' ? 'deny' : 'pass');
    else this.#tighten(verdict);
  }

  /**
   * Searches a value that no table knows for verdicts. If these do not make the decision stricter, the
   * path is ignored. The value alone does not make the response understood, whatever is found in it.
   */
  #readUnknown(path: string, value: unknown): void {
    const wasUnderstood = this.#isUnderstood;
    const { decision } = this.out;
    this.#searchVerdicts(path, value, 1);
    this.#isUnderstood = wasUnderstood;
    if (this.out.decision === decision) this.ignoredPaths.push(path);
  }

  /**
   * Searches a value for verdicts at any depth.
   *
   * @param level How many objects and lists the value is in, up to {@link maxVerdictDepth}.
   */
  #searchVerdicts(path: string, value: unknown, level: number): void {
    const verdict = verdictOfWord(value);
    if (verdict === 'deny' || verdict === 'ask') this.#noteUnknownVerdict(path, value);
    if (typeof value !== 'object' || value === null || level >= maxVerdictDepth) return;
    for (const [key, inner] of Object.entries(value)) {
      const innerPath = `${path}.${key}`;
      if (inner === null) continue;
      if (isVerdictKey(innerPath, key)) this.#readVerdictKey(innerPath, key, inner);
      else this.#searchVerdicts(innerPath, inner, level + 1);
    }
  }

  /**
   * Keeps only the strictest meaning where vendors mean different things by one key: a halt is kept, and
   * a follow-up, a replaced result or a decision beside it is removed; a follow-up is kept, and the same
   * text as context is removed. Outcome keys that the response itself has are never removed.
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
 * Replaces the response of a reading by the same response in canonical words. It may be in the words of any
 * agent. A verdict in unknown words, or a response of unknown keys alone, is a failure of the hook.
 *
 * @param readFailure Returns the reading of such a failure, which refuses at a gate.
 */
export function interpretResponse(
  reading: Reading,
  event: Draft,
  readFailure: (failure: string) => Reading,
): Reading {
  const { response } = reading;
  if (!response || isCanonicalResponse(response)) return reading;
  const { out, ignoredPaths, failure } = new Interpretation(response, event);
  const ignored = ignoredPaths.length ? { ignoredPaths } : {};
  if (failure === undefined) return { ...reading, response: out, ...ignored };
  const failed = readFailure(failure);
  return failed.deny === undefined
    ? { ...failed, response: out, ...ignored }
    : { ...failed, ...ignored };
}
