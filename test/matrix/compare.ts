import { equal } from '../../src/util/equal.ts';
import type { Json } from '../../src/util/json.ts';
import { type Effect, type EffectKey, isObject, rank } from '../oracles/effect.ts';
import { normalizeInput, normalizeOffer } from './names.ts';

/** What the host makes of an answer, held against what the hook's own vendor would have done. */
export interface Difference {
  /** Said on the dialect's side and missing on the host's; `halt`, `deny`, `ask`: the verdict. */
  lost: string[];
  /** The host's verdict is the stricter one. */
  stricter: boolean;
  /** Nobody asked for it. */
  made: string[];
}

/** The tool arguments before, on either side. */
export interface Inputs {
  /** At home, an argument that the hook's answer leaves out keeps its value. */
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

/** At the end of a turn a halt is that no other begins. */
function afterTurn(heard: Effect, event: string): Effect {
  if (event !== 'stop' || heard.verdict !== 'halt') return heard;
  const { followUp: _, clear: __, reason: ___, ...rest } = heard;
  return { ...rest, verdict: 'pass' };
}

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
    } else if (typeof wanted === 'string' ? !isShown(got, wanted) : !equal(wanted, got)) {
      lost.push(key);
    }
  }
  return { lost, stricter: is > due && !lost.length, made };
}

const notes: readonly EffectKey[] = ['context', 'env', 'title', 'firstPrompt'];

/** Beside a refusal or an end on either side, what is added changes nothing that runs. */
function isMoot(key: EffectKey, native: Effect, host: Effect): boolean {
  if (key === 'replaced') return native.verdict === 'halt';
  const refused = rank(native.verdict) >= rank('deny') || host.verdict === 'halt';
  return refused && notes.includes(key);
}

/** An output that is one text, where the host has a text in the result's place. */
function isTextOfOutput(native: Effect, host: Effect): boolean {
  const text = fieldOf(native, 'replaced');
  return host.output === undefined && typeof text === 'string' && isShown(host.replaced, text);
}

/** What is heard, in the words of no vendor. */
function fieldOf(heard: Effect, key: EffectKey): unknown {
  if (key === 'offered') return normalizeOffer(heard.offered);
  const { output, replaced } = heard;
  if (key !== 'replaced' || replaced !== undefined || !isObject(output)) return heard[key];
  // An MCP result of one text stands for it.
  const [part, ...more] = Array.isArray(output.content) ? output.content : [];
  return more.length ? undefined : (part as Json | undefined)?.text;
}

const prefix = /^Hook blocked with message: |^No reason provided$/;

/** Whether a reader gets to see a text. */
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

/** Values of the second that are not where they were in the first. */
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

/** All that the hook changed is changed in what the host runs. */
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

/** What the hook's answer leaves out stays, or goes, as it would at home. */
function areOmissionsKept(
  native: Json,
  host: Json,
  { keeps, told, host: was = {} }: Inputs,
): boolean {
  if (keeps) return Object.keys(was).every((key) => key in host);
  return Object.entries(told ?? {}).every(([key, value]) => {
    const same = Object.keys(was).filter((one) => value && equal(was[one], value));
    return key in native || same.every((one) => !equal(host[one], value));
  });
}

/** Nothing else is. */
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
