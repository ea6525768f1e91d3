import { AnyhookError } from '../../errors.ts';
import type { Composite, Draft, World } from '../../mapping/adapter.ts';
import { absolute, folderOf } from '../../mapping/opened.ts';
import { patched, samplePatch } from '../../mapping/patched.ts';
import { applyHunks } from './apply-hunks.ts';
import { readPatch } from './read-patch.ts';
import { findShellPatches } from './shell-patch.ts';

const listPatchCalls = (event: Draft, world: World, patch: string): Draft[] =>
  patched(event, world, readPatch(patch), { paths: undefined, applied: applyHunks });

/** A patch of several files, or that moves one. */
const applyPatch: Composite = {
  sample: { command: samplePatch },
  calls(event, world) {
    const { command } = event.input as { command?: unknown };
    if (typeof command === 'string') return listPatchCalls(event, world, command);
    throw new AnyhookError('tool', 'apply_patch: there is no patch');
  },
};

/** A command of the shell, and what a patch in it does. No hook hears when such a command is over. */
const shellCommand: Composite = {
  tool: 'shell',
  sample: { command: `apply_patch <<'EOF'\n${samplePatch}EOF` },
  calls(event, world) {
    const { command } = event.input as { command?: unknown };
    if (event.event === 'after-tool' || typeof command !== 'string') return [event];
    const calls = findShellPatches(command).flatMap(({ patch, folder }) =>
      listPatchCalls({ ...event, directory: absolute(folder, folderOf(event)) }, world, patch),
    );
    const { directory } = event;
    return [
      event,
      ...calls.map(
        ({ directory: _, ...one }) =>
          ({ ...one, ...(directory !== undefined && { directory }) }) as Draft,
      ),
    ];
  },
};

export const composites = { apply_patch: applyPatch, Bash: shellCommand };
