#!/usr/bin/env node
// One policy for every agent, over HTTP: it answers a payload of any agent in that agent's words. A call that cannot be read,
// or not be understood, is refused. Where the agent has no words for that, the status is 422 and the text is the reason: a client
// refuses whatever has another status than 200. Usage: node policy-server.mjs [PORT]. It listens on this machine alone.
import { createServer } from 'node:http';
import { callsOf, isGate, read, recognise, refuse, say, strictest } from 'anyhook';

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
  if (!host) return refuse(undefined, '', 'No agent that anyhook knows sends this.');
  const agent = /** @type {import('anyhook').Vendor} */ (host.vendor);
  const one = read(agent, body);
  try {
    if (!one.problems.length)
      return say(agent, one, strictest(callsOf(agent, one).map(({ event }) => judge(event))));
  } catch {
    // It cannot be known what the call does, or the policy has failed.
  }
  return isGate(agent, one) ? refuse(agent, one, 'This cannot be judged.') : say(agent, one, {});
}

const server = createServer(async (request, response) => {
  try {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const { stdout, stderr, exitCode } = answer(Buffer.concat(chunks));
    const isSaid = exitCode === 0;
    const type = isSaid ? 'application/json' : 'text/plain';
    response.writeHead(isSaid ? 200 : 422, { 'content-type': type });
    response.end(isSaid ? stdout || '{}' : stderr);
  } catch {
    response.destroy(); // the client has gone
  }
});
server.listen(Number(process.argv[2] ?? 8787), '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') console.log(`http://127.0.0.1:${address.port}`);
});
