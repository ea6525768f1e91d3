import type { Outcome } from '../canonical/outcome.ts';
import type { Binding, Context, Merging } from '../mapping/adapter.ts';
import { writeRowOrAlternative } from '../mapping/fields.ts';
import { getAtPath } from '../mapping/paths.ts';
import { isObject } from '../util/equal.ts';
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

/**
 * Returns a payload as the hooks after a hook get it: with the call as the hook rewrote it, and with what else its dialect
 * passes on (`passesOn`). It is the given payload if the hook changed nothing.
 *
 * @param outcome What the hook says, with the arguments of the call in native words.
 * @param contextOf Returns the context in which a changed request is written.
 */
export function changePayload(
  binding: Binding,
  payload: Json,
  { input, request, context }: Outcome,
  passesOn: NonNullable<Merging['passesOn']>,
  contextOf: () => Context,
): Json {
  let changed = payload;
  if (input) changed = replaceArguments(binding, changed, input);
  if (request !== undefined && passesOn.includes('request'))
    changed = changeRequest(binding, changed, request, contextOf()) ?? changed;
  if (context && binding.event === 'prompt' && passesOn.includes('context'))
    changed = appendToPrompt(binding, changed, context) ?? changed;
  return changed;
}

/** Returns a payload with other native arguments of its tool call. Its binding must have a field for them. */
export function replaceArguments(binding: Binding, payload: Json, input: Json): Json {
  const path = payloadPlanOf(binding).input?.readPaths[0] ?? [];
  const isText = typeof getAtPath(payload, path) === 'string';
  return replaceAtPath(payload, path, isText ? JSON.stringify(input) : input);
}

/** Returns a payload without the native arguments of its tool call. It is the given payload if its binding has no field for them. */
export function removeArguments(binding: Binding, payload: Json): Json {
  const path = payloadPlanOf(binding).input?.readPaths[0];
  return path ? replaceAtPath(payload, path, undefined) : payload;
}

/** Returns a payload with another value at a path, or without it for `undefined`. The given payload stays as it is. */
function replaceAtPath(payload: Json, path: readonly string[], value: unknown): Json {
  const changed = { ...payload };
  let at = changed;
  for (const key of path.slice(0, -1)) {
    const inner = { ...(at[key] as Json) };
    at[key] = inner;
    at = inner;
  }
  const last = path.at(-1) ?? '';
  if (value === undefined) delete at[last];
  else at[last] = value;
  return changed;
}

/** Returns a payload with a text behind its prompt, after a blank line. Undefined: the payload has no prompt of text. */
function appendToPrompt(binding: Binding, payload: Json, text: string): Json | undefined {
  const path = payloadPlanOf(binding).ops.find((op) => op.canonicalName === 'prompt')?.readPaths[0];
  const prompt = path && getAtPath(payload, path);
  return path && typeof prompt === 'string'
    ? replaceAtPath(payload, path, `${prompt}\n\n${text}`)
    : undefined;
}

/** Returns a payload with changes laid onto its model request, key by key. Undefined: it has no such request. */
function changeRequest(
  binding: Binding,
  payload: Json,
  changes: unknown,
  context: Context,
): Json | undefined {
  const op = payloadPlanOf(binding).ops.find((one) => one.canonicalName === 'request');
  const path = op?.readPaths[0];
  const written: Json = {};
  if (!path || !writeRowOrAlternative(op, changes, written, context)) return undefined;
  const [request, native] = [payload, written].map((one) => getAtPath(one, path) as Json);
  return isObject(request) && isObject(native)
    ? replaceAtPath(payload, path, { ...request, ...native })
    : undefined;
}

/** Returns the native name of the tool in a hook input, or an empty text if the input names no tool. */
export function toolNameOf({ binding, payload }: HookInput): string {
  const op = payloadPlanOf(binding).name;
  return asText((op && getAtPath(payload, op.readPaths[0] ?? [])) ?? '');
}
