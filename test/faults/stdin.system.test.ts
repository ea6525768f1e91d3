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

describe.concurrent('A payload on stdin', () => {
  test('that comes in many pieces reaches the hook whole', async () => {
    const shim = start([...gate, ...hook]);
    const over = ended(shim);
    for (const byte of stdin.toString().slice(0, 40)) {
      shim.stdin.write(byte);
      await sleep(2);
    }
    shim.stdin.end(stdin.toString().slice(40));
    expect(json((await over).stdout)).toMatchObject({ decision: 'deny', reason: 'no' });
  });

  test('that is whole is served although the pipe stays open', async () => {
    const shim = start([...gate, ...hook]);
    shim.stdin.write(stdin);
    const said = await ended(shim);
    expect(json(said.stdout)).toMatchObject({ decision: 'deny', reason: 'no' });
  });

  // Its last byte comes at once: were the end of the pipe waited for, no time would be left.
  test.each([
    ['', stdin],
    [', between spaces,', ` \n${stdin} \n`],
    [', with braces and quotes in its texts,', bytes(shell('gemini', 'DENY } \\" { \\\\'))],
  ])('that is whole%s leaves the hook its time although the pipe stays open', async (_, text) => {
    const shim = start([...gate, '--timeout', '9s', ...hook]);
    shim.stdin.write(text);
    const said = await ended(shim);
    expect(json(said.stdout)).toMatchObject({ decision: 'deny', reason: 'no' });
  });

  test.each([
    ['only a part', stdin.slice(0, -5), 'is not JSON'],
    ['one object and the begin of another', `${stdin}{`, 'is not JSON'],
    ['nothing', '', 'no payload on stdin'],
  ])('of which %s comes is refused when the time of the hook is over', async (_, text, why) => {
    const shim = start([...gate, '--timeout', '300ms', ...hook]);
    shim.stdin.write(text);
    const said = await ended(shim);
    expect(json(said.stdout)).toMatchObject({ decision: 'deny' });
    expect(said.stderr).toContain('still open after 300 ms');
    expect(said.stderr).toContain(why);
  });

  test.each([
    ['only a part', stdin.slice(0, -5)],
    ['nothing', ''],
  ])('of which %s comes on a pipe that stays open is refused, and one line says why', async (_, text) => {
    const shim = start([...gate, ...hook]);
    shim.stdin.write(text);
    const said = await ended(shim);
    expect(said.stderr).toMatch(oneLine);
    expect(json(said.stdout)).toMatchObject({ decision: 'deny' });
  });

  test('that trickles without end does not keep the shim for ever', async () => {
    const shim = start([...gate, ...hook]);
    shim.stdin.on('error', () => {});
    const tick = setInterval(() => shim.stdin.write(' '), 300);
    await ended(shim).finally(() => clearInterval(tick));
  });

  test('that arrives while the shim is stopped for longer than its time limit is still served', async () => {
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
