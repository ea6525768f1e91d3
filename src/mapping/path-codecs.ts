import { type Manner, posix, win32 } from '../util/path.ts';
import type { Codec, Context, Disk, Draft, Paths, PathUse, Spelled } from './adapter.ts';

const windows = /^(?:[A-Za-z]:[\\/]|\\\\)/;

/** The path functions of the system a folder is on. */
export const mannerOf = (root: string): Manner => (windows.test(root) ? win32 : posix);

/** In a project of a system without drives, `C:` is a folder. */
export const isAbsolute = (path: string, root?: string): boolean =>
  path[0] === '/' || (windows.test(path) && root?.[0] !== '/');

/**
 * A path by its text alone: against the project, without `.`, `..` and double separators, in the
 * manner of the project's system. Without a project to stand in, a relative path stays relative.
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

/** What is resolved already; not all that is. */
const isNormalised = (path: string): boolean =>
  path[0] === '/' && !path.includes('//') && !path.includes('/.') && !path.endsWith('/');

/** Separators stay as they were, where nothing else is to be changed. */
const keepSeparators = (path: string, was: string): string =>
  path.replaceAll('\\', '/') === was.replaceAll('\\', '/') ? was : path;

class Itself {
  constructor(event: Draft) {
    // biome-ignore lint/correctness/noConstructorReturn: so that fields are put into what is given
    return event;
  }
}

/** A field of an event that nobody else sees, and no copy has: a WeakMap costs a call a tenth. */
class Spelling extends Itself {
  #spelled: Spelled | undefined;
  static of = (event: Draft): Spelled | undefined =>
    #spelled in event ? event.#spelled : undefined;
  static put(event: Draft, spelled: Spelled): void {
    const one = #spelled in event ? event : new Spelling(event);
    one.#spelled = spelled;
  }
}

/** How the path of a decoded event was spelled. */
export const spelledOf = Spelling.of;

const texts = new WeakMap<Draft, readonly string[]>();

/** A call that another one makes, with the path of its file as the model wrote it there, once or more often. */
export function recordWrittenPaths(call: Draft, ...written: readonly string[]): Draft {
  texts.set(call, written);
  return call;
}

/** A call that stands for another one, or for a part of it: what was written for that is for this. */
export function copyWrittenPaths(call: Draft, other: Draft): Draft {
  if (call !== other && !texts.has(call)) texts.set(call, writtenPathsOf(other));
  return call;
}

/** The path of a call as the model wrote it; empty where the model wrote none. */
export function writtenPathsOf(call: Draft): readonly string[] {
  const spelled = spelledOf(call);
  return texts.get(call) ?? (spelled ? [spelled.text] : []);
}

/** The file that is opened for a path. */
export const resolveOpenedPath = (
  spelled: Spelled,
  paths: Paths | undefined,
  disk?: Disk,
): string => paths?.resolveOpened?.(spelled, disk) ?? toAbsolutePath(spelled.text, spelled.root);

/**
 * Returns the folder from which relative paths of a call count: the folder of its agent's shell, or else
 * that of the project. Undefined: the event states neither.
 */
export const folderOf = ({ directory, cwd }: Draft): string | undefined =>
  [directory, cwd].find((one) => typeof one === 'string');

function read(value: unknown, use: PathUse, { adapter, event, world }: Context): unknown {
  if (typeof value !== 'string') return value;
  const root = folderOf(event);
  const spelled: Spelled = { text: value, use, root };
  Spelling.put(event, spelled);
  // Another system's path stays one, whatever a file of this project may be called.
  if (windows.test(value)) return toAbsolutePath(value, undefined);
  return resolveOpenedPath(spelled, adapter.paths, world.disk);
}

const path = (use: PathUse, none?: string): Codec => ({
  read: (value, context) => (value === none ? undefined : read(value, use, context)),
  write: (value) => value,
});

/** Path arguments: in the model, what this agent's tool opens. */
export const filePath = path('file');
export const editPath = path('edit');
export const searchPath = path('search');
export const folderPath = path('folder');
/** An empty string says nothing. */
export const folderIfAny = path('folder', '');
