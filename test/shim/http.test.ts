// Hooks that are addresses, against a real server: what is sent, what is heard, and what a failure is.
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/util/json.ts';
import { type Host, hosts, shell, speaks, stop } from './payloads.ts';
import { folder, json, run } from './run.ts';
import { type Answers, reply, selfSigned, serve } from './server.ts';
import { heard, refused } from './verdict.ts';

const dir = folder();
const deny = JSON.stringify({ decision: 'deny', reason: 'not here' });

/** What a hook of the canonical dialect at this address makes of a shell call, or of a stop. */
async function asks(
  url: string,
  more: {
    host?: Host;
    args?: string[];
    env?: Record<string, string>;
    at?: 'shell' | 'stop';
    as?: 'anyhook' | 'cursor' | 'gemini';
  } = {},
) {
  const { host = 'gemini', args = [], env = {}, at = 'shell', as = 'anyhook' } = more;
  const stdin: Json = at === 'stop' ? stop(host) : shell(host);
  const said = await run(['--host', host, ...speaks(as, at), '--url', url, ...args], {
    stdin,
    env,
  });
  return { ...said, heard: heard(host, stdin, said, as) };
}

describe('a reply is what a command would have printed', () => {
  test.each(hosts)('%s refuses, with the reason', async (host) => {
    const server = await serve(reply(200, deny));
    const said = await asks(`${server.url}/check?a=b%20c`, { host });
    expect(refused(said.heard)).toBe(true);
    expect(said.stdout).toContain('not here');
    const [asked, ...more] = server.asked();
    expect(more).toEqual([]);
    expect(asked).toMatchObject({ method: 'POST', path: '/check?a=b%20c' });
    expect(json(asked?.body ?? '')).toMatchObject({
      event: 'before-tool',
      tool: 'shell',
      input: { command: 'npm test' },
    });
    const { host: named, connection, 'content-length': size, ...rest } = asked?.headers ?? {};
    expect(named).toBe(`127.0.0.1:${server.port}`);
    expect(connection).toBe('close');
    expect(Number(size)).toBe(Buffer.byteLength(asked?.body ?? ''));
    expect(rest).toEqual({
      accept: 'application/json, text/plain, */*',
      'accept-encoding': 'identity',
      'content-type': 'application/json',
      'user-agent': 'anyhook',
    });
  });

  test.each([
    ['allows, which grants nothing', reply(200, '{"decision":"allow"}'), {}],
    ['has no opinion', reply(204), {}],
    ['has no opinion, in JSON', reply(200, '{}'), {}],
    [
      'rewrites',
      reply(201, '{"input":{"command":"ls"}}'),
      { hookSpecificOutput: { tool_input: { command: 'ls' } } },
    ],
    ['tells the person', reply(200, '{"message":"seen"}', 'text/plain'), { systemMessage: 'seen' }],
    [
      'hides behind a mark and blanks',
      reply(200, `\ufeff\n ${deny}\r\n`),
      { decision: 'deny', reason: 'not here' },
    ],
  ] as [string, Answers, Json][])('%s', async (_, answers, wanted) => {
    const server = await serve(answers);
    const { stdout, stderr } = await asks(server.url);
    expect({ stdout: json(stdout), stderr }).toMatchObject({ stdout: wanted, stderr: '' });
  });

  test('in the words of whose dialect it speaks', async () => {
    const server = await serve(
      reply(200, '{"permission":"deny","user_message":"no","agent_message":"no"}'),
    );
    const said = await asks(server.url, { as: 'cursor' });
    expect(json(said.stdout)).toMatchObject({ decision: 'deny', reason: 'no' });
    expect(json(server.asked()[0]?.body ?? '')).toMatchObject({
      hook_event_name: 'beforeShellExecution',
      command: 'npm test',
    });
  });

  test('from its own agent, bytes and all', async () => {
    const server = await serve(reply(200, deny));
    const stdin = shell('gemini');
    const said = await run(['--host', 'gemini', '--as', 'gemini', '--url', server.url], {
      stdin: `${JSON.stringify(stdin)}\n`,
    });
    expect(said).toMatchObject({ stdout: deny, code: 0 });
    expect(server.asked()[0]?.body).toBe(JSON.stringify(stdin));
  });

  test('what it is not about is not asked', async () => {
    const server = await serve(reply(200, deny));
    const said = await asks(server.url, { args: ['--matcher', 'read'] });
    expect([said.stdout, server.asked()]).toEqual(['{}\n', []]);
  });
});

/** Ends of a request that are no answer, and a word of what is said of each. */
const failures: Record<string, [Answers | 'refused', RegExp]> = {
  'a redirect': [reply(301, '', 'text/plain', { location: '/other' }), /HTTP 301 from 127/],
  'a redirect with an answer': [
    reply(307, '{}', 'application/json', { location: '/other' }),
    /HTTP 307/,
  ],
  'no such page': [reply(404, '{}'), /HTTP 404/],
  'not let in': [reply(401, '{}'), /HTTP 401/],
  'a fault': [reply(500, '{"decision":"allow"}'), /HTTP 500/],
  'not modified': [reply(304), /HTTP 304/],
  'a reset': [(response) => response.socket?.resetAndDestroy(), /127\.0\.0\.1:\d+: ECONNRESET/],
  'an end instead of a reply': [(response) => response.socket?.end(), /ECONNRESET/],
  'a reset in the middle': [
    (response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"decision":"allow"}', () => response.socket?.destroy());
    },
    /cut off/,
  ],
  'chunks without an end': [
    (response) => {
      response.writeHead(200);
      response.write('{"decision":"allow"}', () => response.socket?.destroy());
    },
    /cut off/,
  ],
  'no HTTP at all': [(response) => response.socket?.end('hello\r\n\r\n'), /HPE_/],
  'a reply nobody can unpack': [
    reply(200, '{}', 'application/json', { 'content-encoding': 'gzip' }),
    /in gzip, unasked/,
  ],
  'a text': [reply(200, '<html>Sign in</html>', 'text/html'), /not a JSON object/],
  'JSON that ends too soon': [reply(200, '{"decision":'), /JSON/],
  'a list': [reply(200, '[{"decision":"allow"}]'), /not a JSON object/],
  'a number': [reply(200, '1'), /not a JSON object/],
  'nobody there': ['refused', /ECONNREFUSED/],
};

/** Of those, what is asked under every dialect and policy. */
const wholly = process.env.CI ? Object.keys(failures).slice(0, 12) : ['a redirect', 'a fault'];

/** Nobody listens there any more. */
async function closedPort(): Promise<number> {
  const server = await serve(reply(200));
  server.close();
  return server.port;
}

describe('a failure of a hook whose vendor has no rule for it', () => {
  test.each(Object.entries(failures))('%s: refuses on a gate and says why', async (what, [
    answers,
    why,
  ]) => {
    const url =
      answers === 'refused'
        ? `http://127.0.0.1:${await closedPort()}/`
        : (await serve(answers)).url;
    const said = await asks(url);
    expect(json(said.stdout)).toMatchObject({
      decision: 'deny',
      reason: expect.stringMatching(why),
    });
    expect(said.code).toBe(0);
    if (wholly.includes(what)) {
      // Its own dialect lets a command's failure pass: a request's is none it has heard of.
      expect(refused((await asks(url, { as: 'cursor' })).heard)).toBe(true);
      const allowed = await asks(url, { args: ['--on-failure', 'allow'] });
      expect(allowed.stdout).toBe('{}\n');
    }
  });

  test.each(hosts)('%s is never prompted again, and hears of it', async (host) => {
    const server = await serve(reply(500, '{"followUp":"go on"}'));
    const said = await asks(server.url, { host, at: 'stop' });
    expect(said.heard.verdict).toBe('pass');
    expect(said.stdout).not.toContain('go on');
    expect(said.stderr).toContain('HTTP 500');
  });

  test('a redirect is not followed, to the same host or another', async () => {
    const other = await serve(reply(200, '{}'));
    const server = await serve((response, { path }) =>
      reply(path === '/' ? 307 : 200, '{}', 'text/plain', { location: `${other.url}/${path}` })(
        response,
        {} as never,
      ),
    );
    expect(refused((await asks(`${server.url}/`)).heard)).toBe(true);
    expect(server.asked()).toHaveLength(1);
    expect(other.asked()).toEqual([]);
  });
});

describe('nothing is waited for without end', () => {
  const slow: Record<string, Answers> = {
    'no reply': () => {},
    'a head and no body': (response) => {
      response.writeHead(200, { 'content-length': '50' });
      response.flushHeaders();
    },
    'a byte now and then': (response) => {
      response.writeHead(200);
      const clock = setInterval(() => response.write(' '), 50);
      response.on('close', () => clearInterval(clock));
    },
    'a body without an end': (response) => {
      response.writeHead(200);
      const block = Buffer.alloc(1 << 20, ' ');
      const more = () => {
        while (!response.destroyed && response.write(block));
        response.once('drain', more);
      };
      more();
    },
    'a body of 100 MB': (response) => {
      response.writeHead(200);
      response.end(Buffer.alloc(100 << 20, '{"decision":"allow"} '));
    },
  };
  test.each(Object.entries(slow))('%s', async (_, answers) => {
    const server = await serve(answers);
    const said = await asks(server.url, { args: ['--timeout', '1500ms'] });
    expect(refused(said.heard), said.stdout).toBe(true);
    expect(said.stdout).toMatch(/did not answer in time|printed more than is read/);
  });

  test('a port that takes a connection and says nothing, in TLS', async () => {
    const mute = createServer(() => {});
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    const { port } = mute.address() as { port: number };
    const said = await asks(`https://127.0.0.1:${port}/`, { args: ['--timeout', '1500ms'] });
    mute.close();
    expect(said.stdout).toMatch(/did not answer in time/);
  });
});

describe('TLS', () => {
  const pair = selfSigned(dir);

  test('a certificate that nobody signed is refused, whatever the environment says', async () => {
    const server = await serve(reply(200, '{}'), pair);
    const trusted = {
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
      NODE_EXTRA_CA_CERTS: pair.file,
      SSL_CERT_FILE: pair.file,
      NODE_USE_SYSTEM_CA: '1',
      NODE_USE_ENV_PROXY: '1',
    };
    for (const env of [{}, trusted, { ...trusted, HTTPS_PROXY: 'http://127.0.0.1:1' }]) {
      const said = await asks(`${server.url}/`, { env });
      expect(json(said.stdout)).toMatchObject({
        decision: 'deny',
        reason: expect.stringMatching(/DEPTH_ZERO_SELF_SIGNED_CERT/),
      });
      expect(server.asked()).toEqual([]);
    }
  });
});

describe('headers', () => {
  const echo = () => serve(reply(200, '{}'));
  const sent = async (args: string[], env: Record<string, string> = {}) => {
    const server = await echo();
    const said = await asks(server.url, { args, env });
    return { said, headers: server.asked()[0]?.headers };
  };

  test('name variables that are listed; others stand for nothing', async () => {
    const args = [
      '--header',
      `X-A=a $TOK-\${TOK2}-$NOPE-\${TOK}x \${NOPE:-d} $1 $`,
      '--header-env',
      'TOK',
      '--header',
      'Authorization=Bearer $TOK2',
      '--header-env',
      'TOK2',
    ];
    const { headers } = await sent(args, { TOK: 'one', TOK2: 'two', NOPE: 'no' });
    expect(headers).toMatchObject({
      'x-a': `a one-two--onex \${NOPE:-d} $1 $`,
      authorization: 'Bearer two',
    });
  });

  test('nothing in a value ends a header', async () => {
    const { headers } = await sent(
      ['--header', 'X-A=$EVIL', '--header-env', 'EVIL', '--header', 'X-B=b\r\nX-C: 1'],
      {
        EVIL: 'a\r\nX-D: 1\n\n{"forged":true}',
      },
    );
    expect(headers).toMatchObject({ 'x-a': 'aX-D: 1{"forged":true}', 'x-b': 'bX-C: 1' });
    expect(headers).not.toHaveProperty('x-c');
    expect(headers).not.toHaveProperty('x-d');
  });

  test('may say another kind, and not where the request ends or how it is sent', async () => {
    const framing = [
      'Content-Length=3',
      'transfer-encoding=chunked',
      'Connection=upgrade',
      'Upgrade=h2c',
      'Expect=100-continue',
      'TE=trailers',
      'Trailer=x',
      'Keep-Alive=9',
    ];
    const { headers, said } = await sent(
      ['Content-Type=text/x', 'Host=other.test', '__proto__=x', ...framing].flatMap((one) => [
        '--header',
        one,
      ]),
    );
    expect(said.stdout).toBe('{}\n');
    expect(headers).toMatchObject({
      'content-type': 'text/x',
      host: 'other.test',
      connection: 'close',
    });
    for (const name of ['transfer-encoding', 'upgrade', 'expect', 'te', 'trailer', 'keep-alive'])
      expect(headers).not.toHaveProperty([name]);
    expect(headers?.['content-length']).not.toBe('3');
  });

  test('a name and a password in the address are said in a header, and nowhere else', async () => {
    const server = await echo();
    const url = server.url.replace('//', '//me:p%40ss@');
    await asks(url);
    const { path, headers } = server.asked()[0] ?? {};
    expect([path, headers?.authorization]).toEqual(['/', `Basic ${btoa('me:p@ss')}`]);
    server.close();
    expect((await asks(url)).stdout).not.toContain('ss@');
  });

  test('a variable that is not set is told where the server does not let us in', async () => {
    const server = await serve(reply(401));
    const said = await asks(server.url, {
      args: ['--header', 'A=$NOT_SET_HERE', '--header-env', 'NOT_SET_HERE'],
    });
    expect(said.stdout).toContain('NOT_SET_HERE is not set here');
  });

  test.each([
    [['--header', 'X Y=1'], /--header X Y: no header/],
    [['--header', 'X=a\u20ac'], /ERR_INVALID_CHAR/],
    [['--header', 'X'], /say NAME=VALUE/],
  ])('%j refuses, and nothing is sent', async (args, why) => {
    const { said, headers } = await sent(args);
    expect(json(said.stdout)).toMatchObject({
      decision: 'deny',
      reason: expect.stringMatching(why),
    });
    expect(headers).toBeUndefined();
  });
});

describe('what the environment says of the way there', () => {
  test('no proxy is used; where the server is not to be had without one, that is said', async () => {
    const proxy = await serve(reply(200, '{}'));
    const names = [
      'http_proxy',
      'HTTP_PROXY',
      'https_proxy',
      'HTTPS_PROXY',
      'ALL_PROXY',
      'all_proxy',
    ];
    const env = {
      ...Object.fromEntries(names.map((name) => [name, proxy.url])),
      NODE_USE_ENV_PROXY: '1',
    };
    const server = await serve(reply(200, deny));
    expect((await asks(server.url, { env })).stdout).toContain('not here');
    for (const url of ['http://0.0.0.0:1/', 'https://0.0.0.0:1/']) {
      const said = await asks(url, { env });
      expect(said.stdout).toContain('no proxy that a variable names is used');
    }
    expect(proxy.asked()).toEqual([]);
  });

  test.each([
    [['--url', 'ftp://x.test/'], /begins with https/],
    [['--url', 'policy.test/x'], /begins with https/],
    [['--url', 'file:///etc/passwd'], /begins with https/],
    [['--url', '$POLICY'], /begins with https/],
    [['--url', 'https://x.test', '--', 'guard'], /exclude each other/],
    [['--url'], /needs a value/],
    [['--header', 'a=b', '--', 'guard'], /--url is missing/],
  ])('%j refuses', async (args, why) => {
    const said = await run(['--host', 'gemini', ...speaks('anyhook'), ...args], {
      stdin: shell('gemini'),
      env: { POLICY: 'http://127.0.0.1:1' },
    });
    expect(json(said.stdout)).toMatchObject({
      decision: 'deny',
      reason: expect.stringMatching(why),
    });
  });
});
