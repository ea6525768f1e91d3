/**
 * Prints src/canonical/shapes.ts: the types of events, tools and outcomes, written out, so that the types of the library need
 * no zod and editors show names and fields. `npm run shapes` checks the file, `npm run shapes -- --write` writes it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import { baseFields, events } from '../src/canonical/event.ts';
import { hookFields } from '../src/canonical/hook.ts';
import { outcomeFields } from '../src/canonical/outcome.ts';
import { mcp, status, tools } from '../src/canonical/tool.ts';
import { keysOf } from '../src/util/keys-of.ts';

const file = fileURLToPath(new URL('../src/canonical/shapes.ts', import.meta.url));

/** The members of a schema's definition that are looked at here. */
interface Definition {
  type: string;
  innerType?: z.ZodType;
  element?: z.ZodType;
  valueType?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  entries?: Record<string, string>;
}
const definitionOf = (schema: z.ZodType) => schema.def as unknown as Definition;

/** Schemas that have a name of their own, with the name. */
const named = new Map<unknown, string>([
  [mcp, 'McpIdentity'],
  [status, 'CallStatus'],
]);

/** Prints the type of a schema. A field that may be absent may also be `undefined`, as zod has it. */
function printType(schema: z.ZodType): string {
  const name = named.get(schema);
  if (name) return name;
  const { type, innerType, element, valueType, shape, entries } = definitionOf(schema);
  switch (type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'unknown':
      return type;
    case 'optional':
      return `${printType(innerType as z.ZodType)} | undefined`;
    case 'nullable':
      return `${printType(innerType as z.ZodType)} | null`;
    case 'array':
      return `${printType(element as z.ZodType)}[]`;
    case 'record':
      return `Record<string, ${printType(valueType as z.ZodType)}>`;
    case 'enum': {
      const words = Object.values(entries ?? {});
      return words.join() === keysOf(tools).join()
        ? 'ToolName'
        : words.map((word) => `'${word}'`).join(' | ');
    }
    case 'object':
      return `{ ${Object.entries(shape ?? {})
        .map(([key, value]) => printField(key, value))
        .join(' ')
        .replace(/;$/, '')} }`;
    default:
      throw new Error(`no type is known for the schema ${type}`);
  }
}

/** Returns the description of a schema, or of the schema that it wraps. */
function describe(schema: z.ZodType): string | undefined {
  const { innerType } = definitionOf(schema);
  return schema.description ?? (innerType && describe(innerType));
}

/** Prints one field of an object. `unknown` stands for a missing value as well. */
function printField(key: string, schema: z.ZodType): string {
  const isOptional = definitionOf(schema).type === 'optional';
  const type = printType(schema);
  return `${key}${isOptional ? '?' : ''}: ${/^unknown \|/.test(type) ? 'unknown' : type};`;
}

/** Begins a description with a capital, unless it begins with a value, as in `false: …` and `auto (default): …`. */
const toSentence = (words: string): string =>
  /^\w+(?: \(\w+\))?:/.test(words) ? words : `${words[0]?.toUpperCase()}${words.slice(1)}`;

/** Prints the fields of an object, each with its description. */
const printFields = (fields: object): string =>
  Object.entries(fields as Record<string, z.ZodType>)
    .map(([key, schema]) => {
      const words = describe(schema);
      const comment = words ? `  /** ${toSentence(words)}. */\n` : '';
      return `${comment}  ${printField(key, schema)}\n`;
    })
    .join('');

const pascalCase = (name: string): string =>
  name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
const key = (name: string): string => (/^\w+$/.test(name) ? name : `'${name}'`);

/** Prints a type with a docstring. */
const declare = (name: string, words: string, type: string): string =>
  `/** ${words} */\nexport type ${name} = ${type};\n`;
const objectType = (fields: string): string => `{\n${fields}}`;

/** Prints a type that has one row for each name. */
const table = (name: string, words: string, rows: readonly (readonly [string, string])[]): string =>
  declare(name, words, objectType(rows.map(([one, type]) => `  ${key(one)}: ${type};\n`).join('')));

/** Prints the fields that an event has beside those of every event. */
function printEvent(name: string, fields: Record<string, z.ZodType>): string {
  const own = Object.entries(fields).filter(
    ([one, schema]) => baseFields[one as keyof typeof baseFields] !== schema,
  );
  const type = own.length
    ? `BaseFields & ${objectType(printFields(Object.fromEntries(own)))}`
    : 'BaseFields';
  return declare(`${pascalCase(name)}Fields`, `The fields of the event \`${name}\`.`, type);
}

/** Prints the type of the arguments or of the result of a tool. */
const printTool = (name: string, part: 'input' | 'result', words: string): string => {
  const schema = tools[name as keyof typeof tools][part] as z.ZodType;
  const { shape } = definitionOf(schema);
  const type = shape ? objectType(printFields(shape)) : printType(schema);
  return declare(`${pascalCase(name)}${pascalCase(part)}`, words, type);
};

/** Returns the text of the module. */
export function printShapes(): string {
  const toolNames = keysOf(tools);
  const parts = [
    '// Generated from the schemas of event.ts, tool.ts, outcome.ts and hook.ts by `npm run shapes -- --write`: change those.\n// biome-ignore-all format: a generated file keeps one line a field\n',
    declare('ToolName', 'A canonical tool.', toolNames.map((name) => `'${name}'`).join(' | ')),
    declare(
      'CallStatus',
      'How a call ended. `refused`: it never ran, because a hook or a person said no.',
      status.options.map((word) => `'${word}'`).join(' | '),
    ),
    declare(
      'McpIdentity',
      'The tool of an MCP server, and how the server is reached.',
      objectType(printFields(mcp.shape)),
    ),
    ...toolNames.flatMap((name) => [
      printTool(name, 'input', `The arguments of the tool \`${name}\`.`),
      printTool(name, 'result', `The result of the tool \`${name}\`, as far as the host tells it.`),
    ]),
    table(
      'ToolInputs',
      'The arguments of each tool.',
      toolNames.map((name) => [name, `${pascalCase(name)}Input`]),
    ),
    table(
      'ToolResults',
      'The result of each tool.',
      toolNames.map((name) => [name, `${pascalCase(name)}Result`]),
    ),
    declare(
      'BaseFields',
      'The fields that every event may have.',
      objectType(printFields(baseFields)),
    ),
    ...Object.entries(events).map(([name, fields]) => printEvent(name, fields)),
    table(
      'EventFields',
      'The fields of each event.',
      Object.keys(events).map((name) => [name, `${pascalCase(name)}Fields`]),
    ),
    declare(
      'Outcome',
      "A hook's response in canonical words. An absent key: the hook has no opinion.",
      objectType(printFields(outcomeFields)),
    ),
    declare(
      'Hook',
      "One configured hook, of any agent's settings.",
      objectType(printFields(hookFields)),
    ),
  ];
  return parts.join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = printShapes();
  if (process.argv.includes('--write')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    console.error('src/canonical/shapes.ts is out of date: type `npm run shapes -- --write`');
    process.exitCode = 1;
  }
}
