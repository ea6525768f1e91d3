import { AnyhookError } from '../../errors.ts';
import type { Composite, Draft, World } from '../../mapping/adapter.ts';
import { isAbsolute, pathFunctionsOf, recordWrittenPaths } from '../../mapping/path-codecs.ts';
import type { Json } from '../../util/json.ts';
import { posix } from '../../util/path.ts';

const inputOf = (event: Draft): Json => event.input ?? {};
const projectOf = ({ cwd }: Draft): string => (typeof cwd === 'string' ? cwd : '/');

/** Throws `tool`: what a call does is not known. */
const throwUnknown = (event: Draft, why: string): never => {
  throw new AnyhookError('tool', `${event.name}: ${why}`);
};

/** Lists the files that a path may stand for if letter case is ignored. */
function listFilesIgnoringCase(path: string, { disk }: World): string[] {
  if (!disk) return [path];
  const { join, root: rootOf } = pathFunctionsOf(path);
  const root = rootOf(path);
  const names = path.slice(root.length).split(/[\\/]/).filter(Boolean);
  let found = [root];
  for (const name of names) {
    found = found.flatMap((folder) =>
      disk
        .entries(folder)
        .filter((entry) => entry.name.toLowerCase() === name.toLowerCase())
        .map((entry) => join(folder, entry.name)),
    );
  }
  return found.length ? found : [path];
}

/** Characters that make the client take a path for a pattern if no file has that name. */
const globCharacters = /[*?[{]|[!+@]\(/;

/** Lists the files that one text of `include` may stand for. Throws `tool` for a pattern. */
function listIncluded(event: Draft, written: string, world: World): string[] {
  // The client also joins an absolute path.
  const path = pathFunctionsOf(projectOf(event)).join(projectOf(event), written);
  if (!('missing' in world.readFile(path))) return listFilesIgnoringCase(path, world);
  if (globCharacters.test(written)) {
    return throwUnknown(event, `which files ${written} matches is not known: name each of them`);
  }
  const whole = isAbsolute(written) ? [written] : [];
  return [path, ...whole].flatMap((either) => listFilesIgnoringCase(either, world));
}

/** Reads several files. In 0.61.0 this tool is not offered to the main agent. */
export const readManyFiles: Composite = {
  sample: { include: ['x', 'y'] },
  calls(event, world) {
    const { include } = inputOf(event);
    if (!Array.isArray(include) || !include.every((one) => typeof one === 'string')) {
      return throwUnknown(event, 'include is no list of paths');
    }
    const texts = new Map<string, string[]>();
    for (const one of include) {
      const written = one.replaceAll('\\', '/');
      for (const path of listIncluded(event, written, world))
        texts.set(path, [...(texts.get(path) ?? []), written]);
    }
    return [...texts].map(([path, written]) =>
      recordWrittenPaths({ ...event, tool: 'read', input: { path } }, ...written),
    );
  },
};

const heading = '## Gemini Added Memories';

/**
 * Makes the composite of `save_memory`, which adds a line to the memory file of all projects. The
 * tool no longer exists in 0.61.0.
 *
 * @param folder the agent's folder below the home folder
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
