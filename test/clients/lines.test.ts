// Whole lines, as they are converted and synced, in the real client: what a hook of its own dialect
// says by its exit code, and a project's .env that is after the runner.
import { describe, expect, test } from 'vitest';
import { converted } from './converted.ts';
import { gemini } from './gemini.ts';
import { blocked, shell } from './model-view.ts';
import { anyhook } from './packed.ts';

const turns = [shell('echo ran > made.txt')];

describe('a synced hook of Gemini’s own dialect refuses', () => {
  const deny = `echo '{"decision":"deny","reason":"Out of the question."}'`;
  test.each([
    ['by JSON with 2', `${deny}; exit 2`],
    ['by JSON with 1', `${deny}; exit 1`],
    ['by text with 2', 'echo Out of the question. >&2; exit 2'],
    ['by text with 3', 'echo Out of the question.; exit 3'],
    ['by JSON on stderr', `${deny} >&2`],
  ])('%s', async (_, line) => {
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

describe('a .env of a trusted folder', () => {
  const guard =
    'printf %s "$NODE_OPTIONS" > seen.txt; echo \'{"permission":"deny","user_message":"Out of the question."}\'';
  const evil = `console.log('{}'); process.exit(0)`;
  test.each([
    ['code for the runner', 'NODE_OPTIONS=--require=./evil.cjs', '--require=./evil.cjs'],
    ['what no Node starts with', 'NODE_OPTIONS=--no-such-flag', '--no-such-flag'],
    ['a channel that is none', 'NODE_CHANNEL_FD=0', ''],
    ['a configuration that cannot be read', 'OPENSSL_CONF=./openssl.cnf', ''],
  ])('with %s: the guard is asked, and hears of it', async (_, env, seen) => {
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
