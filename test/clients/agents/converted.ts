// A session of a real client after `anyhook convert cursor`, in a project of an odd name.
import { type CursorHooks, hooksFile, projectName } from '../converted.ts';
import { anyhook } from '../packed.ts';
import { type Installed, session, type Test } from './index.ts';

/** Converts the project's Cursor hooks with the packed program, and plays a session. */
export const converted = (id: Installed, cursor: CursorHooks, { prepare, files, ...more }: Test) =>
  session(id, {
    projectName,
    notes: true,
    ...more,
    files: { '.cursor/hooks.json': hooksFile(cursor), ...files },
    prepare(workspace) {
      anyhook(workspace, 'convert', 'cursor', id, '--write');
      prepare?.(workspace);
    },
  });
