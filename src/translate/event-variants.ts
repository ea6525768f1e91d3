import type { EventName, ToolName } from '../canonical/types.ts';
import { AnyhookError } from '../errors.ts';
import type { Draft, World } from '../mapping/adapter.ts';
import type { Json } from '../util/json.ts';
import { replaceTexts } from '../util/replace-texts.ts';
import { unchangedVariant, type Variant } from './variant.ts';

type MakeVariant = (event: Draft, world: World) => Variant | undefined;

/**
 * Generates the variants of an event, the unchanged one first.
 *
 * @param canExpressEvent Tells whether the dialect can express an event, about a call of a tool if one is
 *   given. Variants that it cannot express are not made.
 */
export function* generateVariants(
  event: Draft,
  world: World,
  canExpressEvent: (event: EventName, tool?: ToolName) => boolean,
): Generator<Variant> {
  yield unchangedVariant(event);
  const row = variantMakers[`${event.event} ${event.tool ?? ''}`];
  if (!row) return;
  const [targetEvent, targetTool, makeVariant] = row;
  const variant = canExpressEvent(targetEvent, targetTool) && makeVariant(event, world);
  if (variant) yield variant;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const inputOf = (event: Draft): Json => event.input ?? {};
const withTool = (event: Draft, tool: ToolName, args: Json): Draft => ({
  ...event,
  tool,
  name: tool,
  input: args,
});
/** Returns a variant whose rewritten arguments cannot be turned back. */
const irreversible = (event: Draft): Variant => ({ event, toOriginalInput: () => undefined });

/**
 * Returns a file's content before and after an edit. If the edit does not state both texts, or the file is
 * missing, the content before is empty, and the content after is the edit's new text. Throws `tool` if the
 * file cannot be read, or if the text to replace is not found in it exactly once.
 */
function contentAfterEdit(event: Draft, world: World): { before: string; after: string } {
  const { path, old, new: newText, edits } = inputOf(event);
  if (typeof old !== 'string' || typeof newText !== 'string')
    return { before: '', after: textOf(newText) };
  const file = world.readFile(textOf(path));
  if ('unreadable' in file) throw new AnyhookError('tool', `${textOf(path)}: ${file.unreadable}`);
  if ('missing' in file) return { before: '', after: textOf(newText) };
  const after = replaceTexts(file.text, Array.isArray(edits) ? edits : [inputOf(event)]);
  if (after !== undefined) return { before: file.text, after };
  throw new AnyhookError(
    'tool',
    `${textOf(path)}: the text to replace was not found exactly once, so the hook cannot be shown ` +
      'the new content: read the file again and repeat the edit with its exact text',
  );
}

/** Expresses an edit as the write of the whole new content. */
const editToWrite: MakeVariant = (event, world) => {
  const { before, after } = contentAfterEdit(event, world);
  return {
    event: withTool(event, 'write', { path: inputOf(event).path, content: after }),
    toOriginalInput({ path, content, ...otherArguments }) {
      const newContent = textOf(content);
      // An edit needs a text to replace, and cannot be relied on to add or remove a last newline.
      const isExact = before !== '' && before.endsWith('\n') === newContent.endsWith('\n');
      if (path !== inputOf(event).path || Object.keys(otherArguments).length || !isExact)
        return undefined;
      if (before.includes('\r')) return undefined;
      return { ...inputOf(event), old: before, new: newContent };
    },
  };
};

/** Expresses a write as an edit that replaces the file's whole content, which is empty if the file cannot be read. */
const writeToEdit: MakeVariant = (event, world) => {
  const { path, content } = inputOf(event);
  const file = world.readFile(textOf(path));
  const old = 'text' in file ? file.text : '';
  return {
    event: withTool(event, 'edit', { path, old, new: content }),
    toOriginalInput: ({ path: newPath, old: newOld, new: newContent, ...otherArguments }) =>
      newOld === old && !Object.keys(otherArguments).length
        ? { path: newPath, content: newContent }
        : undefined,
  };
};

/** Returns a text among what the host shows the person of a result, or `undefined` if it is no text. */
const displayedText = (event: Draft, key: string): string | undefined => {
  const shown = (event.result?.display ?? {}) as Json;
  return typeof shown[key] === 'string' ? shown[key] : undefined;
};

/**
 * Expresses a finished edit as the write of the file's new content: as the host displays it, or as the file
 * has it now, or else the edit's new text alone.
 */
const finishedEditToWrite: MakeVariant = (event, world) => {
  const path = textOf(inputOf(event).path);
  const file = world.readFile(path);
  const content = displayedText(event, 'newContent') ?? ('text' in file ? file.text : undefined);
  return irreversible(
    withTool(event, 'write', { path, content: content ?? textOf(inputOf(event).new) }),
  );
};

/** Expresses a finished write as an edit of the content that the host displays as the file's former one, or of an empty text. */
const finishedWriteToEdit: MakeVariant = (event) => {
  const { path, content } = inputOf(event);
  return irreversible(
    withTool(event, 'edit', {
      path,
      old: displayedText(event, 'originalContent') ?? '',
      new: content,
    }),
  );
};

/** Expresses the call of the subagent tool as the start of a subagent. */
const taskToSubagentStart: MakeVariant = (event) => {
  const { tool: _, name: __, input: args, mcp: ___, ...rest } = event;
  const { agent, prompt, model } = args as Json;
  return irreversible({
    ...rest,
    event: 'subagent-start',
    ...(agent === undefined ? {} : { type: agent }),
    task: prompt,
    ...(model === undefined ? {} : { subagentModel: model }),
  });
};

/** Expresses the end of the subagent tool as the end of a subagent. A call that was refused has started none. */
const taskToSubagentStop: MakeVariant = (event) => {
  const { tool: _, name: __, input: args, mcp: ___, result, status, ...rest } = event;
  if (status === 'refused') return undefined;
  const { agent, prompt, description } = args as Json;
  const summary = result?.text;
  return irreversible({
    ...rest,
    event: 'subagent-stop',
    ...(agent === undefined ? {} : { type: agent }),
    status: status === 'ok' || status === undefined ? 'completed' : 'error',
    task: prompt,
    ...(description === undefined ? {} : { description }),
    ...(summary === undefined ? {} : { summary }),
  });
};

/** Expresses the start of a subagent as the call of the subagent tool. */
const subagentStartToTask: MakeVariant = (event) => {
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
  return irreversible({
    ...rest,
    event: 'before-tool',
    tool: 'task',
    name: 'task',
    input: {
      prompt: textOf(task),
      ...(type === undefined ? {} : { agent: type }),
      ...(subagentModel === undefined ? {} : { model: subagentModel }),
    },
  });
};

/** Expresses the end of a turn as the agent's response, where the event holds one. */
const stopToResponse: MakeVariant = (event) => {
  const { prompt: _, response, status: __, retry: ___, loopCount: ____, ...rest } = event;
  return response === undefined
    ? undefined
    : irreversible({ ...rest, event: 'response', text: response });
};

/** Variants by `EVENT TOOL` of the original: the event and tool that they become, and the function that makes them. */
const variantMakers: Record<string, readonly [EventName, ToolName | undefined, MakeVariant]> = {
  'before-tool edit': ['before-tool', 'write', editToWrite],
  'before-tool write': ['before-tool', 'edit', writeToEdit],
  'after-tool edit': ['after-tool', 'write', finishedEditToWrite],
  'after-tool write': ['after-tool', 'edit', finishedWriteToEdit],
  'before-tool task': ['subagent-start', undefined, taskToSubagentStart],
  'after-tool task': ['subagent-stop', undefined, taskToSubagentStop],
  'subagent-start ': ['before-tool', 'task', subagentStartToTask],
  'stop ': ['response', undefined, stopToResponse],
};
