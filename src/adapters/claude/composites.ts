import { AnyhookError } from '../../errors.ts';
import type { Composite } from '../../mapping/adapter.ts';
import { makeEditCall } from '../../mapping/patch-calls.ts';
import { callFolderOf, resolveOpenedPath } from '../../mapping/path-codecs.ts';
import { isObject } from '../../util/equal.ts';
import { paths } from './paths.ts';

/**
 * Tools whose calls stand for calls of other tools. `NotebookEdit` replaces one cell. Its payload does not
 * hold the former text of the cell, so the call counts as a write of the new text.
 */
export const composites: Readonly<Record<string, Composite>> = {
  NotebookEdit: {
    sample: { notebook_path: '/x', new_source: 'b' },
    calls(event) {
      const { notebook_path: text, new_source: content } = event.input ?? {};
      if (typeof text !== 'string' || typeof content !== 'string')
        throw new AnyhookError('tool', 'NotebookEdit was called without a notebook or its text');
      const path = resolveOpenedPath({ text, use: 'edit', root: callFolderOf(event) }, paths);
      return [{ ...event, tool: 'write', input: { path, content } }];
    },
  },
  // 2.1.330 no longer has it. Older clients do.
  MultiEdit: {
    sample: { file_path: '/x', edits: [{ old_string: 'a', new_string: 'b' }] },
    calls(event) {
      const { file_path: text, edits } = event.input ?? {};
      if (typeof text !== 'string' || !Array.isArray(edits) || !edits.every(isObject))
        throw new AnyhookError('tool', 'MultiEdit was called without a file or its edits');
      const replacements = edits.map(({ old_string, new_string, replace_all }) => ({
        old: old_string,
        new: new_string,
        ...(replace_all === undefined ? {} : { all: replace_all }),
      }));
      const path = resolveOpenedPath({ text, use: 'edit', root: callFolderOf(event) }, paths);
      return [makeEditCall(event, path, replacements)];
    },
  },
};
