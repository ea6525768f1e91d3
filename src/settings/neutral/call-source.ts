/** Reads a made-up call, as a person writes it in `anyhook.yaml` or in flags. */
import type { z } from 'zod';
import type { EventName } from '../../canonical/event.ts';
import { events } from '../../canonical/event.ts';
import { tools } from '../../canonical/tool.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { describeUnknownWord, formatValue } from '../../util/words.ts';
import { describeUnknownTool, type NamedTool, readToolWord } from './tool-words.ts';

/** A made-up call: the arguments of a tool by their canonical names, beside `tool`; or fields of an event. */
export type CallSource = Json;

/** A call whose words are understood. */
export interface ReadCall extends Partial<NamedTool> {
  /** The native name, for a tool that is no canonical one. */
  name?: string;
  input: Json;
  /** Fields of the event, beside those of its call. */
  fields: Json;
}

/** A mistake in a call, and the key that it is at. An empty key: the call as a whole. */
export type CallProblem = [key: string, message: string];

/** Arguments that a person may leave out, since guards seldom look at them. */
const usualArguments: Json = {
  content: 'example',
  old: 'a',
  new: 'b',
  prompt: 'example',
  items: [],
};

/** Keys of a call that are no arguments: what the tool is called. */
const nameKeys = ['tool', 'server', 'name', 'input'];

/**
 * Reads a call for an event.
 *
 * @param call A text is a shell command.
 * @param problems Receives every mistake.
 */
export function readCall(
  event: EventName,
  call: string | CallSource,
  problems: CallProblem[],
): ReadCall {
  const source = typeof call === 'string' ? { tool: 'shell', command: call } : call;
  return 'tool' in events[event]
    ? readToolCall(source, problems)
    : { input: {}, fields: readFields(event, source, problems) };
}

/** Reads a call of a tool. */
function readToolCall(source: CallSource, problems: CallProblem[]): ReadCall {
  const named = nameTool(source, problems);
  const given = Object.fromEntries(
    Object.entries(source).filter(([key]) => !nameKeys.includes(key)),
  );
  const input: Json = { ...(isObject(source.input) ? source.input : {}), ...given };
  if (source.input !== undefined && !isObject(source.input))
    problems.push(['input', 'input: expected a map of arguments']);
  if (!named) return { input, fields: {} };
  const { tool } = named;
  const name = typeof source.name === 'string' ? { name: source.name } : {};
  if (tool === 'mcp' || tool === 'other') return { ...named, ...name, input, fields: {} };
  const schema: z.ZodObject = tools[tool].input;
  const known = Object.keys(schema.shape);
  for (const key of Object.keys(input))
    if (!known.includes(key))
      problems.push([key, describeUnknownWord(`argument of ${tool}`, key, known)]);
  const needed = known.filter(
    (key) => !(schema.shape[key] as z.ZodType).safeParse(undefined).success,
  );
  const usual = Object.entries(usualArguments).filter(([key]) => needed.includes(key));
  const whole = { ...Object.fromEntries(usual), ...input };
  checkShape(schema, whole, problems);
  return { ...named, input: whole, fields: {} };
}

/** Returns the tool of a call. Without `tool`, a command stands for a shell, and an address for a fetch. */
function nameTool(source: CallSource, problems: CallProblem[]): NamedTool | undefined {
  const { tool, server, name } = source;
  if (tool === undefined && source.command !== undefined) return { tool: 'shell' };
  if (tool === undefined && source.url !== undefined) return { tool: 'fetch' };
  if (tool === undefined) {
    problems.push(['', 'say which tool is called: "tool: shell", "tool: write" …']);
    return undefined;
  }
  const found = typeof tool === 'string' ? readToolWord(tool) : undefined;
  if (!found) problems.push(['tool', describeUnknownTool(tool)]);
  if (found?.tool !== 'mcp' || found.mcp) return found;
  if (typeof server === 'string' && typeof name === 'string')
    return { tool: 'mcp', mcp: { server, tool: name } };
  problems.push(['tool', 'tool: mcp needs "server" and "name", or say mcp__SERVER__NAME']);
  return undefined;
}

/** Reads the fields of an event that is about no tool. */
function readFields(event: EventName, source: CallSource, problems: CallProblem[]): Json {
  const known = Object.keys(events[event]);
  for (const key of Object.keys(source)) {
    if (key === 'tool') problems.push([key, `tool: the event ${event} is about no tool`]);
    else if (!known.includes(key))
      problems.push([key, describeUnknownWord(`field of ${event}`, key, known)]);
  }
  return source;
}

/** Adds the mistakes that the schema of a tool's arguments finds. */
function checkShape(schema: z.ZodType, input: Json, problems: CallProblem[]): void {
  for (const { path, code } of schema.safeParse(input).error?.issues ?? []) {
    const key = String(path[0] ?? '');
    if (code !== 'invalid_type')
      problems.push([key, `${key}: a value of another form is expected`]);
    else if (input[key] === undefined) problems.push([key, `"${key}" is missing`]);
    else
      problems.push([
        key,
        `${key}: ${formatValue(input[key])} is of another type than it should be`,
      ]);
  }
}
