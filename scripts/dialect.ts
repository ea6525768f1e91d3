// Prints the page about payloads and answers of the canonical dialect, from its schemas. --write puts it into docs/,
// and the table of handlers into docs/hook.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { baseFields, type EventName, events } from '../src/canonical/event.ts';
import { outcomeSchema } from '../src/canonical/outcome.ts';
import { outcomeKeysAt } from '../src/canonical/outcome-of.ts';
import { type ToolName, tools } from '../src/canonical/tool.ts';
import { isGateEvent } from '../src/canonical/traits.ts';
import { handlerNameOf } from '../src/hook/handler-name.ts';

/** A JSON schema, as far as the page shows it. */
interface JsonSchema {
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: string[];
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map(row).join('\n');
const code = (text: string) => `\`${text}\``;

/** Returns the words for the type of a value. */
function typeOf(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map((word) => code(JSON.stringify(word))).join(', ');
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.type === 'array') {
    const item = schema.items?.type;
    return item === 'string' ? 'list of texts' : item === 'object' ? 'list of objects' : 'list';
  }
  const words: Record<string, string> = {
    string: 'text',
    integer: 'number',
    boolean: 'true or false',
  };
  const types = [schema.type ?? []].flat().map((type) => words[type] ?? type);
  return types.join(' or ') || 'any value';
}

/** Returns a row for each key of an object: its name, its type, and what it is. An optional key has a `?`. */
const rowsOf = (schema: z.ZodType, isAlwaysOptional = false): string[][] => {
  const { properties = {}, required = [] } = z.toJSONSchema(schema) as JsonSchema;
  return Object.entries(properties).map(([key, value]) => {
    const isOptional = !isAlwaysOptional && !required.includes(key);
    return [code(key) + (isOptional ? ' ?' : ''), typeOf(value), value.description ?? ''];
  });
};

/** Returns the keys of an object in one cell. */
const cellOf = (schema: z.ZodType, hidden: readonly string[] = []): string =>
  rowsOf(schema)
    .filter(([key = '']) => !hidden.includes(key.replace(/[` ?]/g, '')))
    .map(([key, , what]) => (what ? `${key} (${what})` : key))
    .join(', ') || '–';

/** Returns the keys of an event that not every event has. */
const furtherKeysOf = (event: EventName) =>
  Object.fromEntries(
    Object.entries(events[event]).filter(([key]) => !Object.hasOwn(baseFields, key)),
  ) as z.ZodRawShape;

const callFields = furtherKeysOf('before-tool');

const eventRows = (Object.keys(events) as EventName[]).map((event) => {
  const fields = furtherKeysOf(event);
  const isAboutCall = Object.keys(callFields).every((key) => Object.hasOwn(fields, key));
  const ownFields = Object.entries(fields).filter(
    ([key]) => !isAboutCall || !Object.hasOwn(callFields, key),
  );
  const cell = cellOf(z.object(Object.fromEntries(ownFields)));
  const name = isGateEvent(event) ? `**${event}**` : event;
  const shared = 'the keys of a call';
  return [name, !isAboutCall ? cell : cell === '–' ? shared : `${shared}, ${cell}`];
});

const resultKeys = ['text', 'display', 'error'];
const toolRows = (Object.keys(tools) as ToolName[]).map((tool) => {
  const { input, result } = tools[tool];
  const isOpen = tool === 'mcp' || tool === 'other';
  if (isOpen) return [tool, 'the arguments as the agent has them', '–'];
  return [tool, cellOf(input), cellOf(result, resultKeys)];
});

/** The page `docs/dialect.md`. */
export const page = `# The neutral dialect: what your hook reads and answers

A hook of \`anyhook.yaml\` with the key \`on\` speaks this dialect, and so does a command behind
\`anyhook run --as anyhook\`. It is the same under every agent: anyhook translates the agent's payload into it, and
the answer back. [Your first hook](first-hook.md) shows it at work. This page is written by \`npm run dialect -- --write\`
from the schemas that the library exports as \`eventSchema\` and \`outcomeSchema\`.

The hook reads one JSON object from stdin and prints one JSON object on stdout, or nothing. It runs in the project's
folder, which the variable \`ANYHOOK_PROJECT_DIR\` names. A key with a \`?\` may be missing, because not every
agent tells it. Paths are absolute.

\`\`\`json
{
  "event": "before-tool",
  "session": "3f0c",
  "cwd": "/home/me/project",
  "tool": "shell",
  "name": "run_shell_command",
  "input": { "command": "npm test" }
}
\`\`\`

## Keys of every payload

${table(['key', 'type', 'what it is'], [['`event`', 'text', 'the event, by its name in the next table'], ...rowsOf(z.object(baseFields))])}

## Events, and their further keys

An event in bold is a gate: a hook can refuse what is about to happen. Which agent fires which event is in
[support.md](support.md).

${table(['event', 'further keys'], eventRows)}

### Keys of a call

${table(['key', 'type', 'what it is'], rowsOf(z.object(callFields)))}

## Tools, and the keys of \`input\` and \`result\`

\`tool\` is one of these names under every agent. \`name\` is what the agent calls the tool. A result of any tool may
also have ${resultKeys.map(code).join(', ')}: ${rowsOf(tools.write.result)
  .map(([key = '', , what]) => `${key.replace(' ?', '')} is ${what}`)
  .join(', ')}.

${table(['tool', '`input`', '`result`'], toolRows)}

## Keys of an answer

Every key is optional. No answer at all, \`{}\` and an empty line mean that the hook has no opinion. Exit code 2 refuses
at a gate, and the text on stderr is the reason. Any other exit code is a failure, which refuses at a gate unless the hook says
\`on-failure: allow\`. [answers.md](answers.md) lists the words of other agents that are understood as well.

${table(['key', 'type', 'what it asks for'], rowsOf(outcomeSchema, true))}
`;

const gateMark = (event: EventName) => (isGateEvent(event) ? '**' : '');
const keysAt: Partial<Record<EventName, readonly string[]>> = outcomeKeysAt;

/** The table of handlers in `docs/hook.md`. */
export const handlerTable = table(
  ['handler', 'event', 'what it may return'],
  (Object.keys(events) as EventName[]).map((event) => [
    `${gateMark(event)}\`${handlerNameOf(event)}\`${gateMark(event)}`,
    event,
    keysAt[event]?.map(code).join(', ') ?? 'nothing: no agent hears an answer',
  ]),
);

const marks = ['<!-- handlers -->\n', '\n<!-- /handlers -->'] as const;

/** Returns the text of `docs/hook.md` with the table of handlers as it is now. */
export function withHandlerTable(text: string): string {
  const [start, end] = [text.indexOf(marks[0]) + marks[0].length, text.indexOf(marks[1].trim())];
  return text.slice(0, start) + handlerTable + marks[1][0] + text.slice(end);
}

if (process.argv[1]?.endsWith('dialect.ts')) {
  if (process.argv.includes('--write')) {
    writeFileSync('docs/dialect.md', page);
    writeFileSync('docs/hook.md', withHandlerTable(readFileSync('docs/hook.md', 'utf8')));
  } else console.log(page);
}
