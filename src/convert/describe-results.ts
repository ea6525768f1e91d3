import type { Hook } from '../canonical/hook.ts';
import { mayGiveVerdict, showsNoVerdict } from '../check/verdict.ts';
import type { ReadHook } from '../settings/formats/format.ts';
import { mapSteps } from '../util/progress.ts';
import type { HookAnswers } from './answers/hook-answers.ts';
import { type HookResult, isUnsafe } from './hook-result.ts';
import { asHarmless } from './losses.ts';
import type { ConvertOptions } from './options.ts';
import { guardsNothing } from './route.ts';
import { findHooksOfAbsentPlugin } from './source-hooks.ts';
import { findRegisteredByHand } from './target-findings.ts';
import { addLossOfMissingFile, addLossOfPlugin } from './working-folder.ts';

/** The hooks that the results of a conversion are about. */
interface Hooks {
  /** The hooks as the source states them, in the order of `prepared`. */
  rawHooks: readonly ReadHook[];
  /** The hooks as they are to run in the target. The results were planned from them. */
  prepared: readonly ReadHook[];
  /** Hooks of the target that we did not write. */
  notOurs: readonly ReadHook[];
  /** What the hooks of `prepared` can say. */
  answers: ReadonlyMap<ReadHook, HookAnswers>;
}

/**
 * Adds to planned results what files and scripts show:
 *
 * - If a person registered the hook in the target by hand, none of its losses is unsafe.
 * - A file or a plugin that is missing in the target's workspace is a loss.
 * - If a guard is lost or weaker, `showsNoVerdict` says whether its script seems to give no verdict at all.
 */
export function describeResults(
  planned: readonly HookResult[],
  { rawHooks, prepared, notOurs, answers }: Hooks,
  options: ConvertOptions,
): HookResult[] {
  const { plugin, workspace, sourceWorkspace } = options;
  const originals = new Map(
    prepared.map(({ hook }, i): [Hook, Hook] => [hook, rawHooks[i]?.hook ?? hook]),
  );
  const nonGuards = new Set(
    prepared.flatMap((one) => (guardsNothing(one, { answers }) ? one.hook : [])),
  );
  const ofAbsentPlugin = findHooksOfAbsentPlugin(prepared, options);
  const isRegisteredByHand = findRegisteredByHand(notOurs, workspace);
  return mapSteps('Looking for losses', planned, (result) => {
    const original = originals.get(result.hook) ?? result.hook;
    if (isRegisteredByHand(result)) {
      return { ...result, losses: asHarmless(result.losses) };
    }
    const isNoGuard =
      nonGuards.has(result.hook) ||
      (sourceWorkspace !== undefined && !mayGiveVerdict(original, sourceWorkspace));
    let completed: HookResult = isNoGuard ? { ...result, guardsNothing: true } : result;
    if (workspace && plugin && ofAbsentPlugin.has(result.hook)) {
      completed = addLossOfPlugin(completed, plugin, workspace);
    }
    if (workspace && sourceWorkspace && sourceWorkspace !== workspace) {
      completed = addLossOfMissingFile(completed, original, sourceWorkspace, workspace);
    }
    if (completed.how !== 'native' && nonGuards.has(result.hook)) {
      completed = { ...completed, losses: asHarmless(completed.losses) };
    }
    if (!sourceWorkspace || !isUnsafe(completed)) return completed;
    return { ...completed, showsNoVerdict: showsNoVerdict(original, sourceWorkspace) };
  });
}
