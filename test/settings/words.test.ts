import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFlags } from '../../src/canonical/flags.ts';
import { AnyhookError } from '../../src/errors.ts';
import { scriptOf } from '../../src/settings/command-line/script.ts';
import {
  outermostLoader,
  parseShimLines,
  writeShimLine,
} from '../../src/settings/command-line/shim-line.ts';
import { formatDuration, parseDuration } from '../../src/util/duration.ts';
import { splitWords } from '../../src/util/shell/line.ts';
import { quoteWord } from '../../src/util/shell/quote.ts';
import { property } from '../property.ts';
import { flags, launcher, said, text } from './words-arbitrary.ts';

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
  ])('writes %j as %s', (from, to) => {
    expect([quoteWord(from, false), quoteWord(from, true)]).toEqual([to, to]);
  });

  test('takes dollars apart only for a host that substitutes variables', () => {
    expect(quoteWord(`echo $HOME $ \${A} $(x)`, false)).toBe(`'echo $HOME $ \${A} $(x)'`);
    expect(quoteWord(`echo $HOME $ \${A} $(x)`, true)).toBe(`'echo $''HOME $ $''{A} $(x)'`);
  });

  test('throws an error for a NUL character', () => {
    expect(() => quoteWord('a\0b', true)).toThrow(AnyhookError);
  });
});

describe('splitWords', () => {
  property('splitWords undoes quote', {
    corpus: 'words',
    inputs: fc.tuple(fc.array(text), fc.boolean()),
    holds: ([all, substitutes]) =>
      expect(splitWords(all.map((one) => quoteWord(one, substitutes)).join(' '))).toEqual(all),
    runs: 100,
    longRuns: 2000,
  });

  test.each([
    ['a "b c" d\\ e \'f\'"g"h', ['a', 'b c', 'd e', 'fgh']],
    ['"\t é😀~}_^]Z%#! \r"', ['\t é😀~}_^]Z%#! \r']],
    ['"\\" \\\\ \\$ \\` \\n"', ['" \\ $ ` \\n']],
    [`'A=1' x`, ['A=1', 'x']],
    ['x A=1 if !', ['x', 'A=1', 'if', '!']],
    ['  x\t ', ['x']],
    ['', []],
  ])('splits %s into its words', (from, to) => expect(splitWords(from)).toEqual(to));

  test.each([
    ...['a; b', 'a | b', 'a || b', 'a && b', 'a &', '(a)', 'a < b', 'a > b', 'a 2>&1', 'a\nb'],
    ...['a $B', `a "\${B}"`, 'a "$(b)"', 'a $(b)', 'a `b`', 'a "`b`"', "a $'b'", 'a $1', 'a $'],
    ...['a *', 'a b?', 'a [b]', '~/a', 'a ~', 'a {b,c}', 'a # b', 'A=1 a', 'A+=1 a', 'A=1'],
    ...["a 'b", 'a "b', 'a \\', 'a \\\nb', 'a \0', 'a \\\0', "a '\0'", 'a "\0"'],
    ...['if a', '! a', 'time a', '} a', 'a "\\\x01\\$b"', 'a "\x7f"'],
  ])('gives nothing for %j, which is more than words', (from) =>
    expect(splitWords(from)).toBeUndefined());
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
  ])('finds the script that %s starts directly', (line, path) =>
    expect(scriptOf(line)).toMatchObject({ path, isDirect: true }));

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
  ])('finds the script that %s gives to an interpreter', (line, path) =>
    expect(scriptOf(line)).toMatchObject({ path, isDirect: false }));

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
  ])('finds no script in "%s"', (line) => expect(scriptOf(line)).toBeUndefined());
});

describe('a converted line', () => {
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

  property('a converted line is read as it was written', {
    corpus: 'words',
    inputs: parts,
    holds: ({ said, ...rest }) => {
      const ending = said === undefined ? {} : { ending: said };
      const expected = parseFlags(rest.flags).flags;
      if (rest.command !== undefined) expected.command = [rest.command];
      expect(parseShimLines(writeShimLine({ ...rest, ...ending }))[0]).toEqual({
        launcher: rest.launcher,
        host: 'gemini',
        speaks: expected.as,
        flags: expected,
        hasPlainEnding: expect.any(Boolean),
      });
    },
    runs: 100,
    longRuns: 2000,
  });

  const line = {
    launcher: 'node .anyhook/run.cjs',
    flags: ['--host', 'gemini', '--as', 'cursor', '--timeout', formatDuration(10_000)],
    command: '.cursor/hooks/guard.sh --strict',
    substitutes: true,
  };

  test('has the form that people see in their settings', () => {
    const start =
      "node .anyhook/run.cjs run --host gemini --as cursor --timeout 10s -- '.cursor/hooks/guard.sh --strict'";
    expect(writeShimLine(line)).toBe(start);
    const clear =
      `HOOK_NODE_OPTIONS="\${NODE_OPTIONS#}" HOOK_OPENSSL_CONF="\${OPENSSL_CONF#}" ` +
      'NODE_OPTIONS= OPENSSL_CONF= NODE_COMPILE_CACHE= NODE_CHANNEL_FD=';
    const whole = `${clear} ${start}`;
    const proving = whole.replace(' run ', ' run --proof 2 ');
    expect(writeShimLine({ ...line, ending: { decision: 'deny' } })).toBe(
      `${whole} || echo '{"decision":"deny"}'`,
    );
    expect(writeShimLine({ ...line, ending: null })).toBe(`{ ${whole}; } 2>/dev/null || true`);
    expect(writeShimLine({ ...line, ending: 'refuse' })).toBe(
      `${proving} && false || [ $? = 9 ] || exit 2`,
    );
    expect(writeShimLine({ ...line, ending: 'refuse aloud' })).toBe(
      `${proving} && false || [ $? = 9 ] || { echo anyhook failed>&2;exit 2;}`,
    );
  });

  const refusal = {
    decision: 'deny',
    reason: 'anyhook: this hook gave no answer. Run npx anyhook sync.',
  };

  test('hands a refusal in JSON to its loader, which may know more', () => {
    const start = '--host gemini --as cursor --timeout 10s --';
    const command = "'.cursor/hooks/guard.sh --strict'";
    const said = writeShimLine({ ...line, launcher: '/bin/sh .anyhook/sh', ending: refusal });
    expect(said).toBe(
      `set -- '${JSON.stringify(refusal)}'; /bin/sh .anyhook/sh --refusal "$1" ${start} ${command} && false || [ $? = 9 ] || echo "$1"`,
    );
    for (const other of [
      said.replace('echo "$1"', 'echo "$2"'),
      said.replace('--refusal "$1" ', ''),
      said.replace('anyhook: ', ''),
    ])
      expect(parseShimLines(other)[0]?.hasPlainEnding).not.toBe(true);
  });

  test('with a loader says no more than flags, the command and the ending', () => {
    const parts = { ...line, launcher: '/bin/sh .anyhook/sh' };
    const flags = "--host gemini --as cursor --timeout 10s -- '.cursor/hooks/guard.sh --strict'";
    expect(writeShimLine({ ...parts, ending: 'refuse aloud' })).toBe(
      `/bin/sh .anyhook/sh ${flags} && false || [ $? = 9 ] || { echo npx anyhook sync>&2;exit 2;}`,
    );
    for (const launcher of [
      '/bin/sh .anyhook/sh',
      '/bin/sh "$CLAUDE_PROJECT_DIR"/.anyhook/sh',
      "/bin/sh '/home/a b/.anyhook/sh'",
      outermostLoader,
    ]) {
      for (const ending of ['refuse', 'refuse aloud', {}, refusal, null] as const) {
        const said = writeShimLine({ ...line, launcher, ending });
        expect(parseShimLines(said)[0]).toMatchObject({
          launcher,
          host: 'gemini',
          speaks: 'cursor',
        });
        expect(parseShimLines(said)[0]?.hasPlainEnding).toBe(true);
        expect(parseShimLines(`${said} && x`)[0]).toBeUndefined();
      }
    }
  });

  test('of the first version, which clears no variables, is still recognized', () => {
    for (const line of [
      `node run.cjs run --host gemini --as cursor -- 'a b' || echo '{}'`,
      `{ node run.cjs run --host gemini --as cursor -- 'a b'; } 2>/dev/null || true`,
    ]) {
      expect(parseShimLines(line)[0]).toMatchObject({ launcher: 'node run.cjs', host: 'gemini' });
    }
  });

  const good = `node run.cjs run --host gemini --as cursor -- 'a b' || echo '{}'`;
  test('with an edit that changes no word is still recognized', () => {
    expect(parseShimLines(good)[0]).toBeDefined();
    expect(parseShimLines(good.replace('--host gemini', '--host  "gemini"'))[0]).toEqual(
      parseShimLines(good)[0],
    );
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
    ['a negation of its status', `! ${good}`],
    ['a change of folder before it', `cd x && ${good}`],
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
  ])('that has %s is not recognized', (_, line) => {
    expect(line).not.toBe(good);
    expect(parseShimLines(line)[0]).toBeUndefined();
  });
});

describe('formatDuration', () => {
  test.each([
    [0, '0s'],
    [10_000, '10s'],
    [1500, '1500ms'],
    [90_000, '90s'],
    [0.1, '0.1ms'],
    [1e-7, '0.0000001ms'],
    [1e21, `1${'0'.repeat(18)}s`],
  ])('writes %d ms as %s', (ms, to) => expect(formatDuration(ms)).toBe(to));

  const positive = { min: 0, noNaN: true, noDefaultInfinity: true };
  const any = fc.oneof(
    fc.double(positive),
    fc.double({ ...positive, max: 1e7 }),
    fc.nat(),
    fc.maxSafeNat(),
    fc.maxSafeNat().map((n) => n * 1000),
  );
  property('any duration is written so that it is read back exactly', {
    corpus: 'words',
    inputs: any,
    holds: (ms) => expect(parseDuration(formatDuration(ms))).toBe(ms),
    runs: 300,
    longRuns: 5000,
  });
});

describe('the path of a Windows script', () => {
  test.each([
    ['powershell -File .cursor\\hooks\\guard.ps1', '.cursor/hooks/guard.ps1'],
    ['pwsh.exe -NoProfile -File "C:\\my tools\\guard.ps1" -Strict', 'C:/my tools/guard.ps1'],
    ["& 'C:\\tools\\node.exe' hooks\\a.mjs", 'hooks/a.mjs'],
    ['.cursor\\hooks\\guard.cmd --strict', '.cursor/hooks/guard.cmd'],
    ['node %USERPROFILE%\\hooks\\a.js', '%USERPROFILE%/hooks/a.js'],
  ])('is found in %s', (line, path) => {
    expect(scriptOf(line)).toMatchObject({ path, isWindowsPath: true });
  });

  test.each([
    ["node hooks/x.mjs '\\d+'", 'hooks/x.mjs'],
    ['bash my\\ hooks/x.sh', 'my hooks/x.sh'],
    ["node it\\'s.mjs", "it's.mjs"],
  ])('is not seen in %s', (line, path) => {
    expect(scriptOf(line)).toMatchObject({ path, isDirect: false });
  });
});
