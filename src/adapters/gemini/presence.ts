import { dirname, join, relative } from 'node:path';
import { getAtPath } from '../../mapping/paths.ts';
import type { PersonFiles, PluginFile, Presence, Trust } from '../../mapping/presence.ts';
import type { Json } from '../../util/json.ts';

const isWithin = (folder: string, path: string): boolean =>
  folder === path || !/^(?:\.\.(?:\/|$)|\/)/.test(relative(folder, path));

/** Returns what the rule with the longest path says of a folder, as Gemini CLI chooses it, read in 0.61.0. */
function findLongestRule(rules: Json, root: string): unknown {
  const matching = Object.entries(rules).filter(([path, level]) =>
    isWithin(level === 'TRUST_PARENT' ? dirname(path) : path, root),
  );
  return matching.sort(([a], [b]) => b.length - a.length)[0]?.[1];
}

/**
 * Makes the presence of an agent of the family.
 *
 * @param program The name of the agent's program on PATH.
 * @param folder The folder below the home folder.
 * @param isAskedByDefault Whether the agent asks for trust if no setting says whether it should.
 */
export const makePresence = (
  program: string,
  folder: string,
  isAskedByDefault: boolean,
): Presence => ({
  programs: [program],
  homeFolder: folder,
  trust: {
    scopes: ['project'],
    ofProject(root, files): Trust {
      const settings = files.read(`${folder}/settings.json`);
      const isAsked =
        getAtPath(settings, ['security', 'folderTrust', 'enabled']) ?? isAskedByDefault;
      if (isAsked !== true) return 'trusted';
      const rules = files.read(`${folder}/trustedFolders.json`);
      if (!rules) return settings ? 'undecided' : 'unknown';
      const level = findLongestRule(rules, root);
      if (level === 'DO_NOT_TRUST') return 'untrusted';
      return level === undefined ? 'undecided' : 'trusted';
    },
  },
  listPluginFiles: (_, files: PersonFiles): PluginFile[] =>
    files.list(`${folder}/extensions`).map((plugin) => {
      const place = join(files.home, folder, 'extensions', plugin);
      const variable = { name: 'extensionPath', folder: place };
      return { plugin, path: join(place, 'hooks/hooks.json'), variable };
    }),
});

/** How to tell that Gemini CLI is there, 0.61.0. */
export const presence: Presence = {
  ...makePresence('gemini', '.gemini', true),
  homeVariable: 'GEMINI_CLI_HOME', // names the folder around `.gemini`
  movesHome: true,
};
