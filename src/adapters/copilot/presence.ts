import type { Presence } from '../../mapping/presence.ts';

/** How to tell that Copilot CLI is there. */
export const presence: Presence = {
  programs: ['copilot'],
  homeFolder: '.copilot',
  homeVariable: 'COPILOT_HOME',
  trust: {
    scopes: ['project'], // hooks of the person run regardless, 1.0.102
    // The key is read in the program of 1.0.102; `trusted_folders` is its older spelling. Whether a folder below
    // a trusted one is trusted was not measured.
    ofProject(root, files) {
      const config = files.read('.copilot/config.json');
      const folders = config?.trustedFolders ?? config?.trusted_folders;
      if (!Array.isArray(folders)) return 'unknown';
      return folders.includes(root) ? 'trusted' : 'undecided';
    },
  },
};
