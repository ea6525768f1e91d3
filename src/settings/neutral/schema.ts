import { z } from 'zod';
import { server } from '../../canonical/hook.ts';
import { helpOf, wordsOf } from '../../canonical/option.ts';
import { tools } from '../../canonical/tool.ts';
import { isObject } from '../../util/equal.ts';
import { shown, unknown } from '../../util/words.ts';
import {
  agents,
  canonicalId,
  eventNames,
  keysOf,
  nativesOf,
  notCanonical,
  vendors,
} from './names.ts';
import { relations } from './relations.ts';

const text = z.string();
const oneWordOf = <T extends string>(what: string, words: readonly T[]) =>
  z.enum(words as [T, ...T[]], { error: ({ input }) => unknown(what, input, words) });
const choiceOf = <T extends string>(key: string, words: readonly [T, ...T[]]) =>
  z.enum([...words], { error: () => `${key}: say ${words.join(', ')}` });

const time = 'timeout: say a number with its unit, such as 30s or 500ms';
const address = 'url: say an address that begins with https://';
const header = 'headers: say text without NUL';
const loopLimits = 'loop-limit: say a whole number or none';
const anyValues = z.record(text, z.unknown());
/** The keys of `keep`. */
export const keep = {
  entry: anyValues.optional().describe(helpOf('rest')),
  group: anyValues.optional().describe(helpOf('group')),
  sequential: z.boolean().optional().describe(helpOf('sequential')),
};

/** The keys of a hook. */
export const sourceKeys = {
  name: text.optional().describe(helpOf('name')),
  description: text.optional().describe(helpOf('description')),
  on: z
    .enum(eventNames, { error: ({ input }) => notCanonical(input) })
    .optional()
    .describe('a canonical event: the command speaks the canonical dialect'),
  speaks: oneWordOf('vendor', vendors)
    .optional()
    .describe('the agent the command was written for, instead of `on`'),
  event: text.optional().describe('the event, as that agent names it; beside `speaks`'),
  tools: z
    .array(oneWordOf('tool', keysOf(tools)))
    .optional()
    .describe('the only tools it is for; beside `on` of a tool event'),
  match: text
    .optional()
    .describe(
      'with `on`: a regular expression, searched for in the names of the tool, the canonical one ' +
        'and the agent’s own; with `speaks`: the matcher, as that agent means it on that event',
    ),
  if: text
    .optional()
    .describe('beside `speaks`: a rule of that agent for the calls that it is for'),
  run: text.optional().describe(helpOf('command')),
  url: z.string(address).regex(server, address).optional().describe(helpOf('url')),
  headers: z
    .record(text, z.string(header).regex(/^[^\0]*$/, header))
    .optional()
    .describe(helpOf('headers')),
  'header-env': z.array(text).optional().describe(helpOf('headerEnv')),
  answer: choiceOf('answer', wordsOf('answer')).optional().describe(helpOf('answer')),
  timeout: z
    .string(time)
    .regex(/^\d{1,300}(\.\d+)?(ms|s|m)$/, time) // more digits are infinity
    .optional()
    .describe(helpOf('timeout')),
  'on-failure': choiceOf('on-failure', wordsOf('onFailure'))
    .optional()
    .describe(helpOf('onFailure')),
  guard: z.boolean().optional().describe(helpOf('guard')),
  wordings: choiceOf('wordings', wordsOf('wordings')).optional().describe(helpOf('wordings')),
  ask: choiceOf('ask', wordsOf('ask')).optional().describe(helpOf('ask')),
  halt: choiceOf('halt', wordsOf('halt')).optional().describe(helpOf('halt')),
  'loop-limit': z
    .union([z.int(loopLimits).min(0, loopLimits), z.literal('none')], { error: loopLimits })
    .optional()
    .describe(helpOf('loopLimit')),
  cwd: text.optional().describe(helpOf('cwd')),
  log: text.optional().describe(helpOf('log')),
  env: z.record(text, text).optional().describe(helpOf('env')),
  agents: z
    .array(oneWordOf('vendor', agents))
    .optional()
    .describe('the only agents it is for; absent: those present in the project'),
  keep: z
    .strictObject(keep)
    .optional()
    .describe('what another agent’s settings say of it, kept for converting back'),
};

/** A command, or an address. */
const oneAnswers = { oneOf: [{ required: ['run'] }, { required: ['url'] }] };

const hookSource = z
  .strictObject(sourceKeys)
  .superRefine(
    (hook, context) => {
      for (const [key, message] of relations(hook)) {
        context.addIssue({ code: 'custom', path: key ? [key] : [], message });
      }
    },
    { when: ({ value }) => isObject(value) }, // all that is wrong is said at once
  )
  .meta({
    oneOf: [{ required: ['on'] }, { required: ['speaks', 'event'] }],
    dependencies: { event: ['speaks'], headers: ['url'], 'header-env': ['url'] },
    allOf: [
      ...vendors.map((vendor) => ({
        if: { required: ['speaks'], properties: { speaks: { const: vendor } } },
        // biome-ignore lint/suspicious/noThenProperty: JSON Schema
        then: { properties: { event: eventsOf(vendor) } },
      })),
      oneAnswers,
    ],
  });

/** Those of an agent may be newer than our tables. */
function eventsOf(vendor: string): Record<string, unknown> {
  const known = { enum: nativesOf(vendor) };
  return vendor === canonicalId ? known : { anyOf: [known, { type: 'string' }] };
}

/** The keys of the file. */
export const fileFields = {
  version: z.literal(1, {
    error: ({ input }) =>
      input === undefined
        ? '"version" is missing: begin with "version: 1"'
        : `version ${shown(input)}: this anyhook reads version 1`,
  }),
  hooks: z.array(hookSource).nullish().describe('in the order in which they run'),
};

/** The schema of `anyhook.yaml`. */
export const sourceSchema = z.strictObject(fileFields);
/** One hook of it. */
export type HookSource = z.infer<typeof hookSource>;

/** The same for editors. */
export function sourceJsonSchema(): Record<string, unknown> {
  const { $schema, ...rest } = z.toJSONSchema(sourceSchema, { target: 'draft-7', io: 'input' });
  const $id = 'https://unpkg.com/anyhook/dist/anyhook.schema.json';
  return { $schema, $id, title: 'anyhook.yaml: hooks written once for every agent', ...rest };
}
