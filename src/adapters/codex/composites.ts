import { AnyhookError } from '../../errors.ts';
import type { Composite, Draft, World } from '../../mapping/adapter.ts';
import { absolute, folderOf } from '../../mapping/opened.ts';
import { patched, samplePatch } from '../../mapping/patched.ts';
import { applied } from './apply.ts';
import { readPatch } from './patch.ts';
import { patchesInShell } from './shell-patch.ts';

const changes = (event: Draft, world: World, patch: string): Draft[] =>
  patched(event, world, readPatch(patch), { paths: undefined, applied });

/** A patch of several files, or that moves one. */
const patch: Composite = {
  sample: { command: samplePatch },
  calls(event, world) {
    const { command } = event.input as { command?: unknown };
    if (typeof command === 'string') return changes(event, world, command);
    throw new AnyhookError('tool', 'apply_patch: there is no patch');
  },
};

/** A command of the shell, and what a patch in it does. No hook hears when such a command is over. */
const shell: Composite = {
  tool: 'shell',
  sample: { command: `apply_patch <<'EOF'\n${samplePatch}EOF` },
  calls(event, world) {
    const { command } = event.input as { command?: unknown };
    if (event.event === 'after-tool' || typeof command !== 'string') return [event];
    const calls = patchesInShell(command).flatMap(({ patch, folder }) =>
      changes({ ...event, directory: absolute(folder, folderOf(event)) }, world, patch),
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

export const composites = { apply_patch: patch, Bash: shell };
