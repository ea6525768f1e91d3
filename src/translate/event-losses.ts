/** Finds the values of an event that a dialect's payload does not hold. */

import type { Loss } from '../canonical/loss.ts';
import { isOfCaller } from '../errors.ts';
import type { Dialect, Draft, World } from '../mapping/adapter.ts';
import { getAtPath } from '../mapping/paths.ts';
import { hasNativeArguments } from '../mapping/tools.ts';
import { isObject, isSameJson } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import { parseJsonObject } from '../util/json.ts';
import { decodeEvent } from './decode.ts';
import { generateHookInputs, type HookInput } from './hook-input.ts';

/** Returns the result of `work`, or undefined where the dialect cannot express what it translates. Throws what the `world` throws. */
function translateIfPossible<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (isOfCaller(error)) throw error;
    return undefined;
  }
}

type Path = readonly string[];
/** The path of a value that is no object or list, or an empty one, and the value. */
type Leaf = readonly [path: Path, value: unknown];

/** Generates every leaf of a value. Below the top, a string that holds JSON is not a leaf: the leaves of its JSON are. */
function* generateLeaves(value: unknown, path: Path = []): Generator<Leaf> {
  const inner = typeof value === 'string' && path.length ? parseJsonObject(value, false) : value;
  if (typeof inner !== 'object' || inner === null || !Object.keys(inner).length)
    yield [path, value];
  else for (const [key, item] of Object.entries(inner)) yield* generateLeaves(item, [...path, key]);
}

/** Returns a copy of an event, or of a part of it, without the value at a path. */
function removeValue(from: unknown, [key, ...pathBelow]: Path): unknown {
  const copy = (Array.isArray(from) ? [...from] : { ...(from as Json) }) as Json;
  if (pathBelow.length) copy[key as string] = removeValue(copy[key as string], pathBelow);
  else delete copy[key as string];
  return copy;
}

/**
 * Finds a loss for every value of an event that its hook input does not hold. A value is held if decoding
 * the input gives it back. It is also held if it occurs in the payload, and either the payload would differ
 * without it, or it is a long text that decoding gives back at another path, if only as some lines of a text.
 *
 * @param rest Native fields of the host's payload that no table knows. The paths of their losses begin with
 *   `rest.`.
 */
export function findEventLosses(
  adapter: Dialect,
  event: Draft,
  input: HookInput,
  world: World,
  rest: Json,
): Loss[] {
  const { payload, binding } = input;
  const decodedAgain = translateIfPossible(() => decodeEvent(adapter, payload, world, []));
  const payloadLeaves = [...generateLeaves(payload)];
  const occurs = (value: unknown): boolean =>
    payloadLeaves.some(
      ([, nativeValue]) =>
        isSameJson(nativeValue, value) ||
        (typeof nativeValue === 'string' && value !== '' && nativeValue.includes(String(value))),
    );
  /** Tells whether the payload holds a field of `rest`: under its own key, or anywhere if it is a text too long to be there by chance. */
  const holdsUnknownField = ([path, value]: Leaf): boolean =>
    payloadLeaves.some(
      ([nativePath, nativeValue]) =>
        nativePath.at(-1) === path.at(-1) && isSameJson(nativeValue, value),
    ) ||
    (typeof value === 'string' && value.length > 2 && occurs(value));
  const isPayloadMadeFrom = (paths: readonly Path[]): boolean => {
    const payloadWithout = translateIfPossible(() => {
      const eventWithout = paths.reduce<unknown>(removeValue, event) as Draft;
      const [first] = generateHookInputs(adapter, eventWithout, world, binding.native);
      return first?.payload;
    });
    return !isSameJson(payloadWithout, payload);
  };
  // The canonical event and tool are no native values, and neither is the name of a tool that has a canonical form.
  const { event: _, rest: __, tool, name, ...fields } = event;
  const eventValues = hasNativeArguments(tool) && tool !== 'mcp' ? { ...fields, name } : fields;
  const leaves = [...generateLeaves(eventValues)];
  const isDecodedAgain = ([path, value]: Leaf): boolean =>
    isSameJson(decodedAgain && getAtPath(decodedAgain, path), value);
  const undecoded = leaves.filter((leaf) => !isDecodedAgain(leaf));
  const decodedValues = leaves.filter(isDecodedAgain).map(([, value]) => value);
  /** Returns all paths of a long text, since the payload may have it from any of them; of another value its path alone. */
  const pathsOf = ([path, value]: Leaf): readonly Path[] =>
    isLongText(value)
      ? undecoded.filter(([, other]) => other === value).map(([otherPath]) => otherPath)
      : [path];
  const isHeld = (leaf: Leaf): boolean => {
    const [, value] = leaf;
    const isDecodedElsewhere =
      isLongText(value) && decodedValues.some((other) => hasLines(other, value));
    return occurs(value) && (isDecodedElsewhere || isPayloadMadeFrom(pathsOf(leaf)));
  };
  const lost = undecoded.filter((leaf) => !isHeld(leaf));
  const lostOfRest = [...generateLeaves(rest)].filter(
    (leaf) => leaf[0].length && !holdsUnknownField(leaf),
  );
  const paths = [...collapsePaths(eventValues, lost), ...collapsePaths(rest, lostOfRest, 'rest.')];
  return paths.map((path) => ({ kind: 'untold', path }));
}

/** Tells whether a value is a text in which the lines of another text stand, whole and in a row. */
const hasLines = (value: unknown, lines: string): boolean =>
  typeof value === 'string' && `\n${value}\n`.includes(`\n${lines}\n`);

/** Tells whether a value is a text so long that equal texts are no coincidence. */
const isLongText = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 3;

/**
 * Returns the dotted paths of lost leaves, in the order of the object that has them. If every leaf of an
 * inner object or list is lost, its own path stands for theirs.
 *
 * @param prefix Put before each path.
 */
function collapsePaths(object: Json, lostLeaves: readonly Leaf[], prefix = ''): string[] {
  const lostPaths = new Set(lostLeaves.map(([path]) => path.join('.')));
  const isWhollyLost = (path: Path, value: unknown): boolean =>
    [...generateLeaves(value, path)].every(([leafPath]) => lostPaths.has(leafPath.join('.')));
  const collapsed: string[] = [];
  const visit = (path: Path, value: unknown): void => {
    if (path.length && isWhollyLost(path, value)) collapsed.push(prefix + path.join('.'));
    else {
      const inner = typeof value === 'string' ? parseJsonObject(value, false) : value;
      if (isObject(inner) || Array.isArray(inner)) {
        for (const [key, item] of Object.entries(inner)) visit([...path, key], item);
      }
    }
  };
  visit([], object);
  return collapsed;
}
