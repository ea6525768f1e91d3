import type { ToolName } from '../canonical/tool.ts';
import { traitsOf } from '../canonical/traits.ts';
import { AnyhookError } from '../errors.ts';
import type { Json } from '../util/json.ts';
import type { Change, Hunk } from '../util/patch.ts';
import { replaceTexts } from '../util/replace-texts.ts';
import type { Draft, Paths, World } from './adapter.ts';
import { selectTexts } from './codecs.ts';
import { callFolderOf, recordWrittenPaths, resolveOpenedPath } from './path-codecs.ts';

/** A patch with every kind of change: it adds a file, changes and moves a file, and deletes a file. */
export const samplePatch = /* @__PURE__ */ [
  ...['*** Begin Patch', '*** Add File: /x', '+a', '*** Update File: /y', '*** Move to: /v'],
  ...['@@', '-a', '+b', '*** Delete File: /z', '*** End Patch', ''],
].join('\n');

/** Returns an event with a canonical call in place of its own. */
export const makeCall = (event: Draft, tool: ToolName, args: Json): Draft => ({
  ...event,
  tool,
  input: args,
});

/**
 * Returns the arguments of an edit of one or several places. `old` and `new` hold the texts of all places, joined
 * with newlines. If there are several places, `edits` lists them one by one.
 */
const mergeEdits = (edits: readonly Json[]): Json => {
  const joinTexts = (key: string) => selectTexts(edits.map((edit) => edit[key])).join('\n');
  const list = edits.length > 1 ? { edits } : {};
  return { old: joinTexts('old'), new: joinTexts('new'), ...list };
};

/** Returns an event with a call that edits a file in one or several places. */
export const makeEditCall = (event: Draft, path: string, edits: readonly Json[]): Draft =>
  makeCall(event, 'edit', { path, ...mergeEdits(edits) });

/** How an agent finds and changes the files of its patches. */
export interface Patching {
  paths: Paths | undefined;
  /**
   * Returns a text after hunks, applied as the agent applies them. Returns undefined if they do not fit, or if it
   * is not certain to which place they are applied.
   */
  applyHunks(text: string, hunks: readonly Hunk[]): string | undefined;
}

const joinLines = (lines: readonly string[]) => lines.join('\n');

/** Returns a text with each CR LF replaced by LF, or an empty text for a value that is no text. */
export const withLineFeeds = (text: unknown): string =>
  typeof text === 'string' ? text.replaceAll('\r\n', '\n') : '';

/**
 * Returns the texts of an edit that does what a hunk does. If the hunk leaves no lines, the old text includes the
 * line break after its last line, so that no empty line is left behind. If its last old line is empty, both texts
 * include that line break, because otherwise the empty line would look like the mere end of the line before it.
 */
function editFrom({ old, new: newLines }: Hunk): { old: string; new: string } {
  const includesLineBreak = old.length > 0 && (!newLines.length || old.at(-1) === '');
  if (!includesLineBreak) return { old: joinLines(old), new: joinLines(newLines) };
  return { old: `${joinLines(old)}\n`, new: newLines.length ? `${joinLines(newLines)}\n` : '' };
}

/**
 * Returns the arguments of an edit that does what hunks do. If replacing the texts of the hunks would give another
 * content than the agent's own way of applying them, the edit replaces all of the file.
 *
 * @param before The content of the file. Undefined: it is not known.
 */
export function editOf(
  hunks: readonly Hunk[],
  before: string | undefined,
  applyHunks: Patching['applyHunks'],
): Json {
  const edits = hunks.map(editFrom);
  const after = before === undefined ? undefined : applyHunks(before, hunks);
  const isEquivalent =
    before === undefined || after === undefined || replaceTexts(before, edits) === after;
  return mergeEdits(
    isEquivalent ? edits : [{ old: withLineFeeds(before), new: withLineFeeds(after) }],
  );
}

/** Returns the content of a file before a call. Undefined: it cannot be read, or the call is over. */
export function readContentBefore(event: Draft, path: string, world: World): string | undefined {
  if (traitsOf(event.event).ends === 'call') return undefined;
  const file = world.readFile(path);
  return 'text' in file ? file.text : undefined;
}

/**
 * The most objects (files, commands, addresses) of one call about which a hook is asked. A handler in our own process takes
 * about 1 ms for each on two busy cores, and the shortest limit of an agent is 30 s. A command takes 5 to 50 ms, so its time
 * may be over before.
 */
const maxObjects = 1000;

/** Throws `tool` for more objects of one call than a hook is asked about. */
export function throwIfTooMany(count: number): void {
  if (count > maxObjects)
    throw new AnyhookError(
      'tool',
      `a hook is asked about ${maxObjects} objects of one call at most, and this one has more`,
    );
}

/**
 * Lists the calls that a patch stands for, in the order of its changes. Before the call, each change is applied to
 * the content that the earlier changes give its file; once the call is over, nothing is applied. Throws `tool` if
 * the content that a file will have is needed and not known, and for more changes than a hook is asked about.
 *
 * @param event The call that applies the patch.
 */
export function listCallsOfPatch(
  event: Draft,
  world: World,
  changes: readonly Change[],
  patching: Patching,
): Draft[] {
  throwIfTooMany(changes.length);
  const root = callFolderOf(event);
  const resolvePath = (text: string) =>
    resolveOpenedPath({ text, use: 'file', root }, patching.paths);
  /** The content of each file that an earlier change touched. `undefined`: the file is gone, or its content is not known. */
  const contentByPath = new Map<string, string | undefined>();
  const readFile: World['readFile'] = (path) => {
    if (!contentByPath.has(path)) return world.readFile(path);
    const text = contentByPath.get(path);
    return text === undefined ? { missing: true } : { text };
  };
  return changes.flatMap((change) => {
    const path = resolvePath(change.path);
    const text = readContentBefore(event, path, { ...world, readFile });
    const hunks = 'hunks' in change ? change.hunks : [];
    const after = text === undefined ? undefined : patching.applyHunks(text, hunks);
    const wasChangedBefore = contentByPath.has(path);
    const step: Step = { event, path, text, after, wasChangedBefore, patching };
    const calls = listCallsOfChange(step, change, resolvePath, world);
    if (traitsOf(event.event).ends === 'call') return calls;
    contentByPath.set(path, undefined);
    if (change.does === 'add') contentByPath.set(path, change.content);
    else if (change.does === 'update')
      contentByPath.set(resolvePath(change.to ?? change.path), after);
    return calls;
  });
}

/** What is known about a change of a patch when its turn comes. */
interface Step {
  /** The call that applies the patch. */
  event: Draft;
  /** The absolute path of the changed file. */
  path: string;
  /** The content of the file before the change. Undefined: not known. */
  text: string | undefined;
  /** The content of the file after the change. Undefined: not known. */
  after: string | undefined;
  /** An earlier change of the patch touched this file. */
  wasChangedBefore: boolean;
  patching: Patching;
}

/**
 * Lists the calls that one change of a patch stands for: a write for an added file, a delete for a deleted one, and
 * for a changed file an edit, or a write of its whole content. A move is a delete and a write.
 */
function listCallsOfChange(
  { event, path, text, after, wasChangedBefore, patching }: Step,
  change: Change,
  resolvePath: (text: string) => string,
  world: World,
): Draft[] {
  const makePartCall = (tool: ToolName, args: Json) =>
    recordWrittenPaths(makeCall(event, tool, args), change.path);
  if (change.does === 'add') return [makePartCall('write', { path, content: change.content })];
  if (change.does === 'delete') return [makePartCall('delete', { path })];
  const isOver = traitsOf(event.event).ends === 'call';
  // The texts of an edit are looked for in the file on the disk, where an earlier change of this patch is not made
  // yet. So a file that the patch has changed before gets a write of its whole content instead of an edit.
  const edit = { path, ...editOf(change.hunks, text, patching.applyHunks) };
  const edits = wasChangedBefore || !change.hunks.length ? [] : [makePartCall('edit', edit)];
  if (change.to === undefined && (!wasChangedBefore || isOver)) return edits;
  const to = change.to === undefined ? path : resolvePath(change.to);
  const file = isOver ? world.readFile(to) : undefined;
  const content = file && 'text' in file ? file.text : after;
  if (content === undefined && !isOver) {
    throw new AnyhookError(
      'tool',
      `${path}: what ${to === path ? 'it' : to} will hold cannot be known`,
    );
  }
  const write = recordWrittenPaths(
    makeCall(event, 'write', { path: to, content: content ?? '' }),
    change.to ?? change.path,
  );
  return to === path ? [write] : [...edits, makePartCall('delete', { path }), write];
}
