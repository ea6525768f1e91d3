import type { Codec, Context, Draft, Fields, World } from '../../mapping/adapter.ts';
import type { StatedTool } from '../../mapping/binding-types.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { editOf, readContentBefore } from '../../mapping/patch-calls.ts';
import { callFolderOf, filePath, resolveOpenedPath } from '../../mapping/path-codecs.ts';
import { attempt } from '../../util/attempt.ts';
import type { Json } from '../../util/json.ts';
import { asText } from '../../util/json.ts';
import type { Change } from '../../util/patch.ts';
import { applyHunks } from './apply-hunks.ts';
import { readPatch } from './read-patch.ts';
import { buildAddedLines, buildHunks, buildPatch, type Edit } from './write-patch.ts';

const resolvePath = (event: Draft, text: string) =>
  resolveOpenedPath({ text, use: 'file', root: callFolderOf(event) }, undefined);

/** Reads the change of a patch that changes one file. Returns undefined for any other patch. */
function readSingleChange(input: Json): Change | undefined {
  const { command } = input;
  const changes = typeof command === 'string' ? attempt(() => readPatch(command)) : undefined;
  return changes?.length === 1 ? changes[0] : undefined;
}

/**
 * Makes a test for patches that change one file and do not move it.
 *
 * @param what what the patch does to the file
 */
const isSingleChange = (what: Change['does']) => (input: Json) => {
  const change = readSingleChange(input);
  return change?.does === what && !('to' in change);
};

/** Returns a path as the client's model writes it: relative, if it is below the working folder. */
function relativePathOf(event: Draft, path: string): string {
  const root = callFolderOf(event);
  return root !== undefined && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}

/** Builds the patch that does what a canonical call does. Returns undefined for a call without a path. */
function buildCallPatch(tool: string, event: Draft, world: World): string | undefined {
  const { path, content, old, new: replacement, edits, all } = event.input ?? {};
  if (typeof path !== 'string') return undefined;
  const name = relativePathOf(event, path);
  if (tool === 'delete') return buildPatch(name, 'delete');
  if (tool === 'write') return buildPatch(name, 'add', buildAddedLines(asText(content)));
  const replacements = (Array.isArray(edits) ? edits : [{ old, new: replacement, all }]) as Edit[];
  const file = readContentBefore(event, path, world);
  if (replacements[0]?.old === '' && file === undefined)
    return buildPatch(name, 'add', buildAddedLines(asText(replacement)));
  const hunks = buildHunks(replacements, file);
  // A hunk without lines is invalid, so it gets an empty context line, which changes nothing.
  return buildPatch(name, 'update', hunks.some((line) => line !== '@@') ? hunks : ['@@', ' ']);
}

/**
 * Makes the row of an argument that is read from the patch of a call and written into it.
 *
 * @param tool the canonical tool
 * @param key the canonical argument
 * @param readArgument returns the argument from the change
 */
const patchPart = (
  tool: string,
  key: string,
  readArgument: (change: Change, context: Context) => unknown,
) => {
  const codec: Codec = {
    read(value, context) {
      const change = readSingleChange({ command: value });
      return change && readArgument(change, context);
    },
    write: (value, { event, world }) =>
      buildCallPatch(tool, { ...event, input: { ...event.input, [key]: value } }, world),
  };
  return { at: 'command', codec };
};

const pathInPatch = (tool: string) =>
  patchPart(tool, 'path', (change, context) => filePath.read(change.path, context));

const textInPatch = (key: 'old' | 'new' | 'edits') =>
  patchPart('edit', key, (change, { event, world }) =>
    change.does === 'update'
      ? editOf(
          change.hunks,
          readContentBefore(event, resolvePath(event, change.path), world),
          applyHunks,
        )[key]
      : undefined,
  );

/** Returns a row that is read alone. */
const readOnly = ({ at, codec }: { at: string; codec: Codec }) => ({
  at,
  codec: { ...codec, write: () => undefined },
});

/**
 * Computes an argument that no native argument holds: the folder of a shell command, which hooks receive as
 * `cwd` only.
 */
export const fillCallAfterDecoding = {
  'input.directory': ({ tool, directory }: Draft) => (tool === 'shell' ? directory : undefined),
};

/** Converts the parts of an MCP result: reads the text of all parts, writes one part with the text. */
const contentTextCodec = makeCodec(
  (value) =>
    (Array.isArray(value) ? value : [value])
      .map((part) => (part as Json | null)?.text)
      .filter((text) => typeof text === 'string')
      .join('\n'),
  (value) => [{ type: 'text', text: asText(value) }],
);

/** The fields of a result. Hooks receive the text that the model is shown. */
export const result = { text: 'text' } satisfies Fields;

/**
 * All tools that fire hooks in 0.169.0. The client has no tool that reads text files: its model reads them by
 * shell commands.
 */
export const tools = [
  {
    tool: 'shell',
    names: ['Bash'],
    // Only payloads of permission requests have a `description`.
    input: { command: 'command', description: 'description' },
    result: { output: 'text' },
  },
  {
    tool: 'write',
    names: ['apply_patch'],
    fits: isSingleChange('add'),
    input: {
      path: pathInPatch('write'),
      content: patchPart('write', 'content', (change) =>
        'content' in change ? change.content : undefined,
      ),
    },
  },
  {
    tool: 'edit',
    names: ['apply_patch'],
    fits: isSingleChange('update'),
    input: {
      path: pathInPatch('edit'),
      old: textInPatch('old'),
      new: textInPatch('new'),
      edits: readOnly(textInPatch('edits')), // `old` and `new` are written with all edits
    },
  },
  {
    tool: 'delete',
    names: ['apply_patch'],
    fits: isSingleChange('delete'),
    input: { path: pathInPatch('delete') },
  },
  // It reads images only.
  { tool: 'read', names: ['view_image'], input: { path: { at: 'path', codec: filePath } } },
  {
    tool: 'task',
    names: ['spawn_agent'],
    input: { prompt: 'message', agent: 'agent_type', model: 'model' },
  },
  {
    tool: 'mcp',
    names: [],
    input: {},
    result: { text: { at: 'content', codec: contentTextCodec } },
  },
] as const satisfies readonly StatedTool[];
