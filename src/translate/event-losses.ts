/** Finds the values of an event that a dialect's payload does not hold. */

import type { Loss } from '../canonical/loss.ts';
import type { Adapter, Draft, World } from '../mapping/adapter.ts';
import { getAtPath } from '../mapping/paths.ts';
import { isRaw } from '../mapping/tools.ts';
import { attempt } from '../util/attempt.ts';
import { isObject, isSameJson } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import { parseJsonObject } from '../util/json.ts';
import { decodeEvent } from './decode.ts';
import { generateHookInputs, type HookInput } from './hook-input.ts';

type Path = readonly string[];

/** Generates the path and value of every leaf. JSON in a string is looked into. */
function* generateLeaves(value: unknown, path: Path = []): Generator<[Path, unknown]> {
  const inner = typeof value === 'string' && path.length ? parseJsonObject(value, false) : value;
  if (typeof inner !== 'object' || inner === null || !Object.keys(inner).length)
    yield [path, value];
  else for (const [key, item] of Object.entries(inner)) yield* generateLeaves(item, [...path, key]);
}

/** Returns a copy of an event, or of a part of it, without the value at a path. */
function removeValue(value: unknown, [key, ...rest]: Path): unknown {
  const copy = (Array.isArray(value) ? [...value] : { ...(value as Json) }) as Json;
  if (rest.length) copy[key as string] = removeValue(copy[key as string], rest);
  else delete copy[key as string];
  return copy;
}

/**
 * Finds a loss for every value of an event that its hook input does not hold. A value is held where
 * decoding the input gives it back, or where it occurs in the payload and the payload would differ
 * without it.
 *
 * @param rest Native fields of the host's payload that no table knows. Their losses begin with `rest.`.
 */
export function findEventLosses(
  adapter: Adapter,
  event: Draft,
  input: HookInput,
  world: World,
  rest: Json,
): Loss[] {
  const { payload, binding } = input;
  const again = attempt(() => decodeEvent(adapter, payload, world, []));
  const payloadLeaves = [...generateLeaves(payload)];
  const values = payloadLeaves.map(([, value]) => value);
  // An unknown field counts as held under its own key. A short value elsewhere may be a coincidence.
  const isThere = (path: Path, value: unknown): boolean =>
    payloadLeaves.some(([at, one]) => at.at(-1) === path.at(-1) && isSameJson(one, value)) ||
    (typeof value === 'string' && value.length > 2 && occurs(value));
  const occurs = (value: unknown): boolean =>
    values.some(
      (one) =>
        isSameJson(one, value) ||
        (typeof one === 'string' && value !== '' && one.includes(String(value))),
    );
  const depends = (paths: readonly Path[]): boolean => {
    const less = attempt(() => {
      const rest = paths.reduce(removeValue, event) as Draft;
      const [first] = generateHookInputs(adapter, rest, world, binding.native);
      return first?.payload;
    });
    return !isSameJson(less, payload);
  };
  const { event: _, rest: __, tool, name, ...fields } = event;
  const known = isRaw(tool) && tool !== 'mcp' ? { ...fields, name } : fields;
  const all = [...generateLeaves(known)];
  const unread = all.filter(([path, value]) => !isSameJson(again && getAtPath(again, path), value));
  const heldValues = new Set(
    all.filter((leaf) => !unread.includes(leaf)).map(([, value]) => value),
  );
  /** Returns all places of a long text: a text at several places of the event may be written from any of them. */
  const placesOf = (path: Path, value: unknown): readonly Path[] =>
    isLongText(value) ? unread.filter(([, one]) => one === value).map(([at]) => at) : [path];
  const isHeld = (path: Path, value: unknown): boolean =>
    occurs(value) &&
    ((isLongText(value) && heldValues.has(value)) || depends(placesOf(path, value)));
  const lost = unread.filter(([path, value]) => !isHeld(path, value)).map(([path]) => path);
  const beside = [...generateLeaves(rest)].filter(
    ([path, value]) => path.length && !isThere(path, value),
  );
  const paths = [
    ...collapsePaths(known, lost),
    ...collapsePaths(
      rest,
      beside.map(([path]) => path),
      'rest.',
    ),
  ];
  return paths.map((path) => ({ kind: 'untold', path }));
}

/** Tells whether a value is a text so long that equal texts are no coincidence. */
const isLongText = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 3;

/** Returns the lost paths in order. Where all of an object or list is lost, its own path stands for them. */
function collapsePaths(all: Json, lost: readonly Path[], before = ''): string[] {
  const names = new Set(lost.map((path) => path.join('.')));
  const gone = (path: Path, value: unknown): boolean =>
    [...generateLeaves(value, path)].every(([at]) => names.has(at.join('.')));
  const out: string[] = [];
  const visit = (path: Path, value: unknown): void => {
    if (path.length && gone(path, value)) out.push(before + path.join('.'));
    else {
      const inner = typeof value === 'string' ? parseJsonObject(value, false) : value;
      if (isObject(inner) || Array.isArray(inner)) {
        for (const [key, item] of Object.entries(inner)) visit([...path, key], item);
      }
    }
  };
  visit([], all);
  return out;
}
