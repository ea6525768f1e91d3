// The files and addresses that a guard is told of, held against what Gemini CLI's own code makes of them.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { machine, readText } from '../../src/translate/machine.ts';
import * as known from '../oracles/gemini-paths.ts';
import { told } from '../oracles/gemini-paths.ts';
import { realAddresses, realText, realTools } from './gemini-tools.ts';

const root = known.oddProject();
afterAll(() => rmSync(root, { recursive: true, force: true }));

const numRuns = 1500;

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

describe.each(Object.keys(known.tools) as known.Tool[])('in a call of %s', (name) => {
  const input = (spelling: string) => ({ ...known.tools[name], file_path: spelling });

  /** The file that the client opens; none: there is no such call. */
  const opener = async () => {
    const tool = (await realTools(root))[name];
    return (spelling: string): string | undefined => {
      try {
        return tool?.build(input(spelling)).toolLocations()[0]?.path;
      } catch {
        return undefined;
      }
    };
  };

  test('the client opens for every listed spelling the file that the list names', async () => {
    const open = await opener();
    const more = { read_file: [], write_file: known.made, replace: known.searched }[name];
    for (const [spelling, file] of [...known.opened, ...more])
      expect(open(spelling.replace('ROOT', root)), spelling).toBe(join(root, file));
  });

  test('a guard is shown the file that the client opens, for any spelling', async () => {
    const open = await opener();
    const law = fc.property(spelling, (text) => {
      const opened = open(text);
      if (opened === undefined) return;
      const heard = told(root, name, input(text));
      if (heard === 'refused') {
        expect(name).toBe('replace');
        return;
      }
      expect(heard).toContain(opened);
      // The file a reader of the event takes it for is the one that is opened.
      if (name !== 'replace' && !text.startsWith('C:'))
        expect(machine.disk?.real(heard[0] as string)).toBe(opened);
    });
    fc.assert(law, { numRuns, examples: [['C:/sub%2Fs.txt/../a%20b.txt'], ['C:/../s.txt']] });
  });
});

test('the client fetches for every listed prompt the addresses that the list names', async () => {
  for (const [prompt, all] of known.fetched) expect(await realAddresses(prompt)).toEqual(all);
});

const word = fc.constantFrom(
  ...['https://a.test', 'HTTPS://A.test/x/', 'http://u:p@a.test:80/', 'look', '://'],
  ...['ftp://x.test', 'https://good.test"@evil.test/x', '<https://a.test>', '"https://a.test"'],
  ...['https://[::1]/', 'https://github.com/o/r/blob/main/f.md', 'https://GITHUB.com/o/r/blob/x/'],
  ...['https://a.test/?u=https://b.test', 'https://é.test/', 'https://a.test/\u0000'],
  ...['https://a.test/#x', 'http://1/'],
);
const gap = fc.constantFrom(' ', '\n', '\t', '\u00a0', ' \r\n', '');

test('a guard of a fetch is shown every address that the client fetches', async () => {
  const prompts = fc.array(fc.tuple(word, gap), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(prompts, async (parts) => {
      const prompt = parts.flat().join('');
      const heard = told(root, 'web_fetch', { prompt }) as string[];
      const fetched = await realAddresses(prompt);
      expect(heard).toEqual(fetched.length ? expect.arrayContaining(fetched) : [undefined]);
    }),
    { numRuns },
  );
});

test('a file is read as the text that the client reads in it, for any byte order mark', async () => {
  const path = join(root, 'marked');
  const reads = async (bytes: Buffer) => {
    writeFileSync(path, bytes);
    return realText(path).catch(() => undefined); // half a character
  };
  for (const [bytes, text] of known.texts)
    expect(await reads(Buffer.from(bytes, 'hex'))).toBe(text);
  const mark = fc.constantFrom('', 'efbbbf', 'fffe', 'feff', 'fffe0000', '0000feff', 'fffe00');
  await fc.assert(
    fc.asyncProperty(mark, fc.uint8Array({ maxLength: 9 }), async (start, rest) => {
      const client = await reads(Buffer.concat([Buffer.from(start, 'hex'), rest]));
      if (client !== undefined) expect(readText(path)).toEqual({ text: client });
    }),
    { numRuns },
  );
});
