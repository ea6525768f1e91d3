// Whole lines, as they are converted and synced, in the real client: what a hook of its own dialect
// says by its exit code, and a project's .env that is after the runner.
import { describe, expect, test } from 'vitest';
import { converted } from './converted.ts';
import { gemini } from './gemini.ts';
import { blocked, shell } from './model-view.ts';
import { anyhook } from './packed.ts';

const turns = [shell('echo ran > made.txt')];

describe('a synced hook in the dialect of Gemini CLI', () => {
  const deny = `echo '{"decision":"deny","reason":"Out of the question."}'`;
  test.each([
    ['JSON and exit code 2', `${deny}; exit 2`],
    ['JSON and exit code 1', `${deny}; exit 1`],
    ['text on stderr and exit code 2', 'echo Out of the question. >&2; exit 2'],
    ['text and exit code 3', 'echo Out of the question.; exit 3'],
    ['JSON on stderr', `${deny} >&2`],
  ])('refuses a call by %s', async (_, line) => {
    const run = await gemini({
      files: {
        'anyhook.yaml': JSON.stringify({
          version: 1,
          hooks: [{ event: 'BeforeTool', speaks: 'gemini', 'on-failure': 'block', run: line }],
        }),
      },
      prepare: (workspace) => anyhook(workspace, 'sync', '--to', 'gemini'),
      turns,
    });
    expect(blocked(run.requests[1])).toContain('Out of the question.');
    expect(run.file('made.txt')).toBeUndefined();
    expect(run.file('.gemini/settings.json')).toContain('--exit 0');
  });
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
      turns,
    });
    expect(blocked(run.requests[1])).toContain('Out of the question.');
    expect(run.file('seen.txt')).toBe(seen);
    expect(run.file('made.txt')).toBeUndefined();
  });
});
