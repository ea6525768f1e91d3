// What a person sees in a terminal while a command takes long. `script` of util-linux makes the terminal.
import { spawn, spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { alive, bin } from '../shim/run.ts';
import { project } from './project.ts';

const hasScript = spawnSync('script', ['--version']).stdout?.includes('util-linux') === true;
const quote = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;
const clearLine = '\r\u001b[K';

/** Returns what stays on a terminal of the bytes that were written to it. */
const shownOf = (written: string): string =>
  written
    .split(/\r?\n/)
    .map((line) => line.split(clearLine).at(-1) ?? '')
    .join('\n');

/**
 * Runs the executable in a terminal, to its end.
 *
 * @param interruptAt The text after which the person presses Ctrl+C.
 */
function runInTerminal(
  { dir, home }: ReturnType<typeof project>,
  words: readonly string[],
  more: Record<string, string> = {},
  interruptAt?: RegExp,
): Promise<{ written: string; shown: string; code: number | null }> {
  const { CI: _, NO_COLOR: _none, FORCE_COLOR: _force, ...inherited } = process.env;
  const command = [process.execPath, bin, ...words].map(quote).join(' ');
  return new Promise((resolve, reject) => {
    const child = spawn('script', ['-qec', command, '/dev/null'], {
      ...{ cwd: dir, timeout: 100_000 },
      env: { ...inherited, HOME: home, TERM: 'xterm', ...more },
    });
    let written = '';
    let isInterrupted = false;
    child.stdout.setEncoding('utf8').on('data', (text) => {
      written += text;
      if (isInterrupted || !interruptAt?.test(written)) return;
      isInterrupted = true;
      child.stdin.write('\u0003');
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ written, shown: shownOf(written), code }));
  });
}

const slow = ['test', 'ls', '--agent', 'claude', '--', 'sleep 2.5'];
const withoutTimes = (text: string) => text.replace(/\d+ ms/g, 'N ms');

test.runIf(hasScript)(
  'A hook that takes longer than a second is named until it ends, and then nothing stays of that',
  async () => {
    const place = project();
    const { written, shown, code } = await runInTerminal(place, slow);
    expect(written).toContain(`${clearLine}Waiting for sleep 2.5 (Claude Code), 1 s`);
    expect(shown).not.toContain('Waiting');
    const plain = await runInTerminal(place, slow, { CI: 'true' });
    expect(plain.written).not.toContain(clearLine);
    expect(withoutTimes(shown)).toBe(withoutTimes(plain.shown));
    expect(code).toBe(plain.code);
  },
);

test.runIf(hasScript)('Of hooks that one line starts, none is named: the line is', async () => {
  const list = ['echo', 'sleep 2.5'].map((run) => `  - { on: before-tool, run: ${run} }\n`);
  const place = project({ 'anyhook.yaml': `version: 1\nhooks:\n${list.join('')}` });
  const { written } = await runInTerminal(place, ['test', 'ls', '--agent', 'claude']);
  expect(written).toContain(`${clearLine}Waiting for a line with 2 hooks (Claude Code), 1 s`);
  expect(written).not.toContain('Waiting for echo');
});

test.runIf(hasScript).each<[what: string, words: string[], env: Record<string, string>]>([
  ['with --json', ['test', 'ls', '--agent', 'claude', '--json', '--', 'sleep 2.5'], {}],
  ['in a terminal that cannot clear a line', slow, { TERM: 'dumb' }],
])('Nothing is drawn %s', async (_, words, env) => {
  const { written } = await runInTerminal(project(), words, env);
  expect(written.length).toBeGreaterThan(20);
  expect(written).not.toContain('Waiting');
});

test.runIf(hasScript).each([
  ['xterm', {}, true],
  ['dumb', {}, false],
  ['dumb', { FORCE_COLOR: '1' }, true],
  ['xterm', { NO_COLOR: '1' }, false],
])('A terminal gets colours if it has them: TERM=%s, %j', async (TERM, more, expected) => {
  const words = ['test', 'ls', '--agent', 'claude', '--', 'true'];
  const { written } = await runInTerminal(project(), words, { TERM, ...more });
  expect(written.length).toBeGreaterThan(20);
  expect(written.includes('\u001b[')).toBe(expected);
});

test.runIf(hasScript)(
  'Nothing is drawn where another program reads stdout, which may print on the terminal',
  async () => {
    const place = project();
    const { CI: _, ...env } = process.env;
    const command = `${[process.execPath, bin, ...slow].map(quote).join(' ')} | cat`;
    const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], {
      ...{ cwd: place.dir, encoding: 'utf8' },
      env: { ...env, HOME: place.home, TERM: 'xterm' },
    });
    expect(stdout).toContain('claude');
    expect(stdout).not.toContain('Waiting');
  },
);

test.runIf(hasScript)(
  'Ctrl+C clears the line while a hook is waited for, and ends the hook',
  async () => {
    const place = project({ 'hang.sh': '#!/bin/sh\necho $$ >hang.pid\nsleep 60\n' });
    const words = ['test', 'ls', '--agent', 'claude', '--', './hang.sh'];
    const { shown, code } = await runInTerminal(place, words, {}, /Waiting for/);
    expect(shown.trim()).toMatch(/^(?:\^C)?$/);
    expect(code).toBe(130);
    expect(alive(Number(place.get('hang.pid')))).toBe(false);
  },
);

test.runIf(hasScript)(
  'Ctrl+C ends a command at once that computes, and clears the line',
  async () => {
    const groups = Array.from({ length: 8000 }, (_, i) => ({
      matcher: `mcp__s${i}__t`,
      hooks: [{ type: 'command', command: `./absent-${i}.sh` }],
    }));
    const place = project({ '.claude/settings.json': { hooks: { PreToolUse: groups } } });
    const { shown, code } = await runInTerminal(place, ['list'], {}, /: \d[\d,]* of 8,000/);
    expect(shown.trim()).toMatch(/^(?:\^C)?$/);
    expect(code).toBe(130);
  },
);
