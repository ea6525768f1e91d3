/** What makes 2.1.330 drop a hook, or every hook of the file, and say nothing. */
import type { Voiding } from '../../mapping/settings.ts';
import { type Keys, wrongIn, wrongInList } from '../../mapping/voids.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';

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

type Known = Keys<typeof kinds>;

const always: Known = {
  type: '!command, http, prompt, agent or mcp_tool',
  timeout: 'seconds, more than 0',
  if: 'a text',
  once: 'true or false',
  statusMessage: 'a text',
};
const asked: Known = { prompt: '!a text', model: 'a text', continueOnBlock: 'true or false' };

const byType: Readonly<Record<string, Known>> = {
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

const shape = { kinds, group: { matcher: 'a text' }, always, byType } as const;

/** Events of which one bad entry is the end of the whole file. */
const strict = ['PreToolUse', 'PermissionRequest'];

/** All of it in a file; what stands at an event that it does not know is not looked at. */
export function voids(file: Json, events: readonly string[]): Voiding[] {
  const found = [...wrongIn(kinds, file, { disableAllHooks: 'true or false' }, [])];
  const lists = Object.entries(isObject(file.hooks) ? file.hooks : {});
  return [
    ...found.map((one) => ({ ...one, whole: true })),
    ...lists
      .filter(([event, list]) => events.includes(event) && list !== null)
      .flatMap(([event, list]) =>
        Array.from(wrongInList(shape, list, ['hooks', event]), (one) => {
          return { ...one, whole: strict.includes(event) };
        }),
      ),
  ];
}
