import type { Presence } from '../../mapping/presence.ts';

/** How to tell that OpenCode is there. It runs the plugins of a project at once: there is no trust to give. */
export const presence: Presence = { programs: ['opencode'], homeFolder: '.config/opencode' };
