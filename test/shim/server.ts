import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A request as the server got it. */
export interface Asked {
  method: string | undefined;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** What a server does with a request that is whole. */
export type Answers = (response: ServerResponse, asked: Asked) => void;

export interface Server {
  url: string;
  port: number;
  /** All that was asked since the last look. */
  asked(): Asked[];
  close(): void;
}

/** A reply with a body of a kind. */
export const reply =
  (
    status: number,
    body = '',
    type = 'application/json',
    more: Record<string, string> = {},
  ): Answers =>
  (response) => {
    response.writeHead(status, { 'content-type': type, ...more });
    response.end(body);
  };

/** A server on loopback, gone when the file is over. */
export async function serve(
  answers: Answers,
  secure?: { key: string; cert: string },
): Promise<Server> {
  const seen: Asked[] = [];
  const listen = (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    response.on('error', () => {});
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const { method, url: path = '', headers } = request;
      const asked = { method, path, headers, body };
      seen.push(asked);
      answers(response, asked);
    });
  };
  const server = secure ? createSecure(secure, listen) : createServer(listen);
  server.on('clientError', (_, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  afterAll(close);
  const url = `${secure ? 'https' : 'http'}://127.0.0.1:${port}`;
  return { url, port, asked: () => seen.splice(0), close };
}

/** A certificate that nobody signed but itself, for loopback. */
export function selfSigned(
  dir: string,
  names = 'IP:127.0.0.1,DNS:localhost',
): { key: string; cert: string; file: string } {
  const [key, file] = [join(dir, `${names}.key`), join(dir, `${names}.pem`)];
  const subject = ['-subj', '/CN=localhost', '-addext', `subjectAltName=${names}`];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync(
    'openssl',
    ['req', ...kind, ...subject, '-days', '2', '-keyout', key, '-out', file],
    {
      stdio: 'ignore',
    },
  );
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(file, 'utf8'), file };
}
