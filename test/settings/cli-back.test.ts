import { describe, expect, test } from 'vitest';
import { cursorHooks, geminiHooks, type Project, project } from './project.ts';

const own = {
  gemini: '.gemini/settings.json',
  tabnine: '.tabnine/agent/settings.json',
  cursor: '.cursor/hooks.json',
  anyhook: 'anyhook.yaml',
};
type Id = keyof typeof own;

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
  ['another command', 'echo old', 'echo new'],
  ['another name of the script, among others', 'echo first', 'echo second'],
];
const homes: [Id, Id, object | string][] = [
  ['cursor', 'gemini', cursor('echo first', 'echo old')],
  ['gemini', 'cursor', family('echo first', 'echo old')],
  ['gemini', 'tabnine', family('echo first', 'echo old')],
  ['cursor', 'anyhook', cursor('echo first', 'echo old')],
  ['anyhook', 'gemini', yaml('on: prompt, run: echo first', 'on: prompt, run: echo old')],
  ['anyhook', 'cursor', yaml('on: prompt, run: echo first', 'on: prompt, run: echo old')],
];

describe.each(homes)('from %s to %s, changed at home, and back', (home, away, hooks) => {
  test.each(changes)('%s: nothing is put beside it', async (_, before, after) => {
    const p = project({ [own[home]]: hooks });
    await convert(p, home, away);
    p.put(own[home], p.get(own[home]).replace(before, after));
    const changed = p.get(own[home]);
    const said = await convert(p, away, home);
    expect(said).toMatchObject({ code: 0, stderr: '' });
    expect(flat(said.stdout)).toContain(`${own[away]} has it in other words; it stays as it is`);
    expect(flat(said.stdout)).toContain(`anyhook convert ${home} ${away} --write`);
    expect(said.stdout).toMatch(/ kept$/m);
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

describe('the record is lost: a line of ours is known by what it speaks', () => {
  test.each([
    ['another command', { command: 'echo new' }],
    ['another time limit', { command: 'echo old', timeout: 7 }],
  ])('%s', async (_, hook) => {
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

test('by way of a third agent', async () => {
  const p = project({ [own.cursor]: cursor('echo old') });
  await convert(p, 'cursor', 'gemini');
  await convert(p, 'gemini', 'tabnine');
  p.put(own.cursor, cursor('echo new'));
  await convert(p, 'tabnine', 'cursor');
  expect(p.json(own.cursor)).toEqual(cursor('echo new'));
});

test('gone at home: it is not put back beside others, and told of', async () => {
  const p = project({ [own.cursor]: cursor('echo old', 'echo stays') });
  await convert(p, 'cursor', 'gemini');
  p.put(own.cursor, cursor('echo stays'));
  const said = flat((await convert(p, 'gemini', 'cursor')).stdout);
  expect(said).toContain('has echo old, made from a hook of this file that is no longer here');
  expect(p.json(own.cursor)).toEqual(cursor('echo stays'));
});

test.each([
  ['the file', (p: Project) => p.drop(own.cursor)],
  ['all in it', (p: Project) => p.put(own.cursor, cursorHooks({}))],
])('gone at home, %s: everything is put back', async (_, lose) => {
  const p = project({ [own.cursor]: cursor('echo a', 'echo b') });
  await convert(p, 'cursor', 'gemini');
  lose(p);
  await convert(p, 'gemini', 'cursor');
  expect(p.json(own.cursor)).toEqual(cursor('echo a', 'echo b'));
});

test('what the neutral file put there was made from nothing in the target', async () => {
  const p = project({
    [own.cursor]: cursor('echo mine'),
    [own.anyhook]: yaml('speaks: cursor, event: beforeShellExecution, run: echo team'),
  });
  await convert(p, 'anyhook', 'gemini');
  await convert(p, 'gemini', 'cursor');
  expect(p.json(own.cursor)).toEqual(cursor('echo mine', 'echo team'));
});

test('the neutral file gives every hook it has to an agent that lost one', async () => {
  const p = project({ [own.cursor]: cursor('echo a', 'echo b') });
  await convert(p, 'cursor', 'anyhook');
  p.put(own.cursor, cursor('echo b'));
  await convert(p, 'anyhook', 'cursor');
  expect(p.get(own.cursor)).toMatch(/echo a/);
});
