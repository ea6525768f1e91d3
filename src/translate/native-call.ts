import type { Binding } from '../mapping/adapter.ts';
import { getAtPath } from '../mapping/paths.ts';
import { asText, type Json, parseJson } from '../util/json.ts';
import type { HookInput } from './hook-input.ts';
import { payloadPlanOf } from './payload-plan.ts';

/** Returns the native arguments of the tool call in a payload, or `undefined` if its binding has no field for them. */
export function argumentsOf(binding: Binding, payload: Json): Json | undefined {
  const op = payloadPlanOf(binding).input;
  if (!op) return undefined;
  const value = getAtPath(payload, op.readPaths[0] ?? []);
  // Arguments may be JSON in a string; an object in the string's place is taken as well, as in decoding.
  return (typeof value === 'string' ? parseJson(value) : value) as Json | undefined;
}

/** Returns a payload with other native arguments of its tool call. Its binding must have a field for them. */
export function replaceArguments(binding: Binding, payload: Json, input: Json): Json {
  const path = payloadPlanOf(binding).input?.readPaths[0] ?? [];
  const isText = typeof getAtPath(payload, path) === 'string';
  const changed = { ...payload };
  let at = changed;
  for (const key of path.slice(0, -1)) {
    const inner = { ...(at[key] as Json) };
    at[key] = inner;
    at = inner;
  }
  at[path.at(-1) ?? ''] = isText ? JSON.stringify(input) : input;
  return changed;
}

/** Returns the native name of the tool in a hook input, or an empty text if the input names no tool. */
export function toolNameOf({ binding, payload }: HookInput): string {
  const op = payloadPlanOf(binding).name;
  return asText((op && getAtPath(payload, op.readPaths[0] ?? [])) ?? '');
}
