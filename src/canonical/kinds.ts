/**
 * The shape of every canonical path, read off the zod schemas: what the hot path checks against.
 * The build bakes this module's exports into the executable, so that zod is not loaded there.
 */
import { z } from 'zod';
import {
  baseFields,
  type EventName,
  type EventTraits,
  events,
  eventTraits as traits,
} from './event.ts';
import { hookFields } from './hook.ts';
import {
  type OutcomeKey,
  type OutcomeTraits,
  outcomeFields,
  outcomeTable,
  outcomeTraitsOf,
} from './outcome.ts';
import { type ToolName, tools } from './tool.ts';

/**
 * One letter a type: `s` string, `n` number, `b` boolean, `o` object, `a` array, `l` list of
 * strings, `O` list of objects, `z` null, `*` anything. A trailing `?` means it may be absent. `=a|b` is a choice.
 */
export type Kind = string;
export type Kinds = Record<string, Kind>;

interface Json {
  type?: string | string[];
  properties?: Record<string, Json>;
  required?: string[];
  items?: Json;
  anyOf?: Json[];
  enum?: string[];
}

const letters: Record<string, string> = {
  string: 's',
  number: 'n',
  integer: 'n',
  boolean: 'b',
  object: 'o',
  null: 'z',
};

function letter(json: Json): string {
  if (json.enum) return `=${json.enum.join('|')}`;
  if (json.anyOf) return json.anyOf.map(letter).join('');
  if (json.type === 'array') return { string: 'l', object: 'O' }[String(json.items?.type)] ?? 'a';
  return (
    [json.type ?? []]
      .flat()
      .map((type) => letters[type])
      .join('') || '*'
  );
}

function walk(json: Json, prefix: string, out: Kinds): Kinds {
  for (const [key, value] of Object.entries(json.properties ?? {})) {
    const path = prefix + key;
    out[path] = letter(value) + (json.required?.includes(key) ? '' : '?');
    walk(value, `${path}.`, out);
  }
  return out;
}

const kindsOf = (fields: z.core.$ZodLooseShape): Kinds =>
  walk(z.toJSONSchema(z.object(fields)) as Json, '', {});

const mapped = <K extends string, V, R>(record: Record<K, V>, map: (value: V) => R) =>
  Object.fromEntries(Object.entries<V>(record).map(([key, value]) => [key, map(value)])) as Record<
    K,
    R
  >;

const common = kindsOf(baseFields);

/** What every event may say. */
export const baseKinds: Kinds = common;
/** What one event says beyond that. */
export const eventKinds: Record<EventName, Kinds> = mapped(events, (fields) =>
  Object.fromEntries(Object.entries(kindsOf(fields)).filter(([path]) => !(path in common))),
);
export const toolKinds: Record<ToolName, { input: Kinds; result: Kinds }> = mapped(
  tools,
  (tool) => ({
    input: walk(z.toJSONSchema(tool.input) as Json, '', {}),
    result: walk(z.toJSONSchema(tool.result) as Json, '', {}),
  }),
);
export const outcomeKinds: Kinds = kindsOf(outcomeFields);
export const hookKinds: Kinds = kindsOf(hookFields);
/** The traits of every event that has some. */
export const eventTraits: Readonly<Partial<Record<EventName, EventTraits>>> = traits;

const keysWith = (trait: keyof OutcomeTraits): readonly OutcomeKey[] =>
  (Object.keys(outcomeTable) as OutcomeKey[]).filter((key) => outcomeTraitsOf(key)[trait]);

/** The outcome keys that have a trait, by the trait: those that a run asks for. */
export const outcomeKeysWith = {
  isVerdict: keysWith('isVerdict'),
  isReason: keysWith('isReason'),
  isText: keysWith('isText'),
  isEcho: keysWith('isEcho'),
};
