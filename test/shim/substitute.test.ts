// A line of Gemini CLI's settings is made here into what its client makes of it.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gemini } from '../../src/adapters/gemini/index.ts';
import type { AnyhookError } from '../../src/errors.ts';
import { substituteVariables } from '../../src/shim/substitute.ts';
import { expanded, loaded } from '../oracles/gemini-line.ts';
import { property } from '../property.ts';
import { line, lineInFolder, names, values } from './gemini-lines.ts';

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
    return [native, substituteVariables(one, gemini.runtime, values, hook)];
  } catch (error) {
    expect((error as AnyhookError).code).toBe('line');
    return [native, undefined];
  }
}

property(
  'A line becomes what the client makes of it, or is refused for a value a shell could run',
  {
    corpus: 'gemini-line',
    inputs: lineInFolder,
    runs: 4000,
    longRuns: 10_000,
    holds([one, cwd]) {
      const [native, here] = both(one, cwd);
      if (here !== undefined) expect(here).toBe(native);
      else expect([...Object.values(values), cwd].some((value) => live.test(value))).toBe(true);
    },
  },
);

test('Fewer than half of the generated lines are refused', () => {
  const all = fc.sample(lineInFolder, 1000);
  const refused = all.filter(([one, cwd]) => both(one, cwd)[1] === undefined);
  expect(refused.length).toBeLessThan(all.length / 2);
});

property('A line is never refused where every value is a plain path or word', {
  corpus: 'gemini-line-plain',
  inputs: line,
  runs: 2000,
  holds(one) {
    const tame = { HOME: '/home/me', 'A-B': 'dashed' };
    const hook = Object.fromEntries(names.map((name) => [name, '/plain/proj']));
    const native = expanded(loaded(one, tame), '/plain/proj', '/plain/proj', '/plain/proj');
    expect(substituteVariables(one, gemini.runtime, tame, hook)).toBe(native);
  },
});

describe('A line becomes what Gemini CLI makes of it', () => {
  test.each([
    ['an apostrophe in a comment', `printf %s $GEMINI_CWD # it's here`, '/with space/p'],
    ['an apostrophe in a here-document', `cat <<E\nit's $GEMINI_CWD\nE`, '/plain/proj'],
    ['quotes in a substitution', `printf %s "$(printf %s '$GEMINI_CWD/x')"`, '/plain/proj'],
    ['an ANSI string', `printf %s $'it\\'s' $GEMINI_CWD`, '/with space/p'],
    ['an escaped reference', 'printf %s \\$HOME', '/plain/proj'],
    ['a whole line in a variable', '$WHOLE', '/plain/proj'],
    ['quotes around a path with a space', `printf %s "$GEMINI_CWD/x"`, '/with space/p'],
  ])('with %s', (_, one, cwd) => {
    const [native, here] = both(one, cwd);
    expect(here).toBe(native);
  });
});

describe('A line is refused', () => {
  test.each([
    ['a folder inside quotes', `printf %s "$GEMINI_CWD/x"`, '/a"$(touch pwned)/p'],
    ['a value that ends its quotes', `printf %s '$BOTH'`, '/plain'],
    ['a value of two lines in a comment', `true # $LINES`, '/plain'],
  ])('with %s', (_, one, cwd) => expect(both(one, cwd)[1]).toBeUndefined());

  test.each([
    ['a backtick in double quotes', 'printf %s "$VALUE"', 'a`id`'],
    ['a command substitution in double quotes', 'printf %s "$VALUE"', 'a$(id)'],
    ['a backslash at the end of double quotes', 'printf %s "$VALUE"', 'a\\'],
    ['an apostrophe in an ANSI string', `printf %s $'$VALUE'`, `a'b`],
    ['a semicolon in a here-document', 'cat <<E\n$VALUE\nE', 'a;b'],
  ])('with a variable of the environment that has %s', (_, one, value) => {
    const refused = expect.objectContaining({ code: 'line' });
    expect(() => substituteVariables(one, gemini.runtime, { VALUE: value }, {})).toThrow(refused);
  });
});
