import { traitsOf } from '../canonical/traits.ts';
import { AnyhookError } from '../errors.ts';
import type { Disk, Draft, Paths, Spelled, World } from '../mapping/adapter.ts';
import { absolute, isAbsolute, opened, spelledOf } from '../mapping/opened.ts';
import { isRaw } from '../mapping/tools.ts';

/** The characters of a path that some system opens: none opens a longer one. */
const maxPathLength = 32_767;

/**
 * A decoded call on every file it may touch, the file its agent opens first: what the text says
 * as it stands, where links lead, and what an edit finds elsewhere. Empty where that is one file,
 * as the call says. Throws `tool` where it cannot be known.
 */
export function listFileCalls(paths: Paths | undefined, event: Draft, { disk }: World): Draft[] {
  if (!disk || traitsOf(event.event).begins !== 'call' || isRaw(event.tool)) return [];
  const input = event.input ?? {};
  const key = pathArgumentOf(event.tool);
  const project = typeof event.cwd === 'string' ? event.cwd : undefined;
  const spelled = spelledOf(event) ?? spelledAsIs(input[key], project);
  if (!spelled) return [];
  const files = new Set<string>();
  const add = (file: string) => {
    if (!isAbsolute(file) || files.has(file)) return; // where links led, they lead again
    if (file.length > maxPathLength)
      throw new AnyhookError(
        'tool',
        `a path of ${file.length} characters is too long for any system`,
      );
    files.add(file);
    files.add(resolveInProject(file, project, disk));
  };
  add(opened(spelled, paths, disk));
  add(input[key] as string);
  add(literalPath(spelled));
  if (paths?.byLink) for (const file of resolveLinksFirst(spelled, disk)) add(file);
  if (spelled.use === 'edit' && input.old !== '') {
    for (const file of paths?.sought?.(spelled, disk) ?? []) add(file);
  }
  if (files.size < 2) return [];
  return [...files].map((file) => ({ ...event, input: { ...input, [key]: file } }));
}

/** The argument that says where a tool works. */
export const pathArgumentOf = (tool: unknown): string => (tool === 'shell' ? 'directory' : 'path');

/** A path that an agent made itself. */
const spelledAsIs = (path: unknown, root: string | undefined): Spelled | undefined =>
  typeof path === 'string' ? { text: path, use: 'folder', root } : undefined;

/** The text as it stands, without what no file's name can hold. */
const literalPath = ({ text, root }: Spelled): string => absolute(text.replaceAll('\0', ''), root);

/** Where the text leads when a link is followed before the `..` behind it. */
function resolveLinksFirst({ text, root }: Spelled, disk: Disk): string[] {
  if (!/\.\./.test(text) || text.includes('\0')) return [];
  const path = isAbsolute(text) || root === undefined ? text : `${root}/${text}`;
  return isAbsolute(path) && path.length <= maxPathLength ? [disk.real(path)] : [];
}

/** Where links lead; in the project's own spelling if it stays there. */
function resolveInProject(path: string, root: string | undefined, disk: Disk): string {
  if (path.includes('\0')) return path;
  const real = disk.real(path);
  if (real === path || root === undefined || !isAbsolute(root)) return real;
  const home = disk.real(root);
  if (home === root || !real.startsWith(home)) return real;
  const rest = real.slice(home.length);
  return rest === '' || rest[0] === '/' || rest[0] === '\\' ? root + rest : real;
}
