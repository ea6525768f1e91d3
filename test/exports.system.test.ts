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

test('the package exports a module for every vendor, and the modules adapter and testing', () => {
  const vendors = Object.keys(adapters);
  const modules = [...vendors.map((vendor) => `adapters/${vendor}`), 'adapter', 'testing'];
  const found = imported(...modules.map((one) => `anyhook/${one}`));
  expect(found.slice(0, vendors.length)).toEqual(vendors.map((vendor) => [vendor]));
  expect(found.at(-2)).toEqual(
    expect.arrayContaining(['defineAdapter', 'defineBinding', 'makeCodec', 'describeEnding']),
  );
  expect(found.at(-1)).toContain('conformance');
});
