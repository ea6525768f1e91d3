import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { duration, parseFlags } from '../../src/canonical/flags.ts';
import { AnyhookError } from '../../src/errors.ts';
import {
  echoEnding,
  formatDuration,
  readLine,
  writeLine,
} from '../../src/settings/command-line/line.ts';
import { scriptOf } from '../../src/settings/command-line/script.ts';
import { quote, splitWords } from '../../src/settings/command-line/shell-words.ts';
import { often } from '../sampled.ts';

const dir = mkdtempSync(join(tmpdir(), 'anyhook-words-'));
for (const name of ['a', 'b', '$HOME']) writeFileSync(join(dir, name), ''); // for globs to find
afterAll(() => rmSync(dir, { recursive: true }));

const shells = ['bash', 'sh', 'dash'].filter((shell) => !spawnSync(shell, ['-c', ':']).error);
const project = `/tmp/my 'odd' "$(x)" \`y\` $HOME proj`;
const env: Record<string, string | undefined> = {
  ...process.env,
  HOME: '/home/me it\'s; "x"',
  a: '$(touch pwned)',
  GEMINI_PROJECT_DIR: project,
};

const utf8 = (text: string) => Buffer.from(text).toString();
const lines = (shell: string, script: string) =>
  execFileSync(shell, ['-c', script], { cwd: dir, env, encoding: 'utf8' }).split('\0').slice(0, -1);
/** What a command gets from this text after its name. */
const words = (shell: string, text: string) => lines(shell, `printf '%s\\0' ${text}`);

/** Gemini CLI 0.61.0 when it loads settings: cli/src/utils/envVarResolver.ts, as it stands. */
const loaded = (text: string) =>
  text.replace(/\$(?:(\w+)|{([^}]+?)(?::-([^}]*))?})/g, (match, one, two, otherwise) => {
    const name = one || two || '';
    return name ? (env[name] ?? otherwise ?? match) : match;
  });

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
/** The same when it runs a hook: core/src/hooks/hookRunner.ts, expandCommand. */
const expanded = (text: string, cwd: string): string =>
  text
    .replace(/\$(GEMINI_PROJECT_DIR|GEMINI_CWD|CLAUDE_PROJECT_DIR)/g, () => quoted(cwd))
    .replace(/\$GEMINI_PLANS_DIR/g, () => quoted('/plans'))
    .replace(/\$GEMINI_SESSION_ID/g, () => quoted('id'));

const runner = join(
  import.meta.dirname,
  '../clients/node_modules/@google/gemini-cli-core/dist/src/hooks/hookRunner.js',
);
const stages: [string, (text: string, cwd: string) => string][] = [['as we read it', expanded]];
if (existsSync(runner)) {
  const { HookRunner } = await import(pathToFileURL(runner).href);
  const config = { storage: { getPlansDir: () => '/plans' } };
  stages.push([
    'its own code',
    (text, cwd) =>
      HookRunner.prototype.expandCommand.call({ config }, text, { cwd, session_id: 'id' }, 'bash'),
  ]);
}

const nasty = [
  ...'\'"$`\\ \n\t\r!{}()[]*?~#;&|<>=:,.-_/%^@a1éß\u0081\u0088\u00a0\u3000\x01\x7f\ud800\udc00',
  ...["'\\''", '\\n', "$'", '$"', '$(', `\${`, ':-', '😀', '%s', 'A=', 'if', 'for', '--', '{a,b}'],
  ...['$HOME', `\${HOME}`, `\${PATH:-x}`, `\${NOPE:-x}`, '$NOPE', '$a', '$1', '$$', '~/', 'a=~'],
  ...['$GEMINI_PROJECT_DIR', `\${GEMINI_PROJECT_DIR}`, '$GEMINI_CWDx', '$CLAUDE_PROJECT_DIR/'],
];
const word = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.constantFrom(...nasty), { maxLength: 12 }) },
  { weight: 1, arbitrary: fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })) },
);
const text = word.map((parts) => parts.join('').replaceAll('\0', ''));
const many = fc.array(text, { minLength: 1, maxLength: 200, size: 'max' });

describe.each(shells)('a quoted word, in %s', (shell) => {
  test('reaches the command as it is', () => {
    const law = fc.property(many, (all) => {
      const line = all.map((one) => quote(one, false)).join(' ');
      expect(words(shell, line)).toEqual(all.map(utf8));
    });
    fc.assert(law, { numRuns: often(40) });
  });

  test.each(stages)('reaches it through a host that substitutes: %s', (_, stage) => {
    const law = fc.property(many, (all) => {
      const line = all.map((one) => quote(one, true)).join(' ');
      expect(loaded(line)).toBe(line);
      expect(words(shell, stage(loaded(line), project))).toEqual(all.map(utf8));
    });
    fc.assert(law, { numRuns: often(40) });
  });

  test('starts a command of any name', () => {
    for (const name of ['if', 'A=1', '!', 'time', '=x', '{', 'a b', '$HOME', '[[', '#', '~']) {
      const { status } = spawnSync(shell, ['-c', `${quote(name, true)} x`], { cwd: dir, env });
      expect([name, status]).toEqual([name, expect.toBeOneOf([126, 127])]);
    }
  });
});

describe('quote', () => {
  test.each([
    ['.cursor/hooks/guard.sh', '.cursor/hooks/guard.sh'],
    ['--timeout=10s', '--timeout=10s'],
    ['', `''`],
    ['a b', `'a b'`],
    [`it's`, `'it'\\''s'`],
    ['~/x', `'~/x'`],
    ['A=1', `'A=1'`],
    ['if', `'if'`],
    ['=x', `'=x'`],
  ])('%j → %s', (from, to) => {
    expect([quote(from, false), quote(from, true)]).toEqual([to, to]);
  });

  test('only a host that substitutes needs the dollars apart', () => {
    expect(quote(`echo $HOME $ \${A} $(x)`, false)).toBe(`'echo $HOME $ \${A} $(x)'`);
    expect(quote(`echo $HOME $ \${A} $(x)`, true)).toBe(`'echo $''HOME $ $''{A} $(x)'`);
  });

  test('a NUL cannot be carried', () => {
    expect(() => quote('a\0b', true)).toThrow(AnyhookError);
  });
});

describe('splitWords', () => {
  test('undoes quote', () => {
    const law = fc.property(fc.array(text), fc.boolean(), (all, substitutes) => {
      expect(splitWords(all.map((one) => quote(one, substitutes)).join(' '))).toEqual(all);
    });
    fc.assert(law, { numRuns: often(2000) });
  });

  const inner = fc.array(fc.constantFrom(...nasty), { maxLength: 4 }).map((all) => all.join(''));
  const fragment = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom(' ', '\t', '  ', 'a', 'b=', 'x/y', '-é', '!', '^', '%'),
    },
    { weight: 2, arbitrary: inner.map((all) => `'${all.replaceAll("'", '')}'`) },
    { weight: 2, arbitrary: inner.map((all) => `"${all.replace(/["`$]/g, '\\$&')}"`) },
    { weight: 1, arbitrary: fc.constantFrom(...nasty).map((one) => `\\${one}`) },
    { weight: 1, arbitrary: fc.constantFrom(...nasty) },
  );
  const line = fc.array(fragment, { maxLength: 8 }).map((all) => all.join(''));

  test.each(shells)('reads what %s reads, where it reads at all', (shell) => {
    let read = 0;
    const law = fc.property(fc.array(line, { minLength: 100, maxLength: 100 }), (all) => {
      const known = all.filter((one) => splitWords(`x ${one}`)?.[1] !== undefined);
      read += known.length;
      const said = lines(shell, known.map((one) => `printf '%s\\0' ${one} END`).join('\n'));
      const ours = known.flatMap((one) => [...(splitWords(`x ${one}`)?.slice(1) ?? []), 'END']);
      expect(said).toEqual(ours.map(utf8));
    });
    fc.assert(law, { numRuns: often(40) });
    expect(read).toBeGreaterThan(often(1000));
  });

  test.each([
    ['a "b c" d\\ e \'f\'"g"h', ['a', 'b c', 'd e', 'fgh']],
    ['"\t é😀~}_^]Z%#! \r"', ['\t é😀~}_^]Z%#! \r']],
    ['"\\" \\\\ \\$ \\` \\n"', ['" \\ $ ` \\n']],
    [`'A=1' x`, ['A=1', 'x']],
    ['x A=1 if !', ['x', 'A=1', 'if', '!']],
    ['  x\t ', ['x']],
    ['', []],
  ])('%s', (from, to) => expect(splitWords(from)).toEqual(to));

  test.each([
    ...['a; b', 'a | b', 'a || b', 'a && b', 'a &', '(a)', 'a < b', 'a > b', 'a 2>&1', 'a\nb'],
    ...['a $B', `a "\${B}"`, 'a "$(b)"', 'a $(b)', 'a `b`', 'a "`b`"', "a $'b'", 'a $1', 'a $'],
    ...['a *', 'a b?', 'a [b]', '~/a', 'a ~', 'a {b,c}', 'a # b', 'A=1 a', 'A+=1 a', 'A=1'],
    ...["a 'b", 'a "b', 'a \\', 'a \\\nb', 'a \0', 'a \\\0', "a '\0'", 'a "\0"'],
    ...['if a', '! a', 'time a', '} a', 'a "\\\x01\\$b"', 'a "\x7f"'],
  ])('is no line of words: %j', (from) => expect(splitWords(from)).toBeUndefined());
});

describe('scriptOf', () => {
  test.each([
    ['./x.sh a', './x.sh'],
    ['hooks/x.sh', 'hooks/x.sh'],
    ["'/my odd/x.sh' --strict", '/my odd/x.sh'],
    ['"$GEMINI_PROJECT_DIR/hooks/x.sh"', '$GEMINI_PROJECT_DIR/hooks/x.sh'],
    ['$CURSOR_PROJECT_DIR/x.sh', '$CURSOR_PROJECT_DIR/x.sh'],
    [`"\${CLAUDE_PROJECT_DIR}"/hooks/x.sh`, '$CLAUDE_PROJECT_DIR/hooks/x.sh'],
    [`\${A}b/x.sh`, `\${A}b/x.sh`],
    ['~/.cursor/x.sh', '$HOME/.cursor/x.sh'],
    ['FOO=1 BAR="$B" ./x.sh', './x.sh'],
    ['env -u A FOO=1 ./x.sh', './x.sh'],
    ['exec ./x.sh', './x.sh'],
    ['uv run ./x.sh', './x.sh'],
  ])('%s starts it', (line, path) => expect(scriptOf(line)).toMatchObject({ path, direct: true }));

  test.each([
    ['node x.mjs', 'x.mjs'],
    ['node --no-warnings -r ./setup.js "$A/x.js" -e', '$A/x.js'],
    ['/usr/bin/env node x.js', 'x.js'],
    ['python3 -u hooks/x.py', 'hooks/x.py'],
    ['.venv/bin/python3.12 -W ignore hooks/x.py', 'hooks/x.py'],
    ['bash -e hooks/x.sh', 'hooks/x.sh'],
    ['bash -euo pipefail hooks/x.sh', 'hooks/x.sh'],
    ['. ./x.sh', './x.sh'],
    ['bun run x.ts', 'x.ts'],
    ['deno run -A x.ts', 'x.ts'],
    ['uv run x.py', 'x.py'],
    ['uv run --with rich --script x.py', 'x.py'],
    ['poetry run python -- x.py', 'x.py'],
    ['npx -y tsx x.ts', 'x.ts'],
    ['pwsh -ExecutionPolicy Bypass -File x.ps1', 'x.ps1'],
  ])('%s has it read', (line, path) =>
    expect(scriptOf(line)).toMatchObject({ path, direct: false }));

  test.each([
    ...['', 'guard', 'npx tool', 'bash -c ./x.sh', "sh -lc './x.sh'", "node -e 'x.y'", 'node'],
    ...["python3 -c 'import x.y'", 'python3 -m x.y', 'bun run build', 'node - x.js', 'uv run tool'],
    ...[
      'cd x && ./y.sh',
      './x.sh | tee /tmp/y',
      '$(which x)/y.sh',
      'A=1',
      'env',
      '~me/x.sh',
      'a~/x.sh',
      `\${A:-b}/x.sh`,
    ],
  ])('cannot be told: %s', (line) => expect(scriptOf(line)).toBeUndefined());
});

const flag = fc.oneof(
  fc.tuple(fc.constantFrom('--event', '--matcher', '--cwd', '--name', '--log'), text),
  fc.tuple(
    fc.constant('--env'),
    fc.tuple(fc.constantFrom('A', 'B'), text).map((a) => a.join('=')),
  ),
  fc.tuple(
    fc.constant('--carry'),
    fc.jsonValue().map((value) => JSON.stringify(value)),
  ),
  fc.tuple(fc.constant('--timeout'), fc.constantFrom('10s', '1500ms')),
  fc.tuple(fc.constant('--on-failure'), fc.constantFrom('native', 'block', 'allow')),
);
const flags = fc
  .array(flag.filter(([, value]) => value !== ''))
  .map((all) => ['--host', 'gemini', '--as', 'cursor', ...all.flat()]);
const said = fc.option(fc.dictionary(text, fc.jsonValue()));
const launcher = fc
  .array(
    fc.oneof(
      fc.constantFrom('node', '.anyhook/run.cjs', 'npm run anyhook', 'x run -v', 'A=1 x'),
      fc.constantFrom('"$HOME/run.cjs"', '$GEMINI_PROJECT_DIR/run.cjs', '~/bin/anyhook', 'run'),
      text.map((one) => quote(one, true)),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((all) => all.join(' '));

describe('a line', () => {
  // Without a command only an event's line is whole: what would start one is a mistake.
  const whole = (one: { command?: string; flags: readonly string[] }) =>
    one.command !== undefined || !one.flags.some((word) => /^--(matcher|timeout)/.test(word));
  const parts = fc
    .record(
      {
        launcher,
        flags,
        substitutes: fc.boolean(),
        command: text.filter((one) => one.trim() !== ''),
        said,
      },
      { requiredKeys: ['launcher', 'flags', 'substitutes'] },
    )
    .filter(whole);

  test('is read as it was written', () => {
    const law = fc.property(parts, ({ said, ...rest }) => {
      const ending = said === undefined ? {} : { ending: echoEnding(said, rest.substitutes) };
      const expected = parseFlags(rest.flags).flags;
      if (rest.command !== undefined) expected.command = [rest.command];
      expect(readLine(writeLine({ ...rest, ...ending }))).toEqual({
        launcher: rest.launcher,
        host: 'gemini',
        speaks: expected.as,
        flags: expected,
        plain: expect.any(Boolean),
      });
    });
    fc.assert(law, { numRuns: often(2000) });
  });

  test('looks as people will see it', () => {
    const line = {
      launcher: 'node .anyhook/run.cjs',
      flags: ['--host', 'gemini', '--as', 'cursor', '--timeout', formatDuration(10_000)],
      command: '.cursor/hooks/guard.sh --strict',
      substitutes: true,
    };
    const start =
      "node .anyhook/run.cjs run --host gemini --as cursor --timeout 10s -- '.cursor/hooks/guard.sh --strict'";
    expect(writeLine(line)).toBe(start);
    const deny = echoEnding({ decision: 'deny' }, true);
    const clear =
      `HOOK_NODE_OPTIONS="\${NODE_OPTIONS#}" HOOK_OPENSSL_CONF="\${OPENSSL_CONF#}" ` +
      'NODE_OPTIONS= OPENSSL_CONF= NODE_COMPILE_CACHE= NODE_CHANNEL_FD=';
    const whole = `${clear} ${start}`;
    expect(writeLine({ ...line, ending: deny })).toBe(`${whole} || echo '{"decision":"deny"}'`);
    const nothing = echoEnding(null, true);
    expect(writeLine({ ...line, ending: nothing })).toBe(`{ ${whole}; } 2>/dev/null || true`);
  });

  test('of the first version, without the variables taken away, is still ours', () => {
    for (const line of [
      `node run.cjs run --host gemini --as cursor -- 'a b' || echo '{}'`,
      `{ node run.cjs run --host gemini --as cursor -- 'a b'; } 2>/dev/null || true`,
    ]) {
      expect(readLine(line)).toMatchObject({ launcher: 'node run.cjs', host: 'gemini' });
    }
  });

  const good = `node run.cjs run --host gemini --as cursor -- 'a b' || echo '{}'`;
  test('with an edit that changes nothing is still ours', () => {
    expect(readLine(good)).toBeDefined();
    expect(readLine(good.replace('--host gemini', '--host  "gemini"'))).toEqual(readLine(good));
  });

  test.each([
    ['no runner', good.replace('node run.cjs ', '')],
    ['a variable for a runner', good.replace('node run.cjs ', 'A=1 ')],
    ['no runner and no ending', good.replace(/ \|\|.*/, '').replace('node run.cjs ', '')],
    ['no host', good.replace('--host gemini ', '')],
    ['no dialect', good.replace('--as cursor ', '')],
    ['an unknown flag', good.replace('--as', '--strict --as')],
    ['a variable', good.replace('gemini', '$HOST')],
    ['another word of the command', good.replace("'a b'", 'a b')],
    ['no end of the quote', good.replace("b' ||", 'b ||')],
    ['a turn of its status', `! ${good}`],
    ['a folder first', `cd x && ${good}`],
    ['a pipe', good.replace('||', '|')],
    ['an ending for success', good.replace('||', '&&')],
    ['an ending said in another way', good.replace('echo', 'echo -n')],
    ['an ending of another format', good.replace('echo', "printf '%b'")],
    ['another ending', good.replace(/echo .*/, './other.sh')],
    ['an ending that does more', `${good} && x`],
    ['an ending that is no JSON', good.replace(/echo .*/, 'echo oops')],
    ['an ending with a variable', good.replace(/echo .*/, 'echo "$X"')],
    ['a redirection', good.replace(' ||', ' 2>x ||')],
    ['half a group', `{ ${good}`],
    ['a group that does more', `{ ${good}; } 2>/dev/null || true`],
    ['nothing', ''],
  ])('that has %s is not ours', (_, line) => {
    expect(line).not.toBe(good);
    expect(readLine(line)).toBeUndefined();
  });
});

describe.each(shells)('a line that %s runs', (shell) => {
  const sh = (script: string, cwd = dir) =>
    spawnSync(shell, ['-c', script], { cwd, env, encoding: 'utf8' });
  const name = text.filter((one) => /[^./]/.test(one) && Buffer.byteLength(one) < 200);

  test.each(stages)('finds its runner in any project: %s', (_, stage) => {
    const law = fc.property(name, flags, text, (odd, args, command) => {
      const home = join(mkdtempSync(join(dir, 'p-')), odd.replaceAll('/', ''));
      mkdirSync(home);
      writeFileSync(join(home, 'run.sh'), 'printf "%s\\0" "$@"');
      for (const file of [join(home, 'run.sh'), './run.sh']) {
        const launcher = `sh ${quote(file, true)}`;
        const line = writeLine({ launcher, flags: args, command, substitutes: true });
        const said = sh(stage(loaded(line), home), home);
        expect(said.stdout.split('\0')).toEqual(['run', ...args, '--', command, ''].map(utf8));
      }
    });
    fc.assert(law, { numRuns: often(15) });
  });

  const broken = [
    '/nonexistent/anyhook',
    'anyhook-nonexistent',
    './a',
    `${quote(process.execPath, true)} ./nonexistent.cjs`,
    ...['KILL', 'SEGV', 'TERM'].map((signal) => `sh -c 'kill -${signal} $$'`),
  ];
  const line = (launcher: string, said: object | null) => {
    const args = { launcher, flags: ['--as', 'cursor'], command: 'x', substitutes: true };
    return writeLine({ ...args, ending: echoEnding(said, true) });
  };

  test.each(broken)('answers for a runner that is missing or killed: %s', (launcher) => {
    const deny = { decision: 'deny', reason: `it's $HOME "x" \\n é 😀 \n` };
    const loud = sh(expanded(loaded(line(launcher, deny)), project));
    expect([loud.status, JSON.parse(loud.stdout)]).toEqual([0, deny]);
    expect(loud.stdout).toMatch(/^[\x20-\x7e]+\n$/);
    const still = sh(line(launcher, null));
    expect([still.status, still.stdout, still.stderr]).toEqual([0, '', '']);
  });

  test('says nothing more where the runner answers', () => {
    expect(sh(line('echo', { a: 1 })).stdout).toBe('run --as cursor -- x\n');
    expect(sh(line('echo', null)).stdout).toBe('run --as cursor -- x\n');
  });

  test.each(stages)('takes from Node what is Node’s, and hands it over: %s', (_, stage) => {
    const odd = `--x "it's" $(touch pwned) \\ $GEMINI_PROJECT_DIR`;
    Object.assign(env, { NODE_OPTIONS: odd, OPENSSL_CONF: 'a b', NODE_CHANNEL_FD: '0' });
    try {
      const shielded = line(`sh ${quote(join(dir, 'show.sh'), true)}`, null);
      writeFileSync(
        join(dir, 'show.sh'),
        'printf "%s|" "$HOOK_NODE_OPTIONS" "$HOOK_OPENSSL_CONF" "$NODE_OPTIONS$OPENSSL_CONF$NODE_CHANNEL_FD"',
      );
      expect(loaded(shielded)).toBe(shielded);
      expect(sh(stage(loaded(shielded), project)).stdout).toBe(`${odd}|a b||`);
    } finally {
      for (const name of ['NODE_OPTIONS', 'OPENSSL_CONF', 'NODE_CHANNEL_FD']) delete env[name];
    }
  });

  test('prints any object exactly', () => {
    const law = fc.property(fc.array(fc.dictionary(text, fc.jsonValue())), (all) => {
      const said = sh(all.map((one) => `${echoEnding(one, true)}; `).join('')).stdout;
      expect(said).toBe(all.map((one) => `${echoed(one)}\n`).join(''));
    });
    fc.assert(law, { numRuns: often(40) });
  });
});

const echoed = (value: object) =>
  JSON.stringify(value).replace(
    /[^\0-~]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

describe('formatDuration', () => {
  test.each([
    [0, '0s'],
    [10_000, '10s'],
    [1500, '1500ms'],
    [90_000, '90s'],
    [0.1, '0.1ms'],
    [1e-7, '0.0000001ms'],
    [1e21, `1${'0'.repeat(18)}s`],
  ])('%d → %s', (ms, to) => expect(formatDuration(ms)).toBe(to));

  test('is exact', () => {
    const positive = { min: 0, noNaN: true, noDefaultInfinity: true };
    const any = fc.oneof(
      fc.double(positive),
      fc.double({ ...positive, max: 1e7 }),
      fc.nat(),
      fc.maxSafeNat(),
      fc.maxSafeNat().map((n) => n * 1000),
    );
    const law = fc.property(any, (ms) => duration(formatDuration(ms)) === ms);
    fc.assert(law, { numRuns: often(5000) });
  });
});

describe('paths of Windows', () => {
  test.each([
    ['powershell -File .cursor\\hooks\\guard.ps1', '.cursor/hooks/guard.ps1'],
    ['pwsh.exe -NoProfile -File "C:\\my tools\\guard.ps1" -Strict', 'C:/my tools/guard.ps1'],
    ["& 'C:\\tools\\node.exe' hooks\\a.mjs", 'hooks/a.mjs'],
    ['.cursor\\hooks\\guard.cmd --strict', '.cursor/hooks/guard.cmd'],
    ['node %USERPROFILE%\\hooks\\a.js', '%USERPROFILE%/hooks/a.js'],
  ])('%s', (line, path) => {
    expect(scriptOf(line)).toMatchObject({ path, windows: true });
  });

  test.each([
    ["node hooks/x.mjs '\\d+'", 'hooks/x.mjs'],
    ['bash my\\ hooks/x.sh', 'my hooks/x.sh'],
    ["node it\\'s.mjs", "it's.mjs"],
  ])('%s is none', (line, path) => {
    expect(scriptOf(line)).toMatchObject({ path, direct: false });
  });
});
