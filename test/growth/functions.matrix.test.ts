// What reads a text that a model, a tool or a file supplies, beside the expressions it uses.
import { expect, test } from 'vitest';
import { applyHunks } from '../../src/adapters/codex/apply-hunks.ts';
import { readPatch as readCodex } from '../../src/adapters/codex/read-patch.ts';
import { trimText } from '../../src/adapters/codex/rust-trim.ts';
import { findShellPatches } from '../../src/adapters/codex/shell-patch.ts';
import { buildHunks } from '../../src/adapters/codex/write-patch.ts';
import { readPatch as readCopilot } from '../../src/adapters/copilot/read-patch.ts';
import { adapters } from '../../src/adapters/index.ts';
import { toAbsolutePath } from '../../src/mapping/path-codecs.ts';
import { listFileCalls } from '../../src/translate/affected-files.ts';
import { machine } from '../../src/translate/machine.ts';
import { generateOtherSplits } from '../../src/translate/mcp-names.ts';
import { applyHunksIfCertain } from '../../src/util/apply-patch.ts';
import { attempt } from '../../src/util/attempt.ts';
import type { Hunk } from '../../src/util/patch.ts';
import { posix, win32 } from '../../src/util/path.ts';
import { replaceTexts } from '../../src/util/replace-texts.ts';
import { grows } from './growth.ts';

const real = machine.disk?.real as (path: string) => string;
const read = (path: string) =>
  listFileCalls(
    adapters.cursor.paths,
    { event: 'before-tool', tool: 'read', cwd: '/', input: { path } },
    machine,
  );
const body = (text: string) => `*** Begin Patch\n*** Update File: a\n${text}*** End Patch`;
const hunk = (line: string): Hunk => ({ lines: [`-${line}`], old: [line], new: [] });
const each = (text: string) => text.split('\n').map(hunk);

type Row = readonly [what: string, piece: string, most: number, work: (text: string) => unknown];
const rows: readonly Row[] = [
  ['where a path of folders that are not there leads', 'a/', 50_000, (text) => real(`/${text}`)],
  ['where a path of folders that are there leads', './', 50_000, (text) => real(`/${text}b`)],
  ['where a path up and down leads', 'a/../', 20_000, (text) => real(`/${text}b`)],
  ['every file that a long path may touch', 'a/', 50_000, (text) => read(`/${text}`)],
  ['every file that a path up and down may touch', 'tmp/../', 20_000, (text) => read(`/${text}b`)],
  ['a path against a project', './a/../b/', 50_000, (text) => toAbsolutePath(text, '/w')],
  ['a path from a folder', 'a/', 50_000, (text) => posix.relative('/w', `/${text}`)],
  ['a path of Windows', 'a\\\\', 50_000, (text) => win32.resolve('C:\\', text)],
  ['a patch of many files', '*** Delete File: a\n', 50_000, (text) => readCodex(body(text))],
  ['a patch of many hunks', '@@\n-a\n+b\n', 50_000, (text) => readCodex(body(text))],
  ['a patch with much to add', '+a\n', 100_000, (text) => readCopilot(body(text))],
  ['a patch with many first lines', '*** Begin Patch\n', 50_000, (text) => readCopilot(body(text))],
  [
    'a command with many patches',
    '*** Begin Patch\n',
    50_000,
    (text) => findShellPatches(`apply_patch <<E\n${body(text)}`),
  ],
  [
    'a command with many words',
    'apply_patch <<',
    50_000,
    (text) => findShellPatches(`cd ${text}\n${body('')}`),
  ],
  [
    'a command with many folders',
    "cd 'a",
    50_000,
    (text) => findShellPatches(`${text} apply_patch <<E\n${body('')}`),
  ],
  [
    'where many hunks of Codex CLI stand',
    'a\n',
    2000,
    (text) => applyHunks(text.repeat(20), each(text)),
  ],
  [
    'where hunks stand that are nearly found',
    'a\n',
    2000,
    (text) => applyHunks(text, [{ ...hunk('a'), old: [...text.split('\n'), 'b'] }]),
  ],
  ['where many hunks surely stand', 'a\n', 20_000, (text) => applyHunksIfCertain(text, each(text))],
  [
    'edits as hunks',
    'a b\n',
    20_000,
    (text) => buildHunks([{ old: 'b', new: 'c', all: true }], text),
  ],
  [
    'a text with many edits',
    'a\n',
    50_000,
    (text) => replaceTexts(text, [{ old: 'a', new: 'b', all: true }]),
  ],
  ['a text of blanks', ' ', 100_000, trimText],
  [
    'a name of a tool with many joints',
    '__a',
    5_000,
    (text) => [...generateOtherSplits(`mcp${text}`, { server: 'a', tool: 'a' })].length,
  ],
];

test.each(
  rows,
)('%s is found in time that is linear in its length, or refused', (_, piece, most, work) => {
  expect(
    grows(
      (count) => piece.repeat(count),
      (text) => attempt(() => work(text)),
      most,
    ),
  ).toBeUndefined();
});
