import { join } from 'node:path';
import type { PersonFiles, PluginFile, Presence } from '../../mapping/presence.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { claude } from './index.ts';

const asObject = (value: unknown): Json => (isObject(value) ? value : {});

/**
 * Lists the hook files of plugins. `installed_plugins.json` has a list of installations for each plugin, and
 * `enabledPlugins` of any settings file switches a plugin on or off, read in 2.1.330.
 */
function listPluginFiles(root: string, files: PersonFiles): PluginFile[] {
  const { plugins } = files.read('.claude/plugins/installed_plugins.json') ?? {};
  const settings = [
    files.read(claude.hooksIn),
    files.read(join(root, claude.hooksIn)),
    files.read(join(root, '.claude/settings.local.json')),
  ];
  const enabled = Object.fromEntries(
    settings.flatMap((one) => Object.entries(asObject(one?.enabledPlugins))),
  );
  return Object.entries(asObject(plugins)).flatMap(([plugin, installs]) =>
    enabled[plugin] === false || !Array.isArray(installs)
      ? []
      : installs.flatMap((install): PluginFile[] => {
          const { installPath, projectPath } = asObject(install);
          if (typeof installPath !== 'string') return [];
          if (projectPath !== undefined && projectPath !== root) return [];
          const variable = { name: 'CLAUDE_PLUGIN_ROOT', folder: installPath };
          return [{ plugin, path: join(installPath, 'hooks/hooks.json'), variable }];
        }),
  );
}

/** How to tell that Claude Code is there. */
export const presence: Presence = {
  programs: ['claude'],
  homeFolder: '.claude',
  homeVariable: 'CLAUDE_CONFIG_DIR',
  trust: {
    scopes: ['project'],
    // The answer to the trust dialog, read in 2.1.330. With `-p` hooks of a project run without it.
    ofProject(root, files) {
      const config = files.read('.claude.json');
      if (!config) return 'unknown';
      const { hasTrustDialogAccepted } = asObject(asObject(config.projects)[root]);
      return hasTrustDialogAccepted === true ? 'trusted' : 'undecided';
    },
  },
  listPluginFiles,
};
