// Lines with several hooks, `--hook COMMAND` for each: what the flags of each hook are, and what is a mistake.
import { describe, expect, test } from 'vitest';
import { type Flags, parseFlags } from '../../src/canonical/flags.ts';
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
      const { hooks, hookProblems } = parseFlags([...shared, '--hook', command, '--hook', 'last']);
      const problem = hookProblems?.get(hooks[0] as Flags);
      if (!command.trim()) expect(problem?.message).toMatch(/--hook needs a value/);
      else expect(problem).toBeUndefined();
      expect(hooks.map((hook) => hook.command)).toEqual([[command], ['last']]);
    }
  });

  test.each([
    ['an unknown flag', ['--hook', 'a', '--strict', '--hook', 'b'], 0, /unknown flag --strict/],
    ['a slip', ['--hook', 'a', '--hook', 'b', '--nam', 'x'], 1, /did you mean --name\?/],
    ['a word that is no flag', ['--hook', 'a', 'b', '--hook', 'c'], 0, /b is no flag/],
    ['a wrong value', ['--hook', 'a', '--timeout', '5', '--hook', 'b'], 0, /--timeout 5/],
    ['a flag without value', ['--hook', 'a', '--name', '--hook', 'b'], 0, /--name needs a value/],
    ['no command at its end', ['--hook', 'a', '--hook'], 1, /--hook needs a value/],
    ['an empty command', ['--hook', '', '--hook', 'b'], 0, /--hook needs a value/],
    ['an empty command after =', ['--hook=', '--hook', 'b'], 0, /--hook needs a value/],
    ['a flag in place of a command', ['--hook', '--name', 'x', '--hook', 'b'], 0, /--hook needs a/],
    ['another --hook in place of a command', ['--hook', '--hook', 'b'], 0, /--hook needs a value/],
    ['a command after --', ['--hook', 'a', '--hook', 'b', '--', 'c'], 1, /exclude each other/],
    ['nothing after --', ['--hook', 'a', '--hook', 'b', '--'], 1, /there is no command after --/],
    ['an address', ['--hook', 'a', '--url', 'http://127.0.0.1/', '--hook', 'b'], 0, /--url and a/],
  ])('has a mistake of one hook where this has %s', (_, words, at, why) => {
    const { hooks, hookProblems, problem } = parseFlags([...shared, ...words]);
    expect(problem).toBeUndefined();
    expect(hooks).toHaveLength(2);
    expect([...(hookProblems ?? [])]).toEqual([
      [hooks[at], expect.objectContaining({ code: 'usage', message: expect.stringMatching(why) })],
    ]);
  });

  test.each([
    ['a slip in --hook', ['--hok', 'a'], /did you mean --hook\?/],
    ['a wrong word in front', ['--nam', 'x', '--hook', 'a', '--hook', 'b'], /unknown flag --nam/],
    ['one hook and a command after --', ['--hook', 'a', '--', 'c'], /exclude each other/],
    ['an address', ['--url', 'http://127.0.0.1/', '--hook', 'a', '--hook', 'b'], /--url and a/],
    ['a module', ['--module', 'a.cjs', '--hook', 'a', '--hook', 'b'], /--module and a command/],
    ['one mistake at all hooks', ['--hook', 'a', '--x', '--hook', 'b', '--x'], /unknown flag --x/],
    [
      'an answer that nobody waits for',
      ['--answer', 'later', '--hook', 'a', '--hook', 'b'],
      /late/,
    ],
  ])('is refused as a whole with %s', (_, words, why) => {
    const { hooks, problem } = parseFlags([...shared, ...words]);
    expect(problem).toMatchObject({ code: 'usage', message: expect.stringMatching(why) });
    expect(hooks.length).toBeGreaterThan(0);
  });

  test('has a mistake of one of its hooks that has no dialect', () => {
    const { hooks, hookProblems, problem } = parseFlags(
      '--hook a --as claude --hook b --hook c --as cursor'.split(' '),
    );
    expect(problem).toBeUndefined();
    expect([...(hookProblems ?? [])]).toEqual([
      [hooks[1], expect.objectContaining({ message: expect.stringMatching(/--as is missing/) })],
    ]);
  });

  test('may say --hook as the value of a flag', () => {
    for (const rest of [[], ['--timeout', '5s'], ['--hook', 'b']]) {
      const { hooks, ...found } = parseFlags([
        ...shared,
        '--hook',
        'a',
        '--name',
        '--hook',
        ...rest,
      ]);
      expect(found.problem ?? found.hookProblems).toBeUndefined();
      expect(hooks[0]?.name).toBe('--hook');
    }
  });

  const values: Record<string, string> = { '--answer': 'heard', '--exit': '0', '--proof': '2' };
  const ofLine = options.flatMap(({ flag, isOfLine }) => (flag && isOfLine ? [flag] : []));
  test.each(ofLine)('has %s before its first hook only', (flag) => {
    const words = [...shared, '--hook', 'a', '--hook', 'b', flag, values[flag] ?? 'x'];
    const { hooks, hookProblems } = parseFlags(words);
    expect(hookProblems?.get(hooks[1] as Flags)?.message).toBe(
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
