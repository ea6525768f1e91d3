import type { Presence } from '../../mapping/presence.ts';

/** How to tell that Kilo is there. It runs the plugins of a project at once, as OpenCode does. */
export const presence: Presence = { programs: ['kilo', 'kilocode'], homeFolder: '.config/kilo' };
