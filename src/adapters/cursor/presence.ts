import type { Presence } from '../../mapping/presence.ts';

/** How to tell that Cursor is there. Where it keeps its trust in workspaces and its plugins is not known. */
export const presence: Presence = {
  programs: ['cursor-agent', 'cursor'],
  homeFolder: '.cursor',
  trust: { scopes: ['project'], ofProject: () => 'unknown' },
};
