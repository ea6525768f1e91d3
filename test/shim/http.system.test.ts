// Hooks that are addresses, against a real server: what is sent, what is heard, and what a failure is.
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/util/json.ts';
import { type Host, hosts, shell, speaks, stop } from './payloads.ts';
import { folder, json, run, runExecutable } from './run.ts';
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

describe('A hook at a URL', () => {
  test.each(
    hosts,
  )('refuses on %s with the reason of its reply, and gets the payload in one POST', async (host) => {
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
    ['is empty', reply(204), {}],
    ['is an empty object', reply(200, '{}'), {}],
    [
      'rewrites the call',
      reply(201, '{"input":{"command":"ls"}}'),
      { hookSpecificOutput: { tool_input: { command: 'ls' } } },
    ],
    [
      'has a message for the person',
      reply(200, '{"message":"seen"}', 'text/plain'),
      { systemMessage: 'seen' },
    ],
    [
      'refuses behind a byte order mark and blanks',
      reply(200, `\ufeff\n ${deny}\r\n`),
      { decision: 'deny', reason: 'not here' },
    ],
  ] as [
    string,
    Answers,
    Json,
  ][])('decides as a command that printed the same, where its reply %s', async (_, answers, wanted) => {
    const server = await serve(answers);
    const { stdout, stderr } = await asks(server.url);
    expect({ stdout: json(stdout), stderr }).toMatchObject({ stdout: wanted, stderr: '' });
  });

  test('is asked and understood in its own dialect', async () => {
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

  test('of the host’s own dialect gets the host’s payload, and its reply is printed byte for byte', async () => {
    const server = await serve(reply(200, deny));
    const stdin = shell('gemini');
    const said = await run(['--host', 'gemini', '--as', 'gemini', '--url', server.url], {
      stdin: `${JSON.stringify(stdin)}\n`,
    });
    expect(said).toMatchObject({ stdout: deny, code: 0 });
    expect(server.asked()[0]?.body).toBe(JSON.stringify(stdin));
  });

  test('is not asked about a call that its matcher does not match', async () => {
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
const wholly = Object.keys(failures).slice(0, 12);

/** Nobody listens there any more. */
async function closedPort(): Promise<number> {
  const server = await serve(reply(200));
  server.close();
  return server.port;
}

describe('A failed request of a hook whose vendor has no rule for it', () => {
  test.each(Object.entries(failures))('refuses on a gate and says why: %s', async (what, [
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

  test.each(
    hosts,
  )('does not prompt %s again at the end of a turn, and is reported on stderr', async (host) => {
    const server = await serve(reply(500, '{"followUp":"go on"}'));
    const said = await asks(server.url, { host, at: 'stop' });
    expect(said.heard.verdict).toBe('pass');
    expect(said.stdout).not.toContain('go on');
    expect(said.stderr).toContain('HTTP 500');
  });

  test('is what becomes of a redirect, which is not followed to the same host or another', async () => {
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

describe('A server that is slow or never ends', () => {
  const slow: Record<string, Answers> = {
    'it sends no reply': () => {},
    'it sends a head and no body': (response) => {
      response.writeHead(200, { 'content-length': '50' });
      response.flushHeaders();
    },
    'it sends a byte now and then': (response) => {
      response.writeHead(200);
      const clock = setInterval(() => response.write(' '), 50);
      response.on('close', () => clearInterval(clock));
    },
    'it sends a body without an end': (response) => {
      response.writeHead(200);
      const block = Buffer.alloc(1 << 20, ' ');
      const more = () => {
        while (!response.destroyed && response.write(block));
        response.once('drain', more);
      };
      more();
    },
    'it sends a body of 100 MB': (response) => {
      response.writeHead(200);
      response.end(Buffer.alloc(100 << 20, '{"decision":"allow"} '));
    },
  };
  test.each(
    Object.entries(slow),
  )('is given up at the timeout or at 32 MB, and a gate refuses: %s', async (_, answers) => {
    const server = await serve(answers);
    const said = await asks(server.url, { args: ['--timeout', '1500ms'] });
    expect(refused(said.heard), said.stdout).toBe(true);
    expect(said.stdout).toMatch(/ran out of time|printed more than is read/);
  });

  test('is given up at the timeout where it takes a connection and never begins TLS', async () => {
    const mute = createServer(() => {});
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    const { port } = mute.address() as { port: number };
    const said = await asks(`https://127.0.0.1:${port}/`, { args: ['--timeout', '1500ms'] });
    mute.close();
    expect(said.stdout).toMatch(/ran out of time/);
  });
});

describe('Over TLS,', () => {
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

test('No file of a resolver that a variable names is opened, so that a pipe keeps no run from its answer', async () => {
  const server = await serve(reply(200, '{"decision":"deny","reason":"no"}'));
  const pipe = join(dir, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const url = server.url.replace('127.0.0.1', 'localhost');
  const said = await runExecutable(['--host', 'gemini', ...speaks('anyhook'), '--url', url], {
    stdin: shell('gemini'),
    env: { RESOLV_HOST_CONF: pipe, HOSTALIASES: pipe },
  });
  expect(json(said.stdout)).toMatchObject({ decision: 'deny', reason: 'no' });
});

describe('A header of a request', () => {
  const echo = () => serve(reply(200, '{}'));
  const sent = async (args: string[], env: Record<string, string> = {}) => {
    const server = await echo();
    const said = await asks(server.url, { args, env });
    return { said, headers: server.asked()[0]?.headers };
  };

  test('has the values of the variables that are listed, and nothing for any other', async () => {
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

  test('is never ended by a line break in its value', async () => {
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

  test('may set the content type and the host, but neither the length nor the framing of the request', async () => {
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

  test('carries the name and the password of the URL, which appear nowhere else', async () => {
    const server = await echo();
    const url = server.url.replace('//', '//me:p%40ss@');
    await asks(url);
    const { path, headers } = server.asked()[0] ?? {};
    expect([path, headers?.authorization]).toEqual(['/', `Basic ${btoa('me:p@ss')}`]);
    server.close();
    expect((await asks(url)).stdout).not.toContain('ss@');
  });

  test('whose variable is not set is named in the refusal where the server answers 401', async () => {
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
  ])('that is not valid refuses, and nothing is sent: %j', async (args, why) => {
    const { said, headers } = await sent(args);
    expect(json(said.stdout)).toMatchObject({
      decision: 'deny',
      reason: expect.stringMatching(why),
    });
    expect(headers).toBeUndefined();
  });
});

describe('A request', () => {
  test('goes through no proxy, and a refusal says so where the server cannot be reached without one', async () => {
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
  ])('is not made, and a gate refuses, for a wrong line: %j', async (args, why) => {
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
