import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { adapters } from '../src/adapters/index.ts';

/** What a program that has anyhook installed gets of it, by the names of its modules. */
function imported(...modules: string[]): string[][] {
  const script = `const all = await Promise.all(${JSON.stringify(modules)}.map((one) => import(one)));
    console.log(JSON.stringify(all.map((one) => Object.keys(one))));`;
  const cwd = new URL('../', import.meta.url).pathname;
  const stdout = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd });
  return JSON.parse(stdout.toString()) as string[][];
}

const vendors = Object.keys(adapters).filter((id) => id !== 'anyhook');
const modules = [
  ...['.', 'core', 'translate', 'machine', 'settings', 'schema', 'hook', 'adapter', 'testing'],
  ...Object.keys(adapters).map((id) => `adapters/${id}`),
  ...vendors.map((id) => `dialects/${id}`),
];
/** A name of one or two letters is for other modules of the package: a dialect and its adapter are in two of them. */
const isInner = (name: string) => name.length < 3;

test('each entry point of the package exports what its name says', () => {
  const names = modules.map((one) => (one === '.' ? 'anyhook' : `anyhook/${one}`));
  const found: Record<string, string[]> = Object.fromEntries(
    imported(...names).map((one, i) => [String(modules[i]), one]),
  );
  expect(found['.']).toEqual(expect.arrayContaining(['read', 'say', 'hear', 'AnyhookError']));
  expect(found.core).toEqual(expect.arrayContaining(['read', 'say', 'recognise', 'anyhook']));
  expect(found.translate).toEqual(expect.arrayContaining(['translateAll', 'hear', 'callsOf']));
  expect(found.machine).toEqual(['machine']);
  expect(found.settings).toEqual(expect.arrayContaining(['convertText', 'placeHooks']));
  expect(found.schema).toEqual(expect.arrayContaining(['eventSchema', 'sourceJsonSchema']));
  expect(found.hook).toEqual(expect.arrayContaining(['hook', 'deny']));
  expect(found.adapter).toEqual(
    expect.arrayContaining(['defineAdapter', 'defineBinding', 'makeCodec', 'describeEnding']),
  );
  expect(found.testing).toContain('conformance');
  for (const id of Object.keys(adapters))
    expect(found[`adapters/${id}`]?.filter((name) => name === id || !isInner(name))).toEqual([id]);
  for (const id of vendors)
    expect(found[`dialects/${id}`]?.filter((name) => name === id || !isInner(name))).toEqual([id]);
});
