import { z } from 'zod';
import { type Option, type OptionRow, type OptionValues, options } from './option.ts';

export type { Hook, HookField } from './types.ts';

const text = z.string();

/** Returns the schema of the hook field for an option. */
export function fieldSchemaOf({ kind, words = [] }: Option): z.ZodType {
  switch (kind) {
    case 'vendor':
    case 'event':
      return text.min(1);
    case 'duration':
      return z.number().min(0);
    case 'choice':
      return z.enum(words.slice(1)); // a hook without the field has the first word
    case 'count':
      return z.number().int().min(0).nullable();
    case 'variables':
    case 'headers':
      return z.record(text, text);
    case 'names':
    case 'tools':
    case 'agents':
      return z.array(text);
    case 'switch':
    case 'boolean':
      return z.boolean();
    case 'values':
      return z.record(text, z.unknown());
    default:
      return text;
  }
}

type FieldRow = Extract<OptionRow, { hookField: string }>;
/** The value of a hook's field. A choice is any word but the first, which an absent field stands for. A command is a text, the shell line. */
type FieldValue<R extends FieldRow> = R extends { words: readonly [string, ...infer W] }
  ? W[number]
  : R extends { kind: 'command' }
    ? string
    : OptionValues[R['kind']];
type Fields = {
  [R in FieldRow as R['hookField']]: R extends { isRequired: true }
    ? z.ZodType<FieldValue<R>>
    : z.ZodOptional<z.ZodType<FieldValue<R>>>;
};

/** Returns the name and the schema of the hook field for an option, in a list. Empty: only a run has the option. */
const fieldOf = (option: Option): [string, z.ZodType][] => {
  const { hookField, isRequired, help, fieldHelp = help } = option;
  const schema = fieldSchemaOf(option);
  return hookField
    ? [[hookField, (isRequired ? schema : schema.optional()).describe(fieldHelp)]]
    : [];
};

/** The schemas of a hook's fields, from the table of options. */
export const hookFields = Object.fromEntries(options.flatMap(fieldOf)) as Fields;

/** The schema of one configured hook, of any agent's settings. */
export const hookSchema = z.strictObject(hookFields);

/** Tells whether a value is a hook with fields of the right types, and no others. */
export const isHook = (value: unknown): boolean => hookSchema.safeParse(value).success;
