import { AnyhookError } from '../../errors.ts';
import type {
  Codec,
  Composite,
  Context,
  Draft,
  Fields,
  McpNames,
  World,
} from '../../mapping/adapter.ts';
import { codec } from '../../mapping/fields.ts';
import { filePath, folderOf, opened } from '../../mapping/opened.ts';
import type { StatedTool } from '../../mapping/stated.ts';
import { attempt } from '../../util/attempt.ts';
import type { Json } from '../../util/json.ts';
import { asText } from '../../util/json.ts';
import { applied } from './apply.ts';
import { addedLines, before, type Edit, editOf, hunksOf, patchOf } from './changes.ts';
import { type Change, readPatch } from './patch.ts';

const at = (event: Draft, text: string) =>
  opened({ text, use: 'file', root: folderOf(event) }, undefined);

/** What a patch does, where that is one thing to one file. */
function only(input: Json): Change | undefined {
  const { command } = input;
  const changes = typeof command === 'string' ? attempt(() => readPatch(command)) : undefined;
  return changes?.length === 1 ? changes[0] : undefined;
}

const does = (what: Change['does']) => (input: Json) => {
  const change = only(input);
  return change?.does === what && !('to' in change);
};

/** A path as a model of this agent writes it: below the folder it works in from there. */
function written(event: Draft, path: string): string {
  const root = folderOf(event);
  return root !== undefined && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}

/** A patch for a call in canonical terms. */
function worded(tool: string, event: Draft, world: World): string | undefined {
  const { path, content, old, new: now, edits, all } = event.input as Json;
  if (typeof path !== 'string') return undefined;
  const name = written(event, path);
  if (tool === 'delete') return patchOf(name, 'delete');
  if (tool === 'write') return patchOf(name, 'add', addedLines(asText(content)));
  const some = (Array.isArray(edits) ? edits : [{ old, new: now, all }]) as Edit[];
  const file = before(event, path, world);
  if (some[0]?.old === '' && file === undefined)
    return patchOf(name, 'add', addedLines(asText(now)));
  const hunks = hunksOf(some, file);
  // Without a line there is no patch; an empty one that stays changes nothing.
  return patchOf(name, 'update', hunks.some((line) => line !== '@@') ? hunks : ['@@', ' ']);
}

/** A part of what the patch of a call says. */
const part = (tool: string, key: string, of: (change: Change, context: Context) => unknown) => {
  const codec: Codec = {
    read(value, context) {
      const change = only({ command: value });
      return change && of(change, context);
    },
    write: (value, { event, world }) =>
      worded(tool, { ...event, input: { ...(event.input as Json), [key]: value } }, world),
  };
  return { at: 'command', codec };
};

const path = (tool: string) =>
  part(tool, 'path', (change, context) => filePath.read(change.path, context));

const text = (key: 'old' | 'new' | 'edits') =>
  part('edit', key, (change, { event, world }) =>
    change.does === 'update'
      ? editOf(change.hunks, before(event, at(event, change.path), world))[key]
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
    fits: does('add'),
    input: {
      path: path('write'),
      content: part('write', 'content', (change) =>
        'content' in change ? change.content : undefined,
      ),
    },
  },
  {
    tool: 'edit',
    names: ['apply_patch'],
    fits: does('update'),
    input: { path: path('edit'), old: text('old'), new: text('new'), edits: text('edits') },
  },
  { tool: 'delete', names: ['apply_patch'], fits: does('delete'), input: { path: path('delete') } },
  // Images alone: it has no other tool that reads.
  { tool: 'read', names: ['view_image'], input: { path: { at: 'path', codec: filePath } } },
  {
    tool: 'task',
    names: ['spawn_agent'],
    input: { prompt: 'message', agent: 'agent_type', model: 'model' },
  },
  { tool: 'mcp', names: [], input: {}, result: { text: { at: 'content', codec: contentText } } },
] as const satisfies readonly StatedTool[];

const call = (event: Draft, tool: Draft['tool'], input: Json): Draft => ({ ...event, tool, input });

function changed(event: Draft, world: World, change: Change, again = false): Draft[] {
  const path = at(event, change.path);
  if (change.does === 'add') return [call(event, 'write', { path, content: change.content })];
  if (change.does === 'delete') return [call(event, 'delete', { path })];
  const file = before(event, path, world);
  const own = call(event, 'edit', { path, ...editOf(change.hunks, file) });
  // An edit is of what stands on the disk, and there an earlier step is still to come.
  if (again && change.to === undefined) {
    const content = file === undefined ? undefined : applied(file, change.hunks);
    if (content !== undefined) return [call(event, 'write', { path, content })];
    throw new AnyhookError('tool', `${path}: what it will hold cannot be known`);
  }
  if (change.to === undefined) return [own];
  const to = at(event, change.to);
  const now = event.event === 'after-tool' ? world.file(to) : undefined;
  const after = file === undefined ? undefined : applied(file, change.hunks);
  const content = now && 'text' in now ? now.text : after;
  if (content === undefined && event.event !== 'after-tool') {
    throw new AnyhookError('tool', `${path}: what ${to} will hold cannot be known`);
  }
  return [
    ...(again ? [] : [own]),
    call(event, 'delete', { path }),
    call(event, 'write', { path: to, content: content ?? '' }),
  ];
}

/** The files as the steps of a patch find them: each after those before it. */
function inTurn(event: Draft, world: World) {
  const texts = new Map<string, string | undefined>();
  const file: World['file'] = (path) => {
    if (!texts.has(path)) return world.file(path);
    const text = texts.get(path);
    return text === undefined ? { missing: true } : { text };
  };
  const done = (change: Change) => {
    const path = at(event, change.path);
    if (change.does === 'update') {
      const text = before(event, path, { ...world, file });
      if (change.to !== undefined) texts.set(path, undefined);
      const to = change.to === undefined ? path : at(event, change.to);
      texts.set(to, text === undefined ? undefined : applied(text, change.hunks));
    } else texts.set(path, change.does === 'add' ? change.content : undefined);
  };
  const touched = (change: Change) => texts.has(at(event, change.path));
  return { world: { ...world, file }, touched, done };
}

/** A patch of several files, or that moves one. */
export const applyPatch: Composite = {
  sample: {
    command: patchOf('/x', 'add', [
      ...['+a', '*** Update File: /y', '*** Move to: /v', '@@', '-a', '+b', '*** Delete File: /z'],
    ]),
  },
  calls(event, world) {
    const { command } = event.input as Json;
    if (typeof command !== 'string')
      throw new AnyhookError('tool', 'apply_patch: there is no patch');
    if (event.event === 'after-tool')
      return readPatch(command).flatMap((change) => changed(event, world, change));
    const { world: now, touched, done } = inTurn(event, world);
    return readPatch(command).flatMap((change) => {
      const calls = changed(event, now, change, touched(change));
      done(change);
      return calls;
    });
  },
};

const plain = (name: string) => name.replace(/[^A-Za-z0-9_]/g, '_');

/** A name with `-` for any of its `_`, as it may have been; a long one has the one or the other. */
function dashed(name: string): string[] {
  const [first = '', ...parts] = name.split('_');
  if (parts.length > 5) return [name, name.replaceAll('_', '-')];
  return parts.reduce(
    (all, part) => all.flatMap((one) => [`${one}_${part}`, `${one}-${part}`]),
    [first],
  );
}

/** `my-server` is `my_server` here, 0.169.0. */
export const mcp: McpNames = {
  fold: (name) => name.replaceAll('-', '_'),
  read(name) {
    const found = /^mcp__(.+?)__(.+)$/.exec(name);
    return found ? { server: found[1] as string, tool: found[2] as string } : undefined;
  },
  write: ({ server, tool }) => plain(`mcp__${server ?? ''}__${tool}`),
  alike: ({ server, tool }) =>
    dashed(server).flatMap((server) => dashed(tool).map((tool) => ({ server, tool }))),
  names: ({ server, tool }) => [
    plain(`mcp__${server ?? ''}__${tool}`),
    `mcp__${server ?? ''}__${tool}`,
  ],
};
