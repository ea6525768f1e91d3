/** Events that did not happen, about which the playground asks. */
import { AnyhookError, type Event, type EventName, type ToolName } from 'anyhook';
import { eventSamples, isAboutTool, toolSamples } from './choices.ts';

/** The fields that every event has. */
const scene = {
  session: '00000001-1111-4222-8333-444455556666',
  cwd: '/home/dev/my-project',
  roots: ['/home/dev/my-project'],
  time: '2026-01-01T12:00:00.000Z',
  model: 'a-model',
  permissionMode: 'default',
};

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
