// Generated from the folders of src/adapters by `npm run index-vendors`: do not edit.
import type { HostPlugin } from '../mapping/host-plugin.ts';
import { createPlugin as cline } from './cline/plugin.ts';
import { createPlugin as kilo } from './kilo/plugin.ts';
import { createPlugin as opencode } from './opencode/plugin.ts';
import { createPlugin as pi } from './pi/plugin.ts';

/** For each agent that is served by a generated plugin: makes the part of it that knows the agent. */
export const plugins: Readonly<Record<string, () => HostPlugin>> = {
  cline,
  kilo,
  opencode,
  pi,
};
