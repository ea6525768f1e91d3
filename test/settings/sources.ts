/** Projects that more than one test begins with. */
import { expect } from 'vitest';
import { cursorHooks, geminiHooks, guard } from './project.ts';

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
  '/bin/sh .anyhook/sh --host gemini --as cursor --event beforeShellExecution --timeout 10s --on-failure block -- .cursor/hooks/guard.sh && false || [ $? = 9 ] || ',
);

/** Long names, several losses, findings about both files. */
export const longFiles = {
  '.cursor/hooks.json': cursorHooks({
    beforeShellExecution: [
      { command: `./${'very-'.repeat(20)}long.sh` },
      { command: '漢字'.repeat(30) },
      { type: 'prompt', prompt: 'x' },
      {
        command: 'mytool hook --agent cursor with a good many words behind it, so that it is long',
      },
    ],
    preToolUse: [{ command: './missing script.sh', matcher: 'Bash|Nothing', timeout: 60_000 }],
    beforeMCPExecution: [{ command: 'echo x', matcher: 'a.b' }],
    beforeTabFileRead: [{ command: 'echo y' }],
    beforeLunch: [{ command: 'x' }],
  }),
  '.gemini/settings.json': geminiHooks({ BeforeDinner: [{ command: 'x' }] }),
  '.terminai/settings.json': '{}',
};
