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
/** Our canonical name for a change of files in a permission request, whose arguments are not those of the tool `edit`. */
export const diffName = 'edit_diff';

/** Converts the tool name of a permission request. There an MCP tool is named `server/tool`, and any change of files `edit`. */
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

/** Splits a text into lines and puts a sign, `+` or `-`, before each. */
const prefixLines = (sign: string, text: string): string[] =>
  text === ''
    ? []
    : text
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => sign + line);

/** Builds a diff in this client's form from the old and the new text of a change that another agent makes. */
function buildDiff(path: string, oldText: string, newText: string, isNew: boolean): string {
  const [removed, added] = [prefixLines('-', oldText), prefixLines('+', newText)];
  return [
    `\ndiff --git a${path} b${path}`,
    ...(isNew ? ['create file mode 100644'] : []),
    'index 0000000..0000000',
    `--- a${isNew ? '/dev/null' : path}`,
    `+++ b${path}`,
    `@@ -1,${removed.length} +1,${added.length} @@`,
    ...removed,
    ...added,
    '',
  ].join('\n');
}

/** Converts the arguments of a permission request: for a command only its line, for a change of files its diff. */
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
      new: newText = '',
      content,
    } = (event.input ?? {}) as Record<string, string>;
    const { tool } = event;
    if (tool === 'shell' && isObject(value)) return { command: value.command };
    if (tool === 'write')
      return { file_path: path, diff: buildDiff(path ?? '', '', content ?? '', true) };
    if (tool !== 'edit') return value;
    return { file_path: path, diff: buildDiff(path ?? '', old, newText, false) };
  },
);

const noFile = '/dev/null';

/**
 * Turns the names of a file in a diff into paths. This client writes `a` or `b` before an absolute path, so
 * that `a/dev/null` means a new file and `b/dev/null` a deleted file.
 */
function resolveDiffNames(change: Change): Change {
  if (change.does !== 'update') return change;
  if (change.to === undefined)
    return {
      ...change,
      path: /^[A-Za-z]:/.test(change.path) ? change.path : `/${change.path}`,
    };
  const [path, to] = [change.path.slice(1), change.to.slice(1)];
  if (to === noFile) return { does: 'delete', path };
  if (path !== noFile) return { ...change, path, to };
  return { does: 'add', path: to, content: addedContentOf(change.hunks) };
}

/** A permission request with a diff, which stands for a call for each changed file. */
export const editDiff: Composite = {
  sample: {
    diff: '\n--- a/x\n+++ b/x\n@@ -1,1 +1,1 @@\n-a\n+b\n--- a/dev/null\n+++ b/y\n@@ -1,0 +1,1 @@\n+a\n',
  },
  calls(event, world) {
    const { diff } = event.input ?? {};
    const changes = readDiff(asText(diff)).map(resolveDiffNames);
    return listCallsOfPatch(event, world, changes, {
      paths: undefined,
      applyHunks: applyHunksIfCertain,
    });
  },
};
