/** Finds the type declarations that programs can come to from the entry points of the package. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** Lists the files that the entry points of package.json name as their types, below a folder that was built. */
function listTypedEntryPoints(folder) {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
  return Object.values(exports)
    .flatMap(({ types }) => types ?? [])
    .flatMap((path) => listMatches(folder, path.replace('./dist/', '')));
}

/** Lists the files that a path with at most one star, which stands for the name of a folder, matches. */
function listMatches(folder, path) {
  const [before, after] = path.split('*');
  if (after === undefined) return [join(folder, path)];
  return readdirSync(join(folder, before))
    .map((name) => join(folder, before + name + after))
    .filter((file) => existsSync(file));
}

/** Removes the declarations of a folder that no entry point of the package imports, directly or through others. */
export function removeUnreachedTypes(folder) {
  const reached = new Set();
  const open = listTypedEntryPoints(folder);
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    // The sources import each other by names that end in `.ts`, and so do their declarations.
    const imports = readFileSync(file, 'utf8').matchAll(
      /(?:from |import\(|import )'(\.[^']+)\.ts'/g,
    );
    for (const [, path] of imports) open.push(normalize(join(dirname(file), `${path}.d.ts`)));
  }
  for (const name of readdirSync(folder, { recursive: true })) {
    const file = join(folder, name);
    if (file.endsWith('.d.ts') && !reached.has(file)) rmSync(file);
  }
}
