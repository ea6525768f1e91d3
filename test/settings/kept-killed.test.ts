// At no step of a conversion does a line name what the record does not hold: it may be killed there.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, inject, test, vi } from 'vitest';
import { convertFile } from '../../src/convert/convert-file.ts';
import { removeConversions } from '../../src/convert/remove-conversions.ts';
import { parseValueRecord } from '../../src/settings/value-record.ts';

/** What is looked at before each call that may change a file. */
const steps = vi.hoisted(() => ({ look: undefined as (() => void) | undefined }));
vi.mock('node:fs', async (load) => {
  const actual = await load<typeof import('node:fs')>();
  const changing = ['open', 'writeFile', 'rename', 'rm', 'unlink', 'mkdir', 'rmdir'] as const;
  const entries = changing.map((name) => {
    const real = actual[`${name}Sync`] as (...args: unknown[]) => unknown;
    const call = (...args: unknown[]) => {
      const { look } = steps;
      steps.look = undefined; // it opens files itself
      look?.();
      steps.look = look;
      return real(...args);
    };
    return [`${name}Sync`, call];
  });
  // The bundle lies beside the sources once they are built.
  const readFileSync = (...args: Parameters<typeof actual.readFileSync>) =>
    /\/src\/(?:run\.cjs|sh)$/.test(String(args[0])) ? 'a bundle' : actual.readFileSync(...args);
  return { ...actual, ...Object.fromEntries(entries), readFileSync };
});

const root = mkdtempSync(join(inject('scratch'), 'killed '));
const at = (path: string) => join(root, path);
const convert = () =>
  convertFile({ from: 'gemini', to: 'cursor', root, write: true, acceptLoss: true });

/** Gemini CLI's hook with this value. */
function put(token: string): void {
  const entry = { type: 'command', command: './x', env: { TOKEN: token }, own: token };
  mkdirSync(at('.gemini'), { recursive: true });
  writeFileSync(
    at('.gemini/settings.json'),
    JSON.stringify({ hooks: { BeforeTool: [{ hooks: [entry] }] } }),
  );
}

const read = (path: string): string => (existsSync(at(path)) ? readFileSync(at(path), 'utf8') : '');
const named = () =>
  Array.from(
    read('.cursor/hooks.json').matchAll(/--(?:values|carry) ([\da-f]{10})/g),
    ([, key = '']) => key,
  );
const recorded = () => Object.keys(parseValueRecord(read('.anyhook/kept.json')) ?? {});

beforeEach(async () => {
  rmSync(root, { recursive: true });
  put('old');
});

/** Looks at every step of some work; how often lines named something. */
async function watch(work: () => Promise<unknown>): Promise<number> {
  let met = 0;
  const missing = new Set<string>();
  steps.look = () => {
    const there = recorded();
    met += named().length;
    for (const key of named()) if (!there.includes(key)) missing.add(key);
  };
  await work().finally(() => {
    steps.look = undefined;
  });
  expect([...missing]).toEqual([]);
  expect(recorded().sort()).toEqual([...new Set(named())].sort());
  return met;
}

test('in a first conversion', async () => {
  expect(await watch(convert)).toBeGreaterThan(10);
  expect(named().length).toBeGreaterThan(1);
});

test('in a conversion that replaces what is kept', async () => {
  await convert();
  const before = named();
  put('new');
  expect(await watch(convert)).toBeGreaterThan(10);
  expect(named()).not.toEqual(before);
});

test('while the lines are taken out', async () => {
  await convert();
  expect(await watch(() => removeConversions('cursor', { root }))).toBeGreaterThan(10);
  expect(existsSync(at('.anyhook'))).toBe(false);
});
