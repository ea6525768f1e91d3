/** What an event holds and a payload does not tell. */

import type { Loss } from '../canonical/loss.ts';
import type { Adapter, Draft, World } from '../mapping/adapter.ts';
import { get } from '../mapping/paths.ts';
import { isRaw } from '../mapping/tools.ts';
import { attempt } from '../util/attempt.ts';
import { equal, isObject } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import { objectIn } from '../util/json.ts';
import { decodeEvent } from './decode.ts';
import { generateHookInputs, type HookInput } from './hook-input.ts';

type Path = readonly string[];

/** Every value that holds no other, and where; of JSON in a string, what it holds. */
function* generateLeaves(value: unknown, path: Path = []): Generator<[Path, unknown]> {
  const inner = typeof value === 'string' && path.length ? objectIn(value, false) : value;
  if (typeof inner !== 'object' || inner === null || !Object.keys(inner).length)
    yield [path, value];
  else for (const [key, item] of Object.entries(inner)) yield* generateLeaves(item, [...path, key]);
}

/** An event without one of its values. */
function removeValue(value: unknown, [key, ...rest]: Path): unknown {
  const copy = (Array.isArray(value) ? [...value] : { ...(value as Json) }) as Json;
  if (rest.length) copy[key as string] = removeValue(copy[key as string], rest);
  else delete copy[key as string];
  return copy;
}

/**
 * A loss for every value of an event that its telling does not hold: at its own place, or anywhere
 * else that depends on it. `rest`: native fields no table knows, named under `rest`.
 */
export function findEventLosses(
  adapter: Adapter,
  event: Draft,
  telling: HookInput,
  world: World,
  rest: Json,
): Loss[] {
  const { payload, binding } = telling;
  const again = attempt(() => decodeEvent(adapter, payload, world, []));
  const payloadLeaves = [...generateLeaves(payload)];
  const values = payloadLeaves.map(([, value]) => value);
  // A value that merely occurs somewhere is not the field that no table knows.
  const isThere = (path: Path, value: unknown): boolean =>
    payloadLeaves.some(([at, one]) => at.at(-1) === path.at(-1) && equal(one, value)) ||
    (typeof value === 'string' && value.length > 2 && occurs(value));
  const occurs = (value: unknown): boolean =>
    values.some(
      (one) =>
        equal(one, value) ||
        (typeof one === 'string' && value !== '' && one.includes(String(value))),
    );
  const depends = (paths: readonly Path[]): boolean => {
    const less = attempt(() => {
      const rest = paths.reduce(removeValue, event) as Draft;
      const [first] = generateHookInputs(adapter, rest, world, binding.native);
      return first?.payload;
    });
    return !equal(less, payload);
  };
  const { event: _, rest: __, tool, name, ...fields } = event;
  const known = isRaw(tool) && tool !== 'mcp' ? { ...fields, name } : fields;
  const all = [...generateLeaves(known)];
  const unread = all.filter(([path, value]) => !equal(again && get(again, path), value));
  const told = new Set(all.filter((leaf) => !unread.includes(leaf)).map(([, value]) => value));
  /** A text that stands at several places of the event, as a folder, may be told from any of them. */
  const placesOf = (path: Path, value: unknown): readonly Path[] =>
    isLongText(value) ? unread.filter(([, one]) => one === value).map(([at]) => at) : [path];
  const isTold = (path: Path, value: unknown): boolean =>
    occurs(value) && ((isLongText(value) && told.has(value)) || depends(placesOf(path, value)));
  const lost = unread.filter(([path, value]) => !isTold(path, value)).map(([path]) => path);
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

/** Whether a value is a text long enough that it is told twice by no mere coincidence. */
const isLongText = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 3;

/** The paths of values; where a whole part is lost, its path alone. */
function collapsePaths(all: Json, lost: readonly Path[], before = ''): string[] {
  const names = new Set(lost.map((path) => path.join('.')));
  const gone = (path: Path, value: unknown): boolean =>
    [...generateLeaves(value, path)].every(([at]) => names.has(at.join('.')));
  const out: string[] = [];
  const visit = (path: Path, value: unknown): void => {
    if (path.length && gone(path, value)) out.push(before + path.join('.'));
    else {
      const inner = typeof value === 'string' ? objectIn(value, false) : value;
      if (isObject(inner) || Array.isArray(inner)) {
        for (const [key, item] of Object.entries(inner)) visit([...path, key], item);
      }
    }
  };
  visit([], all);
  return out;
}
