import type { Composite } from '../../mapping/adapter.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { listCallsOfPatch } from '../../mapping/patch-calls.ts';
import { applyHunksIfCertain } from '../../util/apply-patch.ts';
import { addedContentOf, readDiff } from '../../util/diff.ts';
import { isObject } from '../../util/equal.ts';
import { asText } from '../../util/json.ts';
import type { Change } from '../../util/patch.ts';

/** The tool name in a permission request for any change of files, 1.0.102. */
const editName = 'edit';
/** Our name for such a change, since its arguments are not those of the tool `edit`. */
export const diffName = 'edit_diff';

/** The tool name in a permission request. An MCP tool is named `server/tool`. */
export const permissionNameCodec = makeCodec(
  (name, _, beside) =>
    name === editName && isObject(beside?.toolInput) && 'diff' in beside.toolInput
      ? diffName
      : name,
  (name, { event }) => {
    const { server, tool } = event.mcp ?? {};
    if (server !== undefined) return `${server}/${tool}`;
    return ['write', 'edit', 'delete'].includes(event.tool ?? '') || name === diffName
      ? editName
      : name;
  },
);

/** Splits a text into lines and puts a sign before each. */
const prefixLines = (sign: string, text: string): string[] =>
  text === ''
    ? []
    : text
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => sign + line);

/** Builds a diff in this client's form from a change that another agent makes. */
function buildDiff(path: string, old: string, now: string, isNew: boolean): string {
  const [less, more] = [prefixLines('-', old), prefixLines('+', now)];
  return [
    `\ndiff --git a${path} b${path}`,
    ...(isNew ? ['create file mode 100644'] : []),
    'index 0000000..0000000',
    `--- a${isNew ? '/dev/null' : path}`,
    `+++ b${path}`,
    `@@ -1,${less.length} +1,${more.length} @@`,
    ...less,
    ...more,
    '',
  ].join('\n');
}

/** The arguments in a permission request: the line of a command alone, or the diff of a change. */
export const permissionInputCodec = makeCodec(
  (value) => {
    if (!isObject(value) || !('diff' in value)) return value;
    const { file_path, diff } = value;
    return file_path === undefined ? { diff } : { file_path, diff };
  },
  (value, { event }) => {
    const {
      path,
      old = '',
      new: now = '',
      content,
    } = (event.input ?? {}) as Record<string, string>;
    const { tool } = event;
    if (tool === 'shell' && isObject(value)) return { command: value.command };
    if (tool === 'write')
      return { file_path: path, diff: buildDiff(path ?? '', '', content ?? '', true) };
    if (tool !== 'edit') return value;
    return { file_path: path, diff: buildDiff(path ?? '', old, now, false) };
  },
);

const noFile = '/dev/null';

/**
 * Reads the names of a changed file: `a` or `b` before an absolute path. `a/dev/null` means a new
 * file, `b/dev/null` a deleted one.
 */
function readNames(one: Change): Change {
  if (one.does !== 'update') return one;
  if (one.to === undefined)
    return { ...one, path: /^[A-Za-z]:/.test(one.path) ? one.path : `/${one.path}` };
  const [path, to] = [one.path.slice(1), one.to.slice(1)];
  if (to === noFile) return { does: 'delete', path };
  if (path !== noFile) return { ...one, path, to };
  return { does: 'add', path: to, content: addedContentOf(one.hunks) };
}

/** The diff of a permission request: the changes that it stands for. */
export const editDiff: Composite = {
  sample: {
    diff: '\n--- a/x\n+++ b/x\n@@ -1,1 +1,1 @@\n-a\n+b\n--- a/dev/null\n+++ b/y\n@@ -1,0 +1,1 @@\n+a\n',
  },
  calls(event, world) {
    const { diff } = event.input ?? {};
    const changes = readDiff(asText(diff)).map(readNames);
    return listCallsOfPatch(event, world, changes, {
      paths: undefined,
      applied: applyHunksIfCertain,
    });
  },
};
