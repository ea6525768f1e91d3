/**
 * What a run needs of the canonical model without its zod schemas: the kind of value at every canonical
 * path, and traits. The build replaces this module by the values of its exports, so that the executable
 * does not load zod; an export must therefore be JSON.
 */

import { z } from 'zod';
import { keysOf } from '../util/keys-of.ts';
import { baseFields, events } from './event.ts';
import { eventTraits as traits } from './event-traits.ts';
import { hookFields } from './hook.ts';
import { type OutcomeTraits, outcomeFields, outcomeTable, outcomeTraitsOf } from './outcome.ts';
import { tools } from './tool.ts';
import type { EventName, EventTraits, OutcomeKey, Severity, ToolName } from './types.ts';

/**
 * The kind of a value, a letter for each type: `s` string, `n` number, `b` boolean, `o` object, `a` array,
 * `l` list of strings, `O` list of objects, `z` null, `*` anything. `sz` is a string or null. `=a|b` is a choice of
 * words. With `?` at the end, the value may be absent.
 */
export type Kind = string;
/** Kinds by the dotted paths of the values. */
export type Kinds = Record<string, Kind>;

/** A JSON schema, as far as kinds are made from it. */
interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: string[];
}

/** The letter for each type of a JSON schema. */
const letters: Record<string, string> = {
  string: 's',
  number: 'n',
  integer: 'n',
  boolean: 'b',
  object: 'o',
  null: 'z',
};

/** Returns the kind of the values that a JSON schema describes. */
function kindOf(json: JsonSchema): string {
  if (json.enum) return `=${json.enum.join('|')}`;
  if (json.anyOf) return json.anyOf.map(kindOf).join('');
  if (json.type === 'array') return { string: 'l', object: 'O' }[String(json.items?.type)] ?? 'a';
  return (
    [json.type ?? []]
      .flat()
      .map((type) => letters[type])
      .join('') || '*'
  );
}

/** Adds the kinds of a JSON schema's properties to `out`, by their dotted paths behind `prefix`, and returns it. */
function addKinds(json: JsonSchema, prefix: string, out: Kinds): Kinds {
  for (const [key, value] of Object.entries(json.properties ?? {})) {
    const path = prefix + key;
    out[path] = kindOf(value) + (json.required?.includes(key) ? '' : '?');
    addKinds(value, `${path}.`, out);
  }
  return out;
}

const kindsOf = (fields: z.core.$ZodLooseShape): Kinds =>
  addKinds(z.toJSONSchema(z.object(fields)) as JsonSchema, '', {});

/** Returns an object with the same keys, and what `map` returns for each value. It has no prototype, so that it has no other key. */
const mapped = <K extends string, V, R>(record: Record<K, V>, map: (value: V, key: K) => R) =>
  Object.assign(
    Object.create(null),
    Object.fromEntries(
      Object.entries<V>(record).map(([key, value]) => [key, map(value, key as K)]),
    ),
  ) as Record<K, R>;

/** The kinds of the fields that every event may have (`base`), and of those of an outcome. */
export const fieldKinds: Record<'base' | 'outcome', Kinds> = {
  base: kindsOf(baseFields),
  outcome: kindsOf(outcomeFields),
};
/** The kinds of the further fields of each event. */
export const eventKinds: Record<EventName, Kinds> = mapped(events, (fields) =>
  Object.fromEntries(
    Object.entries(kindsOf(fields)).filter(([path]) => !(path in fieldKinds.base)),
  ),
);
export const toolKinds: Record<ToolName, { input: Kinds; result: Kinds }> = mapped(
  tools,
  (tool) => ({
    input: addKinds(z.toJSONSchema(tool.input) as JsonSchema, '', {}),
    result: addKinds(z.toJSONSchema(tool.result) as JsonSchema, '', {}),
  }),
);
export const hookKinds: Kinds = kindsOf(hookFields);
/** The traits of each event, without those that only the conversion of settings needs. */
export const eventTraits: Readonly<Record<EventName, EventTraits>> = mapped(events, (_, event) => {
  const { isEditorOnly: _editor, contextLater: _later, ...others } = traits[event] ?? {};
  return others;
});

/** Lists the outcome keys that have a trait. */
const keysWith = (trait: keyof OutcomeTraits): readonly OutcomeKey[] =>
  keysOf(outcomeTable).filter((key) => outcomeTraitsOf(key)[trait]);

/** Trait → the outcome keys that have it, for the traits that a run needs. */
export const outcomeKeysWith = {
  isVerdict: keysWith('isVerdict'),
  isReason: keysWith('isReason'),
  isText: keysWith('isText'),
  mayBeEcho: keysWith('mayBeEcho'),
};

/** How much is lost where a host cannot express a key of an outcome. */
export const outcomeSeverities: Readonly<Record<OutcomeKey, Severity>> = mapped(
  outcomeTable,
  ({ severity }) => severity,
);
