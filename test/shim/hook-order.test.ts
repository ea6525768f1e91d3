// The order of the hooks of one line, and how long they may take together.
import { describe, expect, test } from 'vitest';
import { adapters } from '../../src/adapters/index.ts';
import { parseFlags } from '../../src/canonical/flags.ts';
import { lineTimeOf, listLineHooks, orderHooks } from '../../src/shim/hook-order.ts';

const parse = (...words: string[]) => parseFlags(['--host', 'gemini', ...words]);
const line = (...words: string[]) => parse(...words).hooks;
const orderedUnder = (host: keyof typeof adapters, ...words: string[]) =>
  orderHooks(listLineHooks(parse(...words), adapters[host]), adapters[host]).groups.map((steps) =>
    steps.map((step) => step.map(({ flags }) => flags.command[0])),
  );
const ordered = (...words: string[]) => orderedUnder('gemini', ...words);

describe('The hooks of one line', () => {
  test.each([
    ['at the same time', ['--as', 'claude'], [[['a', 'b', 'c']]]],
    ['one after another, as their agent does', ['--as', 'copilot'], [[['a'], ['b'], ['c']]]],
    [
      'one after another, as the line says',
      ['--as', 'gemini', '--in-turn', 'true'],
      [[['a'], ['b'], ['c']]],
    ],
    [
      'at the same time, as the line says',
      ['--as', 'gemini', '--in-turn', 'false'],
      [[['a', 'b', 'c']]],
    ],
  ])('run %s', (_, words, expected) => {
    expect(ordered(...words, '--hook', 'a', '--hook', 'b', '--hook', 'c')).toEqual(expected);
  });

  test('run one after another if one of them says so', () => {
    const words = ['--as', 'gemini', '--hook', 'a', '--hook', 'b', '--in-turn', 'true'];
    expect(ordered(...words)).toEqual([[['a'], ['b']]]);
  });

  test('of two dialects run beside each other, and of two stages in their order', () => {
    expect(
      ordered(
        ...['--as', 'cursor', '--event', 'beforeShellExecution', '--hook', 'a'],
        ...['--hook', 'b', '--as', 'claude', '--event', 'PreToolUse'],
        ...['--hook', 'c', '--event', 'preToolUse', '--hook', 'd'],
      ),
    ).toEqual([[['c'], ['a', 'd']], [['b']]]);
  });

  test('of several dialects keep the order of the line where they run one after another', () => {
    const words = [
      ...['--as', 'claude', '--hook', 'a', '--hook', 'b', '--as', 'cursor'],
      ...['--hook', 'c', '--hook', 'd'],
    ];
    expect(ordered(...words)).toEqual([[['a', 'c', 'd']], [['b']]]);
    expect(orderedUnder('copilot', ...words)).toEqual([[['a']], [['b']], [['c', 'd']]]);
    const inTurn = ['--as', 'gemini', '--hook', 'e', '--in-turn', 'true', ...words];
    expect(ordered(...inTurn)).toEqual([[['e']], [['a']], [['b']], [['c', 'd']]]);
    const hooks = line(...inTurn, '--timeout', '2s');
    for (const one of hooks) one.timeout = 2000;
    expect(lineTimeOf(hooks, adapters.gemini)).toBe(8000);
  });

  const three = ['--hook', 'a', '--timeout', '9s', '--hook', 'b', '--timeout', '4s', '--hook', 'c'];
  const timeOf = (host: keyof typeof adapters, ...words: string[]) =>
    lineTimeOf(line(...words, ...three, '--timeout', '1s'), adapters[host]);

  test('take as long as the slowest of those that run together, and the sum of those in turn', () => {
    expect(timeOf('gemini', '--as', 'claude')).toBe(9000);
    expect(timeOf('gemini', '--as', 'copilot')).toBe(14_000);
    const mixed = line(
      '--as',
      'claude',
      ...three,
      '--timeout',
      '1s',
      '--hook',
      'd',
      '--as',
      'cursor',
      '--timeout',
      '20s',
    );
    expect(lineTimeOf(mixed, adapters.gemini)).toBe(20_000);
    expect(lineTimeOf(mixed, adapters.copilot)).toBe(29_000);
  });

  test('without a limit of their own take the usual time of a run', () => {
    const [, ...rest] = ['', '--as', 'claude', '--hook', 'a', '--hook', 'b', '--timeout', '1s'];
    // The shorter limit of the two agents is Gemini CLI's, of which five seconds are kept for our own work.
    expect(lineTimeOf(line(...rest), adapters.gemini)).toBe(55_000);
  });
});
