import { describe, expect, test } from 'vitest';
import { settingsFiles } from '../conformance/fixtures.ts';
import { cursorHooks, geminiHooks, type Project, project } from './project.ts';

type Id = 'gemini' | 'tabnine' | 'cursor' | 'anyhook';
const own = settingsFiles;

const flat = (text: string) => text.replace(/\s+/g, ' ');
const convert = (p: Project, from: Id, to: Id) =>
  p.anyhook('convert', from, to, '--write', '--accept-loss');
const yaml = (...hooks: string[]) =>
  `version: 1\nhooks:\n${hooks.map((hook) => `  - { ${hook} }\n`).join('')}`;
const cursor = (...commands: string[]) =>
  cursorHooks({ beforeShellExecution: commands.map((command) => ({ command })) });
const family = (...commands: string[]) =>
  geminiHooks({
    BeforeTool: commands.map((command) => ({ command, matcher: 'run_shell_command' })),
  });

const changes: [string, string, string][] = [
  ['the last hook', 'echo old', 'echo new'],
  ['the first hook', 'echo first', 'echo second'],
];
const homes: [Id, Id, object | string][] = [
  ['cursor', 'gemini', cursor('echo first', 'echo old')],
  ['gemini', 'cursor', family('echo first', 'echo old')],
  ['gemini', 'tabnine', family('echo first', 'echo old')],
  ['cursor', 'anyhook', cursor('echo first', 'echo old')],
  ['anyhook', 'gemini', yaml('on: prompt, run: echo first', 'on: prompt, run: echo old')],
  ['anyhook', 'cursor', yaml('on: prompt, run: echo first', 'on: prompt, run: echo old')],
];

describe.each(
  homes,
)('a file converted from %s to %s and then changed at home', (home, away, hooks) => {
  test.each(
    changes,
  )('keeps the new command of %s on the way back, and the old one is not put beside it', async (_, before, after) => {
    const p = project({ [own[home]]: hooks });
    await convert(p, home, away);
    p.put(own[home], p.get(own[home]).replace(before, after));
    const changed = p.get(own[home]);
    const said = await convert(p, away, home);
    expect(said).toMatchObject({ code: 0, stderr: '' });
    expect(flat(said.stdout)).toContain('the two differ now. This one stays as it is');
    expect(flat(said.stdout)).toContain(`anyhook convert ${home} ${away} --write`);
    expect(said.stdout).toMatch(/^✓ #\d .* is there /m);
    expect(p.get(own[home])).toBe(changed);
    // What is proposed makes both the same.
    await convert(p, home, away);
    const again = await convert(p, away, home);
    expect(again.stdout).not.toContain('kept');
    expect(p.get(own[home])).toBe(changed);
    expect(p.get(own[away])).toContain(after);
    expect(p.get(own[away])).not.toContain(before);
  });
});

describe('a converted line whose record is lost', () => {
  test.each([
    ['another command', { command: 'echo new' }],
    ['another time limit', { command: 'echo old', timeout: 7 }],
  ])('is known by its dialect, and not put beside its hook, which has %s since', async (_, hook) => {
    const p = project({ [own.cursor]: cursor('echo old') });
    await convert(p, 'cursor', 'gemini');
    p.drop('.anyhook/written.json');
    p.put(own.cursor, cursorHooks({ beforeShellExecution: [hook] }));
    const changed = p.get(own.cursor);
    const said = await p.anyhook('convert', 'gemini', 'cursor', '--write', '--json');
    expect(JSON.parse(said.stdout)).toMatchObject({
      written: false,
      changed: false,
      hooks: [{ command: 'echo old', how: 'kept', severity: null }],
      findings: { target: [{ kind: 'odd', at: { line: 5 } }] },
    });
    expect(p.get(own.cursor)).toBe(changed);
  });
});

test('a hook changed at home is not doubled by its old copy from a third agent', async () => {
  const p = project({ [own.cursor]: cursor('echo old') });
  await convert(p, 'cursor', 'gemini');
  await convert(p, 'gemini', 'tabnine');
  p.put(own.cursor, cursor('echo new'));
  await convert(p, 'tabnine', 'cursor');
  expect(p.json(own.cursor)).toEqual(cursor('echo new'));
});

test('a hook deleted at home is not put back beside others, and is reported', async () => {
  const p = project({ [own.cursor]: cursor('echo old', 'echo stays') });
  await convert(p, 'cursor', 'gemini');
  p.put(own.cursor, cursor('echo stays'));
  const said = flat((await convert(p, 'gemini', 'cursor')).stdout);
  expect(said).toContain(
    'has echo old, which anyhook made from a hook that is no longer in this file',
  );
  expect(p.json(own.cursor)).toEqual(cursor('echo stays'));
});

test.each([
  ['the file at home', (p: Project) => p.drop(own.cursor)],
  ['every hook at home', (p: Project) => p.put(own.cursor, cursorHooks({}))],
])('all hooks are put back where a person deleted %s', async (_, lose) => {
  const p = project({ [own.cursor]: cursor('echo a', 'echo b') });
  await convert(p, 'cursor', 'gemini');
  lose(p);
  await convert(p, 'gemini', 'cursor');
  expect(p.json(own.cursor)).toEqual(cursor('echo a', 'echo b'));
});

test('a hook that anyhook.yaml put into another agent is added to a file that never had it', async () => {
  const p = project({
    [own.cursor]: cursor('echo mine'),
    [own.anyhook]: yaml('speaks: cursor, event: beforeShellExecution, run: echo team'),
  });
  await convert(p, 'anyhook', 'gemini');
  await convert(p, 'gemini', 'cursor');
  expect(p.json(own.cursor)).toEqual(cursor('echo mine', 'echo team'));
});

test('anyhook.yaml puts a hook back into the file of an agent that lost it', async () => {
  const p = project({ [own.cursor]: cursor('echo a', 'echo b') });
  await convert(p, 'cursor', 'anyhook');
  p.put(own.cursor, cursor('echo b'));
  await convert(p, 'anyhook', 'cursor');
  expect(p.get(own.cursor)).toMatch(/echo a/);
});
