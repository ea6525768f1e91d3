import type { Presence } from '../../mapping/presence.ts';

/** How to tell that Pi is there, 1.5.2. */
export const presence: Presence = {
  programs: ['pi'],
  homeFolder: '.pi',
  trust: {
    scopes: ['project'], // extensions of the person are loaded regardless
    ofProject(root, files) {
      const trusted = files.read('.pi/agent/trust.json')?.[root];
      if (typeof trusted === 'boolean') return trusted ? 'trusted' : 'untrusted';
      const { defaultProjectTrust } = files.read('.pi/agent/settings.json') ?? {};
      return defaultProjectTrust === 'always' ? 'trusted' : 'undecided';
    },
  },
};
