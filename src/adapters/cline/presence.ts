import type { Presence } from '../../mapping/presence.ts';

/** How to tell that Cline is there. Hooks and plugins need no trust, 3.0.65. */
export const presence: Presence = {
  programs: ['cline'],
  homeFolder: '.cline',
  homeVariable: 'CLINE_DIR',
};
