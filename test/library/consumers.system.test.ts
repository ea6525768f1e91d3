/** The types of the package, as strict programs of other people see them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adapters } from '../../src/adapters/index.ts';
import { installOnce, packedFolder } from '../packed.ts';

const repository = join(import.meta.dirname, '../..');
const folder = join(packedFolder(), 'consumers');
beforeAll(async () => {
  await installOnce();
  mkdirSync(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

const { exports } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
  exports: Record<string, string | { types: string }>;
};
/** The names that programs import: every entry point, with the id of each agent in place of a star. */
const modules = Object.entries(exports)
  .filter(([, target]) => typeof target === 'object')
  .map(([path]) => `anyhook${path.slice(1)}`)
  .flatMap((name) =>
    name.includes('*') ? Object.keys(adapters).map((id) => name.replace('*', id)) : [name],
  )
  .filter((name, index, all) => all.indexOf(name) === index);

/** The values of zod are of its own types, which need the global `URL`: of Node, or of the DOM. */
const needsUrl = 'anyhook/schema';

/** A program that imports every entry point, and asks that nothing of it is `any` as a whole. */
const importsAll = (names: readonly string[]): string =>
  names
    .map(
      (name, index) =>
        `import * as module${index} from '${name}';\nexport const keys${index}: readonly (keyof typeof module${index})[] = [];\nexport const isNotAny${index}: 0 extends 1 & typeof module${index} ? true : false = false;`,
    )
    .join('\n');

/** A program that depends on what `event` and `tool` tell apart. */
const narrows = `import { callsOf, type Event, type Outcome, type OutcomeOf, read, refuse, say, type ToolInput } from 'anyhook';
import * as core from 'anyhook/core';
import { claude } from 'anyhook/dialects/claude';
import { gemini } from 'anyhook/adapters/gemini';
import { translate } from 'anyhook/translate';
import { deny, hook } from 'anyhook/hook';

/** Whether a type is exactly another one. */
type Is<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const isTrue = <T extends true>(): void => undefined;

export function judge(stdin: string | Uint8Array): string {
  const told = read('claude', stdin);
  if (!told.ok) return refuse('claude', told, 'the call cannot be read').stdout;
  const e = told.event;
  if (e.event === 'before-tool' && e.tool === 'shell') {
    const { command } = e.input;
    isTrue<Is<typeof command, string>>();
    isTrue<Is<typeof e.input, ToolInput<'shell'>>>();
    if (command.includes('rm -rf')) return say('claude', told, { decision: 'deny', reason: command }).stdout;
  }
  if (e.event === 'after-tool' && e.tool === 'edit') {
    isTrue<Is<typeof e.input.old, string>>();
    isTrue<Is<NonNullable<typeof e.result>['text'], string | undefined>>();
  }
  if (e.event === 'before-tool' && e.tool === 'mcp') isTrue<Is<typeof e.mcp.tool, string>>();
  if (e.event === 'prompt') isTrue<Is<typeof e.prompt, string>>();
  // @ts-expect-error A prompt has no tool.
  if (e.event === 'prompt') e.tool;
  for (const { event } of callsOf('claude', told))
    if (event.event === 'before-tool' && event.tool === 'write') isTrue<Is<typeof event.input.path, string>>();
  return say('claude', 'before-tool', {}).stdout;
}

export const outcome: OutcomeOf<'before-tool'> = { decision: 'ask', reason: 'why' };
// @ts-expect-error No hook rewrites a prompt before a tool.
export const wrongOutcome: OutcomeOf<'before-tool'> = { prompt: 'x' };
// @ts-expect-error There is no such decision.
export const wrongDecision: Outcome = { decision: 'block' };

export const light = core.read(claude, '{}');
export const cameAs: string = light.ok ? light.event.event : light.problems.map(({ message }) => message).join();
// @ts-expect-error A translation needs whole adapters.
export const wrongAgent = translate({}, { from: claude, to: gemini });
export const words = translate({}, { from: gemini, to: gemini });

export const guard = hook({
  beforeTool(call) {
    if (call.tool === 'shell' && call.input.command.startsWith('rm')) return deny('use the trash');
    return undefined;
  },
  async prompt({ prompt }) {
    isTrue<Is<typeof prompt, string>>();
  },
});
// @ts-expect-error There is no such event.
hook({ beforeTools() {} });

const commandOf = (event: Event<'before-tool'>) => (event.tool === 'shell' ? event.input.command : undefined);
isTrue<Is<ReturnType<typeof commandOf>, string | undefined>>();
`;

const strict = [
  ...['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'],
  ...['--target', 'es2023', '--skipLibCheck', 'false', '--types', ''],
];
const withoutDom = ['--lib', 'es2023'];
const nodenext = ['--module', 'nodenext'];
const bundler = ['--module', 'esnext', '--moduleResolution', 'bundler'];

/** Returns what the compiler says of a program. Empty: it is right. */
function compile(file: string, text: string, ...flags: string[]): string {
  writeFileSync(join(folder, file), text);
  const tsc = join(repository, 'node_modules/.bin/tsc');
  return spawnSync(tsc, [...strict, ...flags, file], { cwd: folder, encoding: 'utf8' }).stdout;
}

const apartFromSchema = modules.filter((name) => name !== needsUrl);
const kinds: [string, string, string[]][] = [
  ['an ES module', 'program.mts', nodenext],
  ['a CommonJS module', 'program.cts', nodenext],
  ['a module for a bundler', 'bundled.ts', bundler],
];

test.each(
  kinds,
)('every entry point has types for %s, without types of Node or of the DOM', (_, file, flags) => {
  expect(compile(`all-${file}`, importsAll(apartFromSchema), ...flags, ...withoutDom)).toBe('');
  const schema = importsAll([needsUrl]);
  expect(compile(`schema-${file}`, schema, ...flags, '--lib', 'es2023,dom')).toBe('');
});

test.each(kinds)('in %s, `event` and `tool` tell events apart', (_, file, flags) => {
  expect(compile(`narrows-${file}`, narrows, ...flags, ...withoutDom)).toBe('');
});

test('the types of all entry points but anyhook/schema get by without zod', () => {
  const types = ['--listFilesOnly', ...nodenext, ...withoutDom];
  const listed = compile('listed.mts', importsAll(apartFromSchema), ...types);
  expect(listed).toContain('anyhook/dist/index.d.ts');
  expect(listed.split('\n').filter((path) => /\/zod\/|@types\//.test(path))).toEqual([]);
});

test('a CommonJS program requires every entry point', () => {
  const script = `const names = ${JSON.stringify(modules)};
console.log(JSON.stringify(names.map((name) => Object.keys(require(name)).length > 0)));`;
  writeFileSync(join(folder, 'require.cjs'), script);
  const printed = execFileSync(process.execPath, ['require.cjs'], { cwd: folder });
  expect(JSON.parse(printed.toString())).toEqual(modules.map(() => true));
});
