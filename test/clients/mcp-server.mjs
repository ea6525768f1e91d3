// A stdio MCP server with one tool: write_note appends its text to the file named in argv.
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [notes] = process.argv.slice(2);

const tools = [
  {
    name: 'write_note',
    description: 'Keeps a note.',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  },
];

const methods = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'notes', version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools }),
  'tools/call': ({ arguments: { text } }) => {
    appendFileSync(notes, `${text}\n`);
    return { content: [{ type: 'text', text: `noted: ${text}` }] };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const answer = Object.hasOwn(methods, method)
    ? { result: methods[method](params) }
    : { error: { code: -32601, message: `no method ${method}` } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`);
}
