/** Every entry point that runs outside Node: esbuild makes bundles of them for browsers and workers. */
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { adapters } from '../../src/adapters/index.ts';

const ids = Object.keys(adapters);
const names = [
  ...['anyhook', 'anyhook/core', 'anyhook/translate', 'anyhook/hook', 'anyhook/adapter'],
  ...ids.flatMap((id) => [`anyhook/dialects/${id}`, `anyhook/adapters/${id}`]),
];

test.each([
  'browser',
  'neutral',
] as const)('esbuild bundles each entry point for the platform %s without an error or a warning', async (platform) => {
  const results = await Promise.all(
    names.map((name) =>
      build({
        stdin: {
          contents: `export * from '${name}';`,
          resolveDir: new URL('../..', import.meta.url).pathname,
        },
        ...{ bundle: true, write: false, format: 'esm', platform, logLevel: 'silent' },
      }),
    ),
  );
  const messages = results.flatMap(({ errors, warnings }) => [...errors, ...warnings]);
  expect(messages.map(({ text }) => text)).toEqual([]);
  const text = results.map(({ outputFiles }) => outputFiles?.[0]?.text ?? '').join('\n');
  expect(/\bfrom\s*"node:|\brequire\("/.exec(text)?.[0]).toBe(undefined);
});
