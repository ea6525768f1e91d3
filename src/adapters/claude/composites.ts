import { AnyhookError } from '../../errors.ts';
import type { Composite } from '../../mapping/adapter.ts';
import { callFolderOf, resolveOpenedPath } from '../../mapping/path-codecs.ts';
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
};
