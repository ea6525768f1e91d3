import { homedir } from 'node:os';
import { AnyhookError } from '../errors.ts';
import { neutralVendor } from '../settings/formats/index.ts';
import { explainMisnamedFile } from '../settings/vendor-files.ts';
import { resolveWorkspace } from '../settings/workspace.ts';
import { endHooksAtSignal } from '../trial/process.ts';
import { withScene } from '../trial/run-trials.ts';
import { parseDuration } from '../util/duration.ts';
import { findTestedProject, type TestFlags } from './test-asking.ts';
import { tryOneCall } from './test-call.ts';
import { hasCall } from './test-flags.ts';
import { findHooks } from './test-hooks.ts';
import { runRecordedTests } from './test-recorded.ts';
import { watchProject } from './test-watch.ts';

/** Asks hooks about calls that did not happen. */
export async function testHooks(command: string | undefined, flags: TestFlags): Promise<void> {
  const run = () => runOnce(command, flags);
  await endHooksAtSignal(async () => {
    if (flags.watch) await watchProject(findTestedProject(flags) ?? '.', run);
    else process.exitCode = await run();
  });
}

/** Asks all hooks once, and prints what they say. Returns the exit code. */
async function runOnce(command: string | undefined, flags: TestFlags): Promise<number> {
  const root = findTestedProject(flags);
  const workspace = resolveWorkspace({ root, home: homedir(), scope: flags.scope });
  const limits = {
    timeout: flags.timeout === undefined ? undefined : parseDuration(flags.timeout),
  };
  const misnamed = explainMisnamedFile(neutralVendor(), workspace);
  if (misnamed !== undefined) throw new AnyhookError('settings', misnamed);
  return withScene(workspace.root, async (scene) => {
    const hooks = await findHooks(command, flags, workspace, scene.scratch);
    const asking = { flags, hooks, workspace, scene, limits };
    return flags.payload === undefined && !hasCall(command, flags)
      ? runRecordedTests(asking)
      : tryOneCall(command, asking);
  });
}
