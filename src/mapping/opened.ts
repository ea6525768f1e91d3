import { posix, win32 } from 'node:path';
import type { Codec, Context, Disk, Draft, Paths, PathUse, Spelled } from './adapter.ts';

const windows = /^(?:[A-Za-z]:[\\/]|\\\\)/;

/** The path functions of the system a folder is on. */
export const manner = (root: string) => (windows.test(root) ? win32 : posix);

/** In a project of a system without drives, `C:` is a folder. */
export const isAbsolute = (path: string, root?: string): boolean =>
  path[0] === '/' || (windows.test(path) && root?.[0] !== '/');

/**
 * A path by its text alone: against the project, without `.`, `..` and double separators, in the
 * manner of the project's system. Without a project to stand in, a relative path stays relative.
 */
export function absolute(text: string, root: string | undefined): string {
  if (root?.[0] === '/') return posix.resolve(root, text);
  if (windows.test(text)) return tidy(win32.resolve(text), text);
  if (root !== undefined && windows.test(root)) {
    // Relative to the folder of a drive, which only the agent knows.
    return /^[A-Za-z]:/.test(text) ? text : win32.resolve(root, text);
  }
  return text[0] === '/' ? posix.resolve(text) : text;
}

/** Separators stay as they were, where nothing else is to be changed. */
const tidy = (path: string, was: string): string =>
  path.replaceAll('\\', '/') === was.replaceAll('\\', '/') ? was : path;

const spellings = new WeakMap<Draft, Spelled>();

/** How the path of a decoded event was spelled. */
export const spelledOf = (event: Draft): Spelled | undefined => spellings.get(event);

/** The file that is opened for a path. */
export const opened = (spelled: Spelled, paths: Paths | undefined, disk?: Disk): string =>
  paths?.opens?.(spelled, disk) ?? absolute(spelled.text, spelled.root);

function read(value: unknown, use: PathUse, { adapter, event, world }: Context): unknown {
  if (typeof value !== 'string') return value;
  // A relative path is one from where the shell stands.
  const [root] = [event.directory, event.cwd].filter((one) => typeof one === 'string') as string[];
  const spelled: Spelled = { text: value, use, root };
  spellings.set(event, spelled);
  // Another system's path stays one, whatever a file of this project may be called.
  if (windows.test(value)) return absolute(value, undefined);
  return opened(spelled, adapter.paths, world.disk);
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
