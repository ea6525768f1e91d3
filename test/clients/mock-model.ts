// A Gemini API on 127.0.0.1 that plays scripted turns and keeps what it was asked.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FunctionCall {
  name: string;
  args: Record<string, unknown>;
}

/** One answer of the model: text, tool calls, or both. */
export interface Turn {
  text?: string;
  calls?: readonly FunctionCall[];
}

export interface Part {
  text?: string;
  functionCall?: FunctionCall;
  functionResponse?: { name: string; response: { output?: string; error?: string } };
}

/** The body of a `streamGenerateContent` request, as far as the tests look at it. */
export interface ModelRequest {
  contents: { role: string; parts: Part[] }[];
  tools?: unknown;
  toolConfig?: unknown;
  generationConfig?: unknown;
  systemInstruction?: unknown;
}

export interface MockModel {
  url: string;
  requests: ModelRequest[];
  close(): void;
}

const usageMetadata = { promptTokenCount: 100, candidatesTokenCount: 10, totalTokenCount: 110 };

const done: Turn = { text: 'Done.' };

const answer = (parts: Part[]) => ({
  candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
  usageMetadata,
});

function partsOf({ text, calls = [] }: Turn): Part[] {
  const said = text === undefined ? [] : [{ text }];
  return [...said, ...calls.map((functionCall) => ({ functionCall }))];
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** Starts the model; after the last scripted turn it says "Done." for ever. */
export async function startMockModel(turns: readonly Turn[]): Promise<MockModel> {
  const requests: ModelRequest[] = [];
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const method = /:(\w+)/.exec(request.url ?? '')?.[1];
    if (method === 'streamGenerateContent') {
      const turn = turns[requests.length] ?? done;
      requests.push(JSON.parse(body));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`data: ${JSON.stringify(answer(partsOf(turn)))}\r\n\r\n`);
    } else if (method === 'generateContent') {
      sendJson(response, 200, answer([{ text: '{}' }]));
    } else if (method === 'countTokens') {
      sendJson(response, 200, { totalTokens: 100 });
    } else {
      sendJson(response, 404, { error: { code: 404, message: `no ${request.url} here` } });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
