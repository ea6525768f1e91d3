/** Hooks to begin with. Each is a script that a project gets a copy of, with calls that it is tested with. */
import { readFileSync } from 'node:fs';
import { editYaml } from '../edit/yaml/edit.ts';
import { parseYaml } from '../edit/yaml/parse.ts';
import { AnyhookError } from '../errors.ts';
import { toFileError } from '../files/file-errors.ts';
import { isObject, isSameJson } from '../util/equal.ts';

/** A hook to begin with. */
export interface Starter {
  /** The word by which a person chooses it. */
  id: string;
  /** What it does, for people. */
  title: string;
  /** The name of its script, in the folder `hooks` of a project. */
  script: string;
  /** The name of a test of the script, in that folder. Absent: there is none. */
  test?: string;
  /** Whether the runner calls a handler of the script. Absent: the script is started. */
  isModule?: true;
  /** Its lines under `hooks:` in the neutral file. */
  hook: readonly string[];
  /** Its lines under `tests:`. */
  tests: readonly string[];
}

/** The folder of a project that the scripts go into. */
export const scriptFolder = 'hooks';

export const starters: readonly Starter[] = [
  {
    id: 'shell',
    title: 'refuse shell commands such as rm -rf / and git push --force',
    script: 'guard-shell.mjs',
    hook: [
      'on: before-tool',
      'tools: [shell]',
      'on-failure: block # a crash of the script refuses the call',
    ],
    tests: [
      '- call: rm -rf /',
      '  expect: deny',
      '- call: rm -rf ~/*',
      '  expect: deny',
      '- call: git push --force origin main',
      '  expect: deny',
      '- call: rm -rf node_modules',
      '  expect: pass',
    ],
  },
  {
    id: 'secrets',
    title: 'keep secrets out of files: .env, private keys, tokens',
    script: 'keep-secrets.mjs',
    hook: ['on: before-tool', 'tools: [write, edit]', 'on-failure: block'],
    tests: [
      '- call: { tool: write, path: .env, content: "KEY=1" }',
      '  expect: deny',
      '- call: { tool: write, path: notes.md, content: "-----BEGIN PRIVATE KEY-----" }',
      '  expect: deny',
      '- call: { tool: write, path: .env.example, content: "KEY=" }',
      '  expect: pass',
    ],
  },
  {
    id: 'format',
    title: 'format each file after the agent has changed it',
    script: 'format.mjs',
    hook: ['on: after-tool', 'tools: [write, edit]', 'guard: false # it refuses nothing'],
    tests: [],
  },
];

/** The hooks to begin with that are modules, by the language that a person chooses. */
export const moduleStarters: readonly Starter[] = ['ts', 'js'].map((id): Starter => {
  const ending = id === 'ts' ? 'ts' : 'mjs';
  return {
    id,
    title: 'refuse commands that delete what nobody can bring back',
    script: `guard.${ending}`,
    test: `test-guard.${ending}`,
    isModule: true,
    hook: ['on: before-tool', 'tools: [shell]'],
    tests: [
      '- call: rm -rf /',
      '  expect: deny',
      '- call: cd .. && /bin/rm -fr "$HOME"/*',
      '  expect: deny',
      '- call: cd .. && rm -rf node_modules',
      '  expect: pass',
      '- call: rm -rf dist && ls .',
      '  expect: pass',
    ],
  };
});

/** Returns the path of the test of a starter's script in a project. Undefined: it has none. */
export const testPathOf = ({ test }: Starter): string | undefined =>
  test === undefined ? undefined : `${scriptFolder}/${test}`;

/** Returns the path of a starter's script in a project. */
export const scriptPathOf = ({ script }: Starter): string => `${scriptFolder}/${script}`;

/** Returns the text of a file of a starter, by its name. Throws `settings` if the package is not whole. */
export function readStarterFile(name: string): string {
  const path = new URL(`../starters/${name}${name.endsWith('.ts') ? '.txt' : ''}`, import.meta.url);
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { message } = toFileError('settings', path.pathname, error);
    throw new AnyhookError('settings', `${message}; if it is not there, install anyhook again`);
  }
}

/** Returns the line that says what the hook of a starter starts. */
const startLineOf = (starter: Starter): string =>
  starter.isModule ? `module: ${scriptPathOf(starter)}` : `run: node ${scriptPathOf(starter)}`;

/** Returns the lines of a starter under `hooks:`. */
const hookLinesOf = (starter: Starter): string[] => [
  `  - name: ${starter.script.replace(/\.\w+$/, '')}`,
  ...[...starter.hook, startLineOf(starter)].map((line) => `    ${line}`),
];

/** Returns the text of a neutral file with some starters. */
export function writeNeutralText(chosen: readonly Starter[]): string {
  const tests = chosen.flatMap((one) => one.tests);
  return [
    '# Hooks that are written once for every agent. After a change: anyhook test, then anyhook sync',
    'version: 1',
    chosen.length ? 'hooks:' : 'hooks: []',
    ...chosen.flatMap(hookLinesOf),
    ...(tests.length ? ['tests:', ...tests.map((line) => `  ${line}`)] : []),
    '',
  ].join('\n');
}

/** Tells whether a neutral file starts the script of a starter. */
export const startsScript = (text: string, starter: Starter): boolean =>
  text.includes(scriptPathOf(starter));

/** Returns a list of a neutral file; an empty one if there is none. */
function listOf(value: unknown, key: string): unknown[] {
  const list = isObject(value) ? value[key] : undefined;
  return Array.isArray(list) ? list : [];
}

/** Returns a name, with a number behind it if a hook has that name already. */
function makeFreeName(name: string, taken: readonly unknown[]): string {
  let free = name;
  for (let number = 2; taken.includes(free); number += 1) free = `${name}-${number}`;
  return free;
}

/**
 * Returns the text of a neutral file with those starters, and their tests, whose scripts it does not start. All else
 * stays as it is. Throws `settings` if the file cannot be read, or its layout does not allow the change.
 *
 * @param file What messages call the file.
 */
export function addStarters(text: string, file: string, chosen: readonly Starter[]): string {
  const missing = chosen.filter((one) => !startsScript(text, one));
  if (!missing.length) return text;
  const there = parseYaml(text, file).value;
  const { value } = parseYaml(writeNeutralText(missing), file);
  const names = listOf(there, 'hooks').map((hook) => isObject(hook) && hook.name);
  const hooks = listOf(value, 'hooks').map((hook) =>
    isObject(hook) ? { ...hook, name: makeFreeName(String(hook.name), names) } : hook,
  );
  const kept = listOf(there, 'tests');
  const tests = listOf(value, 'tests').filter(
    (one) => !kept.some((other) => isSameJson(one, other)),
  );
  return Object.entries({ hooks, tests }).reduce((before, [key, add]) => {
    return editYaml(before, file, { key, firstLine: 'version: 1', remove: [], add });
  }, text);
}
