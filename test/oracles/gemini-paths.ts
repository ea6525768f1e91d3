/** What Gemini CLI 0.61.0 makes of the paths and addresses of a call, in a project full of odd names. */
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gemini } from '../../src/adapters/gemini/index.ts';
import { AnyhookError } from '../../src/errors.ts';
import { decodeEvent } from '../../src/translate/decode.ts';
import { listImpliedCalls } from '../../src/translate/implied-calls.ts';
import { machine } from '../../src/translate/machine.ts';

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

/** A folder with these files, and links to some. */
export function oddProject(): string {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'anyhook-paths-'));
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), `this is ${file}\n`);
  }
  symlinkSync('sub/deep', join(root, 'link'));
  symlinkSync('protected/a.txt', join(root, 'alias.txt'));
  symlinkSync('protected/new.txt', join(root, 'dangling.txt'));
  return root;
}

/** The files or addresses that a guard is told of a call, in order. */
export function told(root: string, name: string, input: object): string[] | 'refused' {
  const payload = {
    session_id: 's',
    cwd: root,
    hook_event_name: 'BeforeTool',
    tool_name: name,
    tool_input: input,
  };
  try {
    const event = decodeEvent(gemini, payload, machine);
    return listImpliedCalls(gemini, gemini, event, machine).map(({ input }) => {
      const { path, url } = input as { path?: string; url?: string };
      return (path ?? url) as string;
    });
  } catch (error) {
    if (error instanceof AnyhookError && error.code === 'tool') return 'refused';
    throw error;
  }
}

/** Tools that name a file, with the rest of their arguments. */
export const tools = {
  read_file: {},
  write_file: { content: 'x' },
  replace: { old_string: 'this', new_string: 'that', instruction: 'i' },
} as const;
export type Tool = keyof typeof tools;

/** The file that each of these spellings opens, whatever the tool; `ROOT` is the project. */
export const opened: readonly (readonly [spelling: string, file: string])[] = [
  ['s.txt', 's.txt'],
  ['./s.txt', 's.txt'],
  ['ROOT/s.txt', 's.txt'],
  ['ROOT//sub/../s.txt', 's.txt'],
  ['/..ROOT/s.txt', 's.txt'],
  ['sub/deep/../s.txt', 'sub/s.txt'],
  ['@s.txt', 's.txt'],
  ['@/s.txt', 's.txt'],
  ['@lit.txt', '@lit.txt'],
  ['@@lit.txt', '@lit.txt'],
  ['@pkg/in.txt', '@pkg/in.txt'],
  ['@@pkg/in.txt', '@pkg/in.txt'],
  ['a b.txt', 'a b.txt'],
  ['a%20b.txt', 'a b.txt'],
  ['%73.txt', 's.txt'],
  ['sub%2Fs.txt', 'sub/s.txt'],
  ['sub/%2e%2e/s.txt', 's.txt'],
  ['link/only.txt', 'sub/deep/only.txt'],
  ['link/../s.txt', 's.txt'],
  ['alias.txt', 'protected/a.txt'],
  ['nosuch/../s.txt', 's.txt'],
  ['s.txt/', 's.txt'],
  ['sub//s.txt/.', 'sub/s.txt'],
  ['protec\0ted/a.txt', 'protected/a.txt'],
  ['protected/%61.txt', 'protected/a.txt'],
];

/** Files that are not there, as a tool that makes them opens them. */
export const made: typeof opened = [
  ['dangling.txt', 'protected/new.txt'],
  ['%ZZ', '%ZZ'],
  ['a%', 'a%'],
  ['~/s.txt', '~/s.txt'],
  ['b\\c', 'b\\c'],
  ['file:/s.txt', 'file:/s.txt'],
  ['é', 'é'],
  ['only.txt', 'only.txt'],
  ['deep/only.txt', 'deep/only.txt'],
];

/** The file of another folder that an edit opens where there is none of the name. */
export const searched: typeof opened = [
  ['only.txt', 'sub/deep/only.txt'],
  ['deep/only.txt', 'sub/deep/only.txt'],
  ['deep.txt', 'xsub/deep.txt'],
  ['a.txt', 'protected/a.txt'],
  ['@a.txt', 'protected/a.txt'],
];

/** The addresses that are fetched for a prompt. */
export const fetched: readonly (readonly [prompt: string, addresses: readonly string[]])[] = [
  ['https://a.test', ['https://a.test/']],
  ['see HTTPS://A.test/x/ and\nhttp://u:p@a.test:80/', ['https://a.test/x', 'http://u:p@a.test/']],
  ['look :// ftp://x.test', []],
  ['https://good.test"@evil.test/x', ['https://good.test%22@evil.test/x']],
  ['<https://a.test> "https://a.test"', []],
  ['https://[::1]/', ['https://[::1]/']],
  ['https://github.com/o/r/blob/main/f.md', ['https://raw.githubusercontent.com/o/r/main/f.md']],
  ['https://GITHUB.com/o/r/blob/x/', ['https://raw.githubusercontent.com/o/r/x']],
  ['https://a.test/?u=https://b.test', ['https://a.test/?u=https://b.test']],
  ['https://é.test/', ['https://xn--9ca.test/']],
  ['https://a.test/\0', ['https://a.test/']],
  ['https://a.test/#x', ['https://a.test/#x']],
  ['http://1/', ['http://0.0.0.1/']],
];

/** The text of a file with these bytes. */
export const texts: readonly (readonly [bytes: string, text: string])[] = [
  ['6869', 'hi'],
  ['efbbbf6869', 'hi'],
  ['fffe68006900', 'hi'],
  ['feff00680069', 'hi'],
  ['fffe00006800000069000000', 'hi'],
  ['0000feff0000006800000069', 'hi'],
  ['fffe0068', '栀'],
  ['80', '\ufffd'],
  ['00ff', '\0\ufffd'],
];
