/** Removes what is left of anyhook once no settings file has an entry of ours, and names what stays. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { forgetNeutralFile, inspectFolder } from '../convert/remove-conversions.ts';
import type { Scope } from '../mapping/settings.ts';
import { neutralVendor } from '../settings/formats/index.ts';
import { tableOf } from '../settings/tables.ts';
import { attributesName, removeAttributesLine } from '../starters/attributes.ts';
import { attempt } from '../util/attempt.ts';
import { wrapText } from './paint.ts';
import { findProject, findProjectOfAnyAgent } from './project.ts';
import type { Removal } from './remove.ts';

/** Returns the folder of the project. */
const projectFolder = (): string =>
  resolve(findProject(neutralVendor()) ?? findProjectOfAnyAgent() ?? '.');

/** Returns a note for each file with the hooks of every agent, which stays since a person wrote it. */
export function describeNeutralFiles(scopes: readonly Scope[]): string[] {
  const { project, user } = tableOf(neutralVendor()).files.own;
  const names = scopes.flatMap((scope) => {
    const home = process.env.HOME ?? '';
    const path = scope === 'project' ? join(projectFolder(), project) : join(home, user);
    return existsSync(path) ? [scope === 'project' ? project : `~/${user}`] : [];
  });
  return names.map((name) =>
    wrapText('', `${name} stays, since it is yours; delete it if you do not need it any more.`),
  );
}

/**
 * Removes the line about `.anyhook` from `.gitattributes`, and what the ledger says of the file with the hooks of every
 * agent. Returns notes about what was removed, and about what stays.
 *
 * @param isDry Whether to write nothing.
 */
export async function removeRest(scopes: readonly Scope[], isDry = false): Promise<string[]> {
  const root = projectFolder();
  const notes = [];
  if (!isDry) for (const scope of scopes) await forgetNeutralFile({ scope, root });
  if (scopes.includes('project') && (isDry || !existsSync(join(root, '.anyhook')))) {
    const removed = removeAttributesLine({ path: root, scope: 'project' }, isDry);
    const of = isDry ? 'would be removed' : 'was removed';
    if (removed === 'file') notes.push(`${attributesName} ${of}: its one line was about .anyhook.`);
    if (removed === 'line') notes.push(`The line about .anyhook in ${attributesName} ${of}.`);
  }
  return [...notes.map((note) => wrapText('', note)), ...describeNeutralFiles(scopes)];
}

/** The folder `.anyhook` of a scope. */
interface AnyhookFolder {
  scope: Scope;
  root: string;
  name: string;
}

/** Returns the folders `.anyhook` of scopes, as far as they are there and can be read. */
export const findFolders = (scopes: readonly Scope[]): AnyhookFolder[] =>
  scopes.flatMap((scope) => {
    const root = attempt(projectFolder); // the working directory may be gone
    const isThere = root !== undefined && attempt(() => inspectFolder({ scope, root }).isThere);
    return isThere ? [{ scope, root, name: scope === 'project' ? '.anyhook' : '~/.anyhook' }] : [];
  });

/** Tells whether a folder `.anyhook` is not there any more. */
export const isDeleted = ({ scope, root }: AnyhookFolder): boolean =>
  !inspectFolder({ scope, root }).isThere;

/**
 * Says of each folder `.anyhook` that was there before a removal whether it was deleted, and if not, what keeps it.
 *
 * @param how `removals`: what was removed. `isDry`: nothing was, and they say what would be.
 */
export const describeFolders = (
  before: readonly AnyhookFolder[],
  { removals, isDry }: { removals: readonly Removal[]; isDry: boolean | undefined },
): string[] =>
  before.map(({ scope, root, name }) => {
    const { isThere, users, hasSavedData, others } = inspectFolder({ scope, root });
    const emptied = removals.filter((one) => one.scope === scope && !one.done.edited.length);
    const isEmptied = (file: string) =>
      isDry && emptied.some(({ done }) => done.file.split(', ').includes(file));
    const left = users.filter((file) => !isEmptied(file));
    if (left.length) {
      const text = `${name} stays, because hooks in ${left.join(', ')} are started through it.`;
      return wrapText('', text);
    }
    if (others.length) {
      const it = others.length === 1 ? 'it' : 'them';
      const text = `${name} stays, because ${others.join(', ')} in it ${others.length === 1 ? 'is' : 'are'} not of anyhook; delete the folder if you do not need ${it}.`;
      return wrapText('', text);
    }
    if (hasSavedData)
      return wrapText(
        '',
        `${name} stays, because it holds compiled code and the memory of sessions, for all projects; delete the folder if none uses anyhook any more.`,
      );
    if (isThere && !isDry) return wrapText('', `${name} stays; delete it if you do not need it.`);
    return wrapText(
      '',
      `${name} ${isDry ? 'would be' : 'was'} deleted: no settings file here needs it any more.`,
    );
  });
