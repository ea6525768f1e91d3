// A hook of Codex CLI runs once a person has trusted it, at its place in the file and by its text.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { convertText, projectLauncher } from '../../src/settings/convert.ts';

const cursor = (...scripts: string[]) =>
  JSON.stringify({
    version: 1,
    hooks: { beforeShellExecution: scripts.map((command) => ({ command })) },
  });

type Entries = Parameters<typeof convertText>[0]['ours'];

function convert(source: string, target: string, ours: Entries = {}) {
  const { text, entries } = convertText({
    from: 'cursor',
    to: 'codex',
    source: { text: source, file: '.cursor/hooks.json' },
    target: { text: target, file: '.codex/hooks.json' },
    ours,
  });
  const lists = JSON.parse(text).hooks as Record<string, { hooks: { command: string }[] }[]>;
  const lines = (lists.PreToolUse ?? []).map(({ hooks }) => hooks[0]?.command as string);
  return { text, entries, lines };
}

test('what is converted again is what it was, to the byte', () => {
  const first = convert(cursor('./a.sh', './b.sh'), '');
  expect(convert(cursor('./a.sh', './b.sh'), first.text, first.entries).text).toBe(first.text);
});

test('a new hook comes last, behind those a person wrote: none before it is another', () => {
  const first = convert(cursor('./a.sh'), '');
  const own = JSON.parse(first.text);
  own.hooks.PreToolUse.push({ hooks: [{ type: 'command', command: './own.sh' }] });
  const text = JSON.stringify(own, null, 2);
  const then = convert(cursor('./new.sh', './a.sh'), text, first.entries);
  expect(then.lines).toEqual([
    first.lines[0],
    './own.sh',
    expect.stringMatching(/ -- \.\/new\.sh \|\| /),
  ]);
});

test('a hook that goes takes nothing else along', () => {
  const first = convert(cursor('./a.sh', './b.sh'), '');
  const then = convert(cursor('./a.sh'), first.text, first.entries);
  expect(then.lines).toEqual(first.lines.slice(0, 1));
});

test('a line finds the runner of its project from a folder below, whatever that is called', () => {
  const root = join(mkdtempSync(join(tmpdir(), 'codex-')), "my 'odd' $(x) proj");
  const below = join(root, 'a', 'b');
  mkdirSync(below, { recursive: true });
  mkdirSync(join(root, '.anyhook'));
  const runner = 'console.log(JSON.stringify([process.cwd(), process.argv.slice(2)]))';
  writeFileSync(join(root, '.anyhook', 'run.cjs'), runner);
  const line = `${projectLauncher('codex')} run --host codex`;
  const said = execFileSync('/bin/sh', ['-c', line], { cwd: below, encoding: 'utf8' });
  expect(JSON.parse(said)).toEqual([root, ['run', '--host', 'codex']]);
});
