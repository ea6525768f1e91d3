// A model on 127.0.0.1 that plays scripted turns and keeps what it was asked.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Answer,
  type Body,
  namesOf,
  type Protocol,
  type Told,
  type Turn,
} from './protocol.ts';

export interface Model {
  url: string;
  /** What the model was told with each of its turns. */
  asked: (Told & { tools: string[] })[];
  close(): void;
}

async function bodyOf(request: AsyncIterable<Buffer>): Promise<Body> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return {};
  }
}

const sendJson = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

function sendStream(response: ServerResponse, messages: ReturnType<Protocol['stream']>): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const [name, data] of messages) {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    response.write(`${name && `event: ${name}\n`}data: ${text}\n\n`);
  }
  response.end();
}

/** The id of a session's call, counted from 0 over all its turns. */
export const idOf = (index: number): string => `call_${index}`;

/** Starts the model; after the last scripted turn it says "Done." for ever. */
export async function startModel(protocol: Protocol, turns: readonly Turn[]): Promise<Model> {
  const asked: Model['asked'] = [];
  let calls = 0;
  function next(body: Body, path: string): Answer {
    if (!protocol.isTurn(body, path)) return { text: '{"title":"A task"}', calls: [] };
    const turn = turns[asked.length] ?? { text: 'Done.' };
    asked.push({ ...protocol.told(body), tools: namesOf(body.tools) });
    return { ...turn, calls: (turn.calls ?? []).map((one) => ({ ...one, id: idOf(calls++) })) };
  }
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const path = (request.url ?? '').split('?')[0] as string;
    if (request.method === 'POST' && protocol.path.test(path)) {
      const answer = next(body, path);
      if (protocol.isStream(body, path)) sendStream(response, protocol.stream(answer, body));
      else sendJson(response, 200, protocol.whole(answer, body));
    } else if (path.endsWith('/count_tokens')) sendJson(response, 200, { input_tokens: 42 });
    else if (path.endsWith('/models')) sendJson(response, 200, { object: 'list', data: [] });
    else sendJson(response, 404, { error: { message: `no ${path} here` } });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
