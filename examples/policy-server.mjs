#!/usr/bin/env node
// One policy for every agent, over HTTP: it answers a payload of any agent in that agent's words. A call that cannot be read,
// or not be understood, is refused. Usage: node policy-server.mjs [PORT]. It listens on this machine alone.
import { createServer } from 'node:http';
import { callsOf, read, recognise, refuse, say, strictest } from 'anyhook';

/**
 * The policy: an outcome for one part of a call.
 *
 * @param {import('anyhook').Event} event
 * @returns {import('anyhook').Outcome}
 */
function judge(event) {
  if (event.event !== 'before-tool') return {};
  if (event.tool === 'shell' && /\brm\s+-\w*r/.test(event.input.command))
    return { decision: 'deny', reason: 'Move it to the trash instead.' };
  if ((event.tool === 'write' || event.tool === 'edit') && /(^|\/)\.env$/.test(event.input.path))
    return { decision: 'deny', reason: 'Secrets are written by people.' };
  return {};
}

/** @param {Uint8Array} body */
function answer(body) {
  const [host] = recognise(body);
  if (!host) return { status: 400, text: 'No agent that anyhook knows sends this.\n' };
  const agent = /** @type {import('anyhook').Vendor} */ (host.vendor);
  const one = read(agent, body);
  if (!one.ok) return { status: 200, text: refuse(agent, one, 'The call cannot be read.').stdout };
  try {
    const outcome = strictest(callsOf(agent, one).map(({ event }) => judge(event)));
    return { status: 200, text: say(agent, one, outcome).stdout };
  } catch {
    return {
      status: 200,
      text: refuse(agent, one, 'It cannot be known what the call does.').stdout,
    };
  }
}

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { status, text } = answer(Buffer.concat(chunks));
  response.writeHead(status, {
    'content-type': status === 200 ? 'application/json' : 'text/plain',
  });
  response.end(text || '{}');
});
server.listen(Number(process.argv[2] ?? 8787), '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') console.log(`http://127.0.0.1:${address.port}`);
});
