/** What becomes of our lines in a host that substitutes variables, and then in a shell. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeShimLine } from '../../src/settings/command-line/shim-line.ts';
import { quoteWord } from '../../src/util/shell/quote.ts';
import { property } from '../property.ts';
import { flags, many, text } from './words-arbitrary.ts';

const dir = mkdtempSync(join(tmpdir(), 'anyhook-words-'));
for (const name of ['a', 'b', '$HOME']) writeFileSync(join(dir, name), ''); // for globs to find
// Several files of tests, which one process may run, use this module.
process.once('exit', () => rmSync(dir, { recursive: true, force: true }));

export const shells = ['bash', 'sh', 'dash'];
export const project = `/tmp/my 'odd' "$(x)" \`y\` $HOME proj`;
export const env: Record<string, string | undefined> = {
  ...process.env,
  HOME: '/home/me it\'s; "x"',
  a: '$(touch pwned)',
  GEMINI_PROJECT_DIR: project,
};

export const utf8 = (text: string) => Buffer.from(text).toString();
export const lines = (shell: string, script: string) =>
  execFileSync(shell, ['-c', script], { cwd: dir, env, encoding: 'utf8' }).split('\0').slice(0, -1);
/** Returns the arguments that a command gets where this text stands after its name. */
export const words = (shell: string, text: string) => lines(shell, `printf '%s\\0' ${text}`);

/** Gemini CLI 0.61.0 when it loads settings: cli/src/utils/envVarResolver.ts, as it stands. */
export const loaded = (text: string) =>
  text.replace(/\$(?:(\w+)|{([^}]+?)(?::-([^}]*))?})/g, (match, one, two, otherwise) => {
    const name = one || two || '';
    return name ? (env[name] ?? otherwise ?? match) : match;
  });

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
/** Replaces variables as Gemini CLI 0.61.0 does when it runs a hook: core/src/hooks/hookRunner.ts, expandCommand. */
export const expanded = (text: string, cwd: string): string =>
  text
    .replace(/\$(GEMINI_PROJECT_DIR|GEMINI_CWD|CLAUDE_PROJECT_DIR)/g, () => quoted(cwd))
    .replace(/\$GEMINI_PLANS_DIR/g, () => quoted('/plans'))
    .replace(/\$GEMINI_SESSION_ID/g, () => quoted('id'));

/** Runs a script in a shell, in a folder that has files for globs to find. */
export const runScript = (shell: string, script: string, cwd = dir) =>
  spawnSync(shell, ['-c', script], { cwd, env, encoding: 'utf8' });

/** A line of ours with an ending that answers for a runner which does not. */
export const endedLine = (launcher: string, said: object | null) => {
  const args = { launcher, flags: ['--as', 'cursor'], command: 'x', substitutes: true };
  return writeShimLine({ ...args, ending: said });
};

/** How a host changes a line of its settings before a shell reads it. */
export type Stage = (text: string, cwd: string) => string;

/** How many inputs its properties are tried with. */
const few = { quoted: 5, started: 4 };
export const several = { quoted: 40, started: 15 };

/** States what our lines mean in a shell behind a host; `name` says whose substitution it is. */
export function describeSubstitution(name: string, corpus: string, stage: Stage, runs = few): void {
  const folder = text.filter((one) => /[^./]/.test(one) && Buffer.byteLength(one) < 200);

  describe.each(shells)(`with variables substituted ${name}, in %s`, (shell) => {
    property(
      `a quoted word reaches the command as it is, with variables substituted ${name}, in ${shell}`,
      {
        corpus,
        inputs: many,
        holds: (all) => {
          const line = all.map((one) => quoteWord(one, true)).join(' ');
          expect(loaded(line)).toBe(line);
          expect(words(shell, stage(loaded(line), project))).toEqual(all.map(utf8));
        },
        runs: runs.quoted,
        longRuns: several.quoted,
      },
    );

    property(
      `a line finds its runner in a project of any name, with variables substituted ${name}, in ${shell}`,
      {
        corpus,
        inputs: fc.tuple(folder, flags, text),
        holds: ([odd, args, command]) => {
          const home = join(mkdtempSync(join(dir, 'p-')), odd.replaceAll('/', ''));
          mkdirSync(home);
          writeFileSync(join(home, 'run.sh'), 'printf "%s\\0" "$@"');
          for (const file of [join(home, 'run.sh'), './run.sh']) {
            const launcher = `sh ${quoteWord(file, true)}`;
            const line = writeShimLine({ launcher, flags: args, command, substitutes: true });
            const said = runScript(shell, stage(loaded(line), home), home);
            expect(said.stdout.split('\0')).toEqual(['run', ...args, '--', command, ''].map(utf8));
          }
        },
        runs: runs.started,
        longRuns: several.started,
      },
    );

    test('a line keeps the variables of Node.js from the runner and hands them over to the hook', () => {
      const odd = `--x "it's" $(touch pwned) \\ $GEMINI_PROJECT_DIR`;
      Object.assign(env, { NODE_OPTIONS: odd, OPENSSL_CONF: 'a b', NODE_CHANNEL_FD: '0' });
      try {
        const shielded = endedLine(`sh ${quoteWord(join(dir, 'show.sh'), true)}`, null);
        writeFileSync(
          join(dir, 'show.sh'),
          'printf "%s|" "$HOOK_NODE_OPTIONS" "$HOOK_OPENSSL_CONF" "$NODE_OPTIONS$OPENSSL_CONF$NODE_CHANNEL_FD"',
        );
        expect(loaded(shielded)).toBe(shielded);
        expect(runScript(shell, stage(loaded(shielded), project)).stdout).toBe(`${odd}|a b||`);
      } finally {
        for (const name of ['NODE_OPTIONS', 'OPENSSL_CONF', 'NODE_CHANNEL_FD']) delete env[name];
      }
    });
  });
}
