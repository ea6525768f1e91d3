/** Numbers the hooks of a project, so that a person can name one whose command is long. */
import type { Hook } from '../canonical/hook.ts';
import { scriptPathOf } from '../check/script.ts';
import { agentVendors } from '../settings/formats/index.ts';
import { displayNameOf, type HookNumbers } from '../settings/hook-names.ts';
import type { Workspace } from '../settings/workspace.ts';
import { isSameJson } from '../util/equal.ts';
import { rememberByObject } from '../util/remember.ts';
import { inScope, listAllPlaces, listNeutralPlaces, readFile } from './files.ts';
import { makePersonFiles } from './machine.ts';
import type { FileSurvey } from './types.ts';

/** A file whose hooks are numbered. */
type NumberedFile = Pick<FileSurvey, 'scope' | 'role' | 'owner' | 'settings' | 'record'>;

/** The places of files in the order of the numbers: the project first, since its numbers are those of the whole team. */
const rankOf = ({ scope, role }: NumberedFile): number =>
  role === 'plugin' ? 2 : scope === 'user' ? 1 : 0;

/**
 * Numbers the hooks of all files. Entries that start one script with the same arguments, or one command, have one
 * number in whatever file they stand, unless their owners gave them different names.
 *
 * @param files The file with the hooks of every agent, then the files of each agent.
 */
export function numberHooks(files: readonly NumberedFile[], workspace: Workspace): HookNumbers {
  const numbers = new Map<string, number>();
  const keysFor = (scope: Workspace['scope']) => {
    const ofScope = inScope(workspace, scope);
    return rememberByObject((hook: Hook) => keysOf(hook, ofScope));
  };
  const keysIn = { project: keysFor('project'), user: keysFor('user') };
  let count = 0;
  for (const { scope, settings } of files.toSorted((a, b) => rankOf(a) - rankOf(b)))
    for (const { hook } of [...(settings?.hooks ?? []), ...(settings?.unknown ?? [])]) {
      const [key, withoutName] = keysIn[scope](hook);
      const number = numbers.get(key) ?? ++count;
      numbers.set(key, number);
      if (!numbers.has(withoutName)) numbers.set(withoutName, number);
    }
  const numberOf: HookNumbers['numberOf'] = (hook, known) => {
    const scopes = known ? [known] : ([workspace.scope, 'project', 'user'] as const);
    for (const scope of scopes) {
      const number = numbers.get(keysIn[scope](hook)[0]);
      if (number !== undefined) return number;
    }
    return undefined;
  };
  const settingsOf: HookNumbers['settingsOf'] = (vendor, { file, text, record }) =>
    files.find(
      (one) =>
        one.owner === vendor &&
        one.settings?.file === file &&
        one.settings.text === text &&
        isSameJson(one.record, record),
    )?.settings;
  return { count, numberOf, settingsOf };
}

/** Returns texts that are equal for entries that start the same thing: with the name that its owner gave it, and without. */
function keysOf(hook: Hook, workspace: Workspace): [string, string] {
  const { name, ...unnamed } = hook;
  const started = scriptPathOf(hook, workspace) ?? hook.url ?? hook.module ?? hook.command;
  const withoutName = JSON.stringify([started, displayNameOf(unnamed)]);
  return [name === undefined ? withoutName : JSON.stringify([started, name]), withoutName];
}

/** Reads the settings files of a project and a person, and numbers their hooks as every command does. */
export function readHookNumbers(workspace: Workspace): HookNumbers {
  const files = makePersonFiles(workspace.home);
  const places = agentVendors().flatMap((agent) => listAllPlaces(agent, workspace, files));
  const all = [...listNeutralPlaces(workspace), ...places];
  return numberHooks(
    all.map((place) => readFile(place, workspace, 'trusted')),
    workspace,
  );
}
