import { AnyhookError } from '../../errors.ts';
import type { Composite, World } from '../../mapping/adapter.ts';
import { toAbsolutePath } from '../../mapping/path-codecs.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { asText, parseJsonObject } from '../../util/json.ts';

type Cell = Json & { id?: unknown };

/**
 * Returns the cells of a notebook after a call, which replaces the source of a cell, deletes the cell, or inserts a
 * new cell after it. A cell without an id is called `cell-` and its index.
 */
function changeCells(cells: readonly Cell[], call: Json): Cell[] {
  const { cell_id: id, edit_mode: mode } = call;
  const changedIndex = cells.findIndex((cell, index) => cell.id === id || `cell-${index}` === id);
  const source = call.new_source ?? '';
  if (mode === 'insert') {
    const cell = { cell_type: call.cell_type ?? 'code', source };
    return [...cells.slice(0, changedIndex + 1), cell, ...cells.slice(changedIndex + 1)];
  }
  return cells.flatMap((cell, index) => {
    if (index !== changedIndex) return [cell];
    return mode === 'delete' ? [] : [{ ...cell, source }];
  });
}

/** Returns the text of a notebook after a call. If the file is no notebook, that is only the new source. */
function buildNotebook(call: Json, path: string, { readFile }: World): string {
  const file = readFile(path);
  const notebook = 'text' in file ? parseJsonObject(file.text, false) : undefined;
  if (!isObject(notebook) || !Array.isArray(notebook.cells)) return asText(call.new_source ?? '');
  const cells = changeCells(notebook.cells.filter(isObject), call);
  return `${JSON.stringify({ ...notebook, cells }, null, 1)}\n`;
}

/** Changes one cell of a notebook, which is told as a `write` of the whole notebook. */
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
