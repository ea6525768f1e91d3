import { AnyhookError } from '../../errors.ts';
import type { Composite, Draft, World } from '../../mapping/adapter.ts';
import { isAbsolute, recordWrittenPaths } from '../../mapping/path-codecs.ts';
import { pathFunctionsOf } from '../../mapping/path-functions.ts';
import type { Json } from '../../util/json.ts';
import { posix } from '../../util/path.ts';

const inputOf = (event: Draft): Json => event.input ?? {};
const projectOf = ({ cwd }: Draft): string => (typeof cwd === 'string' ? cwd : '/');

/** Throws `tool` for a call whose effect cannot be known. */
const throwUnknown = (event: Draft, why: string): never => {
  throw new AnyhookError('tool', `${event.name}: ${why}`);
};

/**
 * Lists the existing files whose path differs from the given one at most in letter case. Without such a file, or
 * without access to the disk, it lists the given path.
 */
function listFilesIgnoringCase(path: string, { disk }: World): string[] {
  if (!disk) return [path];
  const { join, root: rootOf } = pathFunctionsOf(path);
  const root = rootOf(path);
  const names = path.slice(root.length).split(/[\\/]/).filter(Boolean);
  let folders = [root];
  for (const name of names) {
    folders = folders.flatMap((folder) =>
      disk
        .entries(folder)
        .filter((entry) => entry.name.toLowerCase() === name.toLowerCase())
        .map((entry) => join(folder, entry.name)),
    );
  }
  return folders.length ? folders : [path];
}

/** Matches characters that make the client read a path as a pattern, if no file has that path. */
const globCharacters = /[*?[{]|[!+@]\(/;

/** Lists the files that one text of the argument `include` may stand for. Throws `tool` for a pattern. */
function listIncluded(event: Draft, written: string, world: World): string[] {
  // The client joins even an absolute path to the project folder.
  const path = pathFunctionsOf(projectOf(event)).join(projectOf(event), written);
  if (!('missing' in world.readFile(path))) return listFilesIgnoringCase(path, world);
  if (globCharacters.test(written)) {
    return throwUnknown(event, `which files ${written} matches is not known: name each of them`);
  }
  const candidates = isAbsolute(written) ? [path, written] : [path];
  return candidates.flatMap((candidate) => listFilesIgnoringCase(candidate, world));
}

/** Reads several files, each of which is told as a `read`. In 0.61.0 this tool is not offered to the main agent. */
export const readManyFiles: Composite = {
  sample: { include: ['x', 'y'] },
  calls(event, world) {
    const { include } = inputOf(event);
    if (!Array.isArray(include) || !include.every((item) => typeof item === 'string')) {
      return throwUnknown(event, 'include is no list of paths');
    }
    /** Each file that may be read → the texts of `include` that stand for it. */
    const writtenByPath = new Map<string, string[]>();
    for (const text of include) {
      const written = text.replaceAll('\\', '/');
      for (const path of listIncluded(event, written, world))
        writtenByPath.set(path, [...(writtenByPath.get(path) ?? []), written]);
    }
    return [...writtenByPath].map(([path, written]) =>
      recordWrittenPaths({ ...event, tool: 'read', input: { path } }, ...written),
    );
  },
};

/** The heading of the list in a memory file. */
const heading = '## Gemini Added Memories';

/**
 * Makes the composite of `save_memory`, which adds a line to the memory file of all projects. The
 * tool no longer exists in 0.61.0.
 *
 * @param folder The agent's folder, below the home folder.
 */
export const makeSaveMemory = (folder: string): Composite => ({
  sample: { fact: 'x' },
  calls(event, world) {
    const { fact, modified_by_user: isEdited, modified_content: editedContent } = inputOf(event);
    const path = posix.join(world.disk?.home() ?? '~', `${folder}/GEMINI.md`);
    const file = world.readFile(path);
    const before = 'text' in file ? file.text : '';
    const parts = [before.trimEnd(), before.includes(heading) ? '' : heading, `- ${fact}\n`];
    const content =
      isEdited && typeof editedContent === 'string'
        ? editedContent
        : parts.filter((part) => part !== '').join('\n');
    return [{ ...event, tool: 'write', input: { path, content } }];
  },
});
