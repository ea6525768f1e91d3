import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { adapters } from '../../src/adapters/index.ts';
import type { Adapter, Draft } from '../../src/mapping/adapter.ts';
import { programFor } from '../../src/shim/shell-command.ts';
import { contracts } from '../conformance/fixtures.ts';

const event = { event: 'prompt', cwd: '/a-project/of-us', session: 's-1' } as Draft;
const values: Record<string, string> = { SESSION_ID: 's-1', PROJECT_DIR: '/a-project/of-us' };

const aliases = Object.values<Adapter>(adapters).flatMap(({ id, runtime }) =>
  runtime.commandVariables
    .filter((name) => !runtime.uncomputableVariables.includes(name))
    .map((name) => [id, name] as const),
);

// With nothing but what the vendor sets around it, as under any other host.
test.each(aliases)('A line in the dialect %s that names $%s is run with its value', (id, name) => {
  const { runtime }: Adapter = adapters[id as keyof typeof adapters];
  const env = { PATH: process.env.PATH, ...runtime.env(event) };
  const wanted = values[name.replace(/^[A-Z]+_/, '')] ?? event.cwd;
  for (const line of [`printf %s $${name}/x`, `printf %s "$${name}/x"`]) {
    const [file, args] = programFor([line], runtime, env, {});
    expect([
      line,
      execFileSync(file, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }),
    ]).toEqual([line, `${wanted}/x`]);
  }
});

test('Every vendor whose contract says that it expands names in a line is tested here', () => {
  const stated = Object.keys(contracts).filter(
    (id) => (contracts[id]?.runtime.commandVariables as string[]).length,
  );
  expect([...new Set(aliases.map(([id]) => id))].sort()).toEqual(stated.sort());
  expect(stated).toContain('gemini');
});
