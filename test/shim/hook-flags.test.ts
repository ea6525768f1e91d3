// Lines with several hooks, `--hook COMMAND` for each: what the flags of each hook are, and what is a mistake.
import { describe, expect, test } from 'vitest';
import { parseFlags } from '../../src/canonical/flags.ts';
import { options } from '../../src/canonical/option.ts';

const shared = ['--host', 'gemini', '--as', 'claude', '--event', 'PreToolUse'];

describe('A line with several hooks', () => {
  test('gives each hook the flags of the line, and its own in their place', () => {
    const { flags, hooks, problem } = parseFlags([
      ...[...shared, '--matcher', 'Bash', '--timeout', '30s', '--env', 'A=1', '--env', 'B=1'],
      ...['--hook', 'guard.sh --strict', '--name', 'rm', '--timeout', '5s', '--env', 'B=2'],
      ...['--hook=secrets.sh', '--as', 'cursor', '--event', 'preToolUse', '--on-failure=block'],
    ]);
    expect(problem).toBeUndefined();
    expect(flags).toMatchObject({ host: 'gemini', command: [], timeout: 30_000 });
    expect(flags.name).toBeUndefined();
    expect(hooks).toMatchObject([
      { command: ['guard.sh --strict'], name: 'rm', timeout: 5000, env: { A: '1', B: '2' } },
      { command: ['secrets.sh'], as: 'cursor', event: 'preToolUse', env: { A: '1', B: '1' } },
    ]);
    expect(hooks.map((hook) => [hook.host, hook.matcher, hook.onFailure])).toEqual([
      ['gemini', 'Bash', 'native'],
      ['gemini', 'Bash', 'block'],
    ]);
    expect(hooks[1]?.name).toBeUndefined();
    expect(hooks[1]?.timeout).toBe(30_000);
  });

  test('may have two hooks with one command', () => {
    const { hooks, problem } = parseFlags([...shared, '--hook', 'a', '--hook', 'a']);
    expect(problem).toBeUndefined();
    expect(hooks.map(({ command }) => command)).toEqual([['a'], ['a']]);
  });

  test('with one `--hook` is a line with the command after `--`', () => {
    const one = parseFlags([...shared, '--hook', 'guard.sh', '--name', 'rm']);
    const usual = parseFlags([...shared, '--name', 'rm', '--', 'guard.sh']);
    expect(one).toEqual(usual);
    expect(one.hooks).toEqual([one.flags]);
    expect(usual.hooks[0]).toBe(usual.flags);
  });

  test('takes the words of a command as they are, whatever they look like', () => {
    const odd = [
      '-- x',
      '--hooked',
      '--name=x',
      "it's $(exit 1)",
      '\n',
      'a\nb',
      '-',
      '{}',
      '\ud800',
    ];
    for (const command of odd) {
      const { hooks, problem } = parseFlags([...shared, '--hook', command, '--hook', 'last']);
      if (!command.trim()) expect(problem?.message).toMatch(/--hook needs a value/);
      else expect(problem).toBeUndefined();
      expect(hooks.map((hook) => hook.command)).toEqual([[command], ['last']]);
    }
  });

  test.each([
    ['an unknown flag', ['--hook', 'a', '--strict', '--hook', 'b'], /unknown flag --strict/],
    ['a flag with a slip', ['--hook', 'a', '--nam', 'x', '--hook', 'b'], /did you mean --name\?/],
    ['a slip in --hook', ['--hok', 'a'], /did you mean --hook\?/],
    ['a word that is no flag', ['--hook', 'a', 'b', '--hook', 'c'], /b is no flag/],
    ['a wrong value of one hook', ['--hook', 'a', '--timeout', '5', '--hook', 'b'], /--timeout 5/],
    ['no command at its end', ['--hook', 'a', '--hook'], /--hook needs a value/],
    ['an empty command', ['--hook', '', '--hook', 'b'], /--hook needs a value/],
    ['an empty command after =', ['--hook=', '--hook', 'b'], /--hook needs a value/],
    ['a flag in place of a command', ['--hook', '--name', 'x', '--hook', 'b'], /--hook needs a/],
    ['another --hook in place of a command', ['--hook', '--hook', 'b'], /--hook needs a value/],
    ['a command after --', ['--hook', 'a', '--hook', 'b', '--', 'c'], /exclude each other/],
    ['one hook and a command after --', ['--hook', 'a', '--', 'c'], /exclude each other/],
    ['nothing after --', ['--hook', 'a', '--hook', 'b', '--'], /there is no command after --/],
    ['an address', ['--url', 'http://127.0.0.1/', '--hook', 'a', '--hook', 'b'], /--url and a/],
    ['a module', ['--module', 'a.cjs', '--hook', 'a', '--hook', 'b'], /--module and a command/],
  ])('is refused with %s', (_, words, why) => {
    const { hooks, problem } = parseFlags([...shared, ...words]);
    expect(problem).toMatchObject({ code: 'usage', message: expect.stringMatching(why) });
    expect(hooks.length).toBeGreaterThan(0);
  });

  test('is refused if one of its hooks has no dialect', () => {
    const words = ['--hook', 'a', '--as', 'claude', '--hook', 'b'];
    expect(parseFlags(words).problem?.message).toMatch(/--as is missing/);
  });

  const values: Record<string, string> = { '--answer': 'heard', '--exit': '0', '--proof': '2' };
  const ofLine = options.flatMap(({ flag, isOfLine }) => (flag && isOfLine ? [flag] : []));
  test.each(ofLine)('has %s before its first hook only', (flag) => {
    const words = [...shared, '--hook', 'a', '--hook', 'b', flag, values[flag] ?? 'x'];
    expect(parseFlags(words).problem?.message).toBe(
      `${flag} is for all hooks of the line: it comes before the first --hook`,
    );
  });

  test('lets what belongs to one hook stand in both places', () => {
    const both = options.flatMap(({ flag, isOfLine }) => (flag && !isOfLine ? [flag] : []));
    expect(both).toEqual(
      expect.arrayContaining([
        ...['--as', '--event', '--matcher', '--if', '--timeout', '--on-failure', '--name', '--cwd'],
        ...['--env', '--guard', '--wordings', '--halt', '--loop-limit', '--log', '--values'],
      ]),
    );
  });
});
