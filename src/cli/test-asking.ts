/** What the parts of `anyhook test` share. */
import type { Workspace } from '../settings/workspace.ts';
import type { TrialScene } from '../trial/call.ts';
import type { AgentHooks } from '../trial/project-hooks.ts';
import type { TrialLimits } from '../trial/try-hook.ts';
import type { CallFlags } from './test-flags.ts';

/** The flags of `anyhook test`. */
export interface TestFlags extends CallFlags {
  payload?: string;
  hook?: string;
  agent?: string;
  as?: string;
  onEvent?: string;
  commandWords?: string;
  timeout?: string;
  json?: boolean;
  verbose?: boolean;
  watch?: boolean;
}

/** What is asked, and where. */
export interface Asking {
  flags: TestFlags;
  hooks: readonly AgentHooks[];
  /** The number of each hook, by its name. */
  numbers: ReadonlyMap<string, number>;
  workspace: Workspace;
  scene: Omit<TrialScene, 'session'>;
  limits: TrialLimits;
}
