// Writes the pages of docs/reference/ from the code. Without --write, it says which are not as the code has them. It needs
// a build, since the page of the library is made from its types.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printAnyhookYaml } from './reference/anyhook-yaml.ts';
import { printCommands } from './reference/commands.ts';
import { printErrors } from './reference/errors.ts';
import { printLibrary } from './reference/library.ts';
import { printLosses } from './reference/losses.ts';
import { printTools } from './reference/tools.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/** File → a function that returns its text. */
export const referencePages: Readonly<Record<string, () => string>> = {
  'docs/reference/commands.md': printCommands,
  'docs/reference/tools.md': printTools,
  'docs/reference/errors.md': printErrors,
  'docs/reference/losses.md': printLosses,
  'docs/reference/anyhook-yaml.md': printAnyhookYaml,
  'docs/reference/library.md': printLibrary,
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const isWriting = process.argv.includes('--write');
  if (isWriting) mkdirSync(join(root, 'docs/reference'), { recursive: true });
  for (const [name, print] of Object.entries(referencePages)) {
    const file = join(root, name);
    if (isWriting) writeFileSync(file, print());
    else if (!existsSync(file) || readFileSync(file, 'utf8') !== print()) {
      console.error(`${name} is out of date: type \`npm run reference -- --write\``);
      process.exitCode = 1;
    }
  }
}
