/** The page of `anyhook.yaml`: each key of it, from the table of options and its JSON schema. */
import { events } from '../../src/canonical/event.ts';
import { type Option, type OptionKind, options } from '../../src/canonical/option.ts';
import { tools } from '../../src/canonical/tool.ts';
import { sourceJsonSchema } from '../../src/exports/schema.ts';
import { startKeys } from '../../src/settings/neutral/relations.ts';
import { keysOf } from '../../src/util/keys-of.ts';
import { printBlock, printCode, printCodes, printPage, printTable } from '../markdown.ts';

/** A JSON schema, as far as the page shows it. */
interface JsonSchema {
  type?: string;
  const?: unknown;
  description?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: string[];
}

const schema = sourceJsonSchema() as JsonSchema;

/** The words for lists of words that stand on other pages. */
const namedLists: readonly (readonly [readonly string[], string])[] = [
  [keysOf(events), '[a canonical event](../dialect.md#events-and-their-further-keys)'],
  [keysOf(tools), '[a canonical tool](tools.md)'],
];

/** Returns the words for the type of a value. */
function typeOf({ const: only, enum: words, anyOf, items, type }: JsonSchema): string {
  if (only !== undefined) return printCode(JSON.stringify(only));
  if (words) {
    const named = namedLists.find(([list]) => list.join() === words.join());
    return named ? named[1] : words.includes('claude') ? 'an agent' : printCodes(words);
  }
  if (anyOf)
    return anyOf
      .filter((one) => one.type !== 'null')
      .map(typeOf)
      .join(' or ');
  if (type === 'array')
    return items?.type === 'object' ? 'a list of maps' : `a list: ${typeOf(items ?? {})}`;
  return { string: 'text', object: 'a map', boolean: 'true or false' }[type ?? ''] ?? 'a number';
}

/** The words for the type of a key, for kinds of options of which the JSON schema says less. */
const typesOfKinds: Partial<Record<OptionKind, string>> = {
  address: 'an address that begins with `https://` or `http://`',
  duration: 'a number with its unit, such as `30s`',
  count: 'a number, or `none`',
  variables: 'texts by name',
  headers: 'texts by name',
  module: 'a path',
  values: 'any values by name',
};

/** Returns the value that a key has where it is not written. Empty: none, or what its meaning says. */
const defaultOf = ({ words, kind }: Option): string =>
  words?.[0] !== undefined
    ? printCode(words[0])
    : kind === 'switch'
      ? '`true`'
      : kind === 'boolean'
        ? '`false`'
        : '';

/** Returns a row for each key of a map. */
const rowsOf = ({ properties = {} }: JsonSchema, prefix = ''): string[][] =>
  Object.entries(properties).map(([key, value]) => {
    const option: Option | undefined = options.find(({ yamlKey }) => yamlKey === prefix + key);
    return [
      printCode(prefix + key),
      (option && typesOfKinds[option.kind]) ?? typeOf(value),
      option ? defaultOf(option) : '',
      value.description ?? '',
    ];
  });

/** Returns the schema of the entries of a list of the file. */
const entriesOf = (key: 'hooks' | 'tests'): JsonSchema =>
  schema.properties?.[key]?.anyOf?.find(({ items }) => items)?.items ?? {};

/** A small file, which a test reads. */
export const example = `version: 1
hooks:
  - name: no-rm-rf
    on: before-tool
    tools: [shell]
    run: hooks/guard.sh
    timeout: 10s
    on-failure: block
tests:
  - name: rm -rf is refused
    call: rm -rf build
    expect: deny
`;

const fileMeanings: Readonly<Record<string, string>> = {
  version: 'the version of this format; the file begins with it',
};

/** Returns the page `docs/reference/anyhook-yaml.md`. */
export function printAnyhookYaml(): string {
  const hook = entriesOf('hooks');
  const [first, ...others] = startKeys.map(printCode);
  return printPage(
    '# anyhook.yaml',
    `The hooks of a project, written once for every agent. \`anyhook sync\` writes them into the settings of the agents. Hooks of
your own, for all projects, are in \`~/.anyhook/anyhook.yaml\`, which \`anyhook sync --scope user\` reads. This page is written by
\`npm run reference -- --write\`; [the example](../../examples/anyhook.yaml) shows nearly every key.`,
    `Below, the *host* is the agent that starts the hook. *Canonical* names of events and tools are those of
[the neutral dialect](../dialect.md).`,
    printBlock('yaml', example),
    `An editor that reads JSON schemas completes and checks the file: the package has it as \`anyhook/schema.json\`, and the
library returns it (\`sourceJsonSchema\` of \`anyhook/schema\`).`,
    '## Keys of the file',
    printTable(
      ['key', 'type', 'what it means'],
      rowsOf(schema).map(([key = '', type = '', , means = '']) => [
        key,
        type,
        means || (fileMeanings[key.replaceAll('`', '')] ?? ''),
      ]),
    ),
    '## Keys of a hook',
    `A hook says when it runs with \`on\`, or with \`speaks\` and \`event\` if it was written for one agent. It says what is started with
one of ${first}, ${others.join(' and ')}.`,
    printTable(
      ['key', 'type', 'default', 'what it means'],
      [...rowsOf(hook), ...rowsOf(hook.properties?.keep ?? {}, 'keep.')],
    ),
    '## Keys of a test',
    '`anyhook test` runs them. [Hooks in CI](../ci.md) shows how.',
    printTable(
      ['key', 'type', 'what it means'],
      rowsOf(entriesOf('tests')).map(([key = '', type = '', , means = '']) => [key, type, means]),
    ),
  );
}
