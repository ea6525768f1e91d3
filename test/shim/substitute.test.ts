import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gemini } from '../../src/adapters/gemini/index.ts';
import type { AnyhookError } from '../../src/errors.ts';
import { substituted } from '../../src/shim/substitute.ts';
import { grows } from '../growth/growth.ts';
import { expanded, loaded } from '../oracles/gemini-line.ts';
import { pinned, realGemini } from '../oracles/real-gemini.ts';
import { often } from '../sampled.ts';
import { shell, speaks } from './payloads.ts';
import { folder, json, run } from './run.ts';

const dir = folder('lines');
const real = realGemini(pinned);

const names = [
  'GEMINI_PROJECT_DIR',
  ...['GEMINI_CWD', 'GEMINI_PLANS_DIR', 'GEMINI_SESSION_ID', 'CLAUDE_PROJECT_DIR'],
];
/** What a person's shell, or a project's `.env`, may set. */
const values: Record<string, string> = {
  HOME: '/home/me',
  ODD: `/home/it's me`,
  BOTH: `a "b" 'c'`,
  WHOLE: `printf '%s.' whole "li ne" || exit 3`,
  EMPTY: '',
  'A-B': 'dashed',
  '1': 'one',
  LINES: 'printf a\nprintf b',
};
const folders = [
  '/plain/proj',
  '/with space/p',
  "/it's/p",
  '/a"b/p',
  '/a\\b/p',
  '/$HOME;x/p',
  '/*/[p]',
  '/$GEMINI_CWD/p',
  '/tab\tp',
  '/!x/{a,b}/~/#p',
];
const variables = [...names, ...Object.keys(values), 'NOPE', 'GEMINI_CWDx', 'HOMEx', 'toString'];
const reference = fc
  .tuple(
    fc.constantFrom(...variables),
    fc.constantFrom(
      (name: string) => `$${name}`,
      (name: string) => `\${${name}}`,
      (name: string) => `\${${name}:-or else}`,
      (name: string) => `\${${name}#}`,
      (name: string) => `\\$${name}`,
    ),
  )
  .map(([name, spell]) => spell(name));
const text = fc.constantFrom(
  ...['a', ' ', '/x', 'b c', '\n', '\\', '$', '$$', '${', '}', '#', ' # it', ';', '|| true', '-x'],
);
const piece = fc.oneof({ weight: 2, arbitrary: reference }, { weight: 1, arbitrary: text });
const pieces = (most: number) => fc.array(piece, { maxLength: most }).map((all) => all.join(''));
const frame = fc
  .tuple(
    fc.constantFrom(
      (one: string) => one,
      (one: string) => `"${one}"`,
      (one: string) => `'${one}'`,
      (one: string) => `$'${one}'`,
      (one: string) => `$(printf %s ${one})`,
      (one: string) => `"$(printf %s '${one}')"`,
      (one: string) => `\`printf %s ${one}\``,
      (one: string) => ` # ${one}\n`,
      (one: string) => ` <<E\n${one}\nE\n`,
      (one: string) => ` <<'E'\n${one}\nE\n`,
      (one: string) => `$(printf %s ")" ${one})`,
    ),
    pieces(4),
  )
  .map(([around, inside]) => around(inside));
const line = fc.array(frame, { minLength: 1, maxLength: 4 }).map((all) => all.join(' '));

/** What a shell could run, or be put out by. */
const live = /["'`$\\;|&<>()\n]/;

/** Natively, and here; undefined: refused. */
function both(one: string, cwd: string): [string, string | undefined] {
  const native = expanded(loaded(one, values), cwd, '/plans', 'id 1');
  const hook = {
    GEMINI_PROJECT_DIR: cwd,
    GEMINI_CWD: cwd,
    GEMINI_PLANS_DIR: '/plans',
    GEMINI_SESSION_ID: 'id 1',
    CLAUDE_PROJECT_DIR: cwd,
  };
  try {
    return [native, substituted(one, gemini.runtime, values, hook)];
  } catch (error) {
    expect((error as AnyhookError).code).toBe('line');
    return [native, undefined];
  }
}

describe('a line of Gemini CLI is what its client makes of it', () => {
  test('character by character, or refused for a value that a shell could run', async () => {
    const client = real.installed ? await real.expands() : undefined;
    let refused = 0;
    let all = 0;
    const law = fc.property(line, fc.constantFrom(...folders), (one, cwd) => {
      const [native, here] = both(one, cwd);
      all++;
      if (client) expect(client(loaded(one, values), cwd, 'id 1')).toBe(native);
      if (here !== undefined) expect(here).toBe(native);
      if (here !== undefined) return;
      refused++;
      expect([...Object.values(values), cwd].some((value) => live.test(value))).toBe(true);
    });
    fc.assert(law, { numRuns: often(20_000, 4000) });
    expect(refused / all).toBeLessThan(0.5);
  });

  test('never refused where no value is more than words', () => {
    const tame = { HOME: '/home/me', 'A-B': 'dashed' };
    const law = fc.property(line, (one) => {
      const hook = Object.fromEntries(names.map((name) => [name, '/plain/proj']));
      const native = expanded(loaded(one, tame), '/plain/proj', '/plain/proj', '/plain/proj');
      expect(substituted(one, gemini.runtime, tame, hook)).toBe(native);
    });
    fc.assert(law, { numRuns: 2000 });
  });

  test.each([
    ['an apostrophe in a comment', `printf %s $GEMINI_CWD # it's here`, '/with space/p'],
    ['one in a heredoc', `cat <<E\nit's $GEMINI_CWD\nE`, '/plain/proj'],
    ['quotes in a substitution', `printf %s "$(printf %s '$GEMINI_CWD/x')"`, '/plain/proj'],
    ['an ANSI string', `printf %s $'it\\'s' $GEMINI_CWD`, '/with space/p'],
    ['an escaped reference', 'printf %s \\$HOME', '/plain/proj'],
    ['a whole line', '$WHOLE', '/plain/proj'],
    ['quotes around a path with a space', `printf %s "$GEMINI_CWD/x"`, '/with space/p'],
  ])('%s', (_, one, cwd) => {
    const [native, here] = both(one, cwd);
    expect(here).toBe(native);
  });

  test.each([
    ['a folder inside quotes', `printf %s "$GEMINI_CWD/x"`, '/a"$(touch pwned)/p'],
    ['a value that ends its quotes', `printf %s '$BOTH'`, '/plain'],
    ['a value in a comment, of two lines', `true # $LINES`, '/plain'],
  ])('refused: %s', (_, one, cwd) => expect(both(one, cwd)[1]).toBeUndefined());

  test('a reference without an end costs no more than its length', () => {
    for (const [one, most] of [
      ['${a:-', 200_000],
      ['$GEMINI_CWD', 50_000],
    ] as const) {
      const work = (text: string) => substituted(text, gemini.runtime, {}, { GEMINI_CWD: '/a b' });
      expect(grows((count) => one.repeat(count), work, most)).toBeUndefined();
    }
  });
});

test('nothing of a folder’s name is ever run', () => {
  const at = join(dir, 'run');
  mkdirSync(at);
  const evil = [
    '/a"$(touch pwned)"b',
    "/a'$(touch pwned)'b",
    '/a`touch pwned`b',
    '/a;touch pwned;b',
    "/it's; touch pwned; 'b",
    '/a\ntouch pwned\nb',
    '/a b$(touch pwned)',
    '/\\";touch pwned;"',
  ];
  let ran = 0;
  const law = fc.property(line, fc.constantFrom(...evil), (one, cwd) => {
    const hook = Object.fromEntries(names.map((name) => [name, cwd]));
    let here: string;
    try {
      here = substituted(one, gemini.runtime, { HOME: '/home/me' }, hook);
    } catch {
      return;
    }
    ran++;
    const env = { PATH: process.env.PATH, ...hook };
    spawnSync('bash', ['-c', here], { cwd: at, env, stdio: 'ignore', timeout: 5000 });
    expect(existsSync(join(at, 'pwned')), here).toBe(false);
  });
  fc.assert(law, { numRuns: often(2000, 200) });
  expect(ran).toBeGreaterThan(20);
});

describe.runIf(real.installed)('through the real runner and through ours', () => {
  const lines = [
    `printf '<%s>' $GEMINI_PROJECT_DIR "$GEMINI_CWD" '$GEMINI_CWD' >&2; exit 2`,
    `printf '<%s>' "\${GEMINI_PROJECT_DIR}" \${GEMINI_CWD:-none} >&2; exit 2 # it's`,
    `exec >&2; $WHOLE; exit 2`,
    `cat >&2 <<E\nit's $CLAUDE_PROJECT_DIR\nE\nexit 2`,
    `printf '<%s>' "$(echo '$GEMINI_PROJECT_DIR/x')" >&2; exit 2`,
    `printf '<%s>' $'it\\'s' \\$HOME '$HOME' >&2; exit 2`,
  ];
  test.each(lines)('%j', async (one) => {
    for (const name of ['plain', 'with space', "it's"]) {
      const cwd = join(dir, name);
      mkdirSync(cwd, { recursive: true });
      const env = { WHOLE: values.WHOLE as string, HOME: '/home/me' };
      const stdin = { ...shell('gemini', 'x', cwd), session_id: 'id-1' };
      const native = await real.runs(loaded(one, { ...process.env, ...env }), stdin, env);
      for (const host of ['gemini', 'tabnine', 'cursor'] as const) {
        const payload = host === 'gemini' ? stdin : shell(host, 'x', cwd);
        const args = ['--host', host, ...speaks('gemini'), '--', one];
        const said = await run(args, { stdin: payload, env, cwd });
        const reason = (text: string) => String(json(text).reason ?? json(text).user_message);
        const told = host === 'gemini' ? said.stderr : reason(said.stdout);
        if (told.includes('would be run where it stands')) continue;
        const own = host === 'gemini' ? native.stderr : native.stderr.trim();
        expect(told.trim(), host).toBe(own.trim());
        if (host === 'gemini') expect(said.code).toBe(native.exitCode);
      }
    }
  });
});
