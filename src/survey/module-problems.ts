/** Tells what is true of a hook whose line loads a module that is missing, broken or out of date. */
import type { Hook } from '../canonical/hook.ts';
import { describeAlteration, moduleFileOf, moduleStateOf } from '../settings/modules/state.ts';
import type { Workspace } from '../settings/workspace.ts';
import { rewriteModule } from './remedies.ts';
import type { Truth, TruthCode } from './types.ts';

/**
 * Returns what is true of a hook because of its module file. Undefined: nothing is known against the file.
 *
 * @param isGate Whether the hook stands at a gate of the agent.
 * @param refuses Whether the agent refuses a call if the hook fails.
 */
export function findModuleProblem(
  { module: path }: Hook,
  { isGate, refuses }: { isGate: boolean; refuses: boolean },
  workspace: Workspace,
): Truth | undefined {
  if (path === undefined) return undefined;
  const file = `${workspace.scope === 'project' ? '' : '~/'}.anyhook/${moduleFileOf(path)}`;
  const remedy = rewriteModule(file, workspace);
  const failing: TruthCode = refuses ? 'refuses-every-call' : isGate ? 'fails-open' : 'never-runs';
  const fail = (why: string): Truth => ({
    code: failing,
    cause: 'module-broken',
    why: `its line loads ${file}, ${why}`,
    remedy,
  });
  const found = moduleStateOf(path, workspace);
  switch (found.state) {
    case 'missing':
      return fail('which is not there');
    case 'unreadable':
      return fail('which is a link or cannot be read');
    case 'foreign':
    case 'changed': {
      const altered = describeAlteration(found);
      if (found.isBroken) return fail(`which ${altered}`);
      const why = `${file} ${altered}`;
      return { code: 'out-of-date', cause: 'module-outdated', why, remedy };
    }
    case 'outdated': {
      const { input, isGone } = found;
      const shown = workspace.scope === 'project' ? input : `~/.anyhook/${input}`;
      const why = `${shown} ${isGone ? 'is gone' : 'has changed'}, and ${file} was made before that`;
      const text = `Restore ${shown}, or name another file in its place. Then write the file again.`;
      return {
        ...{ code: 'out-of-date', cause: 'module-outdated', why },
        remedy: isGone && remedy.command !== undefined ? { ...remedy, text } : remedy,
      };
    }
    default:
      return undefined;
  }
}
