import { join } from 'node:path';
import { backupPathOf } from '../files/settings-file.ts';
import { withoutNumbers } from '../settings/hook-names.ts';
import type { SettingsFile } from '../settings/vendor-files.ts';
import { displayPath } from '../settings/workspace.ts';
import { valueRecordName } from '../shim/line-values.ts';
import { attempt } from '../util/attempt.ts';
import { lookAt } from '../util/stat.ts';
import { listAccepted } from './accepted-losses.ts';
import type { ConversionInputs } from './inputs.ts';
import type { FileConversion } from './job.ts';
import { type ModuleFiles, pruneModules, writeModules } from './module-files.ts';
import { commitIfChanged } from './ownership/commit.ts';
import { type Entries, joinEntries, ledgerNameOf } from './ownership/ledger.ts';
import { listStatedSources } from './ownership/sources.ts';
import { hasPlugin, installedNames, withRunner } from './runner.ts';
import { addValues, pruneValues } from './value-record.ts';

/**
 * Writes a conversion. The caller holds the lock. First it writes what the shim lines need (the runner, and
 * the values that the lines name), then each settings file with its part of the ledger. In this order a
 * line never names something that does not exist yet. At last it removes values that no line names any more.
 *
 * Throws `write` if a file cannot be written. That file, and what the ledger says of it, are then as
 * before; files of the target that were written earlier stay written.
 *
 * @param runner The path of the runner to install. Undefined: no line of the conversion needs it, nor any module file.
 * @param modules The module files that the lines name and that are not up to date.
 * @returns The conversion with the end `written`, and with the names of the other files that were written.
 */
export function writeConversion(
  conversion: FileConversion,
  inputs: ConversionInputs,
  runner: string | undefined,
  modules: ModuleFiles,
): FileConversion {
  const { workspace, ledger, targets, options } = inputs;
  const timesBefore = modificationTimes(inputs, modules);
  const writeValuesAndFiles = () => {
    if (runner !== undefined) writeModules(ledger.root, modules);
    addValues(ledger.root, conversion.record);
    for (const [i, target] of targets.entries())
      writeTarget(conversion, conversion.files[i]?.text ?? '', target, inputs);
  };
  try {
    const needs = { modules: [...modules.keys()], bridge: hasPlugin(conversion.files) };
    if (runner !== undefined) withRunner(ledger, runner, writeValuesAndFiles, needs);
    else writeValuesAndFiles();
  } catch (error) {
    attempt(() => pruneValues(workspace, ledger));
    throw error;
  }
  pruneValues(workspace, ledger);
  pruneModules(workspace, ledger);
  ledger.addNonGuards(
    conversion.from,
    withoutNumbers(conversion.rows, options.guardsNothing ?? []),
  );
  ledger.setAccepted(inputs.sourceName, conversion.to, listAccepted(conversion.rows));
  const times = modificationTimes(inputs, modules);
  const namesOfWritten = (kind: keyof typeof times): string[] =>
    [...times[kind]]
      .filter(([path, time]) => timesBefore[kind].get(path) !== time)
      .map(([path]) => displayPath(path, workspace));
  const anyhookFiles = namesOfWritten('anyhookFiles');
  const alsoWritten = { anyhookFiles, backups: namesOfWritten('backups') };
  return { ...conversion, end: 'written', alsoWritten };
}

/**
 * Writes one file of the target, and what the ledger says of it.
 *
 * @param text The new text of the file. Empty: the file is removed.
 */
function writeTarget(
  { to, hasAdopted, eventsWithUnlistedLines, writtenSettings, ...conversion }: FileConversion,
  text: string,
  { path, event: onlyEvent, textOnDisk }: SettingsFile,
  { ledger, sourceName }: ConversionInputs,
): void {
  const file = ledgerNameOf(ledger.root, path);
  /** Returns the entries that belong into this file: all, or only those of the one event that it may hold. */
  const entriesOfFile = (all: Entries): Entries =>
    onlyEvent === undefined ? all : { ...(all[onlyEvent] && { [onlyEvent]: all[onlyEvent] }) };
  const entries = entriesOfFile(conversion.entries);
  commitIfChanged(ledger, {
    file,
    textBefore: textOnDisk,
    newText: text || undefined,
    entries: joinEntries(entries, entriesOfFile(conversion.ofOtherSources)),
    hasUnlistedLines:
      onlyEvent === undefined
        ? eventsWithUnlistedLines.size > 0
        : eventsWithUnlistedLines.has(onlyEvent),
    writtenSettings,
    sources: listStatedSources(ledger.fileAt(file), {
      from: sourceName,
      to,
      entries,
      lineDialects: conversion.lineDialects,
    }),
    hasAdopted,
  });
}

/**
 * Returns two maps from paths to times of the last modification (in milliseconds): `anyhookFiles` for the
 * files in `.anyhook`, `backups` for the backups of the target. Files that do not exist are left out.
 */
function modificationTimes({ ledger, targets }: ConversionInputs, modules: ModuleFiles) {
  const timesOf = (paths: readonly string[]) =>
    new Map(
      paths.flatMap((path): [string, number][] => {
        const { stats } = lookAt(path);
        return stats ? [[path, stats.mtimeMs]] : [];
      }),
    );
  const names = [...installedNames, ...modules.keys(), valueRecordName, 'written.json'];
  return {
    anyhookFiles: timesOf(names.map((name) => join(ledger.root.path, '.anyhook', name))),
    backups: timesOf(targets.map(({ path }) => backupPathOf(path))),
  };
}
