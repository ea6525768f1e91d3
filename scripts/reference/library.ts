/** The page of what the package exports, from the types in dist/. */
import { type Export, listExports } from '../api.ts';
import { listExportedFunctions } from '../exported-functions.ts';
import { printCode, printPage, printTable } from '../markdown.ts';

/** Returns the word for what an export is. */
const kindOf = ({ isFunction, text }: Export): string => {
  if (isFunction) return 'function';
  const [, kind = ''] =
    /^(?:abstract )?(interface|type|class|const|enum|function)\b/.exec(text) ?? [];
  return kind === 'interface' ? 'type' : kind === 'const' ? 'value' : kind;
};

/** The most characters of a signature. */
const maxLength = 120;

/**
 * Returns the signature of a function or the type of a value on one line. A longer one has the names of the parameters
 * alone. Empty: the export is a type.
 */
function signatureOf({ name, text, isFunction }: Export): string {
  if (!isFunction && !text.startsWith('const ')) return '';
  const [first = ''] = text.split(/;\n(?=function )/);
  const flat = first
    .replace(/\s+/g, ' ')
    .replace(/^(?:function|const) /, '')
    .replace(/;$/, '');
  if (flat.length <= maxLength) return flat;
  const [found] = listExportedFunctions(`export ${first}`);
  const names = found?.parameters.map((one) => one.name).join(', ');
  return names === undefined ? name : `${name}(${names})`;
}

/** Returns the first sentence of a docstring. */
function firstSentence(doc: string): string {
  const text = doc
    .split(/^\s*@(?!link)/m)[0]
    ?.replace(/\{@link (?:\w+\.)?([^}|]+?)(?:\s*\|\s*[^}]*)?\}/g, '`$1`')
    .trim()
    .split(/\n\s*\n/)[0]
    ?.replace(/\s+/g, ' ');
  return /^.*?[.:](?= [A-Z`-]|$)/.exec(text ?? '')?.[0] ?? text ?? '';
}

const entryOf = (entry: string): string => entry.replace(/\/claude$/, '/<agent>');

/** Returns the page `docs/reference/library.md`. */
export function printLibrary(): string {
  const all = listExports();
  const first = new Map<string, string>();
  const sections = [...all].map(([entry, found]) => {
    const earlier = new Map<string, string[]>();
    const rows = found.flatMap((one) => {
      const id = `${one.file} ${one.name}`;
      const known = first.get(id);
      if (known === undefined) {
        first.set(id, entry);
        const signature = signatureOf(one);
        return [
          [
            printCode(one.name),
            kindOf(one),
            signature && printCode(signature),
            firstSentence(one.doc),
          ],
        ];
      }
      earlier.set(known, [...(earlier.get(known) ?? []), one.name]);
      return [];
    });
    return { entry, rows, earlier };
  });
  return printPage(
    '# The library',
    `Every export of every entry point of the package, written by \`npm run reference -- --write\` from its types.
[The library](../library.md) says how to use it. An editor shows the whole signature and the whole text. In place of \`<agent>\` stands the id of any agent: its module exports\none value of that name, as the one of Claude Code below.`,
    ...sections.flatMap(({ entry, rows, earlier }) => [
      `## ${printCode(entryOf(entry))}`,
      ...(rows.length ? [printTable(['name', 'kind', 'signature', 'what it is'], rows)] : []),
      ...[...earlier].map(
        ([from, names]) => `As in ${printCode(entryOf(from))}: ${names.map(printCode).join(', ')}.`,
      ),
    ]),
  );
}
