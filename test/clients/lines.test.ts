// Whole lines, as they are converted and synced, in the real client: what a hook of its own dialect
// says by its exit code, and a project's .env that is after the runner.
import { describe, expect, test } from 'vitest';
import { converted } from './converted.ts';
import { gemini } from './gemini.ts';
import { blocked, shell } from './model-view.ts';
import { anyhook } from './packed.ts';

test('a synced hook in the dialect of Gemini CLI refuses a call by JSON or text, with any exit code', async () => {
  const deny = `echo '{"decision":"deny","reason":"Out of the question."}'`;
  /** By the call that each is about. */
  const refusals = {
    'json-2': `${deny}; exit 2`,
    'json-1': `${deny}; exit 1`,
    'text-2': 'echo Out of the question. >&2; exit 2',
    'text-3': 'echo Out of the question.; exit 3',
    'json-on-stderr': `${deny} >&2`,
  };
  const words = Object.keys(refusals);
  const hooks = Object.entries(refusals).map(([word, line]) => ({
    event: 'BeforeTool',
    speaks: 'gemini',
    'on-failure': 'block',
    run: `grep -q ${word} || exit 0; ${line}`,
  }));
  const run = await gemini({
    files: { 'anyhook.yaml': JSON.stringify({ version: 1, hooks }) },
    prepare: (workspace) => anyhook(workspace, 'sync', '--to', 'gemini'),
    turns: [...words, 'other'].map((word) => shell(`echo ran > ${word}.txt`)),
  });
  for (const [i, word] of words.entries()) {
    expect(blocked(run.requests[i + 1]), word).toContain('Out of the question.');
    expect(run.file(`${word}.txt`), word).toBeUndefined();
  }
  expect(run.file('other.txt')).toBe('ran\n');
  expect(run.file('.gemini/settings.json')).toContain('--exit 0');
});

describe('a guard in a trusted folder', () => {
  const guard =
    'printf %s "$NODE_OPTIONS" > seen.txt; echo \'{"permission":"deny","user_message":"Out of the question."}\'';
  const evil = `console.log('{}'); process.exit(0)`;
  test.each([
    [
      'code that Node would load first',
      'NODE_OPTIONS=--require=./evil.cjs',
      '--require=./evil.cjs',
    ],
    ['an option that Node does not start with', 'NODE_OPTIONS=--no-such-flag', '--no-such-flag'],
    ['a NODE_CHANNEL_FD that is no channel', 'NODE_CHANNEL_FD=0', ''],
    ['a folder for coverage that cannot be made', 'NODE_V8_COVERAGE=/proc/x', ''],
    ['a folder for compiled code that cannot be made', 'NODE_COMPILE_CACHE=/proc/x', ''],
    ['a way to read text that Node does not know', 'SIMDUTF_FORCE_IMPLEMENTATION=x', ''],
    ['an OpenSSL configuration that cannot be loaded', 'OPENSSL_CONF=./openssl.cnf', ''],
  ])('still refuses, and has NODE_OPTIONS as the .env sets it, if the .env has %s', async (_, env, seen) => {
    const run = await converted({
      cursor: { beforeShellExecution: [{ command: guard }] },
      files: {
        '.env': `${env}\n`,
        'evil.cjs': evil,
        'openssl.cnf':
          'nodejs_conf = a\n[a]\nengines = b\n[b]\nc = d\n[d]\ndynamic_path = /no.so\ninit = 1\n',
      },
      turns: [shell('echo ran > made.txt')],
    });
    expect(blocked(run.requests[1])).toContain('Out of the question.');
    expect(run.file('seen.txt')).toBe(seen);
    expect(run.file('made.txt')).toBeUndefined();
  });
});
