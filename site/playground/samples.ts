/** Events that did not happen, about which the playground asks. */
import { AnyhookError, type Event, type EventName, type ToolName } from 'anyhook';

/** The fields that every event has. */
const scene = {
  session: '00000001-1111-4222-8333-444455556666',
  cwd: '/home/dev/my-project',
  roots: ['/home/dev/my-project'],
  time: '2026-01-01T12:00:00.000Z',
  model: 'a-model',
  permissionMode: 'default',
};

/** The arguments of a call of each tool that can be chosen. */
export const toolSamples: Readonly<Partial<Record<ToolName, Record<string, unknown>>>> = {
  shell: { command: 'rm -rf /' },
  read: { path: '/home/dev/my-project/.env' },
  write: { path: '/home/dev/my-project/.env', content: 'KEY=1\n' },
  edit: { path: '/home/dev/my-project/.env', old: 'KEY=1', new: 'KEY=2' },
  fetch: { url: 'https://example.com/', prompt: 'Summarize the page.' },
  search: { query: 'anyhook' },
  task: { prompt: 'Find the tests.', description: 'Find tests', agent: 'explore' },
  mcp: { id: 1 },
};

const call = { callId: 'toolu_0001', tool: 'shell', name: 'shell', input: toolSamples.shell };

/** The fields of each event that can be chosen. */
export const eventSamples: Readonly<Partial<Record<EventName, Record<string, unknown>>>> = {
  'before-tool': call,
  permission: call,
  'after-tool': { ...call, status: 'ok', result: { text: 'ok', output: 'ok' }, duration: 12 },
  prompt: { prompt: 'Delete the build folder.' },
  stop: { prompt: 'Fix it.', response: 'Done.', status: 'completed', retry: false, loopCount: 0 },
  'subagent-start': { subagent: 'a1', type: 'explore', task: 'Find the tests.' },
  'subagent-stop': { subagent: 'a1', type: 'explore', status: 'completed', summary: 'Done.' },
  'session-start': { source: 'startup' },
  'session-end': { reason: 'other' },
  compact: { trigger: 'auto' },
  notification: { type: 'idle', message: 'The agent is waiting for your input.' },
};

/** Tells whether an event is about a call of a tool. */
export const isAboutTool = (event: string): boolean =>
  Object.hasOwn(eventSamples[event as EventName] ?? {}, 'tool');

/**
 * Returns a sample of an event.
 *
 * @param tool The tool that is called, for an event about a call.
 * @throws {AnyhookError} `event`, `usage`: the event or the tool cannot be chosen
 */
export function sampleOf(event: string, tool: string): Event {
  const fields = Object.hasOwn(eventSamples, event) && eventSamples[event as EventName];
  if (!fields) throw new AnyhookError('event', unknownWord('event', event, eventSamples));
  const sample = { ...scene, ...fields, event };
  if (!isAboutTool(event)) return sample as unknown as Event;
  const input = Object.hasOwn(toolSamples, tool) && toolSamples[tool as ToolName];
  if (!input) throw new AnyhookError('usage', unknownWord('tool', tool, toolSamples));
  const named = tool === 'mcp' && { name: 'query', mcp: { server: 'db', tool: 'query' } };
  return { ...sample, tool, name: tool, input, ...named } as unknown as Event;
}

const unknownWord = (what: string, word: string, known: object): string =>
  `${JSON.stringify(word.slice(0, 80))}: no ${what} that can be chosen here; there are ${Object.keys(known).join(', ')}`;
