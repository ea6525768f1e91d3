/** Finds invalid values in a settings file. For such a value 2.1.330 silently drops one hook, or every hook of the file. */

import {
  findInvalidGroups,
  findInvalidKeys,
  type KeyRules,
} from '../../mapping/file-validation.ts';
import type { FileProblem } from '../../mapping/settings.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';

const isText = (value: unknown) => typeof value === 'string';
const isOneOf =
  (...words: string[]) =>
  (value: unknown) =>
    words.includes(value as string);

/** The types of entries. With any other, no hook of the file runs, 2.1.330. */
export const entryTypes = ['command', 'http', 'prompt', 'agent', 'mcp_tool'];

/** Kinds of values, by the words for them in findings, each with its test. */
const kinds = {
  'true or false': (value: unknown) => typeof value === 'boolean',
  'a text': isText,
  'a list of texts': (value: unknown) => Array.isArray(value) && value.every(isText),
  'a map of texts': (value: unknown) => isObject(value) && Object.values(value).every(isText),
  'a map': isObject,
  'an address': (value: unknown) => isText(value) && URL.canParse(value),
  'seconds, more than 0': (value: unknown) => typeof value === 'number' && value > 0,
  'bash or powershell': isOneOf('bash', 'powershell'),
  'block or continue': isOneOf('block', 'continue'),
  'command, http, prompt, agent or mcp_tool': isOneOf(...entryTypes),
};

/** The known keys of an object, each with the kind of its value. `!`: the key must be there. */
type Known = KeyRules<typeof kinds>;

/** The keys of every entry. */
const commonKeys: Known = {
  type: '!command, http, prompt, agent or mcp_tool',
  timeout: 'seconds, more than 0',
  if: 'a text',
  once: 'true or false',
  statusMessage: 'a text',
};
/** The keys of an entry that asks a model. */
const modelKeys: Known = { prompt: '!a text', model: 'a text', continueOnBlock: 'true or false' };

/** The further keys of an entry, by its `type`. */
const keysByType: Readonly<Record<string, Known>> = {
  command: {
    command: '!a text',
    args: 'a list of texts',
    shell: 'bash or powershell',
    async: 'true or false',
    asyncRewake: 'true or false',
    rewakeMessage: 'a text',
    rewakeSummary: 'a text',
    onFailure: 'block or continue',
  },
  http: {
    url: '!an address',
    headers: 'a map of texts',
    allowedEnvVars: 'a list of texts',
    onFailure: 'block or continue',
  },
  prompt: modelKeys,
  agent: modelKeys,
  mcp_tool: { server: '!a text', tool: '!a text', input: 'a map' },
};

const shape = {
  tests: kinds,
  group: { matcher: 'a text' },
  entry: commonKeys,
  byType: keysByType,
} as const;

/** Events at which one invalid entry makes the client drop every hook of the file. */
const strictEvents = ['PreToolUse', 'PermissionRequest'];

/**
 * Finds the invalid values of a settings file. The lists of events that the client does not know are not
 * checked, since it ignores them.
 *
 * @param file the parsed content of the file
 * @param events the names of the events that the client knows
 */
export function validateFile(file: Json, events: readonly string[]): FileProblem[] {
  const topLevel = [...findInvalidKeys(kinds, file, { disableAllHooks: 'true or false' }, [])];
  const lists = Object.entries(isObject(file.hooks) ? file.hooks : {});
  return [
    ...topLevel.map((problem) => ({ ...problem, whole: true })),
    ...lists
      .filter(([event, list]) => events.includes(event) && list !== null)
      .flatMap(([event, list]) =>
        Array.from(findInvalidGroups(shape, list, ['hooks', event]), (problem) => {
          return { ...problem, whole: strictEvents.includes(event) };
        }),
      ),
  ];
}
