import type { ToolName } from '../canonical/tool.ts';
import { traitsOf } from '../canonical/traits.ts';
import { AnyhookError } from '../errors.ts';
import type { Json } from '../util/json.ts';
import type { Change, Hunk } from '../util/patch.ts';
import { replaceTexts } from '../util/replace-texts.ts';
import type { Draft, Paths, World } from './adapter.ts';
import { folderOf, recordWrittenPaths, resolveOpenedPath } from './path-codecs.ts';

/** A patch that does all that one can. */
export const samplePatch = [
  ...['*** Begin Patch', '*** Add File: /x', '+a', '*** Update File: /y', '*** Move to: /v'],
  ...['@@', '-a', '+b', '*** Delete File: /z', '*** End Patch', ''],
].join('\n');

/** Those that are texts. */
export const selectTexts = (values: readonly unknown[]) =>
  values.filter((one) => typeof one === 'string');

/** Returns an event with a canonical call in place of its own. */
export const makeCall = (event: Draft, tool: ToolName, args: Json): Draft => ({
  ...event,
  tool,
  input: args,
});

/** The arguments of one edit of several places: its texts are those of all of them. */
const mergeEdits = (edits: readonly Json[]): Json => {
  const all = (key: string) => selectTexts(edits.map((one) => one[key])).join('\n');
  const more = edits.length > 1 ? { edits } : {};
  return { old: all('old'), new: all('new'), ...more };
};

/** Returns an event with a call that edits a file in one or several places. */
export const makeEditCall = (event: Draft, path: string, edits: readonly Json[]): Draft =>
  makeCall(event, 'edit', { path, ...mergeEdits(edits) });

/** How an agent finds and changes the files of its patches. */
export interface Patching {
  paths: Paths | undefined;
  /** A text with hunks as the agent applies them; undefined: they do not fit, or it is not known where. */
  applied(text: string, hunks: readonly Hunk[]): string | undefined;
}

const joinLines = (lines: readonly string[]) => lines.join('\n');

/** A text with line feeds alone as ends of lines; what is no text is empty. */
export const withLineFeeds = (text: unknown): string =>
  typeof text === 'string' ? text.replaceAll('\r\n', '\n') : '';

/** Lines that go take the end of their last line along; an empty line is more than such an end. */
function editFrom({ old, new: now }: Hunk): { old: string; new: string } {
  const isEnded = old.length > 0 && (!now.length || old.at(-1) === '');
  if (!isEnded) return { old: joinLines(old), new: joinLines(now) };
  return { old: `${joinLines(old)}\n`, new: now.length ? `${joinLines(now)}\n` : '' };
}

/**
 * Returns the arguments of an edit that does what hunks do. Where the texts of the hunks would change the
 * file in another way, the arguments replace all of the file.
 *
 * @param before The content of the file. Undefined: it is not known.
 */
export function editOf(
  hunks: readonly Hunk[],
  before: string | undefined,
  applied: Patching['applied'],
): Json {
  const edits = hunks.map(editFrom);
  const after = before === undefined ? undefined : applied(before, hunks);
  const same = before === undefined || after === undefined || replaceTexts(before, edits) === after;
  return mergeEdits(same ? edits : [{ old: withLineFeeds(before), new: withLineFeeds(after) }]);
}

/** What a file holds before a call; undefined: not known, or the call is over. */
export function readContentBefore(event: Draft, path: string, world: World): string | undefined {
  if (traitsOf(event.event).ends === 'call') return undefined;
  const file = world.file(path);
  return 'text' in file ? file.text : undefined;
}

/** What a patch does, file by file and in its order, each as the changes before it leave the files. */
export function listCallsOfPatch(
  event: Draft,
  world: World,
  changes: readonly Change[],
  patching: Patching,
): Draft[] {
  const root = folderOf(event);
  const at = (text: string) => resolveOpenedPath({ text, use: 'file', root }, patching.paths);
  const left = new Map<string, string | undefined>();
  const file: World['file'] = (path) => {
    if (!left.has(path)) return world.file(path);
    const text = left.get(path);
    return text === undefined ? { missing: true } : { text };
  };
  return changes.flatMap((change) => {
    const path = at(change.path);
    const text = readContentBefore(event, path, { ...world, file });
    const hunks = 'hunks' in change ? change.hunks : [];
    const after = text === undefined ? undefined : patching.applied(text, hunks);
    const one: Step = { event, path, text, after, isAgain: left.has(path), patching };
    const calls = callsOf(one, change, at, world);
    if (traitsOf(event.event).ends === 'call') return calls;
    left.set(path, undefined);
    if (change.does === 'add') left.set(path, change.content);
    else if (change.does === 'update') left.set(at(change.to ?? change.path), after);
    return calls;
  });
}

/** A change of a patch at its turn. */
interface Step {
  event: Draft;
  path: string;
  /** What its file holds before and after it, where that is known. */
  text: string | undefined;
  after: string | undefined;
  /** An earlier change was of the same file. */
  isAgain: boolean;
  patching: Patching;
}

function callsOf(
  { event, path, text, after, isAgain, patching }: Step,
  change: Change,
  at: (text: string) => string,
  world: World,
): Draft[] {
  const of = (tool: ToolName, args: Json) =>
    recordWrittenPaths(makeCall(event, tool, args), change.path);
  if (change.does === 'add') return [of('write', { path, content: change.content })];
  if (change.does === 'delete') return [of('delete', { path })];
  const isOver = traitsOf(event.event).ends === 'call';
  // An edit is of what stands on the disk, and there an earlier change is still to come.
  const own = { path, ...editOf(change.hunks, text, patching.applied) };
  const edits = isAgain || !change.hunks.length ? [] : [of('edit', own)];
  if (change.to === undefined && (!isAgain || isOver)) return edits;
  const to = change.to === undefined ? path : at(change.to);
  const file = isOver ? world.file(to) : undefined;
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
  return to === path ? [write] : [...edits, of('delete', { path }), write];
}
