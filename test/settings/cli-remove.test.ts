import { describe, expect, test } from 'vitest';
import { commands, cursorHooks, geminiHooks, project } from './project.ts';

const fromCursor = {
  '.cursor/hooks.json': cursorHooks({
    beforeShellExecution: [{ command: 'echo a', failClosed: true }, { command: 'echo b' }],
    beforeMCPExecution: [{ command: 'echo c', matcher: 'x' }],
    stop: [{ command: 'echo d', loop_limit: 2 }],
  }),
};
const fromGemini = {
  '.gemini/settings.json': geminiHooks({
    BeforeTool: [{ command: 'echo a', matcher: 'run_shell_command' }, { command: 'echo b' }],
    AfterAgent: [{ command: 'echo c' }], // needs entries that only remember
  }),
};

const targets = [
  ['gemini', '.gemini/settings.json', 'cursor', fromCursor],
  ['tabnine', '.tabnine/agent/settings.json', 'cursor', fromCursor],
  ['terminai', '.terminai/settings.json', 'cursor', fromCursor],
  ['cursor', '.cursor/hooks.json', 'gemini', fromGemini],
  ['anyhook', 'anyhook.yaml', 'cursor', fromCursor],
] as const;

describe.each(targets)('remove %s', (to, file, from, files) => {
  const put = ['convert', from, to, '--write', '--accept-loss'];

  test('deletes a file that anyhook created, with its folders and the runner', async () => {
    const p = project(files);
    const before = p.state();
    await p.anyhook(...put);
    const said = await p.anyhook('remove', to);
    expect(said).toMatchObject({ code: 0, stderr: '' });
    expect(said.stdout).toMatch(
      /^Removed \d entries from .* It held nothing else, so\s+the\s+file\s+was\s+deleted\.\n(?:\.anyhook was deleted: .*\n)?$/,
    );
    expect(p.state()).toEqual(before);
  });

  if (to === 'anyhook') return;

  test('takes out converted entries without a record, and no entry of a person', async () => {
    const own = to === 'cursor' ? cursorHooks : geminiHooks;
    const event = to === 'cursor' ? 'preToolUse' : 'BeforeTool';
    const p = project({ ...files, [file]: own({ [event]: [{ command: 'echo mine' }] }) });
    await p.anyhook(...put);
    p.drop('.anyhook/written.json');
    const said = await p.anyhook('remove', to, '--json');
    expect(JSON.parse(said.stdout)).toMatchObject({ edited: [], written: true });
    expect(commands(p.json(file))).toEqual(['echo mine']);
    expect(p.has('.anyhook')).toBe(false);
  });
});

test('remove --dry-run takes nothing out, and a second remove finds nothing of ours', async () => {
  const p = project(fromCursor);
  await p.anyhook('convert', 'cursor', 'gemini', '--write');
  const before = p.state();
  const shown = await p.anyhook('remove', 'gemini', '--dry-run');
  expect(shown.stdout).toMatch(/\n-[^\n]*\n[^\n]*\n\nNothing was written. 3 entries/);
  expect(p.state()).toEqual(before);
  await p.anyhook('remove', 'gemini');
  const empty = p.state();
  const again = await p.anyhook('remove', 'gemini');
  expect(again).toMatchObject({
    code: 0,
    stdout: "There is no entry of anyhook's in .gemini/settings.json.\n",
  });
  expect(p.state()).toEqual(empty);
});

test('where the record is lost, lines whose hook left the source are reported and stay', async () => {
  const file = '.gemini/settings.json';
  const p = project({ ...fromCursor, [file]: '{ "theme": "x" }' });
  await p.anyhook('convert', 'cursor', 'gemini', '--write');
  p.drop('.anyhook/written.json');
  p.put(
    '.cursor/hooks.json',
    cursorHooks({ stop: [{ command: 'echo d', loop_limit: 2 }, { command: 'echo e' }] }),
  );
  const said = await p.anyhook('convert', 'cursor', 'gemini', '--write');
  // A line does not tell which file it was made from: it may be another's.
  expect(said.stdout.replace(/\s+/g, ' ')).toContain('this entry starts anyhook, but');
  expect(said.stdout.replace(/\s+/g, ' ')).toContain('It stays; delete it if nobody needs it');
  expect(p.get(file)).toContain('echo a');
  expect(p.get(file)).toContain('echo e');
  await p.anyhook('remove', 'gemini');
  expect(p.get(file)).not.toContain('echo d');
  expect(p.get(file)).not.toContain('echo e');
});

test('remove takes out lines with another launcher where the record is lost', async () => {
  const p = project(fromCursor);
  await p.anyhook('convert', 'cursor', 'gemini', '--write', '--launcher', '/opt/x/anyhook');
  p.drop('.anyhook');
  expect((await p.anyhook('remove', 'gemini')).stdout).toMatch(/^Removed 3 entries/);
  expect(p.get('.gemini/settings.json')).toBe('{}\n');
});

test('the runner stays as long as a converted line starts it', async () => {
  const p = project(fromCursor);
  for (const to of ['gemini', 'tabnine']) await p.anyhook('convert', 'cursor', to, '--write');
  const said = await p.anyhook('remove', 'gemini', '--json');
  expect(JSON.parse(said.stdout)).toEqual({
    file: '.gemini/settings.json',
    count: 3,
    edited: [],
    written: true,
    text: null,
  });
  expect(p.has('.anyhook/run.cjs')).toBe(true);
  p.drop('.anyhook/written.json');
  await p.anyhook('convert', 'cursor', 'gemini', '--write');
  await p.anyhook('remove', 'gemini');
  expect(p.has('.anyhook/run.cjs')).toBe(true);
  await p.anyhook('remove', 'tabnine');
  expect(p.has('.anyhook')).toBe(false);
});

test('remove forgets a target file that somebody deleted', async () => {
  const p = project(fromCursor);
  await p.anyhook('convert', 'cursor', 'gemini', '--write');
  await p.anyhook('convert', 'cursor', 'gemini', '--output', 'x.json');
  p.drop('.gemini');
  p.drop('x.json');
  const said = await p.anyhook('remove', 'gemini');
  expect(said.code).toBe(0);
  expect(said.stdout).toMatch(
    /^There is no entry of anyhook's in \.gemini\/settings\.json\.\n\.anyhook was deleted: /,
  );
  expect(p.files()).toEqual(['.cursor/hooks.json']);
});

describe('the switch tools.enableHooks, without which TerminaI runs no hook,', () => {
  const file = '.terminai/settings.json';
  /** What is left after a person's change between our coming and our going. */
  const left = async (before: string | undefined, change: (text: string) => string) => {
    const p = project({ ...fromCursor, ...(before === undefined ? {} : { [file]: before }) });
    await p.anyhook('convert', 'cursor', 'terminai', '--write');
    expect(p.json(file).tools.enableHooks).toBe(true);
    p.put(file, change(p.get(file)));
    expect((await p.anyhook('remove', 'terminai')).stdout).toMatch(/^Removed 4 entries/);
    return p.json(file);
  };
  const themed = (text: string) => text.replace('{', '{ "theme": "x",');
  const own = '{ "hooks": [{ "type": "command", "command": "echo mine" }] }';

  test.each<[string, string | undefined, (text: string) => string, object]>([
    ['a file of ours', undefined, themed, { theme: 'x' }],
    ['a file without it', '{ "a": 1 }', themed, { theme: 'x', a: 1 }],
    ['an object that we put it into', '{ "tools": {} }', themed, { theme: 'x', tools: {} }],
    [
      'a file that had it before',
      '{ "tools": { "enableHooks": true } }',
      themed,
      { theme: 'x', tools: { enableHooks: true } },
    ],
    [
      'a hook of somebody else that needs it',
      undefined,
      (text) => text.replace(/("BeforeTool": \[)/, `$1${own},`),
      { tools: { enableHooks: true }, hooks: { BeforeTool: [JSON.parse(own)] } },
    ],
    [
      'somebody who set it to false since',
      undefined,
      (text) => text.replace('"enableHooks": true', '"enableHooks": false'),
      { tools: { enableHooks: false } },
    ],
  ])('goes with the last hook only if anyhook set it and nobody needs it; case: %s', async (_, before, change, wanted) => {
    expect(await left(before, change)).toEqual(wanted);
  });

  test('stays through a second conversion, and goes when the source has no more hooks', async () => {
    const p = project(fromCursor);
    await p.anyhook('convert', 'cursor', 'terminai', '--write');
    p.put(file, themed(p.get(file)));
    p.put('.cursor/hooks.json', cursorHooks({ stop: [{ command: 'echo d' }] }));
    await p.anyhook('convert', 'cursor', 'terminai', '--write');
    expect(p.json(file)).toMatchObject({ theme: 'x', tools: { enableHooks: true } });
    p.put('.cursor/hooks.json', cursorHooks({}));
    await p.anyhook('convert', 'cursor', 'terminai', '--write');
    expect(p.json(file)).toEqual({ theme: 'x' });
  });
});
