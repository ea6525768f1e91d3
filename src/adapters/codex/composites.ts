import { AnyhookError } from '../../errors.ts';
import type { Composite, Draft, World } from '../../mapping/adapter.ts';
import { listCallsOfPatch, samplePatch } from '../../mapping/patch-calls.ts';
import { callFolderOf, toAbsolutePath } from '../../mapping/path-codecs.ts';
import { applyHunks } from './apply-hunks.ts';
import { readPatch } from './read-patch.ts';
import { findShellPatches } from './shell-patch.ts';

/** Lists the calls of editing tools that a patch stands for, one for each change of a file. */
const listPatchCalls = (event: Draft, world: World, patch: string): Draft[] =>
  listCallsOfPatch(event, world, readPatch(patch), { paths: undefined, applyHunks });

/** A patch that changes several files, or moves one: it stands for several calls. */
const applyPatch: Composite = {
  sample: { command: samplePatch },
  calls(event, world) {
    const { command } = event.input ?? {};
    if (typeof command === 'string') return listPatchCalls(event, world, command);
    throw new AnyhookError('tool', 'apply_patch: there is no patch');
  },
};

/**
 * A shell command, which stands for the command itself and for the changes of a patch in it. After a command
 * that applies a patch, the client fires no hook.
 */
const shellCommand: Composite = {
  tool: 'shell',
  sample: { command: `apply_patch <<'EOF'\n${samplePatch}EOF` },
  calls(event, world) {
    const { command } = event.input ?? {};
    if (event.event === 'after-tool' || typeof command !== 'string') return [event];
    const calls = findShellPatches(command).flatMap(({ patch, folder }) =>
      listPatchCalls(
        { ...event, directory: toAbsolutePath(folder, callFolderOf(event)) },
        world,
        patch,
      ),
    );
    const { directory } = event;
    return [
      event,
      // The folder of the patch was needed for its paths only.
      ...calls.map(({ directory: _, ...call }) => ({
        ...call,
        ...(directory !== undefined && { directory }),
      })),
    ];
  },
};

export const composites = { apply_patch: applyPatch, Bash: shellCommand };
