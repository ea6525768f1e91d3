/** Runs hooks that are addresses: posts the payload, and takes the reply as what the hook printed. */
import { readFileSync, statSync } from 'node:fs';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { AnyhookError } from '../errors.ts';
import type { Finished, Http } from '../mapping/adapter.ts';
import { maxBytes } from '../translate/machine.ts';
import { headerName } from '../util/header.ts';
import { headerVariable } from './header-variable.ts';
import { readOwnConfig } from './own-config.ts';
import type { Platform } from './platform.ts';
import { resolveVariables } from './substitute.ts';
import { callAfter } from './timer.ts';

/** Functions that load Node's modules for requests at the first call, as few runs need them. */
export interface Network {
  http(): Pick<typeof import('node:http'), 'request'>;
  https(): Pick<typeof import('node:https'), 'request'>;
  tls(): Pick<typeof import('node:tls'), 'rootCertificates'> & {
    getCACertificates?(kind: 'system'): string[];
  };
}

/** A hook that is an address, and one payload for it. */
export interface HttpHook {
  url: string;
  /** Headers of the hook's settings, in which references to variables are not yet replaced. */
  headers?: Readonly<Record<string, string>>;
  /** Names of the variables to which headers and address may refer. */
  headerEnv?: readonly string[];
  /** The environment of the hook, from which those variables are read. */
  env: NodeJS.ProcessEnv;
  /** The payload. */
  input: Buffer | string;
  /** Milliseconds until the request is given up. */
  timeout: number;
  /** How the hook's vendor makes requests. Undefined: its hooks are commands only. */
  vendorHttp: Http | undefined;
}

/**
 * Variables that name a file and a folder of certificates in place of the system's. Node 24.16 may have
 * read them before any code of ours ran. `getCACertificates('system')` then returns these certificates
 * instead of the system's.
 */
const certificateVariables = ['SSL_CERT_FILE', 'SSL_CERT_DIR'];
/**
 * Variables that are removed, since a project's `.env` may set them. They make the resolver find another
 * address for the name of a host, or read a file, which may be a pipe; the last one makes Node trust any
 * certificate.
 */
const unsafeVariables = [
  ...['LOCALDOMAIN', 'RES_OPTIONS', 'HOSTALIASES', 'RESOLV_HOST_CONF'],
  'NODE_TLS_REJECT_UNAUTHORIZED',
];

/** Error codes of connections that would fail for the vendor's own client as well. */
const connectionErrors = [
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'ENETUNREACH'],
];

/** Matches headers that are not taken from a hook: Node itself states how a request is sent and where it ends. */
const framingHeader =
  /^(?:connection|content-length|expect|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;
/** A reference to a variable, `$NAME` or `${NAME}`. The name is group 1 (in braces) or group 2. */
const reference = /\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g;
const proxyVariable = /^(?:https?|all)_proxy$/i;
/** Names of hosts that are this machine, for which no client uses a proxy. */
const loopback = /^(?:localhost|127\.[\d.]+|\[::1\])$/;

/**
 * Posts the payload to the address, once. Uses no proxy and follows no redirect.
 *
 * 1. Replaces references to variables in the headers, and in the address if the vendor does so there. A
 *    reference to a variable that the hook may not read is removed if the name is in capitals, and stays as
 *    it is if the name has small letters.
 * 2. Sends the request. One time limit holds for request and reply together. A reply of more than 32 MB
 *    ends the request (`tooMuch`).
 * 3. If the status of the reply is one of success, and the vendor takes such a reply, its text is
 *    returned as the stdout of the hook.
 * 4. Otherwise the hook was not answered (`unanswered`, `timedOut`). `hasNoVendorRule` is set if the
 *    vendor has no such hooks, or if its own client might have got an answer: a variable is not set here, a
 *    proxy is not used, or our request failed in a way that the client's need not. That counts as a
 *    failure of anyhook, and not of the hook.
 *
 * Rejects with `usage` if the address or the name of a header is invalid.
 */
export async function postPayload(
  hook: HttpHook,
  net: Network & Pick<Platform, 'shared'>,
): Promise<Finished> {
  const { env, vendorHttp, input } = hook;
  const { shared } = net;
  const signal = shared?.signal;
  if (!shared) for (const name of unsafeVariables) delete process.env[name];
  const unsetNames = new Set<string>();
  const valueFor = (name: string, whole: string): string => {
    if (!hook.headerEnv?.includes(name) && !headerVariable.test(name)) {
      // With small letters, and not listed: taken for plain text.
      return name === name.toUpperCase() ? '' : whole;
    }
    if (env[name] === undefined) unsetNames.add(name);
    return env[name] ?? '';
  };
  const replaceReferences = (text: string) =>
    (vendorHttp?.resolvesEveryVariable ? resolveVariables(text, env) : text).replace(
      reference,
      (whole, nameInBraces, bareName) => valueFor(nameInBraces ?? bareName, whole),
    );
  const url = parseAddress(
    vendorHttp?.resolvesEveryVariable ? replaceReferences(hook.url) : hook.url,
  );
  const headers = makeHeaders(hook.headers ?? {}, replaceReferences);
  const hasProxy =
    !loopback.test(url.hostname) &&
    Object.keys(env).some((name) => env[name] && proxyVariable.test(name));

  /**
   * Makes the result of a hook that was not answered. `mightSucceedAtVendor`: the vendor's own client might
   * have got an answer. `replied`: some server has replied.
   */
  const makeUnanswered = (
    problem: string,
    end: { mightSucceedAtVendor?: boolean; timedOut?: true; replied?: true },
  ): Finished => {
    const otherCauses = Array.from(unsetNames, (name) => `${name} is not set here`);
    if (hasProxy && !end.replied) otherCauses.push('no proxy that a variable names is used');
    const unanswered = [problem, ...otherCauses].join('; ');
    if (end.mightSucceedAtVendor || !vendorHttp || otherCauses.length)
      return { ...noOutput, unanswered, hasNoVendorRule: true };
    return end.timedOut ? { ...noOutput, timedOut: true } : { ...noOutput, unanswered };
  };
  /** Makes the result of a hook from a whole reply. */
  const readReply = (status: number, type: string, body: string): Finished => {
    const from = `from ${url.host}`;
    if (status < 200 || status > 299)
      return makeUnanswered(`HTTP ${status} ${from}`, { replied: true });
    const stdout = vendorHttp?.readReply ? vendorHttp.readReply({ status, type, body }) : body;
    if (stdout !== undefined) return { code: 0, stdout, stderr: '' };
    const received = body.trim() ? 'the reply' : `HTTP ${status} without a body`;
    return makeUnanswered(`${received} ${from} is no answer`, { replied: true });
  };

  return new Promise((resolve) => {
    let request: ClientRequest | undefined;
    // Only the first call counts, since a promise is resolved once.
    const finish = (finished: Finished) => {
      signal?.removeEventListener('abort', breakOff);
      resolve(finished);
      request?.destroy();
    };
    const finishUnanswered = (...args: Parameters<typeof makeUnanswered>) =>
      finish(makeUnanswered(...args));
    const fail = ({ code = '', message }: NodeJS.ErrnoException) => {
      const mightSucceedAtVendor = !connectionErrors.includes(code);
      finishUnanswered(`${url.host}: ${code || message}`, { mightSucceedAtVendor });
    };
    const breakOff = () => finishUnanswered('the agent broke it off', {});
    signal?.addEventListener('abort', breakOff);
    let hasReply = false;
    const receive = (response: IncomingMessage) => {
      hasReply = true;
      const { statusCode = 0, headers } = response;
      const encoding = headers['content-encoding'] ?? 'identity';
      if (encoding !== 'identity')
        return finishUnanswered(`${url.host} answers in ${encoding}, unasked`, {
          mightSucceedAtVendor: true,
        });
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        chunks.push(chunk);
        if (size > maxBytes) finish({ ...noOutput, tooMuch: true });
      });
      const readWhole = () => {
        if (!response.complete)
          return finishUnanswered(`the answer of ${url.host} was cut off`, {});
        finish(
          readReply(statusCode, headers['content-type'] ?? '', Buffer.concat(chunks).toString()),
        );
      };
      response.on('end', readWhole).on('error', readWhole).on('close', readWhole);
    };
    const endAtLimit = () => {
      // A client that waits for the rest of a reply without a limit might still have got it.
      const mightSucceedAtVendor = hasReply && vendorHttp?.waitsForReply === true;
      finishUnanswered(`${url.host} did not answer in time`, {
        mightSucceedAtVendor,
        timedOut: true,
      });
    };
    // The open connection keeps this process alive.
    if (shared) setTimeout(endAtLimit, hook.timeout).unref();
    else callAfter(hook.timeout, endAtLimit);
    try {
      const options = { method: 'POST', headers, agent: false } as const;
      request =
        url.protocol === 'https:'
          ? net.https().request(url, { ...options, ...trustOptions(net, url, env) }, receive)
          : net.http().request(url, options, receive);
      request.on('error', fail);
      const body = Buffer.from(input as string);
      request.end(body.at(-1) === 10 ? body.subarray(0, -1) : body); // without a line break at the end
    } catch (error) {
      fail(error as Error);
    }
  });
}

const noOutput = { code: null, stdout: '', stderr: '' } as const;

/**
 * Returns the TLS options of a request. They trust these certificates and no others, whatever else the
 * environment says: Node's own; the system's, unless a variable of `env` replaces them; and those in the
 * file `ca` of the person's configuration. Throws if a file of certificates is no regular file.
 */
function trustOptions(net: Network, { hostname }: URL, env: NodeJS.ProcessEnv) {
  // The certificates in the file that NODE_EXTRA_CA_CERTS names are not trusted. But Node 22 reads the file
  // now, unless the loader has cleared the variable, and would hang if it is a pipe.
  const { NODE_EXTRA_CA_CERTS: extraFile } = process.env;
  if (extraFile && statSync(extraFile, { throwIfNoEntry: false })?.isFile() === false)
    throw new Error(`NODE_EXTRA_CA_CERTS: ${extraFile} is no regular file`);
  const { rootCertificates, getCACertificates } = net.tls();
  const areReplaced = certificateVariables.some((name) => env[name]);
  const { ca } = readOwnConfig();
  const configured = typeof ca === 'string' ? [readCertificates(ca)] : [];
  return {
    ca: [
      ...rootCertificates,
      ...(areReplaced ? [] : (getCACertificates?.('system') ?? [])),
      ...configured,
    ],
    rejectUnauthorized: true,
    // The certificate must be for the name in the address, and not for one in a header `host`.
    servername: isIP(hostname.replace(/[[\]]/g, '')) ? '' : hostname,
  };
}

/** Reads a regular file. Throws for anything else: opening a pipe would wait for a writer. */
function readCertificates(file: string): string {
  if (!statSync(file).isFile()) throw new Error(`${file} is no regular file`);
  return readFileSync(file, 'utf8');
}

/** Parses an address. Throws `usage` if it is no valid one of http or https. */
function parseAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new AnyhookError('usage', `--url ${text}: say an address that begins with https://`);
}

/**
 * Makes the headers of a request: our own, which those of the hook replace if their names are equal. Line
 * breaks are taken out of values, because they would begin a further header. Throws `usage` for an
 * invalid name.
 *
 * @param replaceReferences Replaces the references to variables in a value.
 */
function makeHeaders(
  hookHeaders: Readonly<Record<string, string>>,
  replaceReferences: (text: string) => string,
): Record<string, string> {
  const headers: Record<string, string> = Object.assign(Object.create(null), {
    'content-type': 'application/json',
    accept: 'application/json, text/plain, */*',
    'accept-encoding': 'identity',
    'user-agent': 'anyhook',
  });
  for (const name in hookHeaders) {
    if (!headerName.test(name))
      throw new AnyhookError('usage', `--header ${name}: no header has such a name`);
    if (!framingHeader.test(name))
      headers[name.toLowerCase()] = replaceReferences(hookHeaders[name] ?? '').replace(
        /[\r\n\0]/g,
        '',
      );
  }
  return headers;
}
