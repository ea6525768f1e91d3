import type { Presence } from '../../mapping/presence.ts';
import { isObject } from '../../util/equal.ts';

/** Returns an event's name as the keys of trusted hooks spell it: `pre_tool_use`. */
const toSnakeCase = (event: string): string =>
  event.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

/** How to tell that Codex CLI is there. */
export const presence: Presence = {
  programs: ['codex'],
  homeFolder: '.codex',
  homeVariable: 'CODEX_HOME',
  trust: {
    scopes: ['project', 'user'],
    // `[projects."<path>"] trust_level = "trusted"` in the person's config.toml, 0.169.0.
    ofProject(root, files) {
      const config = files.read('.codex/config.toml');
      if (!config) return 'unknown';
      const project = isObject(config.projects) ? config.projects[root] : undefined;
      const level = isObject(project) ? project.trust_level : undefined;
      if (level === 'trusted') return 'trusted';
      return level === 'untrusted' ? 'untrusted' : 'undecided';
    },
    // `[hooks.state."<file>:pre_tool_use:<group>:<entry>"] trusted_hash = …`, 0.169.0. What the hash covers is
    // not known, so a hook that has changed since counts as trusted here.
    ofHook({ file, event, group, entry }, files) {
      const config = files.read('.codex/config.toml');
      if (!config) return 'unknown';
      const state =
        isObject(config.hooks) && isObject(config.hooks.state) ? config.hooks.state : {};
      const known = state[`${file}:${toSnakeCase(event)}:${group}:${entry}`];
      return isObject(known) && typeof known.trusted_hash === 'string' ? 'trusted' : 'undecided';
    },
  },
};
