/**
 * Finds invalid values in a settings file. Because of one such value, 0.169.0 drops a whole `hooks.json` with a
 * warning, and does not start at all if the value is in `config.toml`.
 */

import {
  findInvalidGroups,
  findInvalidKeys,
  type GroupShape,
  type KeyRules,
} from '../../mapping/file-validation.ts';
import type { FileProblem } from '../../mapping/settings.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';

const isText = (value: unknown): boolean => typeof value === 'string';
/** Tells whether a value is an integer that 64 bits without a sign can hold. */
const isWhole = (value: unknown): boolean =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 64;
export const entryTypes = ['command', 'mcp_tool', 'prompt', 'agent'];

/** Kinds of values, by the words for them in findings, each with its test. */
const kinds = {
  'true or false': (value: unknown) => typeof value === 'boolean',
  'a text': isText,
  'a text or null': (value: unknown) => value === null || isText(value),
  'a map': isObject,
  'a whole number': (value: unknown) => value === null || isWhole(value),
  'whole seconds': (value: unknown) => value === null || isWhole(value),
  'command, mcp_tool, prompt or agent': (value: unknown) => entryTypes.includes(value as string),
};
type Known = KeyRules<typeof kinds>;

/** The known keys of groups and entries, each with the kind of its value. `!`: the key must be there. */
const shape: GroupShape<typeof kinds> = {
  tests: kinds,
  group: { matcher: 'a text or null' },
  mayLackHooks: true,
  entry: { type: '!command, mcp_tool, prompt or agent' },
  byType: {
    command: {
      command: '!a text',
      commandWindows: 'a text or null',
      command_windows: 'a text or null',
      timeout: 'whole seconds',
      async: 'true or false',
      statusMessage: 'a text or null',
      additionalContextLimit: 'a whole number',
    },
    mcp_tool: {
      server: '!a text',
      tool: '!a text',
      input: 'a map',
      timeout: 'whole seconds',
    },
  },
};

/** The only keys that `hooks.json` may have at its top. */
const topLevelKeys: Known = { description: 'a text or null', hooks: 'a map' };

/**
 * Finds the invalid values of a settings file. The lists of events that the client does not know are not
 * checked, since it ignores them.
 *
 * @param file the parsed content of the file
 * @param isToml whether the file is TOML, not JSON
 * @param events the names of the events that the client knows
 */
export function validateFile(
  file: Json,
  isToml: boolean,
  events: readonly string[],
): FileProblem[] {
  const unknownKeys = Object.keys(file).filter((key) => !Object.hasOwn(topLevelKeys, key));
  const topLevel = isToml
    ? findInvalidKeys(kinds, file, { hooks: 'a map' }, [])
    : [
        ...findInvalidKeys(kinds, file, topLevelKeys, []),
        ...unknownKeys.map((key) => ({ path: [key], wanted: 'no key but hooks and description' })),
      ];
  const lists = isObject(file.hooks) ? file.hooks : {};
  const knownEvents = events.filter((event) => Object.hasOwn(lists, event));
  const problems = [
    ...topLevel,
    ...knownEvents.flatMap((event) => [
      ...findInvalidGroups(shape, lists[event], ['hooks', event]),
    ]),
  ];
  const effect = isToml ? 'does not start with it' : 'ignores the whole file';
  return problems.map((problem) => ({ ...problem, whole: true, effect }));
}
