// The file a guard hears of, and the address, against what the pinned client's own code makes of them.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { gemini } from '../../src/adapters/gemini/index.ts';
import { AnyhookError } from '../../src/errors.ts';
import type { Draft } from '../../src/mapping/adapter.ts';
import { decodeEvent } from '../../src/translate/decode.ts';
import { machine, readText } from '../../src/translate/io.ts';
import { steps } from '../../src/translate/steps.ts';
import { often } from '../sampled.ts';
import { pinned, realGemini } from './real-gemini.ts';
import { realAddresses, realText, realTools } from './real-paths.ts';

const root = mkdtempSync(join(realpathSync(tmpdir()), 'anyhook-paths-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const files = [
  's.txt',
  '@lit.txt',
  '@pkg/in.txt',
  'a b.txt',
  'a%20b.txt',
  'sub/s.txt',
  'sub/deep/only.txt',
  'protected/a.txt',
  'xsub/deep.txt',
  'pkg/in.txt',
];
for (const file of files) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), `this is ${file}\n`);
}
symlinkSync('sub/deep', join(root, 'link'));
symlinkSync('protected/a.txt', join(root, 'alias.txt'));
symlinkSync('protected/new.txt', join(root, 'dangling.txt'));

const runs = often(4000, 300);

/** What a guard is told of a call, in order. */
function told(name: string, input: object): string[] | 'refused' {
  const payload = {
    session_id: 's',
    cwd: root,
    hook_event_name: 'BeforeTool',
    tool_name: name,
    tool_input: input,
  };
  try {
    const event = decodeEvent(gemini, payload, machine);
    return steps(gemini, gemini, event, machine).map(pathOrUrl);
  } catch (error) {
    if (error instanceof AnyhookError && error.code === 'tool') return 'refused';
    throw error;
  }
}
const pathOrUrl = ({ input }: Draft) => {
  const { path, url } = input as { path?: string; url?: string };
  return (path ?? url) as string;
};

const piece = fc.constantFrom(
  ...['sub', 'deep', 'protected', 'link', 'pkg', '@pkg', '@', 'nosuch', 'xsub', '..', '.', ''],
  ...['s.txt', 'a.txt', 'only.txt', 'in.txt', 'alias.txt', 'dangling.txt', '@lit.txt'],
  ...['a b.txt', 'a%20b.txt', '%73.txt', '%2e%2e', 'sub%2Fs.txt', '%ZZ', '%', '%25', 'b\\c'],
  ...['s.t\0xt', '\0', 'é', '~', 'C:', 'file:'],
);
const spelling = fc
  .tuple(
    fc.constantFrom('', '', '@', '@/', './', `${root}/`, `${root}//`, `/..${root}/`),
    fc.array(piece, { minLength: 1, maxLength: 5 }),
  )
  .map(([start, pieces]) => start + pieces.join('/'));

describe.skipIf(!realGemini(pinned).installed)('as the pinned client', () => {
  test.each([
    'read_file',
    'write_file',
    'replace',
  ])('%s: the file it opens is told', async (name) => {
    const tools = await realTools(root);
    const rest = { content: 'x', old_string: 'this', new_string: 'that', instruction: 'i' };
    fc.assert(
      fc.property(spelling, (text) => {
        let opened: string;
        try {
          const input = { ...rest, file_path: text };
          opened = tools[name]?.build(input).toolLocations()[0]?.path as string;
        } catch {
          return; // no such call: it is never asked about
        }
        const heard = told(name, { ...rest, file_path: text });
        if (heard === 'refused') {
          expect(name).toBe('replace');
          return;
        }
        expect(heard).toContain(opened);
        // The file a reader of the event takes it for is the one that is opened.
        if (name !== 'replace' && !text.startsWith('C:'))
          expect(machine.disk?.real(heard[0] as string)).toBe(opened);
      }),
      { numRuns: runs, examples: [['C:/sub%2Fs.txt/../a%20b.txt'], ['C:/../s.txt']] },
    );
  });

  test('an edit is refused only where the client finds no file, or one of many', async () => {
    const { replace } = await realTools(root);
    for (const [text, file] of [
      ['only.txt', 'sub/deep/only.txt'],
      ['deep/only.txt', 'sub/deep/only.txt'],
      ['a.txt', 'protected/a.txt'],
      ['@a.txt', 'protected/a.txt'],
      ['s.txt', 's.txt'],
      ['protected/%61.txt', 'protected/a.txt'],
    ] as const) {
      const input = { file_path: text, old_string: 'a', new_string: 'b', instruction: 'i' };
      expect(replace?.build(input).toolLocations()[0]?.path).toBe(join(root, file));
      expect(told('replace', input)).toContain(join(root, file));
      expect(told('replace', { ...input, old_string: '' })).not.toBe('refused');
    }
    const missing = { file_path: 'none.txt', old_string: 'a', new_string: 'b', instruction: 'i' };
    expect(told('replace', missing)).toBe('refused');
  });

  const word = fc.constantFrom(
    ...[
      'https://a.test',
      'HTTPS://A.test/x/',
      'http://u:p@a.test:80/',
      'look',
      '://',
      'ftp://x.test',
    ],
    ...['https://good.test"@evil.test/x', '<https://a.test>', '"https://a.test"', 'https://[::1]/'],
    ...[
      'https://github.com/o/r/blob/main/f.md',
      'https://a.test/?u=https://b.test',
      'https://é.test/',
    ],
    ...[
      'https://GITHUB.com/o/r/blob/x/',
      'https://a.test/\u0000',
      'https://a.test/#x',
      'http://1/',
    ],
  );
  const gap = fc.constantFrom(' ', '\n', '\t', '\u00a0', ' \r\n', '');

  test('every address that is fetched is told', async () => {
    const prompts = fc.array(fc.tuple(word, gap), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(prompts, async (parts) => {
        const prompt = parts.flat().join('');
        const heard = told('web_fetch', { prompt }) as string[];
        const fetched = await realAddresses(prompt);
        expect(heard).toEqual(fetched.length ? expect.arrayContaining(fetched) : [undefined]);
      }),
      { numRuns: runs },
    );
  });

  test('a file is shown as the client reads it', async () => {
    const path = join(root, 'marked');
    const bytes = fc.uint8Array({ maxLength: 9 });
    const mark = fc.constantFrom('', 'efbbbf', 'fffe', 'feff', 'fffe0000', '0000feff', 'fffe00');
    await fc.assert(
      fc.asyncProperty(mark, bytes, async (start, rest) => {
        writeFileSync(path, Buffer.concat([Buffer.from(start, 'hex'), rest]));
        const client = await realText(path).catch(() => undefined); // half a character
        if (client !== undefined) expect(readText(path)).toEqual({ text: client });
      }),
      { numRuns: runs },
    );
  });
});

test('an address of its own is told, beside those of the prompt', () => {
  const url = 'HTTPS://github.com/o/r/blob/main/a';
  expect(told('web_fetch', { url })).toEqual([
    'https://github.com/o/r/blob/main/a',
    'https://raw.githubusercontent.com/o/r/main/a',
  ]);
  expect(told('web_fetch', { url: 'https://a.test/x', prompt: 'see https://b.test/y' })).toEqual([
    'https://a.test/x',
    'https://b.test/y',
  ]);
});
