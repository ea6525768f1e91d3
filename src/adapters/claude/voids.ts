/** What makes 2.1.330 drop a hook, or every hook of the file, and say nothing. */
import type { Voiding } from '../../mapping/settings.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';

/** What a key may hold, in words; `!`: it must be there. */
type Keys = Readonly<Record<string, keyof typeof kinds | `!${keyof typeof kinds}`>>;
type Path = (string | number)[];
type Wrong = Omit<Voiding, 'whole'>;

const isText = (value: unknown) => typeof value === 'string';
const isOneOf =
  (...words: string[]) =>
  (value: unknown) =>
    words.includes(value as string);

const kinds = {
  'true or false': (value: unknown) => typeof value === 'boolean',
  'a text': isText,
  'a list of texts': (value: unknown) => Array.isArray(value) && value.every(isText),
  'a map of texts': (value: unknown) => isObject(value) && Object.values(value).every(isText),
  'a map': isObject,
  'an address': (value: unknown) => isText(value) && URL.canParse(value as string),
  'seconds, more than 0': (value: unknown) => typeof value === 'number' && value > 0,
  'bash or powershell': isOneOf('bash', 'powershell'),
  'block or continue': isOneOf('block', 'continue'),
  'command, http, prompt, agent or mcp_tool': isOneOf(
    'command',
    'http',
    'prompt',
    'agent',
    'mcp_tool',
  ),
};

const always: Keys = {
  type: '!command, http, prompt, agent or mcp_tool',
  timeout: 'seconds, more than 0',
  if: 'a text',
  once: 'true or false',
  statusMessage: 'a text',
};
const asked: Keys = { prompt: '!a text', model: 'a text', continueOnBlock: 'true or false' };

const byType: Readonly<Record<string, Keys>> = {
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
  prompt: asked,
  agent: asked,
  mcp_tool: { server: '!a text', tool: '!a text', input: 'a map' },
};

function* wrongIn(value: Json, keys: Keys, path: Path): Iterable<Wrong> {
  for (const [key, kind] of Object.entries(keys)) {
    const wanted = kind.replace('!', '') as keyof typeof kinds;
    if (value[key] === undefined ? kind !== wanted : !kinds[wanted](value[key]))
      yield { path: [...path, key], wanted };
  }
}

function* wrongInGroup(group: unknown, path: Path): Iterable<Wrong> {
  if (!isObject(group)) return yield { path, wanted: 'a group: a matcher and a list of hooks' };
  yield* wrongIn(group, { matcher: 'a text' }, path);
  if (!Array.isArray(group.hooks)) return yield { path: [...path, 'hooks'], wanted: 'a list' };
  for (const [i, entry] of group.hooks.entries()) {
    const here = [...path, 'hooks', i];
    if (!isObject(entry)) yield { path: here, wanted: 'a hook' };
    else {
      yield* wrongIn(entry, always, here);
      yield* wrongIn(entry, byType[String(entry.type)] ?? {}, here);
    }
  }
}

/** Events of which one bad entry is the end of the whole file. */
const strict = ['PreToolUse', 'PermissionRequest'];

function* wrongInList(list: unknown, path: Path): Iterable<Wrong> {
  if (!Array.isArray(list)) return yield { path, wanted: 'a list' };
  for (const [i, group] of list.entries()) yield* wrongInGroup(group, [...path, i]);
}

/** All of it in a file; what stands at an event that it does not know is not looked at. */
export function voids(file: Json, events: readonly string[]): Voiding[] {
  const found = [...wrongIn(file, { disableAllHooks: 'true or false' }, [])];
  const lists = Object.entries(isObject(file.hooks) ? file.hooks : {});
  return [
    ...found.map((one) => ({ ...one, whole: true })),
    ...lists
      .filter(([event, list]) => events.includes(event) && list !== null)
      .flatMap(([event, list]) =>
        Array.from(wrongInList(list, ['hooks', event]), (one) => {
          return { ...one, whole: strict.includes(event) };
        }),
      ),
  ];
}
