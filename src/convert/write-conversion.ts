import { join } from 'node:path';
import { backupPathOf } from '../files/settings-file.ts';
import type { SettingsFile } from '../settings/vendor-files.ts';
import { displayPath } from '../settings/workspace.ts';
import { valueRecordName } from '../shim/line-values.ts';
import { attempt } from '../util/attempt.ts';
import { lookAt } from '../util/stat.ts';
import type { ConversionInputs } from './inputs.ts';
import type { FileConversion } from './job.ts';
import { commitIfChanged } from './ownership/commit.ts';
import { type Entries, joinEntries, ledgerNameOf } from './ownership/ledger.ts';
import { listStatedSources } from './ownership/sources.ts';
import { installedNames, withRunner } from './runner.ts';
import { addValues, pruneValues } from './value-record.ts';

/**
 * Writes a conversion. The caller holds the lock. First it writes what the lines need (the runner, and
 * the values that they name), then each settings file with its part of the ledger. In this order a line
 * never names something that is not there yet.
 *
 * Throws an error with the code `write` where a file cannot be written. That file, and what the ledger
 * says of it, are then as before; files of the target that were written before it stay written.
 *
 * @param runner The path of the runner to install. Undefined: no line of the conversion needs it.
 * @returns The conversion with the end `written`, and with what was written in addition to the settings.
 */
export function writeConversion(
  conversion: FileConversion,
  inputs: ConversionInputs,
  runner: string | undefined,
): FileConversion {
  const { workspace, ledger, targets, options } = inputs;
  const before = modificationTimes(inputs);
  const writeValuesAndFiles = () => {
    addValues(ledger.root, conversion.record);
    for (const [i, target] of targets.entries())
      writeTarget(conversion, conversion.files[i]?.text ?? '', target, inputs);
  };
  try {
    if (runner !== undefined) withRunner(ledger, runner, writeValuesAndFiles);
    else writeValuesAndFiles();
  } catch (error) {
    attempt(() => pruneValues(workspace, ledger));
    throw error;
  }
  pruneValues(workspace, ledger);
  ledger.addNonGuards(conversion.from, options.guardsNothing ?? []);
  const after = modificationTimes(inputs);
  const changedSince = (now: Map<string, number>, was: Map<string, number>) =>
    [...now]
      .filter(([path, time]) => was.get(path) !== time)
      .map(([path]) => displayPath(path, workspace));
  const alsoWritten = {
    anyhookFiles: changedSince(after.anyhookFiles, before.anyhookFiles),
    backups: changedSince(after.backups, before.backups),
  };
  return { ...conversion, end: 'written', alsoWritten };
}

/**
 * Writes one file of the target, and what the ledger says of it.
 *
 * @param text The new text of the file. Empty: the file is removed.
 */
function writeTarget(
  { from, to, hasAdopted, writtenSettings, ...conversion }: FileConversion,
  text: string,
  { path, event: onlyEvent, textOnDisk }: SettingsFile,
  { ledger }: ConversionInputs,
): void {
  const file = ledgerNameOf(ledger.root, path);
  /** Returns those of all entries that stand in this file, which may hold the list of one event only. */
  const entriesOfFile = (all: Entries): Entries =>
    onlyEvent === undefined ? all : { ...(all[onlyEvent] && { [onlyEvent]: all[onlyEvent] }) };
  const entries = entriesOfFile(conversion.entries);
  commitIfChanged(ledger, {
    file,
    textBefore: textOnDisk,
    newText: text || undefined,
    entries: joinEntries(entries, entriesOfFile(conversion.ofOtherSources)),
    writtenSettings,
    sources: listStatedSources(ledger.fileAt(file), { from, to, entries }),
    hasAdopted,
  });
}

/**
 * Returns when the files that are written in addition to the settings were last modified, by path: those
 * in `.anyhook`, and the backups. A file that does not exist has no time.
 */
function modificationTimes({ ledger, targets }: ConversionInputs) {
  const timesOf = (paths: readonly string[]) =>
    new Map(
      paths.flatMap((path): [string, number][] => {
        const { stats } = lookAt(path);
        return stats ? [[path, stats.mtimeMs]] : [];
      }),
    );
  const names = [...installedNames, valueRecordName, 'written.json'];
  return {
    anyhookFiles: timesOf(names.map((name) => join(ledger.root.path, '.anyhook', name))),
    backups: timesOf(targets.map(({ path }) => backupPathOf(path))),
  };
}
