/** Shells complete command lines of the program, and evaluate nothing of what is typed. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { vendorIds } from '../../src/settings/tables.ts';
import { once } from '../../src/util/once.ts';

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'anyhook-completion-'));
afterAll(() => rmSync(folder, { recursive: true }));
const executable = new URL('../../dist/anyhook.cjs', import.meta.url).pathname;
const program = join(folder, 'anyhook');
writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${executable}' "$@"\n`);
chmodSync(program, 0o755);
const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` };
const run = (command: string, words: readonly string[]) =>
  spawnSync(command, words, { encoding: 'utf8', cwd: folder, env });

const quote = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;
/** How each shell loads its script, without a terminal, and how it is asked for what may stand in place of a last word. */
const shells = {
  bash: {
    options: ['--norc', '--noprofile', '-c'],
    load: 'source <(anyhook completion bash); complete -p anyhook >&2',
    ask: (words: readonly string[]) => `
      COMP_WORDS=(anyhook ${words.map(quote).join(' ')}); COMP_CWORD=${words.length}
      _anyhook
      (( \${#COMPREPLY[@]} )) && printf '%s\\n' "\${COMPREPLY[@]}" || echo FILES`,
  },
  zsh: {
    options: ['-f', '-c'],
    load: `
      compdef() { print -u 2 -- "$@" }
      _describe() { print -l -- "\${(@P)2}" | sed 's/:.*//' }
      _files() { print FILES }
      source <(anyhook completion zsh)`,
    ask: (words: readonly string[]) => `
      words=(anyhook ${words.map(quote).join(' ')}); CURRENT=${words.length + 1}
      _anyhook`,
  },
} as const;
type Shell = keyof typeof shells;

/** Asks a shell about several lines, in one process, and returns what it proposes for each. */
function askShell(shell: Shell, lines: readonly (readonly string[])[]) {
  const { options, load, ask } = shells[shell];
  const script = [load, ...lines.map((words) => `${ask(words)}\necho END`)].join('\n');
  const { stdout, stderr } = run(shell, [...options, script]);
  const proposed = stdout.split('END\n').map((text) => text.trim().split('\n'));
  return { proposed: proposed.slice(0, lines.length), stderr };
}

const ids = vendorIds().filter((id) => id !== 'anyhook');
const rows: readonly [words: readonly string[], proposed: readonly string[]][] = [
  [['con'], ['convert']],
  [['convert', 'cur'], ['cursor']],
  [['convert', 'cursor', 'ge'], ['gemini']],
  [['convert', '--sc'], ['--scope']],
  [
    ['convert', '--scope', ''],
    ['project', 'user'],
  ],
  [['convert', '--scope', 'user', 'gem'], ['gemini']],
  [['convert', '--write', '--wr'], ['FILES']], // it is given already
  [['convert', '--input', ''], ['FILES']],
  [['sync', '--to', ''], ids],
  [['sync', '--to', 'gemini,cu'], ['gemini,cursor']],
  [['remove', 'gemini', 'cursor', 'te'], ['terminai']],
  [['remove', 'gemini', 'gem'], ['FILES']],
  [
    ['init', '--hook', ''],
    ['ts', 'js'],
  ],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish'],
  ],
  [['help', 'do'], ['doctor']],
  [['run', '--on-f'], ['--on-failure']],
  [['run', '--as', 'claude', '--', './gua'], ['FILES']],
  [['frobnicate', ''], ['FILES']],
  [['--vers'], ['--version']],
  [['test', '"$(touch ran)"', '--tool', 'she'], ['shell']],
  [['test', '`touch ran`;touch', 'ran', '>', 'ran', '--tool', 'she'], ['shell']],
];

describe.each(['bash', 'zsh'] as const)('%s', (shell) => {
  const isThere = run(shell, ['-c', 'true']).status === 0;
  const asked = once(() =>
    askShell(
      shell,
      rows.map(([words]) => words),
    ),
  );
  test.skipIf(!isThere).each(rows)('completes %j with %j', (words, proposed) => {
    const at = rows.findIndex((row) => row[0] === words);
    expect(asked().proposed[at]).toEqual(proposed);
  });

  test.skipIf(!isThere)('is told which function completes, and runs nothing that is typed', () => {
    expect(asked().stderr).toMatch(/^(?:complete .*)?_anyhook anyhook\n$/);
    expect(readdirSync(folder)).toEqual(['anyhook']);
  });
});

test('bash gets the value of a flag alone where "=" is a word', () => {
  const { proposed } = askShell('bash', [
    ['convert', '--scope', '='],
    ['convert', '--scope', '=', 'us'],
    ['sync', '--to', '=', 'gemini,q'],
  ]);
  expect(proposed).toEqual([['project', 'user'], ['user'], ['gemini,qwen']]);
});

test('other shells get the flag with its value', () => {
  const { stdout } = run(program, ['complete', '--', 'convert', '--scope=us']);
  expect(stdout).toBe('--scope=user\n');
});

test('a command is proposed with what it does', () => {
  const { stdout } = run(program, ['complete', '--', 'sy']);
  expect(stdout).toBe('sync\twrite one source of hooks into every agent of the project\n');
});

const hasFish = run('fish', ['--version']).status === 0;
test.skipIf(!hasFish)('fish completes a command', () => {
  const line = 'anyhook completion fish | source; complete -C "anyhook conv"';
  expect(run('fish', ['-N', '-c', line]).stdout).toContain('convert\t');
});

test('a shell that has no script is answered with those that have one', () => {
  const { status, stderr } = run(program, ['completion', 'tcsh']);
  expect([status, stderr]).toEqual([
    2,
    expect.stringContaining('completion tcsh: say bash or zsh or fish'),
  ]);
});
