import { type PathFunctions, posix, win32 } from '../util/path.ts';
import type { Codec, Context, Disk, Draft, Paths, PathUse, WrittenPath } from './adapter.ts';

const windows = /^(?:[A-Za-z]:[\\/]|\\\\)/;

/** Returns the path functions of the operating system that a folder is on. */
export const pathFunctionsOf = (root: string): PathFunctions =>
  windows.test(root) ? win32 : posix;

/** Tells whether a path is absolute. In a project on a system without drives, `C:` is the name of a folder. */
export const isAbsolute = (path: string, root?: string): boolean =>
  path[0] === '/' || (windows.test(path) && root?.[0] !== '/');

/**
 * Resolves a path against the project folder by its text alone: without `.`, `..` and double separators,
 * in the way of the project's operating system. Without a project folder, a relative path stays relative.
 */
export function toAbsolutePath(text: string, root: string | undefined): string {
  if (root?.[0] === '/') return isNormalised(text) ? text : posix.resolve(root, text);
  if (windows.test(text)) return keepSeparators(win32.resolve(text, ''), text);
  if (root !== undefined && windows.test(root)) {
    // Relative to the folder of a drive, which only the agent knows.
    return /^[A-Za-z]:/.test(text) ? text : win32.resolve(root, text);
  }
  return text[0] === '/' ? posix.resolve(text, '') : text;
}

/** Tells whether a path is surely normalised already. Some normalised paths are not recognised. */
const isNormalised = (path: string): boolean =>
  path[0] === '/' && !path.includes('//') && !path.includes('/.') && !path.endsWith('/');

/** Returns the original text of a path where only its separators would change. */
const keepSeparators = (path: string, was: string): string =>
  path.replaceAll('\\', '/') === was.replaceAll('\\', '/') ? was : path;

class Itself {
  constructor(event: Draft) {
    // biome-ignore lint/correctness/noConstructorReturn: so that fields are put into what is given
    return event;
  }
}

/**
 * Attaches to an event how its path was written, in a private field that no other code sees and that
 * copies of the event do not have. A WeakMap would make a call a tenth slower.
 */
class Spelling extends Itself {
  #spelled: WrittenPath | undefined;
  static of = (event: Draft): WrittenPath | undefined =>
    #spelled in event ? event.#spelled : undefined;
  static put(event: Draft, spelled: WrittenPath): void {
    const one = #spelled in event ? event : new Spelling(event);
    one.#spelled = spelled;
  }
}

/** Returns how the path of a decoded event was written, or undefined where it has no path. */
export const spellingOf = Spelling.of;

const texts = new WeakMap<Draft, readonly string[]>();

/** Records, for a call that another call makes, the texts by which the model wrote the path of its file. Returns the call. */
export function recordWrittenPaths(call: Draft, ...written: readonly string[]): Draft {
  texts.set(call, written);
  return call;
}

/** Copies the recorded texts of a path to a call that stands for another call or for a part of it. Returns the call. */
export function copyWrittenPaths(call: Draft, other: Draft): Draft {
  if (call !== other && !texts.has(call)) texts.set(call, writtenPathsOf(other));
  return call;
}

/** Returns the texts by which the model wrote the path of a call. Empty: the model wrote no path. */
export function writtenPathsOf(call: Draft): readonly string[] {
  const spelled = spellingOf(call);
  return texts.get(call) ?? (spelled ? [spelled.text] : []);
}

/** Returns the path of the file that an agent opens for a path as the model wrote it. */
export const resolveOpenedPath = (
  spelled: WrittenPath,
  paths: Paths | undefined,
  disk?: Disk,
): string => paths?.resolveOpened?.(spelled, disk) ?? toAbsolutePath(spelled.text, spelled.root);

/**
 * Returns the folder from which relative paths of a call count: the folder of its agent's shell, or else
 * that of the project. Undefined: the event states neither.
 */
export const callFolderOf = ({ directory, cwd }: Draft): string | undefined =>
  [directory, cwd].find((one) => typeof one === 'string');

function read(value: unknown, use: PathUse, { adapter, event, world }: Context): unknown {
  if (typeof value !== 'string') return value;
  const root = callFolderOf(event);
  const spelled: WrittenPath = { text: value, use, root };
  Spelling.put(event, spelled);
  // A path of Windows is not resolved against a project of another system, even if a file there has such a name.
  if (windows.test(value)) return toAbsolutePath(value, undefined);
  return resolveOpenedPath(spelled, adapter.paths, world.disk);
}

const path = (use: PathUse, none?: string): Codec => ({
  read: (value, context) => (value === none ? undefined : read(value, use, context)),
  write: (value) => value,
});

/** Decodes a path argument to the absolute path of the file that the agent's tool opens. */
export const filePath = path('file');
/** Decodes the path argument of a tool that edits a file. */
export const editPath = path('edit');
/** Decodes the path argument of a tool that searches a folder. */
export const searchPath = path('search');
/** Decodes a path argument that names a folder. */
export const folderPath = path('folder');
/** Decodes a path argument that names a folder, where an empty text means that the argument is absent. */
export const folderIfAny = path('folder', '');
