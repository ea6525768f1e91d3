/** Removes what is left of anyhook once no settings file has an entry of ours, and names what stays. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { forgetNeutralFile } from '../convert/remove-hooks.ts';
import type { Scope } from '../mapping/settings.ts';
import { neutralVendor } from '../settings/formats/index.ts';
import { tableOf } from '../settings/tables.ts';
import { attributesName, removeAttributesLine } from '../starters/attributes.ts';
import { wrapText } from './paint.ts';
import { findProject, findProjectOfAnyAgent } from './project.ts';

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
