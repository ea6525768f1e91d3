import { isSameJson } from '../../src/util/equal.ts';
import type { Json } from '../../src/util/json.ts';
import { type Effect, type EffectKey, isObject, rank } from '../oracles/effect.ts';
import { normalizeInput, normalizeOffer } from './names.ts';

/** How the effect of a hook in the host differs from its effect in its own agent. */
export interface Difference {
  /** Fields of the native effect that the host's effect lacks; `halt`, `deny`, `ask`: the verdict is weaker. */
  lost: string[];
  /** Whether the host's verdict is stricter. */
  stricter: boolean;
  /** Fields of the host's effect that the native effect does not have. */
  made: string[];
}

/** The arguments of the call before the hook, on both sides. */
export interface Inputs {
  /** Whether the hook's own agent keeps the value of an argument that a rewrite leaves out. */
  keeps: boolean;
  told: Json | undefined;
  host: Json | undefined;
}

const none: Difference = { lost: [], stricter: false, made: [] };
const facets: readonly EffectKey[] = [
  'input',
  'followUp',
  'context',
  'replaced',
  'output',
  'request',
  'response',
  'offered',
  'tail',
  'prompt',
  'firstPrompt',
  'title',
  'display',
  'clear',
  'env',
  'plugins',
  'message',
];

/** Removes a halt at the end of a turn: it says only that no other turn begins. */
function afterTurn(heard: Effect, event: string): Effect {
  if (event !== 'stop' || heard.verdict !== 'halt') return heard;
  const { followUp: _, clear: __, reason: ___, ...rest } = heard;
  return { ...rest, verdict: 'pass' };
}

/** Compares the effect of a hook in its own agent with its effect in the host, field by field. */
export function compareEffects(
  event: string,
  asNative: Effect,
  asHeard: Effect,
  inputs: Inputs,
): Difference {
  if (asNative === asHeard) return none;
  const [native, host] = [afterTurn(asNative, event), afterTurn(asHeard, event)];
  const lost: string[] = [];
  const made: string[] = [];
  const [due, is] = [rank(native.verdict), rank(host.verdict)];
  // Without a word, `allow` skips the host's own question: said for no reason, it is weaker.
  if (is < due) lost.push(host.verdict === 'allow' ? 'unasked allow' : native.verdict);
  const over = is >= rank('deny'); // nothing runs: what else was said has nothing to act on
  if (native.ends && !host.ends && host.verdict !== 'halt') lost.push('halt');
  if (host.ends && !native.ends && native.verdict !== 'halt') made.push('ends');
  if (due >= rank('ask') && is >= rank('ask') && !isShown(host, native.reason)) lost.push('reason');
  for (const key of facets) {
    const [wanted, got] = [fieldOf(native, key), fieldOf(host, key)];
    if (wanted === undefined && got === undefined) continue;
    if (key === 'message') {
      if (wanted !== undefined && !shows(host, wanted as string)) lost.push(key);
    } else if (key === 'input') {
      if (!over && !isRewriteApplied(native.input, host.input, inputs)) lost.push(key);
      if (got !== undefined && !isRewriteWanted(native.input, host.input, inputs)) made.push(key);
    } else if (key === 'output' && isTextOfOutput(native, host)) {
      // As text it is the same.
    } else if (wanted === undefined) {
      if (!isMoot(key, native, host)) made.push(key);
    } else if (key === 'context' && native.verdict === 'halt') {
      // Nobody is asked again.
    } else if (over && !(key === 'response' && due >= rank('deny'))) {
      // A refusal may bring its own answer; anything else is moot.
    } else if (typeof wanted === 'string' ? !isShown(got, wanted) : !isSameJson(wanted, got)) {
      lost.push(key);
    }
  }
  return { lost, stricter: is > due && !lost.length, made };
}

const notes: readonly EffectKey[] = ['context', 'env', 'title', 'firstPrompt'];

/** Tells whether an added field does not matter: beside a refusal or a halt it changes nothing that runs. */
function isMoot(key: EffectKey, native: Effect, host: Effect): boolean {
  if (key === 'replaced') return native.verdict === 'halt';
  const refused = rank(native.verdict) >= rank('deny') || host.verdict === 'halt';
  return refused && notes.includes(key);
}

/** Tells whether the native effect replaces a result by one text, and the host's effect shows that text in its place. */
function isTextOfOutput(native: Effect, host: Effect): boolean {
  const [wanted, got] = [fieldOf(native, 'replaced'), fieldOf(host, 'replaced')];
  const isOneText = native.output === undefined || host.output === undefined;
  return isOneText && typeof wanted === 'string' && isShown(got, wanted);
}

/** Returns a field of an effect, in a form that does not depend on the vendor. */
function fieldOf(heard: Effect, key: EffectKey): unknown {
  if (key === 'offered') return normalizeOffer(heard.offered);
  const { output, replaced } = heard;
  if (key !== 'replaced' || replaced !== undefined || !isObject(output)) return heard[key];
  // An MCP result of one text stands for it.
  const [part, ...more] = Array.isArray(output.content) ? output.content : [];
  return more.length ? undefined : (part as Json | undefined)?.text;
}

const prefix = /^Hook blocked with message: |^No reason provided$/;

/** Tells whether every line of a text is shown in a text or in the reason or message of an effect. */
function isShown(where: unknown, text: string | undefined): boolean {
  const wanted = text?.replace(prefix, '').trim();
  if (!wanted) return true;
  const seen = isObject(where) ? [where.reason, where.message].join('\n') : String(where ?? '');
  return wanted.split('\n').every((line) => seen.includes(line.slice(0, 400)));
}

const shows = ({ message, reason, context }: Effect, text: string): boolean =>
  isShown([message, reason, context].join('\n'), text);

function* leaves(value: unknown, path = ''): Generator<[string, unknown]> {
  if (typeof value !== 'object' || value === null) yield [path, value];
  else for (const [key, inner] of Object.entries(value)) yield* leaves(inner, `${path}.${key}`);
}

/** Lists the values of the second that the first does not have at the same place. */
function changed(before: unknown, after: unknown): unknown[] {
  const was = new Map(leaves(before));
  return [...leaves(after)].filter(([path, value]) => was.get(path) !== value).map(([, v]) => v);
}

const among = (values: readonly unknown[], value: unknown): boolean =>
  values.some(
    (one) =>
      one === value ||
      (typeof one === 'string' && typeof value === 'string' && one.includes(value)),
  );

/** Tells whether every change that the hook made to its arguments is in the arguments that the host uses. */
function isRewriteApplied(
  native: Json | undefined,
  host: Json | undefined,
  inputs: Inputs,
): boolean {
  if (!native) return true;
  const { told } = inputs;
  if (host && !areOmissionsKept(native, host, inputs)) return false;
  const wanted = changed(told && normalizeInput(told), normalizeInput(native));
  const there = [...leaves(host)].map(([, value]) => value);
  return wanted.every((value) => among(there, value));
}

/** Tells whether arguments that a rewrite leaves out keep their values in the host, or are gone, as in the hook's own agent. */
function areOmissionsKept(
  native: Json,
  host: Json,
  { keeps, told, host: was = {} }: Inputs,
): boolean {
  if (keeps) return Object.keys(was).every((key) => key in host);
  return Object.entries(told ?? {}).every(([key, value]) => {
    const same = Object.keys(was).filter((one) => value && isSameJson(was[one], value));
    return key in native || same.every((one) => !isSameJson(host[one], value));
  });
}

/** Tells whether every change to the host's arguments is one that the hook made. */
function isRewriteWanted(
  native: Json | undefined,
  host: Json | undefined,
  inputs: Inputs,
): boolean {
  const said = [native, native && normalizeInput(native)];
  const wanted = [...leaves(said)].map(([, value]) => value);
  return changed(inputs.host, host).every(
    (value) => among(wanted, value) || wanted.some((one) => among([value], one)),
  );
}
