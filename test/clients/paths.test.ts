// Cursor guards against paths and addresses that say something else than what the client touches.
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { gemini, type HookEntry, type Run } from './gemini.ts';
import { cursor, shim } from './hook.ts';
import { blocked, call, functionResponses } from './model-view.ts';
import type { Workspace } from './workspace.ts';

const denying = (what: string) =>
  `if grep -q ${what}; then echo '{"permission":"deny","user_message":"Not this one."}'; else echo '{}'; fi`;

const files = {
  'protected/secret.txt': 'the SECRET of all\n',
  'protected/a.txt': 'keep me\n',
  'plain.txt': 'nothing here\n',
  'sub/plain.txt': 'nothing here either\n',
};

/** Links, and the secret in other encodings. */
function prepare({ project }: Workspace): void {
  symlinkSync('protected', join(project, 'link'));
  symlinkSync('protected/secret.txt', join(project, 'alias.txt'));
  const text = Buffer.from('\ufeffthe SECRET of all\n', 'utf16le');
  writeFileSync(join(project, 'le.txt'), text);
  writeFileSync(join(project, 'be.txt'), Buffer.from(text).swap16());
  const wide = Buffer.concat(
    [...'\ufeffthe SECRET'].map((one) =>
      Buffer.from([one.charCodeAt(0) & 255, one.charCodeAt(0) >> 8, 0, 0]),
    ),
  );
  writeFileSync(join(project, 'wide.txt'), wide);
}

const spellings = [
  'protected/%73ecret.txt',
  '%70rotected%2Fsecret.txt',
  '@protected/secret.txt',
  '@/protected/secret.txt',
  'protec\0ted/secret.txt',
  'nosuch/../protected/secret.txt',
  'protected/secret.txt/',
  './protected//secret.txt/.',
  'link/secret.txt',
  'link/../protected/secret.txt',
  'alias.txt',
];
const marked = ['le.txt', 'be.txt', 'wide.txt'];

/** A session in which a guard refuses to have each of these read, and not what is plain. */
async function refusesAll(guard: HookEntry, paths: readonly string[]): Promise<Run> {
  const run = await gemini({
    hooks: { BeforeTool: [guard] },
    turns: [...paths, 'plain.txt'].map((file_path) => call('read_file', { file_path })),
    files,
    prepare,
  });
  for (const [index, path] of paths.entries()) {
    expect(blocked(run.requests[index + 1]), path).toContain('Not this one.');
  }
  expect(functionResponses(run.requests[paths.length + 1])).toMatchObject([
    { output: expect.stringContaining('nothing here') },
  ]);
  return run;
}

describe('a guard of reads', () => {
  test('that looks at the content refuses a secret in any spelling of its path and in any encoding', async () => {
    const guard = cursor('beforeReadFile', denying('SECRET'));
    const run = await refusesAll(guard, [...spellings, ...marked]);
    expect(JSON.stringify(run.requests)).not.toContain('SECRET');
  });

  test('that looks at the path refuses every spelling of a path in the protected folder', async () => {
    const run = await gemini({
      hooks: { BeforeTool: [cursor('preToolUse', denying('/protected'))] },
      turns: [
        ...spellings.map((file_path) => call('read_file', { file_path })),
        call('grep_search', { pattern: 'SECRET', dir_path: '%70rotected/' }),
        call('list_directory', { dir_path: 'sub/../protected/.' }),
        call('read_file', { file_path: 'sub/../plain.txt' }),
      ],
      files,
      prepare,
    });
    const last = spellings.length + 2;
    for (const [index, path] of spellings.entries()) {
      expect(blocked(run.requests[index + 1]), path).toContain('Not this one.');
    }
    expect(JSON.stringify(run.requests)).not.toContain('SECRET of');
    expect(functionResponses(run.requests[last + 1])).toMatchObject([
      { output: expect.stringContaining('nothing here') },
    ]);
  });
});

test('a guard of writes refuses every spelling of a protected file that is written or edited', async () => {
  const edit = { instruction: 'Change it.', old_string: 'keep', new_string: 'lose' };
  const change = (file_path: string) => call('replace', { file_path, ...edit });
  const paths = [
    'protected/%61.txt',
    '@protected/a.txt',
    'protected\0/a.txt',
    'link/a.txt',
    'x/../protected/a.txt',
  ];
  const run = await gemini({
    hooks: { BeforeTool: [cursor('preToolUse', denying('/protected'))] },
    turns: [
      ...paths.map((file_path) => call('write_file', { file_path, content: 'gone\n' })),
      ...[...paths, 'a.txt', '@a.txt', 'tected/a.txt'].map(change),
      call('replace', {
        file_path: 'sub/plain.txt',
        instruction: 'Change it.',
        old_string: 'either',
        new_string: 'too',
      }),
    ],
    files,
    prepare,
  });
  const refused = paths.length * 2 + 3;
  for (let index = 1; index <= refused; index++) {
    expect(blocked(run.requests[index]), String(index)).toContain('Not this one.');
  }
  expect(run.file('protected/a.txt')).toBe('keep me\n');
  expect(run.file('sub/plain.txt')).toBe('nothing here too\n');
});

test('a guard that knows a file by its relative path alone refuses a read of it', async () => {
  const anchored = `if grep -q '"file_path":"protected/'; then echo '{"decision":"deny","reason":"Not this one."}'; fi`;
  const guard = shim(['--as tabnine'], anchored);
  await refusesAll(guard, ['protected/secret.txt', ...spellings.slice(0, 4)]);
});

describe('a guard of fetches', () => {
  const guard = cursor('preToolUse', denying('\'"url":"https://evil.test/\''));

  test('is shown every address of a prompt', async () => {
    const run = await gemini({
      hooks: { BeforeTool: [guard] },
      turns: [
        'Compare https://good.test/ with HTTPS://EVIL.test/x please',
        'Read HtTpS://evil.test:443/<x>"y\'z',
      ].map((prompt) => call('web_fetch', { prompt })),
    });
    expect(blocked(run.requests[1])).toContain('Not this one.');
    expect(blocked(run.requests[2])).toContain('Not this one.');
  });

  test('is shown the address of a url argument', async () => {
    const run = await gemini({
      hooks: { BeforeTool: [guard] },
      settings: () => ({ experimental: { directWebFetch: true } }),
      turns: [call('web_fetch', { url: 'HTTPS://evil.test' })],
    });
    expect(blocked(run.requests[1])).toContain('Not this one.');
  });
});
