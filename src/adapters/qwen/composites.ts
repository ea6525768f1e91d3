import { AnyhookError } from '../../errors.ts';
import type { Composite, World } from '../../mapping/adapter.ts';
import { toAbsolutePath } from '../../mapping/path-codecs.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { asText, parseJsonObject } from '../../util/json.ts';

type Cell = Json & { id?: unknown };

/** Returns the cells of a notebook as they are after a call. */
function changeCells(
  cells: readonly Cell[],
  { cell_id: id, edit_mode: mode, ...call }: Json,
): Cell[] {
  const index = cells.findIndex((cell, i) => cell.id === id || `cell-${i}` === id);
  const source = call.new_source ?? '';
  if (mode === 'insert') {
    const cell = { cell_type: call.cell_type ?? 'code', source };
    return [...cells.slice(0, index + 1), cell, ...cells.slice(index + 1)];
  }
  return cells.flatMap((cell, i) => {
    if (i !== index) return [cell];
    return mode === 'delete' ? [] : [{ ...cell, source }];
  });
}

/** Builds the changed notebook. For a file that is no notebook it is the new source alone. */
function buildNotebook(call: Json, path: string, { readFile }: World): string {
  const now = readFile(path);
  const notebook = 'text' in now ? parseJsonObject(now.text, false) : undefined;
  if (!isObject(notebook) || !Array.isArray(notebook.cells)) return asText(call.new_source ?? '');
  const cells = changeCells(notebook.cells.filter(isObject), call);
  return `${JSON.stringify({ ...notebook, cells }, null, 1)}\n`;
}

/** A change of one cell is treated as a write of the whole notebook. */
export const notebookEdit: Composite = {
  sample: { notebook_path: '/x', new_source: 'b' },
  calls(event, world) {
    const call = event.input ?? {};
    const { notebook_path: text } = call;
    if (typeof text !== 'string') throw new AnyhookError('tool', 'notebook_path is no path');
    const path = toAbsolutePath(text, event.cwd);
    return [
      { ...event, tool: 'write', input: { path, content: buildNotebook(call, path, world) } },
    ];
  },
};
