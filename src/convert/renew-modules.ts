/**
 * Makes the module files of written lines anew where nothing else is written, since a guard would be lost or weaker.
 * The lines that stand run on, and a stale guard is a weaker one too.
 */
import { join } from 'node:path';
import { withLock } from '../files/lock.ts';
import { agentVendors, readSettingsText } from '../settings/formats/index.ts';
import { moduleNameOf } from '../settings/modules/names.ts';
import { moduleFileOf } from '../settings/modules/state.ts';
import { openSettingsFile, writableFilesOf } from '../settings/vendor-files.ts';
import { displayPath, scopeRootOf, type Workspace } from '../settings/workspace.ts';
import { attempt } from '../util/attempt.ts';
import type { ModuleUse } from './bundle-module.ts';
import type { FileConversion } from './job.ts';
import { type ModuleFiles, makeModules, writeModules } from './module-files.ts';
import { shimLinesIn } from './ownership/elements.ts';

/** A shim line that stands in the settings of an agent. */
export interface WrittenLine {
  /** The vendor whose settings hold it. */
  to: string;
  line: ReturnType<typeof shimLinesIn>[number];
}

/** Lists the shim lines in the settings of all agents. A file that cannot be read has none. */
export const listWrittenLines = (workspace: Workspace): WrittenLine[] =>
  agentVendors().flatMap((to) =>
    writableFilesOf(to, workspace).flatMap((one) => {
      const { text, file } = openSettingsFile(one, workspace);
      const elements = attempt(() => readSettingsText(to, text, file).elements) ?? [];
      return elements.flatMap(({ value }) => shimLinesIn(to, value)).map((line) => ({ to, line }));
    }),
  );

/**
 * Makes those module files anew that are not as their sources have them and that written lines load. Where the written
 * line of a refused hook loads one, it stays: what is new in its source may be what makes this guard weaker.
 *
 * @param plans The conversions, of which some are refused.
 * @param uses The modules whose files are not up to date.
 * @returns The conversions, with the names of the files that were made anew and of those that stay out of date.
 */
export async function renewModules(
  plans: readonly FileConversion[],
  uses: readonly ModuleUse[],
  workspace: Workspace,
): Promise<FileConversion[]> {
  const lines = listWrittenLines(workspace).map(({ line: { flags } }) => flags);
  const refused = plans.flatMap(({ unaccepted }) => unaccepted.map(({ hook }) => hook));
  const loads = ({ path }: ModuleUse, event?: string) =>
    lines.some(
      (flags) =>
        flags.module === moduleNameOf(path) && (event === undefined || flags.event === event),
    );
  const isOfRefused = (use: ModuleUse) =>
    refused.some(({ module, event }) => module === use.path && loads(use, event));
  const wanted = [...new Map(uses.map((use) => [use.path, use])).values()].filter((use) =>
    loads(use),
  );
  const made: ModuleFiles = new Map(
    (
      await Promise.all(
        wanted
          .filter((use) => !isOfRefused(use))
          // The refusal is what a person is told first; a source that cannot be compiled is named once it is mended.
          .map((use) => makeModules([use], workspace).catch((): ModuleFiles => new Map())),
      )
    ).flatMap((files) => [...files]),
  );
  const root = scopeRootOf(workspace);
  if (made.size) await withLock(root, async () => writeModules(root, made));
  const nameOf = (name: string) => displayPath(join(root.path, '.anyhook', name), workspace);
  const renewed = [...made.keys()].map(nameOf);
  const stale = wanted.map(({ path }) => nameOf(moduleFileOf(path)));
  return plans.map((plan) => ({
    ...plan,
    outdated: plan.outdated.filter((name) => !renewed.includes(name)),
    renewed,
    staysOutdated: stale.filter((name) => !renewed.includes(name)),
  }));
}
