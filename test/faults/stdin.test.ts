import { describe, expect, test } from 'vitest';
import { shell, speaks } from '../shim/payloads.ts';
import { bytes, ended, json, oneLine, sleep } from '../shim/run.ts';
import { start } from './run.ts';

const gate = ['--host', 'gemini', ...speaks('cursor'), '--on-failure', 'block'];
const hook = [
  '--',
  `grep -q DENY && echo '{"permission":"deny","user_message":"no"}' || echo '{}'`,
];
const stdin = bytes(shell('gemini', 'DENY'));

describe.concurrent('a pipe', () => {
  test('in many pieces', async () => {
    const shim = start([...gate, ...hook]);
    const over = ended(shim);
    for (const byte of stdin.toString().slice(0, 40)) {
      shim.stdin.write(byte);
      await sleep(2);
    }
    shim.stdin.end(stdin.toString().slice(40));
    expect(json((await over).stdout)).toMatchObject({ decision: 'deny', reason: 'no' });
  });

  test('that never ends, with a whole payload: it is served', async () => {
    const shim = start([...gate, ...hook]);
    shim.stdin.write(stdin);
    const said = await ended(shim);
    expect(json(said.stdout)).toMatchObject({ decision: 'deny', reason: 'no' });
  });

  test.each([
    ['half a payload', stdin.slice(0, -5)],
    ['nothing', ''],
  ])('that never ends, with %s: a failure', async (_, text) => {
    const shim = start([...gate, ...hook]);
    shim.stdin.write(text);
    const said = await ended(shim);
    expect(said.stderr).toMatch(oneLine);
    expect(json(said.stdout)).toMatchObject({ decision: 'deny' });
    expect(said.ms).toBeGreaterThan(5000); // a slow host is given time
  });

  test('that trickles without end: bounded all the same', async () => {
    const shim = start([...gate, ...hook]);
    shim.stdin.on('error', () => {});
    const tick = setInterval(() => shim.stdin.write(' '), 300);
    await ended(shim).finally(() => clearInterval(tick));
  });

  test('of a shim that was not let run until its time was over', async () => {
    const shim = start([...gate, ...hook]);
    const over = ended(shim);
    const [head, tail] = [stdin.slice(0, -1), `,"more":"${'x'.repeat(3_000_000)}`];
    // More than a pipe holds: once it is written, it is being read.
    await new Promise((resolve) => shim.stdin.write(head + tail, resolve));
    shim.kill('SIGSTOP');
    shim.stdin.end('"}');
    await sleep(11_000);
    shim.kill('SIGCONT');
    expect(json((await over).stdout)).toMatchObject({ decision: 'deny', reason: 'no' });
  });
});
