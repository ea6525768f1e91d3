import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eventAt, factOf } from '../facts.ts';
import { isObject, parseJson, rank } from '../oracles/effect.ts';
import { oracles } from '../oracles/index.ts';
import { property } from '../property.ts';
import { type Host, shell } from '../shim/payloads.ts';
import { folder, read, run } from '../shim/run.ts';
import { anyBytes, bufferOf, bytesOf, mutated } from './arbitrary.ts';
import { plain } from './errors.ts';

/** A guard of one agent under another, both ways. */
const under = { gemini: 'cursor', cursor: 'gemini' } as const;
type Where = keyof typeof under;
const gateOf = (host: Where) => {
  const as = under[host];
  return { fired: eventAt(host, 'shell'), as, event: eventAt(as, 'shell') };
};

const dir = folder('anyhook fuzz');
const printed = join(dir, 'printed');
/** The refusal of the guard that a host fires. */
const refusalIn = (host: Where) => JSON.stringify(factOf(under[host], 'refusal'));

interface Input {
  host: Where;
  flags: string[];
  /** Of the payload and of the hook's stdout, in Latin-1. */
  stdin: string;
  stdout: string;
  code: number;
}

/** Through the executable: the host hears no less than the hook's own vendor would have done. */
async function holds({ host, flags, stdin, stdout, code }: Input): Promise<void> {
  const { as, event, fired } = gateOf(host);
  writeFileSync(printed, bufferOf(stdout));
  const args = ['--host', host, '--as', as, '--event', event, ...flags];
  const said = await run([...args, '--', `cat >/dev/null; cat '${printed}'; exit ${code}`], {
    stdin: bufferOf(stdin),
  });
  expect(said.code).toBe(0);
  if (said.stderr) plain(said.stderr);
  if (said.stdout) expect(isObject(parseJson(said.stdout))).toBe(true);
  const ran = { code, stdout: bufferOf(stdout).toString(), stderr: '' };
  const due = flags.includes('block') ? 'deny' : oracles[as](event, ran, 'native').verdict;
  const capped = Math.min(rank(due), rank(host === 'cursor' ? 'deny' : 'halt'));
  const heard = oracles[host](fired, said, 'host');
  expect(rank(heard.verdict), JSON.stringify({ said, due })).toBeGreaterThanOrEqual(capped);
}

const hosts = fc.constantFrom<Where>('gemini', 'cursor');
const good = (host: Where) => Buffer.from(JSON.stringify(shell(host as Host))).toString('latin1');

const answers = hosts.chain((host) =>
  fc.record({
    ...{
      host: fc.constant(host),
      flags: fc.constant<string[]>([]),
      stdin: fc.constant(good(host)),
    },
    stdout: fc.oneof(
      { weight: 4, arbitrary: bytesOf(mutated(parseJson(refusalIn(host)), 3)) },
      { weight: 1, arbitrary: anyBytes },
    ),
    code: fc.constantFrom(0, 0, 0, 1, 2, 3),
  }),
);

const word = fc.oneof(
  fc.constantFrom('--timeout', '--ask', '--halt', '--loop-limit', '--env', '--name', '--carry'),
  fc.constantFrom('--cwd', '--no-such', '-x', '', '-', '5s', 'none', 'A=1', 'deny', 'strict', '{}'),
  fc.constantFrom('/no/such', '\u001b[2J', '--env=__proto__=1', 'toString', '--ask=host', '/'),
  fc.string({ maxLength: 5 }).map((text) => text.replaceAll('\0', '')),
);
// `--` would end the flags; no other of these can undo the first.
const flags = fc
  .array(word, { maxLength: 4 })
  .map((words) => ['--on-failure', 'block', ...words.filter((one) => one !== '--')]);
const sent = hosts.chain((host) =>
  fc.record({
    ...{ host: fc.constant(host), flags, code: fc.constant(0) },
    stdin: fc.oneof(
      bytesOf(fc.constant(JSON.stringify(shell(host as Host)))),
      fc.constant(good(host)),
      anyBytes,
    ),
    stdout: fc.constant(refusalIn(host)),
  }),
);

property(
  'The executable gives the host at least the verdict that the agent of the hook would read',
  {
    corpus: 'process',
    inputs: answers,
    holds,
    runs: 7,
    longRuns: 14,
  },
);

property(
  'With --on-failure block, the executable passes on a refusal, whatever its input and other flags are',
  {
    corpus: 'process',
    inputs: sent,
    holds,
    runs: 7,
    longRuns: 14,
  },
);

describe('the executable', () => {
  test.each([
    'gemini',
    'cursor',
  ] as const)('passes on a refusal on %s of a payload that is too deep to log, and logs the error', async (host) => {
    const { fired, as, event } = gateOf(host);
    const log = join(dir, `${host}.log`);
    const args = ['--host', host, '--as', as, '--event', event, '--log', log];
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const payload = JSON.stringify({ ...shell(host), more: 'here' });
    const said = await run([...args, '--', `echo '${refusalIn(host)}'`], {
      stdin: payload.replace('"here"', deep),
    });
    expect(said).toMatchObject({ code: 0, stderr: '' });
    expect(rank(oracles[host](fired, said, 'host').verdict)).toBeGreaterThanOrEqual(rank('deny'));
    expect(parseJson(read(log))).toMatchObject({ host, as, error: expect.stringMatching(/stack/) });
  });
});
