import { makePresence } from '../gemini/presence.ts';

/** How to tell that TerminaI is there: an untrusted folder loses its hooks only if `folderTrust` is on, 0.28.0. */
export const presence = makePresence('terminai', '.terminai', false);
