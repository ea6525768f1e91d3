import { traitsOf } from '../canonical/traits.ts';
import { AnyhookError } from '../errors.ts';
import type { Disk, Draft, Paths, World, WrittenPath } from '../mapping/adapter.ts';
import {
  isAbsolute,
  resolveOpenedPath,
  spellingOf,
  toAbsolutePath,
} from '../mapping/path-codecs.ts';
import { hasNativeArguments } from '../mapping/tools.ts';

/** Length of the longest path, in characters, that any operating system opens. */
const maxPathLength = 32_767;

/**
 * Lists the files that a decoded call may touch, and returns a copy of the call for each. These are the
 * files, each followed by the place where its links lead:
 * 1. the file that the agent opens, by its own rules for paths;
 * 2. the path as decoded, and the literal text resolved against the project;
 * 3. the path with links followed before `..`, if the agent's adapter states that it may do so;
 * 4. for an edit, files that the agent finds elsewhere by name.
 *
 * Returns an empty list if all of these are one file. Throws `tool` if they cannot be known.
 */
export function listFileCalls(paths: Paths | undefined, event: Draft, { disk }: World): Draft[] {
  if (!disk || traitsOf(event.event).begins !== 'call' || hasNativeArguments(event.tool)) return [];
  const input = event.input ?? {};
  const key = pathArgumentOf(event.tool);
  const project = typeof event.cwd === 'string' ? event.cwd : undefined;
  const spelled = spellingOf(event) ?? spelledAsIs(input[key], project);
  if (!spelled) return [];
  const files = new Set<string>();
  const add = (file: string) => {
    if (!isAbsolute(file) || files.has(file)) return; // the target of its links is listed already
    if (file.length > maxPathLength)
      throw new AnyhookError(
        'tool',
        `a path of ${file.length} characters is too long for any system`,
      );
    files.add(file);
    files.add(resolveInProject(file, project, disk));
  };
  add(resolveOpenedPath(spelled, paths, disk));
  add(input[key] as string);
  add(literalPath(spelled));
  if (paths?.byLink) for (const file of resolveLinksFirst(spelled, disk)) add(file);
  if (spelled.use === 'edit' && input.old !== '') {
    for (const file of paths?.findEditedFiles?.(spelled, disk) ?? []) add(file);
  }
  if (files.size < 2) return [];
  return [...files].map((file) => ({ ...event, input: { ...input, [key]: file } }));
}

/** Returns the name of the argument that states the file or folder a tool works on. */
export const pathArgumentOf = (tool: unknown): string => (tool === 'shell' ? 'directory' : 'path');

/** Makes, for a path argument that no model wrote, the record that decoding makes for one that a model wrote. */
const spelledAsIs = (path: unknown, root: string | undefined): WrittenPath | undefined =>
  typeof path === 'string' ? { text: path, use: 'folder', root } : undefined;

/** Resolves the text of a path against its root, without NUL characters, which no file name can hold. */
const literalPath = ({ text, root }: WrittenPath): string =>
  toAbsolutePath(text.replaceAll('\0', ''), root);

/** Resolves the text of a path so that a link is followed before the `..` behind it. Empty where the text has no `..`. */
function resolveLinksFirst({ text, root }: WrittenPath, disk: Disk): string[] {
  if (!/\.\./.test(text) || text.includes('\0')) return [];
  const path = isAbsolute(text) || root === undefined ? text : `${root}/${text}`;
  return isAbsolute(path) && path.length <= maxPathLength ? [disk.real(path)] : [];
}

/**
 * Resolves the links of a path. Where the target is in the project, it is returned below the project
 * folder as the session spells it, which may itself be a link.
 */
function resolveInProject(path: string, root: string | undefined, disk: Disk): string {
  if (path.includes('\0')) return path;
  const real = disk.real(path);
  if (real === path || root === undefined || !isAbsolute(root)) return real;
  const realRoot = disk.real(root);
  if (realRoot === root || !real.startsWith(realRoot)) return real;
  const pathBelow = real.slice(realRoot.length); // empty, or begins with a separator, if it is in the project
  return pathBelow === '' || pathBelow[0] === '/' || pathBelow[0] === '\\'
    ? root + pathBelow
    : real;
}
