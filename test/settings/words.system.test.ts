import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeShimLine } from '../../src/settings/command-line/shim-line.ts';
import { splitWords } from '../../src/util/shell/line.ts';
import { quoteWord } from '../../src/util/shell/quote.ts';
import { property } from '../property.ts';
import {
  describeSubstitution,
  endedLine,
  expanded,
  lines,
  loaded,
  project,
  runScript,
  shells,
  utf8,
  words,
} from './shell-lines.ts';
import { many, text, wordsLine } from './words-arbitrary.ts';

describeSubstitution('as copied here from the client', 'words-shell', expanded);

describe.each(shells)('a quoted word in %s', (shell) => {
  property(`a quoted word reaches a command of ${shell} as it is`, {
    corpus: 'words-shell',
    inputs: many,
    holds: (all) => {
      const line = all.map((one) => quoteWord(one, false)).join(' ');
      expect(words(shell, line)).toEqual(all.map(utf8));
    },
    runs: 5,
    longRuns: 15,
  });

  test('is taken for the name of a command, and never for syntax of the shell', () => {
    for (const name of ['if', 'A=1', '!', 'time', '=x', '{', 'a b', '$HOME', '[[', '#', '~']) {
      const { status } = runScript(shell, `${quoteWord(name, true)} x`);
      expect([name, status]).toEqual([name, expect.toBeOneOf([126, 127])]);
    }
  });

  // Lines that it cannot split are no part of the input: each of the hundred is read.
  const readable = wordsLine.filter((one) => splitWords(`x ${one}`)?.[1] !== undefined);
  property(`splitWords gives the words that ${shell} reads, wherever it gives any`, {
    corpus: 'words-shell',
    inputs: fc.array(readable, { minLength: 100, maxLength: 100 }),
    holds: (known) => {
      const said = lines(shell, known.map((one) => `printf '%s\\0' ${one} END`).join('\n'));
      const ours = known.flatMap((one) => [...(splitWords(`x ${one}`)?.slice(1) ?? []), 'END']);
      expect(said).toEqual(ours.map(utf8));
    },
    runs: 5,
    longRuns: 15,
  });
});

describe.each(shells)('a converted line that %s runs', (shell) => {
  const broken = [
    '/nonexistent/anyhook',
    'anyhook-nonexistent',
    './a',
    `${quoteWord(process.execPath, true)} ./nonexistent.cjs`,
    ...['KILL', 'SEGV', 'TERM'].map((signal) => `sh -c 'kill -${signal} $$'`),
  ];

  test.each(
    broken,
  )('prints its own response where the runner is missing or killed: %s', (launcher) => {
    const deny = { decision: 'deny', reason: `it's $HOME "x" \\n é 😀 \n` };
    const loud = runScript(shell, expanded(loaded(endedLine(launcher, deny)), project));
    expect([loud.status, JSON.parse(loud.stdout)]).toEqual([0, deny]);
    expect(loud.stdout).toMatch(/^[\x20-\x7e]+\n$/);
    const still = runScript(shell, endedLine(launcher, null));
    expect([still.status, still.stdout, still.stderr]).toEqual([0, '', '']);
  });

  test('adds nothing to the response of the runner', () => {
    expect(runScript(shell, endedLine('echo', { a: 1 })).stdout).toBe('run --as cursor -- x\n');
    expect(runScript(shell, endedLine('echo', null)).stdout).toBe('run --as cursor -- x\n');
  });

  property(`an ending prints any object exactly in ${shell}`, {
    corpus: 'words-shell',
    inputs: fc.array(fc.dictionary(text, fc.jsonValue())),
    holds: (all) => {
      const said = runScript(shell, all.map((one) => `${failing(one)}; `).join('')).stdout;
      expect(said).toBe(all.map((one) => `${echoed(one)}\n`).join(''));
    },
    runs: 5,
    longRuns: 15,
  });
});

/** A line whose launcher fails, so that its ending prints an object. */
const failing = (ending: object) =>
  writeShimLine({ launcher: 'false', flags: [], ending, substitutes: true });

const echoed = (value: object) =>
  JSON.stringify(value).replace(
    /[^\0-~]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
