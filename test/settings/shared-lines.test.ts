/** Lines that start several hooks of one event, `--hook COMMAND` for each: how they are read, written and read back. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { startsHook } from '../../src/canonical/flags.ts';
import { convertText } from '../../src/convert/convert-text.ts';
import { parseShimLines, writeShimLine } from '../../src/settings/command-line/shim-line.ts';
import { agentVendors, readHooks } from '../../src/settings/formats/index.ts';
import { property } from '../property.ts';
import { readAgentFile } from './agent-file.ts';
import { commands, guard, type Project, project } from './project.ts';
import { text } from './words-arbitrary.ts';

const start = ['--host', 'gemini', '--as', 'claude', '--event', 'PreToolUse', '--matcher', 'Bash'];
const shellLine = `./guard.sh "$(x)" 'y'\n# $HOME`;
const flags = [
  ...start,
  ...['--hook', shellLine, '--name', 'rm', '--timeout', '5s'],
  ...['--hook', 'secrets.sh', '--as', 'cursor', '--event', 'preToolUse', '--matcher', 'Shell'],
  ...['--hook', 'last.sh', '--on-failure', 'block', '--values', '0123456789'],
];
const line = writeShimLine({
  ...{ launcher: '/bin/sh .anyhook/sh', flags, ending: 'refuse aloud', substitutes: true },
});
const settings = (command: string, entry: object = {}, group: object = {}) =>
  JSON.stringify({
    hooks: {
      BeforeTool: [
        { matcher: '*', hooks: [{ type: 'command', command: './before' }] },
        { ...group, hooks: [{ type: 'command', command, ...entry }] },
      ],
    },
  });
const read = (text: string) =>
  readHooks('gemini', text, 'settings.json', { '0123456789': { env: { TOKEN: 'x' } } });

describe('A line with several hooks', () => {
  test('is read as one hook after the other, each with its own words', () => {
    const { hooks, findings } = read(settings(line));
    expect(findings).toEqual([]);
    expect(hooks.map(({ hook, wrapped, event }) => ({ ...hook, wrapped, at: event }))).toEqual([
      expect.objectContaining({ command: './before', wrapped: false }),
      ...[
        { command: shellLine, speaks: 'claude', event: 'PreToolUse', matcher: 'Bash', name: 'rm' },
        { command: 'secrets.sh', speaks: 'cursor', event: 'preToolUse', matcher: 'Shell' },
        { command: 'last.sh', speaks: 'claude', event: 'PreToolUse', matcher: 'Bash' },
      ].map((one, i) => ({
        ...{ ...one, wrapped: true, at: 'BeforeTool' },
        ...[{ timeout: 5000 }, {}, { onFailure: 'block', env: { TOKEN: 'x' } }][i],
      })),
    ]);
  });

  test('has a place of its own for each hook, so that none is taken for another', () => {
    const places = read(settings(line)).hooks.map(({ at }) => JSON.stringify(at));
    expect(new Set(places).size).toBe(4);
  });

  test('gets no name, text or matcher of its hooks from the entry, which is that of all', () => {
    const entry = { name: 'rm, secrets.sh', description: 'both', timeout: 9000, env: { A: 'b' } };
    const plain = read(settings(line)).hooks.slice(1);
    const stated = read(settings(line, entry, { matcher: 'x', sequential: true })).hooks.slice(1);
    expect(stated.map(({ hook }) => hook)).toEqual(plain.map(({ hook }) => hook));
  });

  test('stays an entry of its agent as it is, if one of its hooks cannot be read', () => {
    for (const odd of [line.replace('preToolUse', 'noEvent'), line.replace('cursor', 'nobody')]) {
      const { hooks } = read(settings(odd));
      expect(hooks.map(({ hook, wrapped }) => [hook.command, wrapped])).toEqual([
        ['./before', false],
        [odd, false],
      ]);
    }
  });

  test('is not taken for ours where the shell would change a word of a hook', () => {
    expect(parseShimLines(line)).toHaveLength(3);
    expect(parseShimLines(line.replace('secrets.sh', '"$X"'))).toEqual([]);
  });

  test('that a newer version wrote tells of each hook whether it is started', () => {
    const of = (text: string) => {
      const { hooks, findings } = read(settings(text));
      return [hooks.slice(1).map(({ problem }) => problem), findings.map(({ code }) => code)];
    };
    const newer = expect.stringContaining('--newer');
    expect(of(line.replace('--on-failure', '--newer'))).toEqual([
      [undefined, undefined, newer],
      ['line-unread'],
    ]);
    expect(of(line.replace('--matcher Bash', '--newer x'))).toEqual([
      [newer, newer, newer],
      Array(3).fill('line-unread'),
    ]);
  });
});

const guardLine = (command: string, more: object = {}) => ({ type: 'command', command, ...more });
/** Hooks of Claude Code for its shell, each an entry of one group. */
const ofShell = (...entries: object[]) => ({
  hooks: { PreToolUse: [{ matcher: 'Bash', hooks: entries }] },
});
const hosts = agentVendors().filter((id) => id !== 'claude');
const source = '.claude/settings.json';
const target = '.gemini/settings.json';
const convert = (p: Project, ...flags: string[]) =>
  p.anyhook('convert', 'claude', 'gemini', '--write', '--accept-loss', ...flags);
/** The lines that start hooks, each as the commands that it starts. */
const linesIn = (p: Project, path = target): string[][] =>
  commands(p.json(path)).flatMap((text) => {
    const started = parseShimLines(text).filter(({ flags }) => startsHook(flags));
    return started.length ? [started.map(({ flags }) => flags.command.join(' '))] : [];
  });
const three = [guardLine('./a.sh'), guardLine('./b.sh', { timeout: 7 }), guardLine('./c.sh')];

describe('Hooks of one event and matcher', () => {
  test.each(hosts)('share a line in %s, unless each line is trusted by itself', (to) => {
    const { text } = convertText({
      ...{ from: 'claude', to, source: { text: JSON.stringify(ofShell(...three)), file: 'a' } },
      target: { text: '', file: 'b' },
    });
    const lines = commands(readAgentFile(to, text)).map((one) => parseShimLines(one).length);
    if (to === 'codex') expect(Math.max(...lines)).toBe(1);
    else expect(Math.max(...lines)).toBe(3);
  });

  test('have a line for each matcher, and one for each where their owner wants it', async () => {
    const hooks = ofShell(...three);
    hooks.hooks.PreToolUse.push({ matcher: 'Write', hooks: [guardLine('./w.sh')] });
    const p = project({ [source]: hooks });
    await convert(p);
    expect(linesIn(p)).toEqual([['./a.sh', './b.sh', './c.sh'], ['./w.sh']]);
    await convert(p, '--lines', 'apart');
    expect(linesIn(p)).toEqual([['./a.sh'], ['./b.sh'], ['./c.sh'], ['./w.sh']]);
    await convert(p, '--lines', 'together');
    expect(linesIn(p)).toHaveLength(2);
    const bad = await convert(p, '--lines', 'alone');
    expect([bad.code, bad.stderr]).toEqual([2, expect.stringMatching(/say together or apart/)]);
  });

  test('have one line or several as anyhook.yaml says, unless the command line says it', async () => {
    const hooks =
      'hooks:\n  - { on: before-tool, run: ./a.sh }\n  - { on: before-tool, run: ./b.sh }\n';
    const p = project({ 'anyhook.yaml': `version: 1\n${hooks}`, [target]: '{}' });
    await p.anyhook('sync');
    expect(linesIn(p)).toEqual([['./a.sh', './b.sh']]);
    p.put('anyhook.yaml', `version: 1\nlines: apart\n${hooks}`);
    expect((await p.anyhook('sync', '--check')).code).toBe(3);
    await p.anyhook('sync');
    expect(linesIn(p)).toEqual([['./a.sh'], ['./b.sh']]);
    await p.anyhook('convert', 'anyhook', 'gemini', '--write', '--lines', 'together');
    expect(linesIn(p)).toEqual([['./a.sh', './b.sh']]);
    p.put('anyhook.yaml', `version: 1\nlines: alone\n${hooks}`);
    const bad = await p.anyhook('sync');
    expect([bad.code, bad.stderr]).toEqual([
      2,
      expect.stringMatching(/anyhook\.yaml:2.*say together or apart/),
    ]);
  });

  test('stand on lines of their own where one line cannot say what holds for each', () => {
    const written = (hooks: string, file = '{}', options: object = {}) => {
      const { text } = convertText({
        ...{ from: 'anyhook', to: 'gemini', target: { text: file, file: 'b' } },
        ...{ source: { text: `version: 1\nhooks:\n${hooks}`, file: 'a' }, ...options },
      });
      const lines = commands(JSON.parse(text)).map(parseShimLines);
      return lines.filter(([one]) => one && startsHook(one.flags)).map(({ length }) => length);
    };
    const hook = (more: string) => `  - { on: before-tool, ${more} }\n`;
    const plain = hook('run: ./a.sh') + hook('run: ./b.sh');
    expect(written(plain)).toEqual([2]);
    expect(written(plain + hook('url: "https://x.test/"'))).toEqual([2, 1]);
    expect(written(plain + hook('module: guards/a.ts'))).toEqual([2, 1]);
    expect(written(plain + hook('run: ./c.sh, answer: later'))).toEqual([2, 1]);
    expect(written(plain + hook('run: ./c.sh, answer: ignored'))).toEqual([2, 1]);
    expect(written(plain + hook('run: ./c.sh, ask: deny'))).toEqual([2, 1]);
    const named = hook('run: ./a.sh, name: a') + hook('run: ./b.sh, name: b');
    expect(written(named)).toEqual([2]);
    const off = '{ "hooksConfig": { "disabled": ["x"] } }';
    expect(written(named, off)).toEqual([1, 1]);
    expect(written(plain, off)).toEqual([2]); // they have no names to switch them off by
    const person = { outerFiles: [{ text: off, file: 'c' }] };
    expect(written(named, '{}', person)).toEqual([1, 1]);
    const withEnv = hook('run: ./a.sh, env: { A: b }') + hook('run: ./b.sh');
    expect(written(withEnv)).toEqual([2]);
    expect(written(withEnv, '{}', { launcher: 'anyhook' })).toEqual([1, 1]);
  });

  test('of any number are started by lines that no system finds too long', () => {
    const hooks = Array.from({ length: 400 }, (_, i) => guardLine(`./guard.sh ${i}`));
    const { text } = convertText({
      ...{ from: 'claude', to: 'gemini', target: { text: '', file: 'b' } },
      source: { text: JSON.stringify(ofShell(...hooks)), file: 'a' },
    });
    const lines = commands(JSON.parse(text));
    expect(Math.max(...lines.map((one) => one.length))).toBeLessThan(8000);
    expect(lines.flatMap(parseShimLines).filter(({ flags }) => startsHook(flags))).toHaveLength(
      400,
    );
    expect(lines.length).toBeLessThan(20);
  });

  test.each([
    ['name', 'name'],
    ['condition', 'if'],
    ['folder', 'cwd'],
    ['log file', 'log'],
    ['matcher', 'match'],
  ])('with a long %s are divided as well', (_, key) => {
    const hooks = Array.from({ length: 8 }, (_, i) => ({
      ...{ speaks: 'claude', event: 'PreToolUse', run: `./guard.sh ${i}` },
      [key]: key === 'if' ? `Bash(${'x'.repeat(2500)}${i})` : `${'x'.repeat(2500)}${i}|Bash`,
    }));
    const { text } = convertText({
      ...{ from: 'anyhook', to: 'gemini', target: { text: '', file: 'b' } },
      source: { text: JSON.stringify({ version: 1, hooks }), file: 'a' },
    });
    const lines = commands(JSON.parse(text));
    expect(Math.max(...lines.map((one) => one.length))).toBeLessThan(8000);
    const started = lines.flatMap(parseShimLines).filter(({ flags }) => startsHook(flags));
    expect(started).toHaveLength(8);
    expect(lines.length).toBeLessThan(8);
  });
});

describe('The entry of a line with several hooks', () => {
  const entryOf = (hooks: object[], to = 'gemini') => {
    const { text } = convertText({
      ...{ from: 'claude', to, source: { text: JSON.stringify(ofShell(...hooks)), file: 'a' } },
      target: { text: '', file: 'b' },
    });
    const { hooks: events } = JSON.parse(text);
    const [first] = events.BeforeTool ?? events.PreToolUse ?? events.preToolUse;
    return first.hooks?.[0] ?? first;
  };

  test('gives all hooks the time of the longest, and half as much again', () => {
    const limits = [guardLine('./a.sh', { timeout: 30 }), guardLine('./b.sh', { timeout: 90 })];
    expect(entryOf(limits).timeout).toBe(135_000);
    const usual = [guardLine('./a.sh'), guardLine('./b.sh')];
    expect(entryOf(usual).timeout).toBeUndefined();
    // A hook without a limit has the usual one of its agent and of the host, less five seconds.
    expect(entryOf([guardLine('./a.sh', { timeout: 1 }), guardLine('./b.sh')]).timeout).toBe(
      82_500,
    );
  });

  test('refuses where the runner is missing if one of the hooks would, and else does not', () => {
    const refusal = /exit 2|deny/;
    const allowed = (command: string) => ({
      on: 'before-tool',
      run: command,
      'on-failure': 'allow',
    });
    const written = (hooks: object[], to: string) => {
      const { text } = convertText({
        ...{ from: 'anyhook', to, target: { text: '', file: 'b' } },
        source: { text: JSON.stringify({ version: 1, hooks }), file: 'a' },
      });
      return text;
    };
    for (const to of ['gemini', 'qwen', 'claude', 'copilot', 'tabnine', 'terminai']) {
      expect(written([allowed('a'), { on: 'before-tool', run: 'b' }], to)).toMatch(refusal);
      expect(written([allowed('a'), allowed('b')], to)).not.toMatch(refusal);
    }
    expect(written([allowed('a'), { on: 'before-tool', run: 'b' }], 'cursor')).toContain(
      'failClosed',
    );
    expect(written([allowed('a'), allowed('b')], 'cursor')).not.toContain('failClosed');
  });

  test('has the names of its hooks, where one has a name', () => {
    const named = (hooks: string) =>
      convertText({
        ...{ from: 'anyhook', to: 'gemini', target: { text: '', file: 'b' } },
        source: { text: `version: 1\nhooks:\n${hooks}`, file: 'a' },
      }).text;
    const one = '  - { on: before-tool, run: ./guard.sh --all }\n';
    const other = '  - { on: before-tool, run: ./b.sh, name: secrets, description: Keeps keys }\n';
    expect(named(one + other)).toContain('"name": "guard.sh --all, secrets"');
    expect(named(one + other)).not.toContain('Keeps keys');
    expect(named(one + one)).not.toContain('"name"');
  });
});

describe('A line with several hooks that was written', () => {
  test('is written once, and again only if one of its hooks is another', async () => {
    const hooks = ofShell(...three);
    hooks.hooks.PreToolUse.push({
      matcher: 'Write',
      hooks: [guardLine('./w.sh'), guardLine('./x.sh')],
    });
    const p = project({ [source]: hooks });
    await convert(p);
    const state = p.state();
    await convert(p);
    expect(p.state()).toEqual(state);
    const [first, second] = p.json(target).hooks.BeforeTool;
    hooks.hooks.PreToolUse[0]?.hooks.splice(1, 1);
    p.put(source, hooks);
    await convert(p);
    expect(linesIn(p)).toEqual([
      ['./a.sh', './c.sh'],
      ['./w.sh', './x.sh'],
    ]);
    expect(p.json(target).hooks.BeforeTool[1]).toEqual(second);
    hooks.hooks.PreToolUse[0]?.hooks.splice(1, 0, guardLine('./b.sh', { timeout: 7 }));
    p.put(source, hooks);
    await convert(p);
    expect(p.json(target).hooks.BeforeTool).toEqual([first, second]);
  });

  test('comes back as the entries that it was made of, to the byte', async () => {
    const entries = [
      guardLine('./a.sh "$(id)" \'q\' $HOME\n./more', { timeout: 3 }),
      guardLine('./b.sh', { statusMessage: 'b', if: 'Bash(git *)' }),
      guardLine('./a.sh "$(id)" \'q\' $HOME\n./more', { timeout: 3 }),
    ];
    for (const to of hosts) {
      const p = project({ [source]: ofShell(...entries) });
      const groups = {
        hooks: { PreToolUse: entries.map((one) => ({ matcher: 'Bash', hooks: [one] })) },
      };
      p.put(source, groups);
      const text = p.get(source);
      await p.anyhook('convert', 'claude', to, '--write', '--accept-loss');
      p.drop(source);
      const said = await p.anyhook('convert', to, 'claude', '--write', '--accept-loss');
      expect([to, said.code]).toEqual([to, 0]);
      expect(p.json(source)).toEqual(JSON.parse(text));
    }
  });

  test.each([
    true,
    false,
  ])('takes the place of a line for each hook; the ledger is there: %j', async (isThere) => {
    const mine = { hooks: { BeforeTool: [{ hooks: [guardLine('echo mine')] }] } };
    const p = project({ [source]: ofShell(...three), [target]: mine });
    await convert(p, '--lines', 'apart');
    expect(linesIn(p)).toHaveLength(3);
    if (!isThere) p.drop('.anyhook/written.json');
    const { stdout } = await convert(p);
    expect(stdout).not.toMatch(/by\s+hand/);
    expect(linesIn(p)).toEqual([['./a.sh', './b.sh', './c.sh']]);
    expect(commands(p.json(target))).toContain('echo mine');
    await p.anyhook('remove', 'gemini');
    expect(p.json(target)).toEqual(mine);
  });

  test('is removed where the ledger is lost', async () => {
    const p = project({ [source]: ofShell(...three), [target]: '{}\n' });
    await convert(p);
    p.drop('.anyhook/written.json');
    expect((await p.anyhook('remove', 'gemini')).stdout).toMatch(/^Removed /);
    expect(p.get(target)).toBe('{}\n');
  });

  test('is one entry with several hooks to remove, where a person changed it', async () => {
    const hooks = ofShell(...three);
    hooks.hooks.PreToolUse.push({ matcher: 'WebFetch', hooks: [guardLine('./w.sh')] });
    const remove = async (...changes: [from: string, to: string][]) => {
      const p = project({ [source]: hooks });
      await convert(p);
      const text = changes.reduce((text, [from, to]) => text.replace(from, to), p.get(target));
      p.put(target, text);
      return (await p.anyhook('remove', 'gemini')).stdout.replace(/\s+/g, ' ');
    };
    const longer: [string, string] = ['--timeout 7s', '--timeout 9s'];
    expect(await remove(longer)).toMatch(
      /\.json:\d+ \(BeforeTool\): this entry with the hooks a.sh, b.sh, c.sh was changed by hand/,
    );
    expect(await remove(longer, ['./w.sh', './v.sh'])).toMatch(
      /\.json:\d+, \d+ \(BeforeTool\): these 2 entries with 4 hooks were changed by hand/,
    );
    expect(await remove(['./w.sh', './v.sh'])).toMatch(/: this entry was changed by hand/);
  });

  test('that a person changed stays with all its hooks, and further ones get another line', async () => {
    const p = project({ [source]: ofShell(...three.slice(0, 2)), 'a.sh': guard, 'b.sh': guard });
    await convert(p);
    p.put(target, p.get(target).replace('--timeout 7s', '--timeout 9s'));
    const changed = p.json(target).hooks.BeforeTool[0];
    const said = await convert(p);
    expect(said.stdout.match(/^! #\d .* changed +by hand: see line \d+ below$/gm)).toHaveLength(2);
    expect(
      said.stdout.match(/this\s+entry\s+of\s+anyhook\s+was\s+changed\s+by\s+hand/g),
    ).toHaveLength(1);
    expect(linesIn(p)).toEqual([['./a.sh', './b.sh']]);
    p.put(source, ofShell(...three));
    await convert(p);
    expect(linesIn(p)).toEqual([['./a.sh', './b.sh'], ['./c.sh']]);
    expect(p.json(target).hooks.BeforeTool).toContainEqual(changed);
    const state = p.state();
    await convert(p);
    expect(p.state()).toEqual(state);
  });

  test('from which a person took a hook stays, and the hook gets another line', async () => {
    const p = project({ [source]: ofShell(...three) });
    await convert(p);
    p.put(target, p.get(target).replace(' --hook ./c.sh', ''));
    expect(linesIn(p)).toEqual([['./a.sh', './b.sh']]);
    await convert(p);
    expect(linesIn(p).flat().sort()).toEqual(['./a.sh', './b.sh', './c.sh']);
  });

  test('loses nothing that was accepted for one of its hooks', async () => {
    const asks = guardLine('./ask.sh');
    const p = project({
      [source]: ofShell(asks, guardLine('./b.sh')),
      'ask.sh': guard,
      'b.sh': guard,
    });
    const once = await p.anyhook('convert', 'claude', 'gemini', '--write', '--accept-loss');
    expect(once.code).toBe(0);
    const again = await p.anyhook('convert', 'claude', 'gemini', '--write');
    expect(again.code).toBe(0);
  });

  test('is several hooks to doctor, list and check, each by its name', async () => {
    const p = project({ [source]: ofShell(...three), 'a.sh': guard, 'b.sh': guard, 'c.sh': guard });
    await convert(p);
    const list = JSON.parse((await p.anyhook('list', '--json')).stdout);
    expect(
      list.hooks.map(({ name, agents }: { name: string; agents: object }) => [
        name,
        Object.keys(agents).sort(),
      ]),
    ).toEqual(['a.sh', 'b.sh', 'c.sh'].map((name) => [name, ['claude', 'gemini']]));
    const doctor = JSON.parse((await p.anyhook('doctor', '--json')).stdout);
    const named = JSON.stringify(doctor);
    for (const name of ['a.sh', 'b.sh', 'c.sh']) expect(named).toContain(name);
  });
});

const anyHook = fc.record(
  {
    command: text.filter((one) => /\S/.test(one)),
    timeout: fc.integer({ min: 1, max: 600 }),
    if: fc.constantFrom('Bash(git *)', 'Bash(npm *)'),
    onFailure: fc.constant('block'),
  },
  { requiredKeys: ['command'] },
);
property('any hooks of one event come back from one line as they were, in their order', {
  corpus: 'shared-lines',
  inputs: fc.tuple(fc.constantFrom(...hosts), fc.array(anyHook, { minLength: 2, maxLength: 6 })),
  holds: ([to, hooks]) => {
    const groups = hooks.map((one) => ({ matcher: 'Bash', hooks: [{ type: 'command', ...one }] }));
    const file = JSON.stringify({ hooks: { PreToolUse: groups } });
    const there = convertText({
      ...{ from: 'claude', to, source: { text: file, file: 'a' }, target: { text: '', file: 'b' } },
    });
    const source = { text: there.text, file: 'b', record: there.record };
    const target = { text: '', file: 'a' };
    const { text: back } = convertText({ from: to, to: 'claude', source, target });
    expect(JSON.parse(back)).toEqual(JSON.parse(file));
  },
  runs: 40,
  longRuns: 400,
});
