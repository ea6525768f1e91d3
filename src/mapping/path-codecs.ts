import { AnyhookError } from '../errors.ts';
import { FieldHost } from '../util/field-host.ts';
import { posixSystem, resolvePath, windowsSystem } from '../util/path-systems.ts';
import type { Codec, Context, Disk, Draft, Paths, PathUse, WrittenPath } from './adapter.ts';

/** Matches the beginning of an absolute path of Windows: a drive, or a network share. */
const windowsPath = /^(?:[A-Za-z]:[\\/]|\\\\)/;

/** Tells whether a path is an absolute one of Windows. */
export const isWindowsPath = (path: string): boolean => windowsPath.test(path);

/** Tells whether a path is absolute. `C:\` does not make it so if the project's folder (`root`) begins with `/`: `C:` is then a name. */
export const isAbsolute = (path: string, root?: string): boolean =>
  path[0] === '/' || (isWindowsPath(path) && root?.[0] !== '/');

/**
 * Resolves a path against the project folder by its text alone: without `.`, `..` and double separators,
 * in the way of the project's operating system. Without a project folder, a relative path stays relative.
 */
export function toAbsolutePath(text: string, root: string | undefined): string {
  if (root?.[0] === '/') return isNormalised(text) ? text : resolvePath(posixSystem, root, text);
  if (isWindowsPath(text)) return keepSeparators(resolvePath(windowsSystem, text, ''), text);
  if (root !== undefined && isWindowsPath(root)) {
    // `C:x` is relative to the current folder of that drive, which only the agent knows.
    return /^[A-Za-z]:/.test(text) ? text : resolvePath(windowsSystem, root, text);
  }
  return text[0] === '/' ? resolvePath(posixSystem, text, '') : text;
}

/** Tells whether a path is surely normalised already. Some normalised paths are not recognised. */
const isNormalised = (path: string): boolean =>
  path[0] === '/' && !path.includes('//') && !path.includes('/.') && !path.endsWith('/');

/** Returns the original text of a path if it differs from the resolved path only by its separators. */
const keepSeparators = (path: string, original: string): string =>
  path.replaceAll('\\', '/') === original.replaceAll('\\', '/') ? original : path;

/** Attaches to an event how its path was written, in a field that no other code sees. */
class Spelling extends FieldHost {
  #written: WrittenPath | undefined;
  static of = (event: Draft): WrittenPath | undefined =>
    #written in event ? event.#written : undefined;
  static put(event: Draft, written: WrittenPath): void {
    const withField = #written in event ? event : new Spelling(event);
    withField.#written = written;
  }
}

/** Returns how the path of a decoded event was written, or undefined where it has no path. */
export const spellingOf = Spelling.of;

/** The texts of a path that are recorded for a call, other than the one of its own argument. */
const recordedTexts = new WeakMap<Draft, readonly string[]>();

/** Records, for a call that another call makes, the texts by which the model wrote the path of its file. Returns the call. */
export function recordWrittenPaths(call: Draft, ...written: readonly string[]): Draft {
  recordedTexts.set(call, written);
  return call;
}

/** Copies the recorded texts of a path to a call that stands for another call or for a part of it. Returns the call. */
export function copyWrittenPaths(call: Draft, other: Draft): Draft {
  if (call !== other && !recordedTexts.has(call)) recordedTexts.set(call, writtenPathsOf(other));
  return call;
}

/** Returns the texts by which the model wrote the path of a call. Empty: the model wrote no path. */
export function writtenPathsOf(call: Draft): readonly string[] {
  const written = spellingOf(call);
  return recordedTexts.get(call) ?? (written ? [written.text] : []);
}

/** The most characters of a path that is resolved. No system opens one of more than 32,767. To resolve many millions takes seconds that nothing can cut short. */
const maxPath = 1_000_000;

/** Returns the path of the file that an agent opens for a path as the model wrote it. Throws `tool` for one that is too long. */
export function resolveOpenedPath(
  written: WrittenPath,
  paths: Paths | undefined,
  disk?: Disk,
): string {
  if (written.text.length > maxPath) throw new AnyhookError('tool', 'the path is too long');
  return paths?.resolveOpened?.(written, disk) ?? toAbsolutePath(written.text, written.root);
}

/**
 * Returns the folder to which the paths of a call are relative: the current folder of the agent's shell, or else that
 * of the project. Undefined: the event states neither.
 */
export const callFolderOf = ({ directory, cwd }: Draft): string | undefined =>
  [directory, cwd].find((folder) => typeof folder === 'string');

/** Returns the path that the agent opens for a path argument, and attaches the original text to the event. */
function decodePath(value: unknown, use: PathUse, { adapter, event, world }: Context): unknown {
  if (typeof value !== 'string') return value;
  const root = callFolderOf(event);
  const written: WrittenPath = { text: value, use, root };
  Spelling.put(event, written);
  // A path of Windows is not resolved against a project of another system, even if a file there has such a name.
  if (isWindowsPath(value)) return toAbsolutePath(value, undefined);
  return resolveOpenedPath(written, adapter.paths, world.disk);
}

/**
 * Makes a codec for path arguments. A path is written as it is: the caller has put its original text back.
 *
 * @param absentText The text that means: there is no argument.
 */
const makePathCodec = (use: PathUse, absentText?: string): Codec => ({
  read: (value, context) => (value === absentText ? undefined : decodePath(value, use, context)),
  write: (value) => value,
});

/** Decodes a path argument to the absolute path of the file that the agent's tool opens. */
export const filePath = makePathCodec('file');
/** Decodes the path argument of a tool that edits a file. */
export const editPath = makePathCodec('edit');
/** Decodes the path argument of a tool that searches a folder. */
export const searchPath = makePathCodec('search');
/** Decodes a path argument that names a folder. */
export const folderPath = makePathCodec('folder');
/** Decodes a path argument that names a folder, where an empty text means that the argument is absent. */
export const folderIfAny = makePathCodec('folder', '');
