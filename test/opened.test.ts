import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { adapters } from '../src/adapters/index.ts';
import { decode, encode } from '../src/index.ts';
import type { Adapter, World } from '../src/mapping/adapter.ts';
import { toAbsolutePath } from '../src/mapping/path-codecs.ts';
import { decodeEvent } from '../src/translate/decode.ts';
import { listImpliedCalls } from '../src/translate/implied-calls.ts';
import { machine, readText } from '../src/translate/machine.ts';
import type { Json } from '../src/util/json.ts';
import { property } from './property.ts';

describe('a path that is read by its text alone', () => {
  test.each([
    ['a/./b//../c/', '/w', '/w/a/c'],
    ['/x/../y/', '/w', '/y'],
    ['../../..', '/w', '/'],
    ['', '/w', '/w'],
    ['a/../b', undefined, 'a/../b'],
    ['/a//b', undefined, '/a/b'],
    ['C:\\a\\..\\b', undefined, 'C:\\b'],
    ['C:/a/b', 'D:\\w', 'C:/a/b'],
    ['a/../b', 'C:\\w', 'C:\\w\\b'],
    ['..\\x', 'c:/w/y', 'c:\\w\\x'],
    ['/etc', 'C:\\w', 'C:\\etc'],
    ['\\\\host\\share\\..\\x', undefined, '\\\\host\\share\\x'],
    ['D:x', 'C:\\w', 'D:x'],
    ['C:\\a', '/w', '/w/C:\\a'],
  ])('%j in the folder %j becomes %j', (text, root, path) =>
    expect(toAbsolutePath(text, root)).toBe(path));

  const word = fc.constantFrom('a', '..', '.', '', 'C:', 'D:', '\\', '/', 'c:x', '\\\\h\\s', '~');
  const root = fc.constantFrom('', 'w', './w', '/w', 'C:\\w', 'c:/w', '\\\\h\\s\\w');

  property('is never resolved from the working directory of the process', {
    corpus: 'paths-by-text',
    inputs: fc.record({
      path: fc.array(word, { maxLength: 6 }).map((words) => words.join('/')),
      from: fc.option(root, { freq: 7 }),
    }),
    holds: ({ path, from }) => {
      expect(toAbsolutePath(path, from ?? undefined)).not.toContain(process.cwd());
      for (const vendor of ['gemini', 'cursor'] as const) {
        const cwd = from === null ? {} : { cwd: from, workspace_roots: [from] };
        const native = vendor === 'gemini' ? 'BeforeTool' : 'preToolUse';
        const name = vendor === 'gemini' ? 'read_file' : 'Read';
        const payload = {
          ...cwd,
          hook_event_name: native,
          tool_name: name,
          tool_input: { file_path: path },
        };
        const event = decodeEvent(adapters[vendor], payload, machine);
        const all = listImpliedCalls(adapters[vendor], adapters[vendor], event, machine);
        expect(JSON.stringify([event, all])).not.toContain(process.cwd());
      }
    },
    runs: 500,
  });
});

const root = mkdtempSync(join(realpathSync(tmpdir()), 'anyhook-opened-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
mkdirSync(join(root, 'sub/deep'), { recursive: true });
mkdirSync(join(root, 'proj'));
for (const file of ['proj/s.txt', 'sub/s.txt', 's.txt', 'proj/%73.txt']) {
  writeFileSync(join(root, file), file);
}
symlinkSync(join(root, 'sub/deep'), join(root, 'proj/link'));
symlinkSync(join(root, 'proj'), join(root, 'alias'));
const proj = join(root, 'proj');

/** The files a guard of Cursor's is told a read is of. */
function told(host: string, file_path: string, cwd = proj, world: World = machine): string[] {
  const adapter = adapters[host as 'gemini'] as Adapter;
  const call =
    host === 'cursor'
      ? { workspace_roots: [cwd], hook_event_name: 'preToolUse', tool_name: 'Read' }
      : { cwd, hook_event_name: 'BeforeTool', tool_name: 'read_file' };
  const event = decodeEvent(adapter, { ...call, tool_input: { file_path } }, world);
  const all = listImpliedCalls(adapter, adapters.anyhook, event, world);
  return all.map(({ input }) => (input as Json).path as string);
}

describe('a guard is shown every file that a read may open', () => {
  test.each([
    ['gemini', 's.txt', ['s.txt']],
    ['gemini', 'x/../s.txt', ['s.txt']],
    ['gemini', '%73.txt', ['s.txt', '%73.txt']],
    ['gemini', '@s.txt', ['s.txt', '@s.txt']],
    ['gemini', 'link/x', ['link/x', '../sub/deep/x']],
    ['gemini', 'link/../s.txt', ['s.txt']],
    ['terminai', '%73.txt', ['%73.txt']],
    ['terminai', '@s.txt', ['@s.txt']],
    ['terminai', 'link/../s.txt', ['s.txt', '../sub/s.txt']],
    ['tabnine', '%73.txt', ['s.txt', '%73.txt']],
    ['tabnine', 'link/../s.txt', ['s.txt', '../sub/s.txt']],
    ['cursor', 'link/../s.txt', ['s.txt', '../sub/s.txt']],
    ['cursor', '../s.txt', ['../s.txt']],
    ['cursor', '%73.txt', ['%73.txt']],
  ])('in %s, %j is shown as %j', (host, text, files) => {
    expect(told(host, text)).toEqual(files.map((file) => join(proj, file)));
    const through = told(host, text, join(root, 'alias'));
    expect(through.map((file) => realpathSync.native(join(file, '..')))).toEqual(
      files.map((file) => realpathSync.native(join(proj, file, '..'))),
    );
  });

  test('a path in a project below a symbolic link keeps the spelling of the project', () => {
    expect(told('gemini', 's.txt', join(root, 'alias'))).toEqual([join(root, 'alias/s.txt')]);
  });

  test('a path that differs from the disk in letter case is shown in both spellings', () => {
    const real = (path: string) => path.replace(/protected/i, 'protected');
    const disk = { exists: () => true, real, entries: () => [], home: () => '' };
    const files = told('gemini', 'PROTECTED/a', '/w', { ...machine, disk });
    expect(files).toEqual(['/w/PROTECTED/a', '/w/protected/a']);
  });

  test('a path that looks like a Windows path is shown as a file of the project as well', () => {
    expect(told('gemini', 'C:\\/../s.txt')).toEqual([join(proj, 's.txt'), 'C:\\s.txt']);
  });
});

test('a shell call without a folder is decoded without reading the disk', () => {
  const never = () => {
    throw new Error('the disk was read');
  };
  const world: World = {
    ...machine,
    disk: { exists: never, real: never, entries: never, home: never },
  };
  const payload = {
    cwd: proj,
    hook_event_name: 'BeforeTool',
    tool_name: 'run_shell_command',
    tool_input: { command: 'ls' },
  };
  const event = decodeEvent(adapters.gemini, payload, world);
  expect(listImpliedCalls(adapters.gemini, adapters.cursor, event, world)).toEqual([event]);
});

test('a path keeps its spelling when a payload is decoded and encoded again', () => {
  for (const file_path of ['%73.txt', '@s.txt', '../x/', 'a\0b', 'x//y/..']) {
    const payload = {
      session_id: '',
      transcript_path: '',
      cwd: proj,
      hook_event_name: 'BeforeTool',
      timestamp: '2026-10-01T12:00:00.000Z',
      tool_name: 'write_file',
      tool_input: { file_path, content: 'x' },
    };
    expect(encode('gemini', decode('gemini', payload))?.payload).toEqual(payload);
  }
});

test('a beforeReadFile payload of a missing file is encoded with empty content', () => {
  const payload = {
    hook_event_name: 'beforeReadFile',
    workspace_roots: ['/w'],
    file_path: '/none/x',
  };
  const { rest: _, ...event } = decode('cursor', payload);
  expect(
    encode('cursor', event, { native: 'beforeReadFile', world: machine })?.payload,
  ).toMatchObject({
    file_path: '/none/x',
    content: '',
  });
});

test('readText reads no relative path, and takes a Windows path for a missing file', () => {
  expect(readText('package.json')).toMatchObject({ unreadable: expect.any(String) });
  expect(readText('C:\\x')).toEqual({ missing: true });
});
