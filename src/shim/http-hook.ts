/** A hook that is an address: the payload is posted there, and what comes back is what it printed. */
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

/** What sends and hears, loaded for that alone. */
export interface Network {
  http(): Pick<typeof import('node:http'), 'request'>;
  https(): Pick<typeof import('node:https'), 'request'>;
  tls(): Pick<typeof import('node:tls'), 'rootCertificates'> & {
    getCACertificates?(kind: 'system'): string[];
  };
}

export interface HttpHook {
  url: string;
  headers?: Readonly<Record<string, string>>;
  /** The variables that a header may name. */
  headerEnv?: readonly string[];
  env: NodeJS.ProcessEnv;
  input: Buffer | string;
  /** Milliseconds until the request is given up. */
  timeout: number;
  /** How the hook's vendor asks; absent: it does not. */
  http: Http | undefined;
}

/** Name other certificates of the system, which Node may have read before any code of ours, 24.16. */
const certificates = ['SSL_CERT_FILE', 'SSL_CERT_DIR'];
/**
 * What a project's `.env` may set, and would lead a name to another host, have the resolver wait for
 * a pipe, or trust any certificate.
 */
const steering = [
  ...['LOCALDOMAIN', 'RES_OPTIONS', 'HOSTALIASES', 'RESOLV_HOST_CONF'],
  'NODE_TLS_REJECT_UNAUTHORIZED',
];

/** Ends of a connection that the hook's own client would have met as well. */
const theirs = [
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'ENETUNREACH'],
];

/** Names of headers that say where a request ends, or how it is sent. */
const framing =
  /^(?:connection|content-length|expect|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;
const reference = /\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g;
/** Variables that a line of ours names, in the place of what is not to be read on it. */
export const headerVariable = /^ANYHOOK_HEADER_\d+$/;
const proxy = /^(?:https?|all)_proxy$/i;
const loopback = /^(?:localhost|127\.[\d.]+|\[::1\])$/;

/**
 * Asks once, and only the host in the address. Never hangs. Rejects with `usage` where there is no
 * such address, or no such header.
 */
export async function postPayload(run: HttpHook, net: Network): Promise<Finished> {
  const { env, http, input } = run;
  for (const name of steering) delete process.env[name];
  const unset = new Set<string>();
  const named = (name: string, whole: string): string => {
    if (!run.headerEnv?.includes(name) && !headerVariable.test(name)) {
      return name === name.toUpperCase() ? '' : whole; // no variable
    }
    if (env[name] === undefined) unset.add(name);
    return env[name] ?? '';
  };
  const told = (text: string) =>
    (http?.resolves ? resolveVariables(text, env) : text).replace(
      reference,
      (whole, braced, bare) => named(braced ?? bare, whole),
    );
  const url = addressOf(http?.resolves ? told(run.url) : run.url);
  const headers = headersOf(run.headers ?? {}, told);
  const proxied =
    !loopback.test(url.hostname) && Object.keys(env).some((name) => env[name] && proxy.test(name));

  /** No answer; ours to judge where the hook's own client might have had one. */
  const without = (
    what: string,
    end: { ours?: boolean; timedOut?: true; heard?: true },
  ): Finished => {
    const asides = Array.from(unset, (name) => `${name} is not set here`);
    if (proxied && !end.heard) asides.push('no proxy that a variable names is used');
    const why = [what, ...asides].join('; ');
    if (end.ours || !http || asides.length) return { ...silent, unanswered: why, ours: true };
    if (end.timedOut) return { ...silent, timedOut: true };
    return { ...silent, unanswered: why };
  };
  const heard = (status: number, type: string, body: string): Finished => {
    const from = `from ${url.host}`;
    if (status < 200 || status > 299) return without(`HTTP ${status} ${from}`, { heard: true });
    const stdout = http?.heard ? http.heard({ status, type, body }) : body;
    const what = body.trim() ? 'what came' : `HTTP ${status} without a body`;
    if (stdout === undefined) return without(`${what} ${from} is no answer`, { heard: true });
    return { code: 0, stdout, stderr: '' };
  };

  return new Promise((resolve) => {
    let request: ClientRequest | undefined;
    const done = (finished: Finished) => {
      resolve(finished);
      request?.destroy();
    };
    const failed = (error: NodeJS.ErrnoException) => {
      const { code = '', message } = error;
      done(without(`${url.host}: ${code || message}`, { ours: !theirs.includes(code) }));
    };
    let begun = false;
    const listen = (response: IncomingMessage) => {
      begun = true;
      const { statusCode = 0, headers } = response;
      const encoding = headers['content-encoding'] ?? 'identity';
      if (encoding !== 'identity')
        return done(without(`${url.host} answers in ${encoding}, unasked`, { ours: true }));
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        chunks.push(chunk);
        if (size > maxBytes) done({ ...silent, tooMuch: true });
      });
      const end = () => {
        if (!response.complete) return done(without(`the answer of ${url.host} was cut off`, {}));
        done(heard(statusCode, headers['content-type'] ?? '', Buffer.concat(chunks).toString()));
      };
      response.on('end', end).on('error', end).on('close', end);
    };
    callAfter(run.timeout, () => {
      const ours = begun && http?.waits === true;
      done(without(`${url.host} did not answer in time`, { ours, timedOut: true }));
    });
    try {
      const options = { method: 'POST', headers, agent: false } as const;
      request =
        url.protocol === 'https:'
          ? net.https().request(url, { ...options, ...trusting(net, url, env) }, listen)
          : net.http().request(url, options, listen);
      request.on('error', failed);
      const body = Buffer.from(input as string);
      request.end(body.at(-1) === 10 ? body.subarray(0, -1) : body);
    } catch (error) {
      failed(error as Error);
    }
  });
}

const silent = { code: null, stdout: '', stderr: '' } as const;

/** Trust in what the system's owner or the person trusts, whatever the environment says. */
function trusting(net: Network, { hostname }: URL, env: NodeJS.ProcessEnv) {
  // Nothing in it is trusted, but Node 22 reads it now, where no loader has taken it from Node.
  const { NODE_EXTRA_CA_CERTS: extra } = process.env;
  if (extra && statSync(extra, { throwIfNoEntry: false })?.isFile() === false)
    throw new Error(`NODE_EXTRA_CA_CERTS: ${extra} is no regular file`);
  const { rootCertificates, getCACertificates } = net.tls();
  const moved = certificates.some((name) => env[name]);
  const { ca } = readOwnConfig();
  const own = typeof ca === 'string' ? [textOf(ca)] : [];
  return {
    ca: [...rootCertificates, ...(moved ? [] : (getCACertificates?.('system') ?? [])), ...own],
    rejectUnauthorized: true,
    // Whatever a header calls the host.
    servername: isIP(hostname.replace(/[[\]]/g, '')) ? '' : hostname,
  };
}

/** Opening a pipe would wait for a writer. */
function textOf(file: string): string {
  if (!statSync(file).isFile()) throw new Error(`${file} is no regular file`);
  return readFileSync(file, 'utf8');
}

function addressOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new AnyhookError('usage', `--url ${text}: say an address that begins with https://`);
}

function headersOf(
  said: Readonly<Record<string, string>>,
  told: (text: string) => string,
): Record<string, string> {
  const headers: Record<string, string> = Object.assign(Object.create(null), {
    'content-type': 'application/json',
    accept: 'application/json, text/plain, */*',
    'accept-encoding': 'identity',
    'user-agent': 'anyhook',
  });
  for (const name in said) {
    if (!headerName.test(name))
      throw new AnyhookError('usage', `--header ${name}: no header has such a name`);
    if (!framing.test(name))
      headers[name.toLowerCase()] = told(said[name] ?? '').replace(/[\r\n\0]/g, '');
  }
  return headers;
}
