/** The hooks that the author of a tool installs, as they are given to us. */

import { toolKinds } from '../canonical/kinds.ts';
import type { EventName, ToolName } from '../canonical/types.ts';
import { AnyhookError } from '../errors.ts';
import { describeValue } from '../util/describe-value.ts';
import { isObject } from '../util/equal.ts';
import { keysOf } from '../util/keys-of.ts';
import { describeUnknownWord } from '../util/words.ts';

/** A hook that a tool installs for itself. The command is what the agent will run: it speaks that agent's dialect. */
export interface OwnHook {
  /**
   * When the hook runs: a canonical event, such as `before-tool`, or a native event of the agent, such as
   * `PreToolUse`. A canonical event is written under each native event that stands for it.
   */
  on: EventName | (string & {});
  /** The only canonical tools that the hook is for, such as `shell`. Absent: every tool. */
  tools?: readonly ToolName[] | undefined;
  /** A matcher in the words of the agent, in place of `tools`. */
  match?: string | undefined;
  /** The command line, as the agent's shell reads it. */
  command: string;
  /** The time limit in milliseconds. Absent: the agent's own. */
  timeout?: number | undefined;
  name?: string | undefined;
  description?: string | undefined;
  /** Variables of the command. */
  env?: Readonly<Record<string, string>> | undefined;
  /** The working directory of the command. */
  cwd?: string | undefined;
  /** `block`: a crash or a timeout of the hook refuses the call. */
  onFailure?: 'block' | undefined;
  /** How many follow-ups in a row a hook of `stop` may ask for; null: no limit. */
  loopLimit?: number | null | undefined;
  /** A rule of the agent that the call must meet, such as `Bash(git *)`. */
  if?: string | undefined;
  /** The agent does not wait for the hook, and takes no answer from it. */
  async?: boolean | undefined;
}

const isText = (value: unknown): boolean =>
  typeof value === 'string' && value.trim() !== '' && !value.includes('\0');
const isWhole = (value: unknown, least: number): boolean =>
  Number.isSafeInteger(value) && (value as number) >= least;
const isVariables = (value: unknown): boolean =>
  isObject(value) &&
  Object.entries(value).every(
    ([name, text]) =>
      /^[A-Za-z_]\w*$/.test(name) &&
      name !== '__proto__' &&
      typeof text === 'string' &&
      !text.includes('\0'),
  );

/** The keys of a hook: what each must hold, and its test. */
const keys: Readonly<
  Record<keyof OwnHook, readonly [wanted: string, test: (value: unknown) => boolean]>
> = {
  on: ['the name of an event', isText],
  tools: [
    `a list of ${keysOf(toolKinds).join(', ')}`,
    (value) =>
      Array.isArray(value) &&
      value.length > 0 &&
      value.every((tool) => typeof tool === 'string' && Object.hasOwn(toolKinds, tool)),
  ],
  match: ['a text', isText],
  command: ['a command line', isText],
  timeout: ['a whole number of milliseconds, at least 1', (value) => isWhole(value, 1)],
  name: ['a text', isText],
  description: ['a text', isText],
  env: ['an object of variables, each a text', isVariables],
  cwd: ['a path', isText],
  onFailure: ['block', (value) => value === 'block'],
  loopLimit: ['a whole number or null', (value) => value === null || isWhole(value, 0)],
  if: ['a text', isText],
  async: ['true or false', (value) => typeof value === 'boolean'],
};

/** Returns the hooks, without keys whose value is undefined. Throws `usage` for a value that is no list of hooks. */
export function requireHooks(hooks: unknown): OwnHook[] {
  if (!Array.isArray(hooks)) throw new AnyhookError('usage', 'hooks: this is no list of hooks');
  try {
    return hooks.map((hook: unknown, i) => requireHook(hook, `hooks[${i}]`));
  } catch (error) {
    if (error instanceof AnyhookError) throw error;
    throw new AnyhookError('usage', 'hooks: this list cannot be read as data');
  }
}

function requireHook(hook: unknown, path: string): OwnHook {
  if (!isObject(hook)) throw new AnyhookError('usage', `${path}: this is no object`);
  const given = Object.entries(hook).filter(([, value]) => value !== undefined);
  for (const [key, value] of given) {
    if (!Object.hasOwn(keys, key))
      throw new AnyhookError('usage', `${path}: ${describeUnknownWord('key', key, keysOf(keys))}`);
    const [wanted, test] = keys[key as keyof OwnHook];
    if (!test(value))
      throw new AnyhookError(
        'usage',
        `${path}.${key}: ${describeValue(value)} is not right, expected ${wanted}`,
      );
  }
  const own = Object.fromEntries(given) as unknown as OwnHook;
  for (const key of ['on', 'command'] as const)
    if (own[key] === undefined) throw new AnyhookError('usage', `${path}.${key} is missing`);
  if (own.tools && own.match !== undefined)
    throw new AnyhookError('usage', `${path}: "tools" and "match" exclude each other`);
  return own;
}
