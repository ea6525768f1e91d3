import type { EventName } from '../canonical/event.ts';
import type { ToolName } from '../canonical/tool.ts';
import { AnyhookError } from '../errors.ts';
import type { Draft, World } from '../mapping/adapter.ts';
import type { Json } from '../util/json.ts';
import { replaced } from '../util/replaced.ts';

/** The same happening in other words, for a dialect that has no words for it as it is. */
export interface Variant {
  event: Draft;
  /** A rewritten input of the variant as an input of the original; undefined when it has none. */
  back(input: Json): Json | undefined;
}

type Turn = (event: Draft, world: World) => Variant | undefined;

/** An event in its own words. */
export const asItIs = (event: Draft): Variant => ({ event, back: (input) => input });

/** Every way to tell an event, the plainest first; another event or tool only where it is wanted. */
export function* variants(
  event: Draft,
  world: World,
  wanted: (event: EventName, tool?: ToolName) => boolean,
): Generator<Variant> {
  yield asItIs(event);
  const found = turns[`${event.event} ${event.tool ?? ''}`];
  if (!found) return;
  const [to, tool, turn] = found;
  const variant = wanted(to, tool) && turn(event, world);
  if (variant) yield variant;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const input = (event: Draft): Json => event.input as Json;
const as = (event: Draft, tool: ToolName, args: Json): Draft => ({
  ...event,
  tool,
  name: tool,
  input: args,
});
const oneWay = (event: Draft): Variant => ({ event, back: () => undefined });

/** What a file will hold after an edit; an error when that cannot be known for certain. */
function edited(event: Draft, world: World): { before: string; after: string } {
  const { path, old, new: now, edits } = input(event);
  if (typeof old !== 'string' || typeof now !== 'string') return { before: '', after: text(now) };
  const file = world.file(text(path));
  if ('unreadable' in file) throw new AnyhookError('tool', `${text(path)}: ${file.unreadable}`);
  if ('missing' in file) return { before: '', after: text(now) };
  const after = replaced(file.text, Array.isArray(edits) ? edits : [input(event)]);
  if (after !== undefined) return { before: file.text, after };
  throw new AnyhookError(
    'tool',
    `${text(path)}: the text to replace was not found exactly once, so the hook cannot be shown ` +
      'the new content: read the file again and repeat the edit with its exact text',
  );
}

/** An edit, told as the write of the whole new content. */
const editAsWrite: Turn = (event, world) => {
  const { before, after } = edited(event, world);
  return {
    event: as(event, 'write', { path: input(event).path, content: after }),
    back({ path, content, ...more }) {
      const whole = text(content);
      // An edit keeps the last newline as it was, and needs a text to replace.
      const exact = before !== '' && before.endsWith('\n') === whole.endsWith('\n');
      if (path !== input(event).path || Object.keys(more).length || !exact) return undefined;
      if (before.includes('\r')) return undefined;
      return { ...input(event), old: before, new: whole };
    },
  };
};

/** A write, told as an edit of the whole old content. */
const writeAsEdit: Turn = (event, world) => {
  const { path, content } = input(event);
  const file = world.file(text(path));
  const old = 'text' in file ? file.text : '';
  return {
    event: as(event, 'edit', { path, old, new: content }),
    back: ({ path: to, old: was, new: now, ...more }) =>
      was === old && !Object.keys(more).length ? { path: to, content: now } : undefined,
  };
};

const display = (event: Draft, key: string): string | undefined => {
  const shown = ((event.result as Json | undefined)?.display ?? {}) as Json;
  return typeof shown[key] === 'string' ? (shown[key] as string) : undefined;
};

/** A finished edit, told as the write of what the file now holds. */
const editedAsWrite: Turn = (event, world) => {
  const path = text(input(event).path);
  const file = world.file(path);
  const content = display(event, 'newContent') ?? ('text' in file ? file.text : undefined);
  return oneWay(as(event, 'write', { path, content: content ?? text(input(event).new) }));
};

/** A finished write, told as an edit. */
const writtenAsEdit: Turn = (event) => {
  const { path, content } = input(event);
  return oneWay(
    as(event, 'edit', { path, old: display(event, 'originalContent') ?? '', new: content }),
  );
};

/** The call of a subagent is the start of one, and its end the end of one. */
const taskAsStart: Turn = (event) => {
  const { tool: _, name: __, input: args, mcp: ___, ...rest } = event;
  const { agent, prompt, model } = args as Json;
  return oneWay({
    ...rest,
    event: 'subagent-start',
    ...(agent === undefined ? {} : { type: agent }),
    task: prompt,
    ...(model === undefined ? {} : { subagentModel: model }),
  });
};

const taskAsStop: Turn = (event) => {
  const { tool: _, name: __, input: args, mcp: ___, result, status, ...rest } = event;
  const { agent, prompt, description } = args as Json;
  const summary = (result as Json | undefined)?.text;
  return oneWay({
    ...rest,
    event: 'subagent-stop',
    ...(agent === undefined ? {} : { type: agent }),
    status: status === 'ok' || status === undefined ? 'completed' : 'error',
    task: prompt,
    ...(description === undefined ? {} : { description }),
    ...(summary === undefined ? {} : { summary }),
  });
};

const startAsTask: Turn = (event) => {
  const {
    task,
    type,
    subagentModel,
    parent: _,
    parallel: __,
    branch: ___,
    subagent: ____,
    ...rest
  } = event;
  return oneWay({
    ...rest,
    event: 'before-tool',
    tool: 'task',
    name: 'task',
    input: {
      prompt: text(task),
      ...(type === undefined ? {} : { agent: type }),
      ...(subagentModel === undefined ? {} : { model: subagentModel }),
    },
  });
};

const answerAsResponse: Turn = (event) => {
  const { prompt: _, response, status: __, retry: ___, loopCount: ____, ...rest } = event;
  return response === undefined
    ? undefined
    : oneWay({ ...rest, event: 'response', text: response });
};

const turns: Record<string, readonly [EventName, ToolName | undefined, Turn]> = {
  'before-tool edit': ['before-tool', 'write', editAsWrite],
  'before-tool write': ['before-tool', 'edit', writeAsEdit],
  'after-tool edit': ['after-tool', 'write', editedAsWrite],
  'after-tool write': ['after-tool', 'edit', writtenAsEdit],
  'before-tool task': ['subagent-start', undefined, taskAsStart],
  'after-tool task': ['subagent-stop', undefined, taskAsStop],
  'subagent-start ': ['before-tool', 'task', startAsTask],
  'stop ': ['response', undefined, answerAsResponse],
};
