/** What the parts of `anyhook test` share. */
import type { Scope } from '../mapping/settings.ts';
import type { Workspace } from '../settings/workspace.ts';
import type { TrialScene } from '../trial/call.ts';
import type { AgentHooks } from '../trial/project-hooks.ts';
import type { TrialLimits } from '../trial/try-hook.ts';
import { findProjectOfAnyAgent } from './project.ts';
import type { CallFlags } from './test-flags.ts';

/** The flags of `anyhook test`. */
export interface TestFlags extends CallFlags {
  payload?: string;
  hook?: string;
  scope: Scope;
  agent?: string;
  as?: string;
  onEvent?: string;
  commandWords?: string;
  timeout?: string;
  json?: boolean;
  verbose?: boolean;
  watch?: boolean;
}

/** Returns the root of the project whose hooks are asked. Undefined: it is the working directory, or the person's own are asked. */
export const findTestedProject = ({ scope }: TestFlags): string | undefined =>
  scope === 'project' ? findProjectOfAnyAgent() : undefined;

/** What is asked, and where. */
export interface Asking {
  flags: TestFlags;
  hooks: readonly AgentHooks[];
  workspace: Workspace;
  scene: Omit<TrialScene, 'session'>;
  limits: TrialLimits;
}
