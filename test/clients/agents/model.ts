// A model on 127.0.0.1 that plays scripted turns and keeps what it was asked.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Answer,
  type Body,
  namesOf,
  type Protocol,
  type Scripted,
  type Told,
} from './protocol.ts';

export interface Model {
  url: string;
  /** What the model was told with each of its turns. */
  asked: (Told & { by: Asker; tools: string[] })[];
  /** The texts of its turns. */
  said: string[];
  /** How often it was asked for a summary of the conversation. */
  summaries(): number;
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

/** Who asks the model: the agent of the session, or an agent that it started. */
export type Asker = 'agent' | 'subagent';

/** How clients ask for the summary that a conversation is replaced by. */
const asksForSummary =
  /a <summary> block|CONTEXT CHECKPOINT COMPACTION|only with the summary text|<state_snapshot> XML|a structured context checkpoint summary|a concise checkpoint of the user's request|a new anchored summary from|the conversation before the <conversation> above/;
const summary = '<summary>All is well so far.</summary>';

/** The id of a call, counted from 0 over all turns of its agent. */
export const idOf = (index: number, of: Asker = 'agent'): string =>
  `${of === 'agent' ? 'call' : 'call_sub'}_${index}`;

/** What the first message to a sub-agent contains. */
export const subtask = 'SUBTASK';

/** Starts the model; after the last scripted turn it says "Done." for ever. */
export async function startModel(
  protocol: Protocol,
  turns: Readonly<Record<Asker, readonly Scripted[]>>,
): Promise<Model> {
  const asked: Model['asked'] = [];
  const texts: string[] = [];
  const turnsOf = { agent: 0, subagent: 0 };
  let summaries = 0;
  let tokens: number | undefined;
  const callsOf = { agent: 0, subagent: 0 };
  async function next(body: Body, path: string): Promise<Answer> {
    const told = protocol.told(body);
    if (asksForSummary.test(told.texts.at(-1) ?? '')) {
      summaries += 1;
      return { text: summary, calls: [], ...(tokens === undefined ? {} : { tokens }) };
    }
    if (!protocol.isTurn(body, path)) return { text: '{"title":"A task"}', calls: [] };
    const by = told.texts.some((text) => text.includes(subtask)) ? 'subagent' : 'agent';
    const turn = turns[by][turnsOf[by]++] ?? { text: 'Done.' };
    asked.push({ ...told, by, tools: namesOf(body.tools) });
    const { calls = [], ...said } =
      typeof turn === 'function' ? await turn(told, () => summaries) : turn;
    tokens = said.tokens;
    if (said.text !== undefined) texts.push(said.text);
    return { ...said, calls: calls.map((one) => ({ ...one, id: idOf(callsOf[by]++, by) })) };
  }
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const path = (request.url ?? '').split('?')[0] as string;
    if (request.method === 'POST' && protocol.path.test(path)) {
      const answer = await next(body, path);
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
    said: texts,
    summaries: () => summaries,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
