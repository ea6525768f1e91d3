/** Scaffolds the four places of a vendor from the files in `template/`, which describe a vendor called Acme. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { writeVendorLists } from './index-files.ts';

const template = join(import.meta.dirname, 'template');

/** Words that cannot be the name of a variable in a module. */
const reserved = [
  ...['await', 'break', 'case', 'catch', 'class', 'const', 'continue', 'debugger', 'default'],
  ...['delete', 'do', 'else', 'enum', 'export', 'extends', 'false', 'finally', 'for', 'function'],
  ...['if', 'implements', 'import', 'in', 'instanceof', 'interface', 'let', 'new', 'null'],
  ...['package', 'private', 'protected', 'public', 'return', 'static', 'super', 'switch', 'this'],
  ...['throw', 'true', 'try', 'typeof', 'var', 'void', 'while', 'with', 'yield'],
];

/** An error in the command line of `new-vendor`. Its message is for the person who typed it. */
export class ScaffoldError extends Error {}

/** Returns the default title of a vendor: its id with a capital. */
const toTitle = (id: string): string => `${id[0]?.toUpperCase()}${id.slice(1)}`;

/**
 * Writes the folder, the fixtures, the oracle and the page of a new vendor, and the generated lists.
 * Throws `ScaffoldError` for an id or a title that cannot be used, and writes nothing then.
 *
 * @param root the folder of the repository
 * @param id the name of the vendor in code and in commands
 * @param title the name of the vendor for people. Default: the id with a capital
 * @returns the paths of the files that were written, below the root folder
 */
export function scaffoldVendor(root: string, id: string, title = toTitle(id)): string[] {
  checkId(root, id);
  checkTitle(title);
  const written = listTemplateFiles().map((from) => {
    const to = placeOf(from, id);
    const text = fillIn(readFileSync(join(template, from), 'utf8'), from, { id, title });
    mkdirSync(dirname(join(root, to)), { recursive: true });
    writeFileSync(join(root, to), text);
    return to;
  });
  return [...written, ...writeVendorLists(root)];
}

/** Throws `ScaffoldError` for an id that is no variable name, or that is taken. */
function checkId(root: string, id: string): void {
  if (!/^[a-z][a-z0-9]{1,29}$/.test(id))
    throw new ScaffoldError(
      `The id "${id}" cannot be used: it must be 2 to 30 lower-case letters and digits, a letter first, such as "acme".`,
    );
  if (reserved.includes(id)) throw new ScaffoldError(`The id "${id}" is a word of JavaScript.`);
  const taken = placesOf(id).find((path) => existsSync(join(root, path)));
  if (taken) throw new ScaffoldError(`There is a vendor or a file called "${id}": ${taken}.`);
}

/** Throws `ScaffoldError` for a title that could end a string or a comment, since it is put into both. */
function checkTitle(title: string): void {
  if (!/^[\p{L}\p{N}][\p{L}\p{N} .+&-]{0,39}$/u.test(title))
    throw new ScaffoldError(
      `The title "${title}" cannot be used: it must be 1 to 40 letters, digits, blanks and . + & -.`,
    );
}

const placesOf = (id: string): string[] => [
  `src/adapters/${id}`,
  `fixtures/${id}`,
  `test/oracles/${id}.ts`,
  `docs/vendors/${id}.md`,
];

const listTemplateFiles = (): string[] =>
  readdirSync(template, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(template, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();

/** Returns the path of a new file, for a file of the template. */
function placeOf(from: string, id: string): string {
  const [folder, fixtures, oracle, page] = placesOf(id) as [string, string, string, string];
  if (from === 'oracle.ts') return oracle;
  if (from === 'page.md') return page;
  return from.replace(/^adapter\//, `${folder}/`).replace(/^fixtures\//, `${fixtures}/`);
}

/** Replaces Acme's names in a file of the template, and the paths of its imports, which depend on the folder. */
function fillIn(text: string, from: string, { id, title }: { id: string; title: string }): string {
  const imports =
    from === 'oracle.ts'
      ? text.replaceAll("'../../../test/oracles/", "'./")
      : text.replaceAll("'../../../../src/", "'../../");
  return imports
    .replaceAll('ACME', id.toUpperCase())
    .replaceAll('Acme', () => title)
    .replaceAll('acme', id);
}
