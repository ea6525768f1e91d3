/** The mark in a command changes nothing of what a shell runs. */
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { addMark, readMark } from '../../src/owned/mark.ts';

const commands = [
  'printf "<%s>" a b',
  'printf "<%s>" a\\ ',
  'printf "<%s>" a # why',
  "printf '<%s>' '# installed by x'",
  'printf "<%s>" "a\nb"',
  'cat <<EOF\n<x>\nEOF',
  'cat <<EOF\n<x> $((1 + 1))',
  'printf "<%s>" a; exit 2',
  'printf "<%s>" a\nexit 3\n',
  '(exit 4)',
  'printf "<%s>" a &&\n  printf "<%s>" b || exit 5',
  'printf "<%s>" a\\',
  'printf "<%s>" a\\\\',
  'cat; exit 6',
  'if true; then printf x; fi',
  'no-such-program-anyhook',
  'printf "<%s>" "open',
  'f() { printf "<%s>" "$@"; }; f a "b c"',
  'exec cat',
];

/** What a shell prints for a line, and how it ends. A message may name the number of a line. */
const ran = (shell: string, line: string) => {
  const { status, stdout, stderr } = spawnSync(shell, ['-c', line], { input: '{"a": 1}' });
  return { status, stdout: `${stdout}`, hasMessage: `${stderr}` !== '' };
};

describe.each(['sh', 'bash', 'dash'])('in %s', (shell) => {
  const marks = [false, true].map((isFileMade) => ({ owner: 'my tool(2)*', isFileMade }));
  const cases = commands.flatMap((command) => marks.map((mark) => ({ command, mark })));
  test.each(cases)('$command does what it does without a mark', ({ command, mark }) => {
    const marked = addMark(command, mark);
    expect(marked).not.toBe(command);
    expect(readMark(marked)).toEqual({ ...mark, text: command });
    expect(ran(shell, marked)).toEqual(ran(shell, command));
  });
});
