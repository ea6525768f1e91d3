import { describe, expect, test } from 'vitest';
import { asWrittenBefore, clearing } from './older-lines.ts';
import { commands, cursorHooks, geminiHooks, type Project, project } from './project.ts';

const file = '.gemini/settings.json';
const cursor = (...hooks: object[]) => cursorHooks({ preToolUse: hooks });
const shell = { command: 'true shell', matcher: 'Shell' };
const write = { command: 'true write', matcher: 'Write' };
const convert = (p: Project, from = 'cursor', to = 'gemini', ...flags: string[]) =>
  p.anyhook('convert', from, to, '--write', '--accept-loss', ...flags);

/** What is run, in the order of the file. */
const runs = (p: Project, path = file): string[] =>
  commands(p.json(path)).map(
    (line) => / -- '?([^']*?)'?( && false| \|\||$)/.exec(line)?.[1] ?? line,
  );

/** A project whose Cursor hooks are converted, and then changed by hand where they came to. */
async function edited(
  hooks: object,
  change: (text: string) => string,
  ...flags: string[]
): Promise<Project> {
  const p = project({ '.cursor/hooks.json': hooks });
  await convert(p, 'cursor', 'gemini', ...flags);
  const text = p.get(file);
  p.put(file, change(text));
  expect(p.get(file)).not.toBe(text);
  return p;
}

const stays =
  /^! \.gemini\/settings\.json:\d+[^:]*\(BeforeTool\)[^:]*:\s+this\s+entry\s+of\s+anyhook\s+was\s+changed\s+by\s+hand,\s+so\s+it\s+stays/m;

describe('an entry that a person changed', () => {
  test.each([
    ['its time limit', (text: string) => text.replace('"type"', '"timeout": 99, "type"')],
    ['its flags', (text: string) => text.replace(' -- ', ' --on-failure allow -- ')],
    ['its matcher', (text: string) => text.replace('^run_shell_command$', 'run_shell')],
    ['its command', (text: string) => text.replace('true shell', 'true shell --strict')],
  ])('in %s stays, is reported, and is not written again', async (_, change) => {
    const p = await edited(cursor(shell, write), change);
    const changed = p.get(file);
    p.put('.cursor/hooks.json', cursor({ ...shell, timeout: 7 }, write));
    for (const flags of [[], ['--dry-run']]) {
      const said = await convert(p, 'cursor', 'gemini', ...flags);
      expect(said.stdout).toMatch(stays);
      expect(said.stdout).toContain('\nChanged by hand, else up to date: ');
      expect(said.stdout).toMatch(/^! #1 .* changed +by hand: see line \d+ below$/m);
      expect(said.stdout).toMatch(/ 1 changed by hand\.$/m);
      expect(said.stdout).toMatch(
        /^When that entry is deleted, type this, and commit what it writes:\n {2}anyhook convert/m,
      );
      expect(p.get(file)).toBe(changed);
    }
    const removed = await p.anyhook('remove', 'gemini');
    expect(removed.stdout).toMatch(
      /^Removed 1 entry .*\n! .*:\d+ \(BeforeTool\): this entry was changed by hand,\s+so/,
    );
    expect(runs(p)).toEqual([expect.stringContaining('true shell')]);
    expect(p.has('.anyhook/run.cjs')).toBe(true); // something starts it still
  });

  test('leaves another entry that runs an equal command as it is', async () => {
    const p = await edited(cursor(shell, { ...write, command: 'true shell' }), (text) =>
      text.replace(/(write_file.*?)"type"/s, '$1"timeout": 99, "type"'),
    );
    const changed = p.get(file);
    await convert(p);
    expect(p.get(file)).toBe(changed);
    expect(runs(p)).toEqual(['true shell', 'true shell']);
  });

  test('does not keep a new entry beside it from being written', async () => {
    const p = await edited(cursor(shell), (text) =>
      text.replace('"type"', '"timeout": 99, "type"'),
    );
    p.put('.cursor/hooks.json', cursor(shell, { ...shell, command: 'true more' }));
    expect((await convert(p)).stdout).toMatch(stays);
    expect(runs(p)).toEqual(['true shell', 'true more']);
  });
});

test('an entry changed by hand does not keep entries with an equal matcher from being updated', async () => {
  const more = { ...shell, command: 'true more' };
  const apart = ['--lines', 'apart'];
  const p = await edited(
    cursor(shell, more, write),
    (text) => text.replace('"type"', '"timeout": 99, "type"'),
    ...apart,
  );
  const groups = () => p.json(file).hooks.BeforeTool as { matcher: string; hooks: object[] }[];
  const matchers = groups().map(({ matcher }) => matcher);
  expect(matchers).toEqual(['^run_shell_command$', '^run_shell_command$', expect.any(String)]);
  p.put('.cursor/hooks.json', cursor(shell, { ...more, timeout: 7 }));
  expect((await convert(p, 'cursor', 'gemini', ...apart)).stdout).toMatch(stays);
  expect(runs(p)).toEqual(['true shell', 'true more']);
  expect(p.get(file)).toMatch(/"timeout": 99.*--timeout 7s/s);
});

test('a changed source updates its entries in place, between the entries of a person', async () => {
  const p = await edited(cursor(shell, write), (text) =>
    text
      .replace(
        '"BeforeTool": [',
        '"BeforeTool": [{ "hooks": [{ "type": "command", "command": "true first" }] },',
      )
      .replace(
        /\n {4}\](?=\n {2}\})/,
        ', { "hooks": [{ "type": "command", "command": "true last" }] }]',
      ),
  );
  expect(runs(p)).toEqual(['true first', 'true shell', 'true write', 'true last']);
  p.put('.cursor/hooks.json', cursor({ ...shell, timeout: 7 }, write));
  expect((await convert(p)).stdout).not.toMatch(stays);
  expect(runs(p)).toEqual(['true first', 'true shell', 'true write', 'true last']);
  expect(p.get(file)).toContain('--timeout 7s');

  p.put('.cursor/hooks.json', cursor(write));
  await convert(p);
  expect(runs(p)).toEqual(['true first', 'true write', 'true last']);
  p.put('.cursor/hooks.json', cursor());
  await convert(p);
  expect(runs(p)).toEqual(['true first', 'true last']);
});

test('an entry of a person between two converted ones stays there, and remove leaves it', async () => {
  const p = await edited(cursor(shell, write), (text) =>
    text.replace(
      /\n {6}\},\n/,
      '\n      },\n      { "hooks": [{ "type": "command", "command": "true between" }] },\n',
    ),
  );
  expect(runs(p)).toEqual(['true shell', 'true between', 'true write']);
  await convert(p);
  expect(runs(p)).toEqual(['true shell', 'true between', 'true write']);
  await p.anyhook('remove', 'gemini');
  expect(runs(p)).toEqual(['true between']);
});

test('convert --raw updates the entries of a changed source too', async () => {
  const p = project({ '.cursor/hooks.json': cursor(shell, write) });
  await convert(p, 'cursor', 'gemini', '--raw');
  p.put('.cursor/hooks.json', cursor({ ...shell, timeout: 7 }));
  await convert(p, 'cursor', 'gemini', '--raw');
  expect(runs(p)).toEqual(['true shell']);
  expect(p.get(file)).toContain('7000');
});

describe('where two sources write into one file', () => {
  const other = geminiHooks({ BeforeTool: [{ command: 'true other' }] });

  test.each([
    [[]],
    [['--raw']],
  ])('each source keeps the entries of the other, with the flags %j', async (flags) => {
    const p = project({
      '.cursor/hooks.json': cursor(shell),
      '.tabnine/agent/settings.json': other,
    });
    await convert(p, 'cursor', 'gemini', ...flags);
    await convert(p, 'tabnine', 'gemini', ...flags);
    const both = p.state();
    expect(runs(p)).toEqual(['true shell', 'true other']);
    await convert(p, 'cursor', 'gemini', ...flags);
    await convert(p, 'tabnine', 'gemini', ...flags);
    expect(p.state()).toEqual(both);
    p.put('.tabnine/agent/settings.json', '{}');
    await convert(p, 'tabnine', 'gemini', ...flags);
    expect(runs(p)).toEqual(['true shell']);
  });

  test('anyhook.yaml takes over the entry that it has too, and leaves the others alone', async () => {
    const p = project({ '.cursor/hooks.json': cursor(shell, write) });
    await convert(p);
    const hook = (more: string) =>
      `version: 1\nhooks:\n  - { speaks: cursor, event: preToolUse, match: Shell, run: true shell${more} }\n`;
    p.put('anyhook.yaml', hook(', timeout: 9s'));
    await p.anyhook('sync', '--to', 'gemini');
    expect(runs(p)).toEqual(['true shell', 'true write']);
    expect(p.get(file)).toContain('--timeout 9s');
    p.put('anyhook.yaml', 'version: 1\nhooks: []\n');
    await p.anyhook('sync', '--to', 'gemini');
    expect(runs(p)).toEqual(['true write']);
  });

  test('a Cursor hook that came to Tabnine CLI through Gemini CLI is updated there like any other', async () => {
    const p = project({ '.cursor/hooks.json': cursor(shell, write) });
    const pass = async () => {
      await convert(p);
      return convert(p, 'gemini', 'tabnine');
    };
    await pass();
    p.put('.cursor/hooks.json', cursor({ ...shell, timeout: 7 }));
    expect((await pass()).stdout).not.toMatch(/by hand/);
    expect(runs(p, '.tabnine/agent/settings.json')).toEqual(['true shell']);
    expect(p.get('.tabnine/agent/settings.json')).toContain('--timeout 7s');
  });

  test('each source keeps the hooks of the other in anyhook.yaml', async () => {
    const p = project({ '.cursor/hooks.json': cursor(shell), '.gemini/settings.json': other });
    await convert(p, 'cursor', 'anyhook');
    await convert(p, 'gemini', 'anyhook');
    expect(p.get('anyhook.yaml')).toMatch(/true shell.*true other/s);
    await convert(p, 'cursor', 'anyhook');
    expect(p.get('anyhook.yaml')).toContain('true other');
  });
});

test('a line that starts anyhook and that a person wrote is kept and not reported', async () => {
  const line = 'anyhook run --host gemini --as cursor --event preToolUse -- true mine';
  const p = project({
    '.cursor/hooks.json': cursor(shell),
    [file]: geminiHooks({ BeforeTool: [{ command: line }] }),
  });
  expect((await convert(p)).stdout).not.toMatch(/^odd/m);
  expect(runs(p)).toEqual(['true mine', 'true shell']);
});

describe('converted lines in the form of an earlier version', () => {
  async function older(change = (text: string) => text, cleared = '') {
    const p = project({ '.cursor/hooks.json': cursor(shell, write), [file]: '{ "theme": "x" }\n' });
    await convert(p);
    const now = p.get(file);
    p.put(file, change(asWrittenBefore(now, cleared)));
    expect(p.get(file)).not.toBe(now);
    p.drop('.anyhook/written.json');
    return { p, now };
  }

  test.each(['', clearing])('are brought up to date by convert, after %j', async (cleared) => {
    const { p, now } = await older(undefined, cleared);
    const { stdout } = await convert(p);
    expect(stdout).not.toMatch(/by\s+hand/);
    expect(p.get(file)).toBe(now);
  });

  test('are taken out by remove where the record is missing', async () => {
    const { p } = await older();
    const { stdout } = await p.anyhook('remove', 'gemini');
    expect(stdout).not.toMatch(/by\s+hand/);
    expect(p.get(file)).toBe('{ "theme": "x" }\n');
  });

  test('stay and are reported where a person reworded the response they end with', async () => {
    const mine = (text: string) => text.replaceAll('anyhook: the runner', 'Ask Eve: the runner');
    const { p } = await older(mine);
    const before = p.get(file);
    expect(before).toContain('Ask Eve');
    const { stdout } = await convert(p);
    expect(stdout).toMatch(stays);
    expect(p.get(file)).toContain('Ask Eve');
  });

  test('count as changed by hand where the record has them in the present form', async () => {
    const p = project({ '.cursor/hooks.json': cursor(shell, write) });
    await convert(p);
    p.put(file, asWrittenBefore(p.get(file)));
    const { stdout } = await convert(p);
    expect(stdout).toMatch(stays);
    expect(p.get(file)).not.toContain('/bin/sh');
  });
});
