import type { Presence } from '../../../../src/mapping/presence.ts';

/** How `anyhook doctor` tells that Acme is on a machine. A run never reads this. */
export const presence: Presence = {
  // The names of its program, one of which is on PATH.
  programs: ['acme'],
  // The folder below the home folder that it makes when it is first started.
  homeFolder: '.acme',
  // For a client that runs hooks of a project only after the person has trusted it: `trust`. For plugins with hooks
  // of their own: `listPluginFiles`.
};
