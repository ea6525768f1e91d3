// What the vendors that ask addresses differ in, as their adapters may say it.
import { describe, expect, test } from 'vitest';
import type { Http } from '../../src/mapping/adapter.ts';
import { type HttpHook, postPayload } from '../../src/shim/http-hook.ts';
import { network } from '../network.ts';
import { reply, serve } from './server.ts';

const asked = (url: string, http: Http, more: Partial<HttpHook> = {}) =>
  postPayload({ url, vendorHttp: http, env: {}, input: '{}\n', timeout: 10_000, ...more }, network);

const silent = { code: null, stdout: '', stderr: '' };

test('An HTTP error and a refused connection are reported as unanswered, with the reason', async () => {
  const server = await serve(reply(500, '{}'));
  const host = server.url.slice(7);
  expect(await asked(server.url, {})).toEqual({ ...silent, unanswered: `HTTP 500 from ${host}` });
  server.close();
  expect(await asked(server.url, {})).toEqual({ ...silent, unanswered: `${host}: ECONNREFUSED` });
});

test('A request out of time has timed out, or failed as ours if its vendor waits for a begun reply', async () => {
  const mute = await serve(() => {});
  const slow = await serve((response) => {
    response.writeHead(200);
    response.write(' ');
  });
  const timeout = 300;
  for (const http of [{}, { waitsForReply: true }] as const)
    expect(await asked(mute.url, http, { timeout })).toEqual({ ...silent, timedOut: true });
  expect(await asked(slow.url, {}, { timeout })).toEqual({ ...silent, timedOut: true });
  expect(await asked(slow.url, { waitsForReply: true }, { timeout })).toMatchObject({
    hasNoVendorRule: true,
  });
});

test('The `readReply` of a vendor decides what counts as a reply', async () => {
  const server = await serve(reply(200, 'yes', 'text/X'));
  const heard: Http['readReply'] = ({ type, body }) => (type === 'text/X' ? `${body}!` : undefined);
  expect(await asked(server.url, { readReply: heard })).toEqual({
    code: 0,
    stdout: 'yes!',
    stderr: '',
  });
  expect(await asked(server.url, {})).toEqual({ code: 0, stdout: 'yes', stderr: '' });
  const none = await asked(server.url, { readReply: () => undefined });
  expect(none).toEqual({ ...silent, unanswered: expect.stringMatching(/is no answer$/) });
});

describe('Variables of a request', () => {
  const env = { HOST: '127.0.0.1', TOKEN: 'x', low: 'y' };
  const headers = { a: `$TOKEN \${TOKEN} $low $OTHER $1` };

  test('are put into headers alone, and only where they are listed', async () => {
    const server = await serve(reply(200));
    await asked(`${server.url}/$TOKEN`, {}, { env, headers, headerEnv: ['TOKEN', 'low'] });
    await asked(server.url, {}, { env, headers });
    const [listed, none] = server.asked();
    expect(listed).toMatchObject({ path: '/$TOKEN', headers: { a: 'x x y  $1' } });
    expect(none?.headers.a).toBe('$low  $1');
  });

  test('are put into the URL as well, listed or not, where the vendor resolves them', async () => {
    const server = await serve(reply(200));
    await asked(
      `http://$HOST:${server.port}/$TOKEN`,
      { resolvesEveryVariable: true },
      { env, headers },
    );
    expect(server.asked()).toMatchObject([{ path: '/x', headers: { a: 'x x y  $1' } }]);
  });

  test('that are not set make a failed request our own failure', async () => {
    const server = await serve(reply(403));
    const said = await asked(server.url, {}, { headers: { a: '$TOKEN' }, headerEnv: ['TOKEN'] });
    expect(said).toMatchObject({
      hasNoVendorRule: true,
      unanswered: expect.stringMatching(/TOKEN is not set here$/),
    });
    const set = await asked(
      server.url,
      {},
      { env, headers: { a: '$TOKEN' }, headerEnv: ['TOKEN'] },
    );
    expect(set).not.toHaveProperty('ours');
  });
});
