import type { Codec, Context, Draft, Fields, McpNames, World } from '../../mapping/adapter.ts';
import { codec } from '../../mapping/fields.ts';
import { filePath, folderOf, opened } from '../../mapping/opened.ts';
import { before, editOf } from '../../mapping/patched.ts';
import type { StatedTool } from '../../mapping/stated.ts';
import { attempt } from '../../util/attempt.ts';
import type { Json } from '../../util/json.ts';
import { asText } from '../../util/json.ts';
import type { Change } from '../../util/patch.ts';
import { applyHunks } from './apply-hunks.ts';
import { readPatch } from './read-patch.ts';
import { buildAddedLines, buildHunks, buildPatch, type Edit } from './write-patch.ts';

const resolvePath = (event: Draft, text: string) =>
  opened({ text, use: 'file', root: folderOf(event) }, undefined);

/** What a patch does, where that is one thing to one file. */
function readSingleChange(input: Json): Change | undefined {
  const { command } = input;
  const changes = typeof command === 'string' ? attempt(() => readPatch(command)) : undefined;
  return changes?.length === 1 ? changes[0] : undefined;
}

const isSingleChange = (what: Change['does']) => (input: Json) => {
  const change = readSingleChange(input);
  return change?.does === what && !('to' in change);
};

/** A path as a model of this agent writes it: below the folder it works in from there. */
function relativePathOf(event: Draft, path: string): string {
  const root = folderOf(event);
  return root !== undefined && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}

/** A patch for a call in canonical terms. */
function buildCallPatch(tool: string, event: Draft, world: World): string | undefined {
  const { path, content, old, new: now, edits, all } = event.input as Json;
  if (typeof path !== 'string') return undefined;
  const name = relativePathOf(event, path);
  if (tool === 'delete') return buildPatch(name, 'delete');
  if (tool === 'write') return buildPatch(name, 'add', buildAddedLines(asText(content)));
  const some = (Array.isArray(edits) ? edits : [{ old, new: now, all }]) as Edit[];
  const file = before(event, path, world);
  if (some[0]?.old === '' && file === undefined)
    return buildPatch(name, 'add', buildAddedLines(asText(now)));
  const hunks = buildHunks(some, file);
  // Without a line there is no patch; an empty one that stays changes nothing.
  return buildPatch(name, 'update', hunks.some((line) => line !== '@@') ? hunks : ['@@', ' ']);
}

/** A part of what the patch of a call says. */
const patchPart = (
  tool: string,
  key: string,
  of: (change: Change, context: Context) => unknown,
) => {
  const codec: Codec = {
    read(value, context) {
      const change = readSingleChange({ command: value });
      return change && of(change, context);
    },
    write: (value, { event, world }) =>
      buildCallPatch(tool, { ...event, input: { ...(event.input as Json), [key]: value } }, world),
  };
  return { at: 'command', codec };
};

const pathInPatch = (tool: string) =>
  patchPart(tool, 'path', (change, context) => filePath.read(change.path, context));

const textInPatch = (key: 'old' | 'new' | 'edits') =>
  patchPart('edit', key, (change, { event, world }) =>
    change.does === 'update'
      ? editOf(change.hunks, before(event, resolvePath(event, change.path), world), applyHunks)[key]
      : undefined,
  );

/** A command runs in the folder that its call chose, and that is no argument of what hooks are told. */
export const inferCall = {
  'input.directory': ({ tool, directory }: Draft) => (tool === 'shell' ? directory : undefined),
};

/** Parts of an MCP result as text. */
const contentText = codec(
  (value) =>
    (Array.isArray(value) ? value : [value])
      .map((one) => (one as Json | null)?.text)
      .filter((one) => typeof one === 'string')
      .join('\n'),
  (value) => [{ type: 'text', text: asText(value) }],
);

/** What hooks are told of a result is the text the model is shown. */
export const result = { text: 'text' } satisfies Fields;

/** All that hooks of 0.169.0 hear of; files are read by the shell, which has one argument here. */
export const tools = [
  {
    tool: 'shell',
    names: ['Bash'],
    input: { command: 'command', description: 'description' }, // the second when it asks for leave
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
      edits: textInPatch('edits'),
    },
  },
  {
    tool: 'delete',
    names: ['apply_patch'],
    fits: isSingleChange('delete'),
    input: { path: pathInPatch('delete') },
  },
  // Images alone: it has no other tool that reads.
  { tool: 'read', names: ['view_image'], input: { path: { at: 'path', codec: filePath } } },
  {
    tool: 'task',
    names: ['spawn_agent'],
    input: { prompt: 'message', agent: 'agent_type', model: 'model' },
  },
  { tool: 'mcp', names: [], input: {}, result: { text: { at: 'content', codec: contentText } } },
] as const satisfies readonly StatedTool[];

const toPlainName = (name: string) => name.replace(/[^A-Za-z0-9_]/g, '_');

/** A name with `-` for any of its `_`, as it may have been. */
function listDashVariants(name: string): string[] {
  const [first = '', ...parts] = name.split('_');
  return parts.reduce(
    (all, part) => all.flatMap((one) => [`${one}_${part}`, `${one}-${part}`]),
    [first],
  );
}

/** The same, with the one or the other alone. */
const listUniformVariants = (name: string): string[] => [
  ...new Set([name, name.replaceAll('_', '-')]),
];

/** The most `_` in a server and its tool of which each may have been a `-`. */
const maxUnderscores = 10;

/** `my-server` is `my_server` here, 0.169.0. */
export const mcp: McpNames = {
  fold: (name) => name.replaceAll('-', '_'),
  read(name) {
    const found = /^mcp__(.+?)__(.+)$/.exec(name);
    return found ? { server: found[1] as string, tool: found[2] as string } : undefined;
  },
  write: ({ server, tool }) => toPlainName(`mcp__${server ?? ''}__${tool}`),
  alike({ server, tool }) {
    const joints = `${server}${tool}`.split('_').length - 1;
    const spelled = joints > maxUnderscores ? listUniformVariants : listDashVariants;
    return spelled(server).flatMap((server) => spelled(tool).map((tool) => ({ server, tool })));
  },
  names: ({ server, tool }) => [
    toPlainName(`mcp__${server ?? ''}__${tool}`),
    `mcp__${server ?? ''}__${tool}`,
  ],
};
