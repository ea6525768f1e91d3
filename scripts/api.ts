/**
 * Prints the public surface of the package: the exported names of each entry point with their declarations, from the types
 * in dist/. `npm run api` compares it with `fixtures/api`, `npm run api -- --write` writes it. It needs a build.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'rolldown/experimental';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'fixtures/api');

/** An export of an entry point. */
export interface Export {
  name: string;
  /** The file of the types that declare it, below dist/. */
  file: string;
  /** The declaration, without comments. */
  text: string;
  /** The text of the comment before the declaration. Empty: there is none. */
  doc: string;
  isFunction: boolean;
}

interface Node {
  type: string;
  start: number;
  end: number;
  declaration?: Node | null;
  source?: { value: string } | null;
  specifiers?: { local: Name; exported: Name; imported?: Name }[];
  id?: Name;
  declarations?: { id: Name }[];
}
interface Name {
  name?: string;
  value?: string;
}
const nameOf = (one: Name): string => one.name ?? one.value ?? '';

/** Removes comments, and lays a declaration out as one line for each line of its source. */
function clean(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '')
    .replace(/import\("[^"]*"\)\./g, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .filter(Boolean)
    .join('\n');
}

/** Lists what a file of types exports, by name. */
function exportsOf(
  path: string,
  seen = new Map<string, Map<string, Export>>(),
): Map<string, Export> {
  const known = seen.get(path);
  if (known) return known;
  const found = new Map<string, Export>();
  seen.set(path, found);
  const text = readFileSync(path, 'utf8');
  const { program, comments } = parseSync(path, text, { lang: 'dts' });
  const body = program.body as unknown as Node[];
  const declared = new Map<string, Export>();
  const imported = new Map<string, [path: string, name: string]>();
  const resolve = (to: string): string => join(dirname(path), to.replace(/\.[jt]s$/, '.d.ts'));
  for (const statement of body) {
    if (statement.type === 'ImportDeclaration' && statement.source?.value.startsWith('.')) {
      for (const { local, imported: from } of statement.specifiers ?? [])
        imported.set(nameOf(local), [resolve(statement.source.value), from ? nameOf(from) : '*']);
      continue;
    }
    const declaration = statement.declaration ?? statement;
    const names = declaration.id
      ? [declaration.id]
      : (declaration.declarations ?? []).map(({ id }) => id);
    const before = comments.findLast(({ end }) => end <= statement.start);
    const isAdjacent = before && !text.slice(before.end, statement.start).trim();
    for (const name of names.map(nameOf)) {
      const one: Export = {
        name,
        file: path.slice(join(root, 'dist/').length),
        text: clean(text.slice(statement.start, statement.end)).replace(
          /^export (?:declare )?/,
          '',
        ),
        doc:
          isAdjacent && before.value.startsWith('*')
            ? before.value.slice(1).replace(/^\s*\* ?/gm, '')
            : '',
        isFunction:
          declaration.type.includes('Function') ||
          /^const \w+: (?:typeof |<|\()/.test(
            clean(text.slice(declaration.start, declaration.end)).replace('declare ', ''),
          ),
      };
      const overload = declared.get(name);
      if (overload) {
        one.text = `${overload.text}\n${one.text}`;
        one.doc ||= overload.doc;
      }
      declared.set(name, one);
      if (statement.declaration) found.set(name, one);
    }
  }
  for (const one of declared.values()) {
    // A function that stands for another one has its signature, and its documentation unless it has one of its own.
    const [, outer = '', inner] = /^const \w+: typeof (\w+)(?:\.(\w+))?;/.exec(one.text) ?? [];
    const [from, name = ''] = imported.get(outer) ?? [];
    const other = from && exportsOf(from, seen).get(inner ?? name);
    if (!other) continue;
    one.text = other.text;
    if (one.doc.includes('{@inheritDoc')) one.doc = other.doc;
  }
  for (const { type, source, specifiers = [] } of body) {
    if (type === 'ExportAllDeclaration' && source) {
      for (const [name, one] of exportsOf(resolve(source.value), seen))
        if (!found.has(name)) found.set(name, one);
    }
    if (type !== 'ExportNamedDeclaration') continue;
    for (const { local, exported } of specifiers) {
      const [from, name] = source
        ? [resolve(source.value), nameOf(local)]
        : (imported.get(nameOf(local)) ?? ['', nameOf(local)]);
      const one = from ? exportsOf(from, seen).get(name) : declared.get(name);
      if (!one) throw new Error(`${path} exports ${name}, which is not found`);
      found.set(nameOf(exported), one);
    }
  }
  return found;
}

/** Returns the exports of each entry point, by the name that programs import. One agent stands for all. */
export function listExports(): Map<string, Export[]> {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { types: string }>;
  };
  const entries = Object.entries(exports).flatMap(([path, target]) =>
    typeof target === 'string' || path === './dialects/anyhook'
      ? []
      : [[`anyhook${path.slice(1)}`, target.types] as const],
  );
  const seen = new Map<string, Map<string, Export>>();
  return new Map(
    entries.map(([name, types]) => {
      const path = join(root, types.replace('*', 'claude'));
      const all = [...exportsOf(path, seen).entries()].map(([as, one]) => ({ ...one, name: as }));
      return [name.replace('*', 'claude'), all.sort((a, b) => (a.name < b.name ? -1 : 1))];
    }),
  );
}

const fileOf = (entry: string): string =>
  `${entry.replace(/^anyhook\/?/, '').replaceAll('/', '-') || 'anyhook'}.txt`;

/** Prints the surface: a text for each entry point, by the name of its file. What an earlier entry point exports as well is named only. */
export function printSurface(): Map<string, string> {
  const printed = new Map<string, string>();
  const first = new Map<string, string>();
  for (const [entry, all] of listExports()) {
    const parts = all.map(({ name, file, text }) => {
      const id = `${file} ${name}`;
      const earlier = first.get(id);
      if (earlier !== undefined) return `${name}: as in ${earlier}\n`;
      first.set(id, entry);
      return `${text}\n`;
    });
    printed.set(fileOf(entry), `# ${entry}\n\n${parts.join('\n')}`);
  }
  return printed;
}

/** Returns the stored surface. */
export const storedSurface = (): Map<string, string> =>
  new Map(
    (existsSync(folder) ? readdirSync(folder) : [])
      .sort()
      .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  );

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const printed = printSurface();
  if (process.argv.includes('--write')) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const [file, text] of printed) writeFileSync(join(folder, file), text);
  } else {
    const stored = storedSurface();
    const stale = [...printed].filter(([file, text]) => stored.get(file) !== text);
    if (stale.length || stored.size !== printed.size) {
      console.error('fixtures/api is out of date: type `npm run api -- --write`');
      process.exitCode = 1;
    }
  }
}
