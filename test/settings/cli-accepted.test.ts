import { expect, test } from 'vitest';
import { project } from './project.ts';

const hookOf = (more: string[] = []) =>
  [
    'version: 1',
    'hooks:',
    '  - name: reads',
    '    speaks: cursor',
    '    event: beforeReadFile',
    '    run: ./reads.sh',
    ...more,
    '',
  ].join('\n');
const files = {
  'anyhook.yaml': hookOf(),
  'reads.sh': '#!/bin/sh\necho \'{"permission":"deny"}\'\n',
  '.codex/hooks.json': '{}',
  '.gemini/settings.json': '{}',
};

test.each([
  ['--accept-loss=reads'],
  ['--accept-loss=#1'],
  ['--accept-loss'],
])('what sync %s accepted is not asked again', async (flag) => {
  const p = project(files);
  expect((await p.anyhook('sync', '--check')).code).toBe(1);
  expect((await p.anyhook('sync', flag)).code).toBe(0);
  const after = p.state();
  for (const words of [['sync', '--check'], ['sync'], ['sync', '--to', 'codex']])
    expect((await p.anyhook(...words)).code, words.join(' ')).toBe(0);
  expect(p.state()).toEqual(after);
});

test('what convert --accept-loss accepted is not asked again', async () => {
  const p = project({
    '.cursor/hooks.json': JSON.stringify({
      version: 1,
      hooks: { beforeReadFile: [{ command: './reads.sh' }] },
    }),
    'reads.sh': files['reads.sh'],
    '.codex/hooks.json': '{}',
  });
  const toCodex = ['convert', 'cursor', 'codex', '--write'];
  expect((await p.anyhook(...toCodex)).code).toBe(1);
  expect((await p.anyhook(...toCodex, '--accept-loss')).code).toBe(0);
  expect((await p.anyhook(...toCodex)).code).toBe(0);
});

test.each([
  ['another loss of the hook', hookOf().replace('beforeReadFile', 'preToolUse\n    match: Grep')],
  ['another hook with the loss', hookOf().replace('name: reads', 'name: others')],
])('%s is asked about', async (_, changed) => {
  const p = project(files);
  expect((await p.anyhook('sync', '--accept-loss=reads')).code).toBe(0);
  p.put('anyhook.yaml', changed);
  expect((await p.anyhook('sync', '--check')).code).toBe(1);
  expect((await p.anyhook('sync')).code).toBe(1);
});

test('what the source accepts is asked about once it does not accept it any more', async () => {
  const p = project({ ...files, 'anyhook.yaml': hookOf(['    accept-loss: true']) });
  expect((await p.anyhook('sync')).code).toBe(0);
  p.put('anyhook.yaml', hookOf());
  expect((await p.anyhook('sync', '--check')).code).toBe(1);
});

test('a loss that a hook had no more when it was written is asked about when it comes back', async () => {
  const p = project(files);
  expect((await p.anyhook('sync', '--accept-loss=reads')).code).toBe(0);
  p.put('anyhook.yaml', hookOf(['    guard: false']));
  expect((await p.anyhook('sync')).code).toBe(0);
  p.put('anyhook.yaml', hookOf());
  expect((await p.anyhook('sync', '--check')).code).toBe(1);
});
