import type { EventName } from '../../canonical/event.ts';
import type { Hook } from '../../canonical/hook.ts';
import { bindingOf } from '../../translate/bindings.ts';
import { adapterOf, findAdapter } from '../../translate/host.ts';
import { toOneLine } from '../../translate/shim-output.ts';
import { isObject } from '../../util/equal.ts';
import { errorMessageOf } from '../../util/errors.ts';
import { headerName } from '../../util/header.ts';
import { formatValue } from '../../util/words.ts';
import { explainModulePath } from '../modules/names.ts';
import {
  canonicalId,
  canonicalToolEvents,
  describeUnknownEvent,
  eventNames,
  findIntendedEvent,
  mayBeEvent,
} from './names.ts';
import type { HookSource } from './schema.ts';

/** The keys that say what a hook starts. Each excludes the others. */
export const startKeys = ['run', 'module', 'url'] as const;

/**
 * Yields the mistakes of a hook that no single key shows: keys that need or exclude each other. Each has the
 * key that it is reported at, which is empty for the hook as a whole.
 */
export function* findRelationProblems(
  hook: Partial<HookSource>,
): Iterable<[key: string, message: string]> {
  const { on, speaks, event, match } = hook;
  if (on !== undefined) {
    if (speaks !== undefined) yield ['speaks', '"on" and "speaks" exclude each other'];
    else if (event !== undefined) yield ['event', '"event" needs "speaks"; with "on" leave it out'];
  } else if (speaks === undefined) {
    const eventKeys = '"on: " and a canonical event, or "speaks:" and "event:"';
    yield event === undefined ? ['', `say ${eventKeys}`] : ['event', '"event" needs "speaks"'];
  } else if (event === undefined) yield ['', '"event" is missing: "speaks" needs it'];
  else if (typeof event === 'string' && findAdapter(speaks)) {
    if (!mayBeEvent(speaks, event)) yield ['event', describeUnknownEvent(speaks, event)];
  }
  const started = startKeys.filter((key) => hook[key] !== undefined);
  const [first, second] = started;
  if (second !== undefined) yield [second, `"${first}" and "${second}" exclude each other`];
  else if (first === undefined) yield ['', '"run" is missing, or "module" or "url" in its place'];
  if (typeof hook.module === 'string') {
    const why = explainModulePath(hook.module);
    if (why !== undefined) yield ['module', `module: ${formatValue(hook.module)} ${why}`];
    if (speaks !== undefined && speaks !== canonicalId)
      yield ['module', '"module" needs "on", since its handlers speak the neutral dialect'];
  }
  for (const key of ['headers', 'header-env'] as const)
    if (hook[key] !== undefined && hook.url === undefined) yield [key, `"${key}" needs "url"`];
  for (const name of isObject(hook.headers) ? Object.keys(hook.headers) : [])
    if (!headerName.test(name))
      yield ['headers', `headers: ${formatValue(name)} is no name of a header`];
  const canonicalEvent = on ?? (speaks === canonicalId ? event : undefined);
  // The schema reports an unknown event.
  const isUnknownEvent =
    canonicalEvent !== undefined && !eventNames.includes(canonicalEvent as EventName);
  const matchesRule = on === undefined ? findAdapter(speaks)?.matchesRule : undefined;
  if (hook.if !== undefined && !matchesRule)
    yield ['if', '"if" needs "speaks" of an agent that has such rules'];
  const isToolEvent = canonicalToolEvents.includes(canonicalEvent as EventName);
  if (hook.tools !== undefined && !isUnknownEvent && !isToolEvent)
    yield ['tools', `"tools" needs "on" of a tool event: ${canonicalToolEvents.join(', ')}`];
  if (on !== undefined && typeof match === 'string' && expressionErrorOf(match) !== undefined)
    yield ['match', `match: ${expressionErrorOf(match)}`];
}

/**
 * Returns why a matcher is not a valid expression.
 *
 * @returns Undefined: it is valid, or it is empty or `*`, which match everything.
 */
export function expressionErrorOf(match: string): string | undefined {
  try {
    if (!['', '*'].includes(match.trim())) new RegExp(match.trim());
    return undefined;
  } catch (error) {
    return toOneLine(errorMessageOf(error)); // it quotes the expression
  }
}

/**
 * Yields warnings about a hook without mistakes: keys that are valid, but have no effect or probably not the
 * wanted one. Each has the key that it is about. `never`: the hook runs in no agent because of that.
 */
export function* findWarnings(
  hook: Hook,
): Iterable<[key: string, message: string, never: boolean]> {
  const { speaks, event } = hook;
  for (const key of ['tools', 'agents'] as const)
    if (hook[key]?.length === 0) yield [key, `${key}: an empty list: the hook never runs`, true];
  const agent = adapterOf(speaks);
  if (bindingOf(agent, event)) return;
  const meant = findIntendedEvent(speaks, event);
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
  yield ['event', `event: anyhook knows no event ${event} of ${agent.title}${hint}`, false];
}
