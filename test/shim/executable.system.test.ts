import { describe, expect, test } from 'vitest';
import { hosts, shell, speaks, stop } from './payloads.ts';
import { run, runExecutable } from './run.ts';

/** How hooks end, in words of every dialect. */
const hooks: Record<string, string> = {
  'refuses in JSON': `echo '{"permission":"deny","decision":"deny","reason":"no","user_message":"no"}'`,
  'refuses by exit code 2': 'echo no >&2; exit 2',
  'allows in JSON': `echo '{"permission":"allow","decision":"allow"}'`,
  'asks a person': `echo '{"permission":"ask","decision":"ask","reason":"sure?","user_message":"sure?"}'`,
  'prints nothing': 'cat >/dev/null',
  'prints half JSON': `printf '{"decision":"deny"'`,
  'ends with 3': 'echo oops >&2; exit 3',
  'is not there': '/no/such/hook',
  'prints more than a pipe holds': `head -c 100000 /dev/zero | tr '\\0' x >&2; exit 2`,
};
const dialects = ['gemini', 'cursor', 'terminai', 'anyhook'] as const;
const cells = Object.entries(hooks).flatMap(([name, hook], i) =>
  hosts.map((host, j) => ({
    name,
    hook,
    host,
    dialect: dialects[(i + j) % dialects.length] as string,
    event: (i + j) % 3 ? ('shell' as const) : ('stop' as const),
  })),
);

describe('The built executable answers with the bytes of the shim that tests call in their process', () => {
  test.each(
    cells,
  )('for a hook of $dialect that $name, at the $event event of $host', async (cell) => {
    const { hook, host, dialect, event } = cell;
    const stdin = event === 'shell' ? shell(host) : stop(host);
    const args = ['--host', host, ...speaks(dialect, event), '--loop-limit', 'none', '--', hook];
    const said = await runExecutable(args, { stdin });
    expect(said).toEqual(await run(args, { stdin }));
  });

  test.each([
    ['a flag that it does not know', ['--strict', '--as', 'gemini', '--', 'true'], '{}'],
    ['no JSON', ['--host', 'gemini', '--as', 'cursor', '--', 'true'], '{'],
    ['no payload', ['--host', 'cursor', '--as', 'gemini', '--', 'true'], ''],
    ['no host', ['--as', 'cursor', '--', 'echo no >&2; exit 2'], JSON.stringify(shell('gemini'))],
  ])('for a run with %s', async (_, args, stdin) => {
    expect(await runExecutable(args, { stdin })).toEqual(await run(args, { stdin }));
  });
});
