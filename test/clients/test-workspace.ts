import { rmSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { makeWorkspace, type Workspace } from './workspace.ts';

/** A workspace that is removed when its test passes. */
export function createWorkspace(name: string, files: Record<string, unknown>): Workspace {
  const workspace = makeWorkspace(name, files);
  const { root } = workspace;
  onTestFinished(({ task }) => {
    if (task.result?.state === 'fail') console.error(`kept for a look: ${root}`);
    else rmSync(root, { recursive: true, force: true });
  });
  return workspace;
}
