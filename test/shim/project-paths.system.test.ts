import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contracts } from '../conformance/fixtures.ts';
import { factOf, vendorsStating } from '../facts.ts';
import { shell, speaks } from './payloads.ts';
import { folder, json, run, script } from './run.ts';

const dir = folder();
const refusing = (line: string) => `${line} >&2; exit 2`;

/** Project folders that a shell could stumble over. */
const names = [
  'plain',
  'with space',
  `it's "quoted"`,
  '$(touch pwned)',
  '`touch pwned`',
  '$HOME;x',
  'a\\b',
  '*',
];
const references = {
  'no quotes': '$NAME/hook.sh',
  'double quotes': '"$NAME/hook.sh"',
  'single quotes': `'$NAME/hook.sh'`,
  'braces in double quotes': `"\${NAME}/hook.sh"`,
  'partly quoted': '"$NAME"/hook.sh',
  'after an assignment': 'X=1 $NAME/hook.sh',
} as const;
/** Agents that put folders into a line themselves, and the first of their names for the project. */
const native = vendorsStating('variables').flatMap((vendor) => {
  const { commandVariables } = contracts[vendor]?.runtime as { commandVariables: string[] };
  const named = Object.entries(factOf(vendor, 'variables')).find(
    ([name, value]) => value === 'project' && commandVariables.includes(name),
  );
  return named ? [[vendor, named[0]] as const] : [];
});

describe.each(native)('A reference to the project in a command of %s', (dialect, name) => {
  // The family shares its code: every name once in full, and the forks on the worst.
  test.each(
    dialect === 'gemini' ? names : names.slice(2, 4),
  )('leads to the hook in a project called %j, or to nothing, and never runs the name', async (project) => {
    const root = join(dir, dialect, project);
    mkdirSync(root, { recursive: true });
    script(root, 'hook.sh', refusing('printf ran'));
    for (const [how, line] of Object.entries(references)) {
      const args = ['--host', 'cursor', ...speaks(dialect)];
      const said = await run([...args, '--', line.replace('NAME', name)], {
        stdin: shell('cursor', 'npm test', root),
        cwd: root,
      });
      // As its own client has it: in quotes, a name that needs some leads nowhere, or is not run.
      const odd = !/^[\w/]*$/.test(root.slice(dir.length)) || !/^[\w/]*$/.test(dir);
      const { user_message: told } = json(said.stdout);
      const works =
        !odd || !how.endsWith('quotes') || how.startsWith('braces') || how.startsWith('no');
      if (works && how !== 'partly quoted') expect(told, how).toBe('ran');
      else
        expect(String(told), how).toMatch(
          /^ran$|^undefined$|No such file|not found|syntax error|unexpected|would run as shell code/,
        );
    }
    expect(existsSync(join(root, 'pwned'))).toBe(false);
    expect(existsSync('pwned')).toBe(false);
  });
});
