import type { Vendor } from '../../../src/adapters/index.ts';
import { adapters } from '../../../src/adapters/index.ts';
import { listMcpNames } from '../../../src/translate/mcp-names.ts';
import type { Json } from '../../../src/util/json.ts';
import type { Happening } from '../effect.ts';
import { mcpCalls, readRecordedPayloads, unknownToolNames } from './usual.ts';

/** Returns a payload of a tool event with another call in it. */
const withCall = (payload: Json, name: string): Json =>
  payload.hook === 'tool.execute.before'
    ? { ...payload, input: { ...(payload.input as Json), tool: name }, output: { args: {} } }
    : { ...payload, input: { ...(payload.input as Json), tool: name, args: {} } };

/** Events that are fired beside others: a sub-agent is a call of a tool as well, and a turn ends with a text. */
const companions: Readonly<Record<string, string>> = {
  'tool.execute.before-task': 'chat.message.child',
  'tool.execute.after-task': 'session.idle.child',
  'session.idle': 'experimental.text.complete',
};

/** Returns the payload of the event that is fired beside another one, in a list. Empty: there is none. */
function listCompanions(name: string, all: ReadonlyMap<string, Json>): Json[] {
  const other = Object.keys(companions).find((one) => companions[one] === name);
  const found = all.get(companions[name] ?? other ?? '');
  return found ? [found] : [];
}

/**
 * Lists the incidents: those recorded, and calls of other tools. A child session begins with two events. The first is
 * left out, since no answer to it stops anything; the second does.
 */
export function listHappenings(vendor: Vendor): Happening[] {
  const all = readRecordedPayloads(vendor);
  const list: Happening[] = [...all]
    .filter(([name]) => name !== 'session.created.child')
    .map(([name, payload]) => ({ name, payloads: [payload, ...listCompanions(name, all)] }));
  for (const like of ['tool.execute.before-bash', 'tool.execute.after-bash']) {
    const payload = all.get(like) as Json;
    for (const name of unknownToolNames) list.push({ name, payloads: [withCall(payload, name)] });
    for (const mcp of mcpCalls)
      for (const name of new Set(listMcpNames(adapters[vendor], mcp)))
        list.push({ name, payloads: [withCall(payload, name)], mcp });
  }
  return list;
}
