/** Hooks that are addresses: the payload is posted, and the reply counts as what the hook printed. */
import { readFileSync, statSync } from 'node:fs';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { AnyhookError } from '../errors.ts';
import type { Finished, Http } from '../mapping/adapter.ts';
import { maxBytes } from '../translate/machine.ts';
import { headerName } from '../util/header.ts';
import { readOwnConfig } from './own-config.ts';
import { resolveVariables } from './substitute.ts';
import { callAfter } from './timer.ts';

/** Modules of Node for requests, which are loaded at the first call. */
export interface Network {
  http(): Pick<typeof import('node:http'), 'request'>;
  https(): Pick<typeof import('node:https'), 'request'>;
  tls(): Pick<typeof import('node:tls'), 'rootCertificates'> & {
    getCACertificates?(kind: 'system'): string[];
  };
}

/** A request to a hook. */
export interface HttpHook {
  url: string;
  headers?: Readonly<Record<string, string>>;
  /** Names of the variables that headers and address may refer to. */
  headerEnv?: readonly string[];
  /** The environment of the hook. */
  env: NodeJS.ProcessEnv;
  /** The payload. */
  input: Buffer | string;
  /** Milliseconds until the request is given up. */
  timeout: number;
  /** How the hook's vendor makes requests. Undefined: its hooks are commands only. */
  vendorHttp: Http | undefined;
}

/**
 * Variables that name other certificates of the system. Node 24.16 may have read those before any code
 * of ours ran.
 */
const certificateVariables = ['SSL_CERT_FILE', 'SSL_CERT_DIR'];
/**
 * Variables that a project's `.env` may set, and that would lead a name to another host, make the
 * resolver wait for a pipe, or trust any certificate.
 */
const unsafeVariables = [
  ...['LOCALDOMAIN', 'RES_OPTIONS', 'HOSTALIASES', 'RESOLV_HOST_CONF'],
  'NODE_TLS_REJECT_UNAUTHORIZED',
];

/** Error codes of a connection that the vendor's own client would have met as well. */
const connectionErrors = [
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'ENETUNREACH'],
];

/** Names of headers that state where a request ends or how it is sent: they are not taken. */
const framingHeader =
  /^(?:connection|content-length|expect|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;
/** A reference to a variable, `$NAME` or `${NAME}`. */
const reference = /\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g;
/**
 * Names of the variables that a converted line refers to in place of header values which nobody should
 * read on the line.
 */
export const headerVariable = /^ANYHOOK_HEADER_\d+$/;
const proxyVariable = /^(?:https?|all)_proxy$/i;
const loopback = /^(?:localhost|127\.[\d.]+|\[::1\])$/;

/**
 * Posts the payload once, to the host in the address and to no proxy, and follows no redirect.
 *
 * 1. Puts variables into headers (and into the address, where the vendor does). A variable that is not
 *    listed for the hook is empty; a `$` before anything but a variable stays.
 * 2. Sends the request. The whole exchange has one time limit, and a reply at most 32 MB.
 * 3. A reply with a status of success is what the hook printed, as its vendor takes it.
 * 4. Without such a reply the hook gave no answer. That is judged as a failure of anyhook (`hasNoVendorRule`)
 *    where the vendor's own client might have had an answer: a variable is not set here, or a proxy is
 *    not used.
 *
 * Rejects with `usage` where the address or the name of a header is invalid.
 */
export async function postPayload(run: HttpHook, net: Network): Promise<Finished> {
  const { env, vendorHttp: http, input } = run;
  for (const name of unsafeVariables) delete process.env[name];
  const unset = new Set<string>();
  const readVariable = (name: string, whole: string): string => {
    if (!run.headerEnv?.includes(name) && !headerVariable.test(name)) {
      return name === name.toUpperCase() ? '' : whole; // in lower case it is no variable
    }
    if (env[name] === undefined) unset.add(name);
    return env[name] ?? '';
  };
  const putIn = (text: string) =>
    (http?.resolvesEveryVariable ? resolveVariables(text, env) : text).replace(
      reference,
      (whole, braced, bare) => readVariable(braced ?? bare, whole),
    );
  const url = parseAddress(http?.resolvesEveryVariable ? putIn(run.url) : run.url);
  const headers = makeHeaders(run.headers ?? {}, putIn);
  const hasProxy =
    !loopback.test(url.hostname) &&
    Object.keys(env).some((name) => env[name] && proxyVariable.test(name));

  /** Returns the end of a hook that gave no answer. `replied`: the host was reached. */
  const withoutAnswer = (
    what: string,
    end: { isOurFailure?: boolean; timedOut?: true; replied?: true },
  ): Finished => {
    const asides = Array.from(unset, (name) => `${name} is not set here`);
    if (hasProxy && !end.replied) asides.push('no proxy that a variable names is used');
    const why = [what, ...asides].join('; ');
    if (end.isOurFailure || !http || asides.length)
      return { ...silent, unanswered: why, hasNoVendorRule: true };
    if (end.timedOut) return { ...silent, timedOut: true };
    return { ...silent, unanswered: why };
  };
  const readReply = (status: number, type: string, body: string): Finished => {
    const from = `from ${url.host}`;
    if (status < 200 || status > 299)
      return withoutAnswer(`HTTP ${status} ${from}`, { replied: true });
    const stdout = http?.readReply ? http.readReply({ status, type, body }) : body;
    const what = body.trim() ? 'what came' : `HTTP ${status} without a body`;
    if (stdout === undefined)
      return withoutAnswer(`${what} ${from} is no answer`, { replied: true });
    return { code: 0, stdout, stderr: '' };
  };

  return new Promise((resolve) => {
    let request: ClientRequest | undefined;
    const done = (finished: Finished) => {
      resolve(finished);
      request?.destroy();
    };
    const fail = (error: NodeJS.ErrnoException) => {
      const { code = '', message } = error;
      done(
        withoutAnswer(`${url.host}: ${code || message}`, {
          isOurFailure: !connectionErrors.includes(code),
        }),
      );
    };
    let hasReply = false;
    const receive = (response: IncomingMessage) => {
      hasReply = true;
      const { statusCode = 0, headers } = response;
      const encoding = headers['content-encoding'] ?? 'identity';
      if (encoding !== 'identity')
        return done(
          withoutAnswer(`${url.host} answers in ${encoding}, unasked`, { isOurFailure: true }),
        );
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        chunks.push(chunk);
        if (size > maxBytes) done({ ...silent, tooMuch: true });
      });
      const end = () => {
        if (!response.complete)
          return done(withoutAnswer(`the answer of ${url.host} was cut off`, {}));
        done(
          readReply(statusCode, headers['content-type'] ?? '', Buffer.concat(chunks).toString()),
        );
      };
      response.on('end', end).on('error', end).on('close', end);
    };
    callAfter(run.timeout, () => {
      const isOurFailure = hasReply && http?.waitsForReply === true;
      done(withoutAnswer(`${url.host} did not answer in time`, { isOurFailure, timedOut: true }));
    });
    try {
      const options = { method: 'POST', headers, agent: false } as const;
      request =
        url.protocol === 'https:'
          ? net.https().request(url, { ...options, ...trustOptions(net, url, env) }, receive)
          : net.http().request(url, options, receive);
      request.on('error', fail);
      const body = Buffer.from(input as string);
      request.end(body.at(-1) === 10 ? body.subarray(0, -1) : body);
    } catch (error) {
      fail(error as Error);
    }
  });
}

const silent = { code: null, stdout: '', stderr: '' } as const;

/**
 * Returns TLS options that trust Node's certificates, those of the system unless variables name others,
 * and one file that the person configures, whatever else the environment says.
 */
function trustOptions(net: Network, { hostname }: URL, env: NodeJS.ProcessEnv) {
  // Its certificates are not trusted, but Node 22 reads the file now, unless a loader cleared the
  // variable: a pipe would be waited for.
  const { NODE_EXTRA_CA_CERTS: extra } = process.env;
  if (extra && statSync(extra, { throwIfNoEntry: false })?.isFile() === false)
    throw new Error(`NODE_EXTRA_CA_CERTS: ${extra} is no regular file`);
  const { rootCertificates, getCACertificates } = net.tls();
  const areReplaced = certificateVariables.some((name) => env[name]);
  const { ca } = readOwnConfig();
  const own = typeof ca === 'string' ? [readCertificates(ca)] : [];
  return {
    ca: [
      ...rootCertificates,
      ...(areReplaced ? [] : (getCACertificates?.('system') ?? [])),
      ...own,
    ],
    rejectUnauthorized: true,
    // The name in the address is checked, not one in a header `host`.
    servername: isIP(hostname.replace(/[[\]]/g, '')) ? '' : hostname,
  };
}

/** Reads a regular file. Throws for anything else: opening a pipe would wait for a writer. */
function readCertificates(file: string): string {
  if (!statSync(file).isFile()) throw new Error(`${file} is no regular file`);
  return readFileSync(file, 'utf8');
}

/** Parses an address. Throws `usage` where it is none of http or https. */
function parseAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new AnyhookError('usage', `--url ${text}: say an address that begins with https://`);
}

/**
 * Makes the headers of a request: ours, and over them those of the hook, without line breaks. Throws
 * `usage` for an invalid name.
 *
 * @param putIn Puts variables into a value.
 */
function makeHeaders(
  stated: Readonly<Record<string, string>>,
  putIn: (text: string) => string,
): Record<string, string> {
  const headers: Record<string, string> = Object.assign(Object.create(null), {
    'content-type': 'application/json',
    accept: 'application/json, text/plain, */*',
    'accept-encoding': 'identity',
    'user-agent': 'anyhook',
  });
  for (const name in stated) {
    if (!headerName.test(name))
      throw new AnyhookError('usage', `--header ${name}: no header has such a name`);
    if (!framingHeader.test(name))
      headers[name.toLowerCase()] = putIn(stated[name] ?? '').replace(/[\r\n\0]/g, '');
  }
  return headers;
}
