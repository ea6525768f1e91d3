import type { Hook } from '../canonical/hook.ts';
import { showsNoVerdict } from '../check/script-text.ts';
import type { ReadHook } from '../settings/formats/format.ts';
import { type HookResult, isUnsafe } from './hook-result.ts';
import { asHarmless } from './losses.ts';
import type { ConvertOptions } from './options.ts';
import { findHooksOfAbsentPlugin } from './source-hooks.ts';
import { isRegisteredByHand } from './target-findings.ts';
import { addLossOfMissingFile, addLossOfPlugin } from './working-folder.ts';

/** The hooks of a conversion. */
interface Hooks {
  /** As they stand in the source, in the order of `hooks`. */
  read: readonly ReadHook[];
  /** As they were planned. */
  hooks: readonly ReadHook[];
  /** Hooks of the target that we did not write. */
  foreign: readonly ReadHook[];
}

/**
 * Completes planned results by what files and scripts show: a hook that its owner registered in the
 * target by hand loses nothing, a file or a plugin that is missing in the target's workspace is a
 * loss, and of an unsafe hook it is said whether its script shows a verdict.
 */
export function describeResults(
  planned: readonly HookResult[],
  { read, hooks, foreign }: Hooks,
  options: ConvertOptions,
): HookResult[] {
  const { plugin, workspace, sourceWorkspace } = options;
  const originals = new Map(
    hooks.map(({ hook }, i): [Hook, Hook] => [hook, read[i]?.hook ?? hook]),
  );
  const ofAbsentPlugin = findHooksOfAbsentPlugin(hooks, options);
  return planned.map((result) => {
    const original = originals.get(result.hook) ?? result.hook;
    if (isRegisteredByHand(result, foreign, workspace)) {
      return { ...result, losses: asHarmless(result.losses) };
    }
    let found = result;
    if (workspace && plugin && ofAbsentPlugin.has(result.hook)) {
      found = addLossOfPlugin(found, plugin, workspace);
    }
    if (workspace && sourceWorkspace && sourceWorkspace !== workspace) {
      found = addLossOfMissingFile(found, original, sourceWorkspace, workspace);
    }
    if (!sourceWorkspace || !isUnsafe(found)) return found;
    return { ...found, quiet: showsNoVerdict(original, sourceWorkspace) };
  });
}
