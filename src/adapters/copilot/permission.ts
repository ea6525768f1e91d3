import type { Composite } from '../../mapping/adapter.ts';
import { codec } from '../../mapping/fields.ts';
import { patched } from '../../mapping/patched.ts';
import { surelyApplied } from '../../util/applied.ts';
import { addedBy, readDiff } from '../../util/diff.ts';
import { isObject } from '../../util/equal.ts';
import { asText, type Json } from '../../util/json.ts';
import type { Change } from '../../util/patch.ts';

/** What a change of files is called here, whichever tool makes it, 1.0.102. */
const change = 'edit';
/** The same in the model: its arguments are none of that tool's. */
export const diffName = 'edit_diff';

/** A server's tool is `server/tool` where a permission is asked for. */
export const permissionName = codec(
  (name, _, beside) =>
    name === change && isObject(beside?.toolInput) && 'diff' in beside.toolInput ? diffName : name,
  (name, { event }) => {
    const { server, tool } = (event.mcp ?? {}) as Json;
    if (server !== undefined) return `${server}/${tool}`;
    return ['write', 'edit', 'delete'].includes(event.tool as string) || name === diffName
      ? change
      : name;
  },
);

const signed = (sign: string, text: string): string[] =>
  text === ''
    ? []
    : text
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => sign + line);

/** A change of another agent's as a diff of this one's. */
function diffOf(path: string, old: string, now: string, isNew: boolean): string {
  const [less, more] = [signed('-', old), signed('+', now)];
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

/** Of a command alone its line is told, of a change its diff. */
export const diffed = codec(
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
      return { file_path: path, diff: diffOf(path ?? '', '', content ?? '', true) };
    if (tool !== 'edit') return value;
    return { file_path: path, diff: diffOf(path ?? '', old, now, false) };
  },
);

const nothing = '/dev/null';

/** Absolute paths behind `a` and `b`, and `a/dev/null` for a new file. */
function named(one: Change): Change {
  if (one.does !== 'update') return one;
  if (one.to === undefined)
    return { ...one, path: /^[A-Za-z]:/.test(one.path) ? one.path : `/${one.path}` };
  const [path, to] = [one.path.slice(1), one.to.slice(1)];
  if (to === nothing) return { does: 'delete', path };
  if (path !== nothing) return { ...one, path, to };
  return { does: 'add', path: to, content: addedBy(one.hunks) };
}

export const edits: Composite = {
  sample: {
    diff: '\n--- a/x\n+++ b/x\n@@ -1,1 +1,1 @@\n-a\n+b\n--- a/dev/null\n+++ b/y\n@@ -1,0 +1,1 @@\n+a\n',
  },
  calls(event, world) {
    const { diff } = event.input as Json;
    const changes = readDiff(asText(diff)).map(named);
    return patched(event, world, changes, { paths: undefined, applied: surelyApplied });
  },
};
