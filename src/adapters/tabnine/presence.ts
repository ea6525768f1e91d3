import type { Presence } from '../../mapping/presence.ts';
import { makePresence } from '../gemini/presence.ts';

/** How to tell that Tabnine CLI is there: its documents say that settings of a project need trust, and not where that is kept. */
export const presence: Presence = {
  ...makePresence('tabnine', '.tabnine/agent', true),
  trust: { scopes: ['project'], ofProject: () => 'unknown' },
};
