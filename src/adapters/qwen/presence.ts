import { makePresence } from '../gemini/presence.ts';

/** How to tell that Qwen Code is there. It asks for trust only if `security.folderTrust.enabled` is true, 0.24.4. */
export const presence = makePresence('qwen', '.qwen', false);
