// Whom the person trusts beside the system: `ca` in the config of our own folder.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { network } from '../network.ts';
import { folder } from './run.ts';
import { reply, selfSigned, serve } from './server.ts';

const own = vi.hoisted(() => ({ folder: '' }));
vi.mock('../../src/shim/own-folder.ts', async (original) => ({
  ...(await original<object>()),
  ownFolder: () => own.folder,
}));

const dir = folder();

/** A fresh look at the config. */
async function trusting(ca: string | undefined, url: string, headers = {}) {
  vi.resetModules();
  own.folder = join(dir, String(ca).replaceAll('/', '_'));
  mkdirSync(own.folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(own.folder, 'config.json'), JSON.stringify({ ca }), { mode: 0o600 });
  const { postPayload } = await import('../../src/shim/http-hook.ts');
  return postPayload(
    { url, vendorHttp: {}, env: {}, input: '{}', timeout: 10_000, headers },
    network,
  );
}

test('A certificate that the person’s config names is trusted for its own names alone, whatever a header says', async () => {
  const pair = selfSigned(dir);
  const other = selfSigned(dir, 'DNS:other.test');
  const [server, stranger] = [
    await serve(reply(200, '{}'), pair),
    await serve(reply(200, '{}'), other),
  ];
  const heard = { code: 0, stdout: '{}', stderr: '' };
  expect(await trusting(pair.file, server.url)).toEqual(heard);
  expect(await trusting(pair.file, server.url, { host: 'other.test' })).toEqual(heard);
  const refused = { code: null, hasNoVendorRule: true, stdout: '' };
  const said = (why: RegExp) => ({ ...refused, unanswered: expect.stringMatching(why) });
  expect(await trusting(undefined, server.url)).toMatchObject(said(/SELF_SIGNED_CERT/));
  expect(await trusting(other.file, server.url)).toMatchObject(said(/SELF_SIGNED_CERT/));
  for (const headers of [{}, { host: 'other.test' }])
    expect(await trusting(other.file, stranger.url, headers)).toMatchObject(
      said(/ALTNAME_INVALID/),
    );
  expect(await trusting(join(dir, 'none.pem'), server.url)).toMatchObject(said(/ENOENT/));
});
