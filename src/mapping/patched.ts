import type { ToolName } from '../canonical/tool.ts';
import { AnyhookError } from '../errors.ts';
import type { Json } from '../util/json.ts';
import type { Change } from '../util/patch.ts';
import { replaced } from '../util/replaced.ts';
import type { Draft, Paths, World } from './adapter.ts';
import { folderOf, opened } from './opened.ts';

/** A patch that does all that one can. */
export const samplePatch = [
  ...['*** Begin Patch', '*** Add File: /x', '+a', '*** Update File: /y', '@@', '-a', '+b'],
  ...['*** Delete File: /z', '*** End Patch'],
].join('\n');

/** Those that are texts. */
export const texts = (values: readonly unknown[]) =>
  values.filter((one) => typeof one === 'string');

/** The same call in canonical words. */
export const call = (event: Draft, tool: ToolName, args: Json): Draft => ({
  ...event,
  tool,
  input: args,
});

/** One edit of several places: its texts are those of all of them. */
export const edit = (event: Draft, path: string, edits: readonly Json[]): Draft => {
  const all = (key: string) => texts(edits.map((one) => one[key])).join('\n');
  const more = edits.length > 1 ? { edits } : {};
  return call(event, 'edit', { path, old: all('old'), new: all('new'), ...more });
};

/** What a patch does, file by file and in its order, as an agent with these paths opens them. */
export const patched = (
  event: Draft,
  world: World,
  changes: readonly Change[],
  paths: Paths | undefined,
): Draft[] => {
  const root = folderOf(event);
  const at = (text: string) => opened({ text, use: 'file', root }, paths);
  return changes.flatMap((change) => changed(event, world, change, at));
};

function changed(event: Draft, world: World, change: Change, at: (text: string) => string) {
  const path = at(change.path);
  if (change.does === 'add') return [call(event, 'write', { path, content: change.content })];
  if (change.does === 'delete') return [call(event, 'delete', { path })];
  const edits = change.edits as unknown as Json[];
  const own = edits.length ? [edit(event, path, edits)] : [];
  if (change.to === undefined) return own;
  const to = at(change.to);
  const done = event.event === 'after-tool';
  const file = world.file(done ? to : path);
  const content = 'text' in file ? (done ? file.text : replaced(file.text, edits)) : undefined;
  if (content === undefined && !done) {
    throw new AnyhookError('tool', `${path}: what ${to} will hold cannot be known`);
  }
  return [
    ...own,
    call(event, 'delete', { path }),
    call(event, 'write', { path: to, content: content ?? '' }),
  ];
}
