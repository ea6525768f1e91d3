import type { Vendor } from '../adapters/index.ts';
import { AnyhookError, closed } from '../errors.ts';
import type { VendorOrAdapter } from '../library/agent.ts';
import {
  checkEnvironment,
  copyJson,
  type Environment,
  textFrom,
  variableOf,
} from '../library/arguments.ts';
import type { Scope } from '../mapping/settings.ts';
import { tableOf, vendorIds } from '../settings/tables.ts';
import { adapterOf } from '../translate/host.ts';
import { describeValue } from '../util/describe-value.ts';
import { requireOwner } from './mark.ts';
import { requireAgent, requireOptions } from './owned-text.ts';

/** The file into which a tool writes its hooks, and what a person has to do before the agent runs them. */
export interface SettingsPlace {
  /**
   * The path of the file below the folder that `env` has in the variable `movedBy`, or below `home` or `project`. It is a whole
   * path if that folder is one; a folder such as `.` counts from where the program runs. Absent: the folder was not given.
   */
  path?: string;
  /** The path below the project's root, or below the home folder for scope `user`, with forward slashes. */
  file: string;
  /** For scope `user`: the environment variable with which a person has the agent look for `file` in another folder. */
  movedBy?: string;
  /** The path of the file below the folder that `movedBy` names, if that variable is set. */
  movedFile?: string;
  /** Other files of that scope whose hooks the agent runs too. `*` stands for any name. */
  alsoRead: readonly string[];
  /** Other agents that run the hooks of this file too: a tool that installs hooks in those as well is started twice there. */
  alsoReadBy: readonly Vendor[];
  /** Whether the agent runs no hook of the file before the person trusts the project, or each hook. */
  needsTrust: boolean;
  /** Dotted path → value: settings without which the agent runs no hook. `placeHooks` adds those that are missing. */
  required: Readonly<Record<string, unknown>>;
  /** The folder below the home folder in which the commands are started. Absent: they are started in the project. */
  startedIn?: string;
  /** Where the agent fires no hooks of this scope, in sentences for people. */
  gaps: readonly string[];
  /** What the person does next, in a sentence. */
  nextStep: string;
  /** What the person does after commands of the tool have changed, in a sentence. Absent: nothing. */
  changedStep?: string;
}

/** Which settings file of an agent is meant, and where the folders are that it is in. */
export interface PlaceOptions {
  scope: Scope | 'local';
  /** The name of the tool. */
  owner: string;
  /** The variables of the person, such as `process.env`: one of them may move the folder of the scope `user`. */
  env?: Environment | undefined;
  /** The home folder of the person, for the scope `user`. */
  home?: string | undefined;
  /** The root of the project, for the scopes `project` and `local`. */
  project?: string | undefined;
}

/**
 * Returns the settings file of an agent into which a tool writes its hooks. If the agent reads any file of a folder, the
 * file has the name of the tool.
 *
 * @param vendor The agent, by its id or its adapter.
 * @param options `scope`: `project` for everybody in the project, `local` for one person in the project, `user` for one
 *   person in every project. `owner`: the name of the tool. For the `path`: `home`, the person's home folder, and
 *   `env`, the variables of the person's shell; or `project`, the project's root.
 * @returns Undefined: the agent has no file of the scope `local`.
 * @throws {AnyhookError} `vendor`: there is no such agent. `usage`: there is no such scope, or the owner is not as it
 *   should be.
 * @example
 * settingsFileOf('claude', { scope: 'project', owner: 'mytool' }).file; // '.claude/settings.json'
 * settingsFileOf('codex', { scope: 'user', owner: 'mytool', home: '/home/ada', env: {} }).path; // '/home/ada/.codex/hooks.json'
 */
export function settingsFileOf(
  vendor: VendorOrAdapter,
  options: PlaceOptions & ({ scope: 'user'; home: string } | { scope: 'project'; project: string }),
): SettingsPlace & { path: string };
export function settingsFileOf(
  vendor: VendorOrAdapter,
  options: PlaceOptions & { scope: Scope },
): SettingsPlace;
export function settingsFileOf(
  vendor: VendorOrAdapter,
  options: PlaceOptions,
): SettingsPlace | undefined;
export function settingsFileOf(
  vendor: VendorOrAdapter,
  options: PlaceOptions,
): SettingsPlace | undefined {
  return closed(() => {
    const { id } = requireAgent(vendor);
    const { scope, owner, env, home, project } = requireOptions(options, [
      'scope',
      'owner',
      'env',
      'home',
      'project',
    ]);
    checkEnvironment(env);
    if (home !== undefined) textFrom(home, 'home folder');
    if (project !== undefined) textFrom(project, "project's root");
    const name = requireOwner(owner).replace(/[^\w.-]+|^\.+/g, '-');
    if (scope !== 'project' && scope !== 'user' && scope !== 'local')
      throw new AnyhookError(
        'usage',
        `scope: ${describeValue(scope)} is not project, user or local`,
      );
    const { files, activation, commandLine, firing, presence } = tableOf(id);
    const outer: Scope = scope === 'user' ? scope : 'project';
    const also = [files.alternative?.[outer] ?? [], files.additional?.[outer] ?? []].flat();
    const file =
      scope === 'local' ? files.personal?.[0] : nameAfterOwner(files.own[outer], also, name);
    if (file === undefined) return undefined;
    const shared = scope === 'local' ? [files.own.project] : [];
    const variable = scope === 'user' ? presence?.homeVariable : undefined;
    const movedFile = presence?.movesHome ? file : file.slice(`${presence?.homeFolder}/`.length);
    const movedTo = variable === undefined ? undefined : variableOf(env, variable);
    const folder = (movedTo ?? (scope === 'user' ? home : project)) as string | undefined;
    const below = movedTo === undefined ? file : movedFile;
    return {
      file,
      ...(folder && { path: `${folder.replace(/[/\\]$/, '')}/${below}` }),
      ...(variable !== undefined && { movedBy: variable, movedFile }),
      alsoRead: [...shared, ...also].filter((one) => one !== file),
      alsoReadBy: vendorIds().filter((other) => {
        const isLoaded = tableOf(other).files.alsoLoaded?.[outer]?.includes(file);
        return isLoaded && adapterOf(other).loads?.includes(id);
      }),
      needsTrust: presence?.trust?.scopes.includes(outer) ?? false,
      required: copyJson(activation.required),
      ...(scope === 'user' && commandLine.userFolder && { startedIn: commandLine.userFolder }),
      gaps: (firing.gaps ?? [])
        .filter(({ scope: only }) => only === undefined || only === outer)
        .map(({ what }) => what),
      nextStep: activation.nextStep[outer],
      ...(activation.changedStep !== undefined && { changedStep: activation.changedStep }),
    };
  });
}

/**
 * Returns the path of a file that is named after its owner, if the agent reads any file of that folder. Otherwise it is
 * the path as it was given.
 */
function nameAfterOwner(path: string, patterns: readonly string[], owner: string): string {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const pattern = patterns.find((one) => one.startsWith(`${folder}*`));
  return pattern === undefined ? path : pattern.replace('*', owner);
}
