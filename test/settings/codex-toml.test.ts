// Hooks of Codex CLI in `config.toml`, beside `hooks.json` or in its place.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { convertFile } from '../../src/convert/convert-file.ts';
import { convertText } from '../../src/convert/convert-text.ts';
import { removeConversions } from '../../src/convert/remove-conversions.ts';
import { syncHooks } from '../../src/convert/sync-hooks.ts';
import { describeFinding } from '../../src/settings/finding.ts';
import { readHooks } from '../../src/settings/formats/index.ts';
import { property } from '../property.ts';
import { writeAgentFile } from './agent-file.ts';
import { settingsOf, vendors } from './arbitrary.ts';
import { dropped } from './codex-file.ts';
import { type Files, type Project, project } from './project.ts';

const json = '.codex/hooks.json';
const toml = '.codex/config.toml';
const fixtures = new URL('../../fixtures/codex/', import.meta.url);
const real = readFileSync(new URL('config.toml', fixtures), 'utf8');
const other = 'model = "gpt-5.5"\n\n[tui]\nnotifications = true\n';

const cursor = (...scripts: string[]) => ({
  version: 1,
  hooks: { beforeShellExecution: scripts.map((command) => ({ command })) },
});
const groups = (command: string) => ({
  hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command }] }] },
});
const at = (p: Project) => ({ root: p.dir, home: p.home, launcher: 'anyhook' });
const into = (p: Project) => convertFile({ ...at(p), from: 'cursor', to: 'codex', write: true });
const from = (p: Project, to: string, more = {}) =>
  convertFile({ ...at(p), from: 'codex', to, ...more });

describe.each(
  (
    JSON.parse(readFileSync(new URL('files.json', fixtures), 'utf8')) as {
      files: { name: string; file: string; runs: boolean; text: string }[];
    }
  ).files.filter(({ file }) => file === toml),
)('the config.toml of the case $name', ({ runs, text }) => {
  test('is taken, or reported as dropped whole, exactly as Codex CLI was seen to take it', () => {
    const read = () => {
      try {
        return readHooks('codex', text, toml);
      } catch (error) {
        expect((error as Error).message).toMatch(/^\.codex\/config\.toml:\d+:\d+: /);
        return undefined;
      }
    };
    const settings = read();
    const whole = settings?.findings.filter((one) => one.code === 'void').map(describeFinding);
    expect([whole, whole?.length === 0]).toEqual([whole, runs]);
    for (const said of whole ?? [])
      expect(said).toMatch(/Codex CLI wants .* does not start with it$/);
    if (settings) expect(dropped(settings.value, true) === undefined).toBe(runs);
    if (runs) expect(settings?.hooks.length).toBeGreaterThan(0);
  });
});

describe('a realistic config.toml', () => {
  const { hooks, findings } = readHooks('codex', real, toml);

  test('is read with the line of every hook, and its notes of trust count as no event', () => {
    expect(hooks.map(({ hook, at }) => [at?.line, hook.event, hook.matcher, hook.timeout])).toEqual(
      [
        [18, 'PreToolUse', '^Bash$', 30_000],
        [27, 'PreToolUse', 'apply_patch|mcp__docs__.*', 10_000],
        [33, 'SessionStart', 'startup|resume', undefined],
        [40, 'Stop', undefined, undefined],
      ],
    );
    expect(hooks.map(({ hook }) => hook.command)).toEqual([
      '"$(git rev-parse --show-toplevel)"/.codex/hooks/no-force-push.sh',
      'python3 .codex/hooks/protected.py',
      'cat docs/conventions.md 2>/dev/null || true',
      './.codex/hooks/tests.sh',
    ]);
    expect(findings).toEqual([]);
  });

  test.each(
    vendors.filter((one) => one !== 'codex'),
  )('goes to %s and back without a changed byte', async (to) => {
    const p = project({ [toml]: real });
    const there = await from(p, to, { write: true, acceptLoss: true });
    expect(there.rows).toHaveLength(4);
    expect(there.source).toBe(toml);
    const back = await convertFile({
      ...at(p),
      from: to,
      to: 'codex',
      write: true,
      acceptLoss: true,
    });
    expect([back.file, back.changed, p.get(toml), p.has(json)]).toEqual([toml, false, real, false]);
  });

  test('gets converted entries at the end of its lists, and has its own bytes again when they go', async () => {
    const p = project({ [toml]: real, '.cursor/hooks.json': cursor('./a.sh', './b.sh') });
    const done = await into(p);
    expect([done.file, done.end, p.has(json)]).toEqual([toml, 'written', false]);
    const text = p.get(toml);
    const lines = (said: string) => said.split('\n');
    const fresh = lines(text).filter((one) => !lines(real).includes(one));
    expect(fresh.filter((one) => one !== 'matcher = "Bash"')).toEqual(
      ['a', 'b'].map((name) =>
        expect.stringMatching(
          `^command = ".* anyhook run --proof 2 --host codex --as cursor .* -- \\./${name}\\.sh && `,
        ),
      ),
    );
    const standing = readHooks('codex', text, toml).hooks.map(({ hook }) => hook.command);
    expect(standing.slice(0, 4)).toEqual([
      ...hooks.slice(0, 2).map(({ hook }) => hook.command),
      ...['./a.sh', './b.sh'],
    ]);
    expect((await into(p)).changed).toBe(false);
    p.put('.cursor/hooks.json', cursor('./b.sh'));
    await into(p);
    expect(p.get(toml)).not.toContain('./a.sh');
    p.put('.cursor/hooks.json', cursor());
    await into(p);
    expect(p.get(toml)).toBe(real);
  });

  test.each([
    ['\n', ''],
    ['\r\n', '\ufeff'],
  ])('is what it was after remove, with the line ends %j after the mark %j', async (eol, mark) => {
    const text = mark + real.replaceAll('\n', eol);
    const p = project({ [toml]: text, '.cursor/hooks.json': cursor('./a.sh') });
    await into(p);
    const written = p.get(toml);
    expect(written.startsWith(mark)).toBe(true);
    expect(written.replaceAll(eol, '')).not.toMatch(/[\r\n]/);
    // Without a backup or a record as well.
    p.drop('.anyhook/written.json');
    p.drop(`${toml}.anyhook-backup`);
    const { count } = await removeConversions('codex', at(p));
    expect([count, p.get(toml)]).toEqual([1, text]);
  });
});

describe('a conversion to Codex CLI', () => {
  test.each<[string, Files, string]>([
    ['neither is there', {}, json],
    ['config.toml is there for something else', { [toml]: other }, json],
    ['config.toml notes trust alone', { [toml]: '[hooks.state.x]\ntrusted_hash = "y"\n' }, json],
    ['config.toml has the hooks', { [toml]: real }, toml],
    [
      'config.toml has the hooks, and hooks.json none',
      { [toml]: real, [json]: { hooks: {} } },
      toml,
    ],
    ['both have some', { [toml]: real, [json]: groups('./own.sh') }, json],
    ['hooks.json has the hooks', { [toml]: other, [json]: groups('./own.sh') }, json],
  ])('writes $2 where %s', async (_, files, wanted) => {
    const p = project({ ...files, '.cursor/hooks.json': cursor('./a.sh') });
    const both = [json, toml];
    const before = Object.fromEntries(both.map((file) => [file, p.has(file) && p.get(file)]));
    const done = await into(p);
    expect(done.file).toBe(wanted);
    for (const file of both) {
      expect(p.has(file) && p.get(file).includes('./a.sh')).toBe(file === wanted);
      if (file !== wanted && before[file]) expect(p.get(file)).toBe(before[file]);
    }
    expect((await into(p)).changed).toBe(false);
    await removeConversions('codex', at(p));
    for (const file of both) expect(p.has(file) && p.get(file)).toBe(before[file]);
  });

  test('leaves its entries in the file that has them, whatever a person adds to the other', async () => {
    const p = project({ [toml]: real, '.cursor/hooks.json': cursor('./a.sh') });
    await into(p);
    p.put(json, groups('./own.sh'));
    const done = await into(p);
    expect([done.file, done.changed]).toEqual([toml, false]);
    const q = project({ '.cursor/hooks.json': cursor('./a.sh') });
    await into(q);
    q.put(toml, real);
    expect(await into(q)).toMatchObject({ file: json, changed: false });
  });

  test('finds the config.toml of a person in user scope', async () => {
    const p = project({ [`~/${toml}`]: real, '.cursor/hooks.json': cursor('./a.sh') });
    const done = await convertFile({
      ...at(p),
      scope: 'user',
      from: 'cursor',
      to: 'codex',
      input: '.cursor/hooks.json',
      write: true,
      acceptLoss: true,
    });
    expect(done).toMatchObject({ file: `~/${toml}`, end: 'written' });
    expect(p.get(`~/${toml}`)).toContain('./a.sh');
    await removeConversions('codex', { ...at(p), scope: 'user' });
    expect(p.get(`~/${toml}`)).toBe(real);
  });

  test('does not write a hook again that stands in the other file already', async () => {
    const hook =
      'version: 1\nhooks:\n  - speaks: codex\n    event: Stop\n    run: ./.codex/hooks/tests.sh\n';
    const p = project({ [toml]: real, [json]: groups('./own.sh'), 'anyhook.yaml': hook });
    const done = await convertFile({ ...at(p), from: 'anyhook', to: 'codex', write: true });
    expect([done.file, done.changed]).toEqual([json, false]);
  });
});

describe('the files hooks.json and config.toml', () => {
  test('are both read, hooks.json first, as Codex CLI asks them', async () => {
    const p = project({ [json]: groups('./json.sh'), [toml]: real });
    const { rows, source } = await from(p, 'gemini', { acceptLoss: true });
    expect(source).toBe(`${json}, ${toml}`);
    expect(rows.map(({ hook, at }) => [hook.command, at?.file])).toEqual([
      ['./json.sh', json],
      ...hooksOf(real).map((command) => [command, toml]),
    ]);
  });

  test.each([
    'hooks',
    'codex_hooks',
  ])('have their hooks reported as switched off where features.%s is false', async (key) => {
    const p = project({
      [json]: groups('./json.sh'),
      [toml]: `[features]\n${key} = false\n`,
      '.cursor/hooks.json': cursor('./a.sh'),
    });
    const { findings } = await from(p, 'gemini', { acceptLoss: true });
    const why = `features.${key} is false`;
    expect(findings.source).toContainEqual(
      expect.objectContaining({ code: 'switched-off', event: 'PreToolUse', why }),
    );
    const done = await into(p);
    expect(done.findings.target).toContainEqual({ code: 'switched-off', event: 'PreToolUse', why });
  });

  test('let sync take config.toml as its source, by agent or by path, and as its target', async () => {
    const p = project({ [toml]: real, '.gemini/settings.json': {} });
    const [gemini] = await syncHooks({ ...at(p), from: 'codex', acceptLoss: true });
    expect(gemini).toMatchObject({ to: 'gemini', end: 'written', source: toml });
    const q = project({
      [toml]: real,
      'anyhook.yaml': 'version: 1\nhooks:\n  - on: stop\n    run: ./x.sh\n',
    });
    const [codex] = await syncHooks(at(q));
    expect(codex).toMatchObject({ to: 'codex', end: 'written', file: toml });
    expect((await syncHooks({ ...at(q), check: true })).map(({ changed }) => changed)).toEqual([
      false,
    ]);
    const [again] = await syncHooks({ ...at(q), from: toml, to: ['gemini'], acceptLoss: true });
    expect(again).toMatchObject({ from: 'codex', to: 'gemini', source: toml });
  });
});

const hooksOf = (text: string) =>
  readHooks('codex', text, toml).hooks.map(({ hook }) => hook.command);

describe('a config.toml that cannot be used', () => {
  test.each<[string, string, RegExp]>([
    ['a line that is no TOML', 'a = 1\nnonsense\n', /^\.codex\/config\.toml:3:1: expected equal/],
    [
      'a table that stands twice',
      '[a]\n[a]\n',
      /^\.codex\/config\.toml:2:2: defining a key multiple times/,
    ],
    ['hooks that are no table', 'hooks = "x"\n', /^\.codex\/config\.toml:1:9: hooks is no table/],
  ])('because of %s makes commands fail with its name and line', async (_, text, said) => {
    const p = project({ [toml]: text, '.cursor/hooks.json': cursor('./a.sh') });
    const before = p.texts();
    const target = { text, file: toml };
    const source = { text: JSON.stringify(cursor('./a.sh')), file: 'c' };
    expect(() => convertText({ from: 'cursor', to: 'codex', source, target })).toThrow(said);
    if (text.startsWith('hooks')) return;
    await expect(into(p)).rejects.toThrow(said);
    await expect(from(p, 'gemini')).rejects.toThrow(said);
    await expect(removeConversions('codex', at(p))).rejects.toThrow(said);
    expect(p.texts()).toEqual(before);
  });

  test('keeps remove from changing any file', async () => {
    const p = project({ '.cursor/hooks.json': cursor('./a.sh') });
    await into(p);
    p.put(toml, 'nonsense\n');
    const before = p.texts();
    await expect(removeConversions('codex', at(p))).rejects.toThrow(`${toml}:2:1: `);
    expect(p.texts()).toEqual(before);
  });

  test('counts as no source where it merely has no hooks', async () => {
    const p = project({ [toml]: other });
    await expect(from(p, 'gemini')).rejects.toThrow(`${json}: there is no such file of Codex CLI`);
  });
});

describe.each(vendors.filter((one) => one !== 'codex'))('any settings of %s', (vendor) => {
  const convert = (text: string, target: { text: string; file: string }, ours = {}) =>
    convertText({
      from: vendor,
      to: 'codex',
      source: { text, file: 's' },
      target,
      ofThisSource: ours,
    });

  property(
    `Settings of ${vendor} give the hooks in config.toml that they give in hooks.json, and leave without a trace.`,
    {
      corpus: `config-toml-${vendor}`,
      inputs: fc.tuple(settingsOf(vendor), fc.constantFrom('', other, real)),
      holds: ([text, there]) => {
        const want = convert(text, { text: '', file: json });
        // JSON has forms for these, TOML has none.
        fc.pre(!/\\ud800|null/i.test(JSON.stringify(want.entries)));
        const made = convert(text, { text: there, file: toml });
        // Hooks that came from there are not put back.
        if (there !== real) {
          expect(made.rows).toEqual(want.rows);
          expect(made.entries).toEqual(want.entries);
        }
        const read = (said: string, file: string) =>
          said ? readHooks('codex', said, file).hooks.map(({ hook }) => hook) : [];
        if (there !== real) expect(read(made.text, toml)).toEqual(read(want.text, json));
        expect(dropped(readHooks('codex', made.text, toml).value, true)).toBe(undefined);
        expect(convert(text, { text: made.text, file: toml }, made.entries).text).toBe(made.text);
        const isNeutral = vendor === 'anyhook';
        const none = isNeutral ? 'version: 1\nhooks: []\n' : writeAgentFile(vendor, { hooks: {} });
        expect(convert(none, { text: made.text, file: toml }, made.entries).text).toBe(there);
      },
      runs: 8,
      longRuns: 30,
    },
  );
});
