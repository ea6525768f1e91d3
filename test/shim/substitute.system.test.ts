// Lines of Gemini CLI's settings, run by a shell: as its client would run them, and through ours.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gemini } from '../../src/adapters/gemini/index.ts';
import { substituteVariables } from '../../src/shim/substitute.ts';
import { expanded } from '../oracles/gemini-line.ts';
import { property } from '../property.ts';
import { line, names } from './gemini-lines.ts';
import { refusesAlike, refusing, type Session } from './refusing.ts';
import { folder, run } from './run.ts';

const dir = folder('lines');

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

/** The text of a line in such a folder; undefined: refused. */
function inFolder(one: string, cwd: string): string | undefined {
  const hook = Object.fromEntries(names.map((name) => [name, cwd]));
  try {
    return substituteVariables(one, gemini.runtime, { HOME: '/home/me' }, hook);
  } catch {
    return undefined;
  }
}

const lineInEvil = fc.tuple(line, fc.constantFrom(...evil));

property('Nothing of a project folder’s name is run by a line of Gemini CLI', {
  corpus: 'gemini-line-evil',
  inputs: lineInEvil,
  runs: 100,
  longRuns: 250,
  holds([one, cwd]) {
    const here = inFolder(one, cwd);
    if (here === undefined) return;
    const at = join(dir, 'run');
    mkdirSync(at, { recursive: true });
    const env = {
      PATH: process.env.PATH,
      ...Object.fromEntries(names.map((name) => [name, cwd])),
    };
    spawnSync('bash', ['-c', here], { cwd: at, env, stdio: 'ignore', timeout: 5000 });
    expect(existsSync(join(at, 'pwned')), here).toBe(false);
  },
});

test('At least a tenth of the generated lines is not refused in a folder with a hostile name', () => {
  const all = fc.sample(lineInEvil, 200);
  const run = all.filter(([one, cwd]) => inFolder(one, cwd) !== undefined);
  expect(run.length).toBeGreaterThan(all.length / 10);
});

/** As our model of the client has it. */
async function natively(line: string, { cwd, stdin, env }: Session) {
  const own = {
    GEMINI_PROJECT_DIR: cwd,
    GEMINI_CWD: cwd,
    GEMINI_PLANS_DIR: '/plans',
    GEMINI_SESSION_ID: 'id-1',
    CLAUDE_PROJECT_DIR: cwd,
  };
  const { stderr, status } = spawnSync('bash', ['-c', expanded(line, cwd, '/plans', 'id-1')], {
    cwd,
    env: { ...process.env, ...env, ...own },
    input: JSON.stringify(stdin),
    encoding: 'utf8',
  });
  return { stderr, code: status };
}

describe('A guard gives the reason that it gives in Gemini CLI, in folders of odd names', () => {
  test.each(refusing)('where its line is %j', (line) => refusesAlike(line, dir, natively, run));
});
