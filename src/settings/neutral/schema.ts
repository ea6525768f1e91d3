import { z } from 'zod';
import { fieldSchemaOf } from '../../canonical/hook.ts';
import { type Option, type OptionRow, type OptionValues, options } from '../../canonical/option.ts';
import { tools } from '../../canonical/tool.ts';
import { isObject } from '../../util/equal.ts';
import { keysOf } from '../../util/keys-of.ts';
import { describeUnknownWord, formatValue } from '../../util/words.ts';
import { serverPattern } from '../entry.ts';
import { findTool, findVendor } from '../other-names.ts';
import {
  agents,
  canonicalId,
  eventNames,
  explainNotCanonical,
  nativeEventsOf,
  vendors,
} from './names.ts';
import { findRelationProblems, startKeys } from './relations.ts';
import { schemaUrl } from './schema-url.ts';
import { testSchema } from './test-schema.ts';

const text = z.string();
/** Makes the schema of a word. `find`: finds the word that another name, such as one of an agent's, stands for. */
const oneWordOf = <T extends string>(
  what: string,
  words: readonly T[],
  find: (word: string) => { name: string } | undefined,
) =>
  z.enum(words, {
    error: ({ input }) => {
      const name = typeof input === 'string' ? find(input)?.name : undefined;
      return words.some((word) => word === name)
        ? `unknown ${what} ${formatValue(input)}; did you mean "${name}"?`
        : describeUnknownWord(what, input, words);
    },
  });

const timeMessage = 'timeout: say a number with its unit, such as 30s or 500ms';
const addressMessage = 'url: say an address that begins with https://';
const headerMessage = 'headers: say text without NUL';
const loopLimitMessage = 'loop-limit: say a whole number or none';

/**
 * Returns the schema of a key that holds the value of an option. It is that of the hook's field, except for
 * kinds of values that are written in another way in the file, or need a message of their own.
 */
function keySchemaOf(option: Option): z.ZodType {
  const { yamlKey, kind, words = [] } = option;
  switch (kind) {
    case 'vendor':
      return oneWordOf('vendor', vendors, findVendor);
    case 'event':
      return text; // also an empty one: it gets the message about unknown events
    case 'address':
      return z.string(addressMessage).regex(serverPattern, addressMessage);
    case 'duration':
      return z.string(timeMessage).regex(/^\d{1,300}(\.\d+)?(ms|s|m)$/, timeMessage); // more digits are infinity
    case 'choice':
      return z.enum(words, { error: () => `${yamlKey}: say ${words.join(', ')}` });
    case 'count':
      return z.union([z.int(loopLimitMessage).min(0, loopLimitMessage), z.literal('none')], {
        error: loopLimitMessage,
      });
    case 'headers':
      return z.record(text, z.string(headerMessage).regex(/^[^\0]*$/, headerMessage));
    case 'tools':
      return z.array(oneWordOf('tool', keysOf(tools), findTool));
    case 'agents':
      return z.array(oneWordOf('vendor', agents, findVendor));
    default:
      return fieldSchemaOf(option);
  }
}

type KeyRow = Extract<OptionRow, { yamlKey: string }>;
/** The value of a key as a person writes it: a duration and `none` are text. */
type KeyValue<R extends KeyRow> = R extends { words: readonly (infer W)[] }
  ? W
  : R extends { kind: 'duration' | 'command' }
    ? string
    : R extends { kind: 'count' }
      ? number | 'none'
      : OptionValues[R['kind']];
type KeySchemas = {
  [R in KeyRow as R['yamlKey']]: z.ZodOptional<z.ZodType<KeyValue<R>>>;
};

const keySchemas = Object.fromEntries(
  options.flatMap((option) => {
    const { yamlKey, help, keyHelp = help } = option;
    return yamlKey ? [[yamlKey, keySchemaOf(option).optional().describe(keyHelp)]] : [];
  }),
) as KeySchemas;

/** The keys of `keep`: what a hook has in its own agent's settings, kept for converting it back there. */
export const keepKeys = {
  entry: keySchemas['keep.entry'],
  group: keySchemas['keep.group'],
  sequential: keySchemas['keep.sequential'],
};

/** Keys of a hook that no option has: `on` stands for `speaks` and `event`, `keep` for several options. */
const otherKeys = {
  on: z
    .enum(eventNames, { error: ({ input }) => explainNotCanonical(input) })
    .optional()
    .describe('a canonical event: the command speaks the neutral dialect'),
  keep: z
    .strictObject(keepKeys)
    .optional()
    .describe('what another agent’s settings say of it, kept for converting back'),
};

/** The keys of a hook, in the order in which they are written. */
const keyOrder = [
  ...(['name', 'description', 'on', 'speaks', 'event', 'tools', 'match', 'if', 'run'] as const),
  ...(['module', 'url', 'headers', 'header-env', 'answer', 'timeout', 'on-failure'] as const),
  ...(['guard', 'wordings', 'ask', 'halt', 'loop-limit', 'cwd', 'log', 'env', 'agents'] as const),
  'accept-loss' as const,
  'keep' as const,
];

/** The schemas of a hook's keys, from the table of options. */
export const sourceKeys = pickKeys({ ...keySchemas, ...otherKeys }, keyOrder);

/** Returns some keys of an object, in the order of a list. */
function pickKeys<T extends object, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>;
}

/** A part of the JSON schema: a hook starts one thing. */
const startsOne = { oneOf: startKeys.map((key) => ({ required: [key] })) };

const hookSource = z
  .strictObject(sourceKeys)
  .superRefine(
    (hook, context) => {
      for (const [key, message] of findRelationProblems(hook)) {
        context.addIssue({ code: 'custom', path: key ? [key] : [], message });
      }
    },
    { when: ({ value }) => isObject(value) }, // also where other keys are wrong: all mistakes are reported at once
  )
  .meta({
    oneOf: [{ required: ['on'] }, { required: ['speaks', 'event'] }],
    dependencies: { event: ['speaks'], headers: ['url'], 'header-env': ['url'] },
    allOf: [
      ...vendors.map((vendor) => ({
        if: { required: ['speaks'], properties: { speaks: { const: vendor } } },
        // biome-ignore lint/suspicious/noThenProperty: JSON Schema
        then: { properties: { event: eventSchemaOf(vendor) } },
      })),
      startsOne,
    ],
  });

/** Returns the JSON schema of a vendor's events. An agent may have events that our tables do not know yet. */
function eventSchemaOf(vendor: string): Record<string, unknown> {
  const known = { enum: nativeEventsOf(vendor) };
  return vendor === canonicalId ? known : { anyOf: [known, { type: 'string' }] };
}

/** The keys of the file. */
export const fileKeys = {
  version: z.literal(1, {
    error: ({ input }) =>
      input === undefined
        ? '"version" is missing: begin with "version: 1"'
        : `version ${formatValue(input)}: this anyhook reads version 1`,
  }),
  hooks: z.array(hookSource).nullish().describe('in the order in which they run'),
  lines: z
    .enum(['together', 'apart'], { error: () => 'lines: say together or apart' })
    .optional()
    .describe(
      'together (default): in the settings of an agent, one line starts the hooks of one event and matcher; apart: each hook has a line of its own',
    ),
  tests: z
    .array(testSchema)
    .nullish()
    .describe('what the hooks are expected to say; only anyhook test reads it'),
};

/** The schema of `anyhook.yaml`. */
export const sourceSchema = z.strictObject(fileKeys);
/** One hook of `anyhook.yaml`. */
export type HookSource = z.infer<typeof hookSource>;

/**
 * Returns the JSON schema of `anyhook.yaml`, from which editors complete and check it.
 *
 * @example
 * Object.keys(sourceJsonSchema()).includes('properties'); // true
 */
export function sourceJsonSchema(): Record<string, unknown> {
  const { $schema, ...rest } = z.toJSONSchema(sourceSchema, { target: 'draft-7', io: 'input' });
  return {
    $schema,
    $id: schemaUrl,
    title: 'anyhook.yaml: hooks written once for every agent',
    ...rest,
  };
}
