/** Projects that more than one test begins with. */
import { expect } from 'vitest';
import { cursorHooks, guard } from './project.ts';

/** A neutral file, with hooks for all agents and for some. */
export const neutralSource = `version: 1
hooks:
  - name: everywhere
    on: before-tool
    tools: [shell]
    run: hooks/guard.sh
  - name: cursor-only
    on: stop
    run: echo done
    agents: [cursor]
  - name: tabnine-too
    speaks: cursor
    event: beforeShellExecution
    run: .cursor/hooks/guard.sh
    agents: [tabnine, gemini]
`;
export const neutralFiles = {
  'anyhook.yaml': neutralSource,
  'hooks/guard.sh': guard,
  '.cursor/hooks/guard.sh': guard,
  '.gemini/.keep': '',
};

/** A guard and a logger of Cursor's. */
export const guardHooks = cursorHooks({
  beforeShellExecution: [{ command: '.cursor/hooks/guard.sh', timeout: 10, failClosed: true }],
  stop: [{ command: 'echo done' }],
});
export const guardFiles = { '.cursor/hooks.json': guardHooks, '.cursor/hooks/guard.sh': guard };
/** How the guard runs in Gemini CLI. */
export const guardThere = expect.stringContaining(
  'node .anyhook/run.cjs run --host gemini --as cursor --event beforeShellExecution --timeout 10s --on-failure block -- .cursor/hooks/guard.sh || echo ',
);
