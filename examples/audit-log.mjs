#!/usr/bin/env node
// One hook command for all agents: it appends a line of JSON for each thing that a tool call does, and never stands in its way.
// Install `node audit-log.mjs FILE` before tools in every agent, as install-everywhere.mjs does. It only writes the file it is given.
import { appendFileSync, readFileSync } from 'node:fs';
import { callsOf, projectOf, read, recognise, sessionOf } from 'anyhook';
import { machine } from 'anyhook/machine';

const [file = 'audit.jsonl'] = process.argv.slice(2);

/**
 * What a call does: the command, file, address or tool. Secrets in file contents stay out of the log.
 *
 * @param {import('anyhook').Event} event
 */
function describe(event) {
  if (event.event !== 'before-tool' && event.event !== 'after-tool') return {};
  if (event.tool === 'shell') return { tool: event.tool, does: event.input.command };
  const input = /** @type {Record<string, unknown>} */ (event.input);
  return { tool: event.tool, does: input.path ?? input.url ?? input.query ?? event.name };
}

/** @param {string} stdin */
function linesFor(stdin) {
  const [host] = recognise(stdin, process.env);
  if (!host) return [{ agent: 'unknown', problem: 'no agent that anyhook knows sends this' }];
  const agent = /** @type {import('anyhook').Vendor} */ (host.vendor);
  const one = read(agent, stdin, { world: machine() });
  const known = {
    agent,
    session: sessionOf(agent, one, process.env),
    project: projectOf(agent, one, process.env, process.cwd()),
  };
  if (!one.ok) return [{ ...known, problem: one.problems.at(-1)?.message }];
  try {
    return callsOf(agent, one).map(({ event }) => ({
      ...known,
      event: event.event,
      ...describe(event),
    }));
  } catch (error) {
    // It cannot be known what the call does, such as a patch that cannot be read.
    const problem = error instanceof Error ? error.message : String(error);
    return [{ ...known, event: one.event.event, ...describe(one.event), problem }];
  }
}

const time = new Date().toISOString();
const lines = linesFor(readFileSync(0, 'utf8')).map((line) => JSON.stringify({ time, ...line }));
appendFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
