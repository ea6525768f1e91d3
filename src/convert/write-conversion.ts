import { join } from 'node:path';
import { backupPathOf } from '../files/settings-file.ts';
import type { SettingsFile } from '../settings/vendor-files.ts';
import { displayPath } from '../settings/workspace.ts';
import { valueRecordName } from '../shim/line-values.ts';
import { attempt } from '../util/attempt.ts';
import { lookAt } from '../util/stat.ts';
import type { Inputs } from './inputs.ts';
import type { FileConversion } from './job.ts';
import { commitIfChanged } from './ownership/commit.ts';
import { type Entries, joinEntries, ledgerNameOf } from './ownership/ledger.ts';
import { sourcesOf } from './ownership/sources.ts';
import { installedNames, withRunner } from './runner.ts';
import { addValues, pruneValues } from './value-record.ts';

/**
 * Writes a conversion, under the lock: first what its lines need (the runner, and the values that they
 * name), then the settings files with their ledger. So no line ever names something that is not there.
 * Throws `write` with everything as it was.
 *
 * @param runner The path of the runner to install; undefined: no line of the conversion needs it.
 */
export function writeConversion(
  conversion: FileConversion,
  inputs: Inputs,
  runner: string | undefined,
): FileConversion {
  const { workspace, ledger, targets, options } = inputs;
  const before = modificationTimes(inputs);
  const write = () => {
    addValues(ledger.root, conversion.record);
    for (const [i, target] of targets.entries())
      writeTarget(conversion, conversion.files[i]?.text ?? '', target, inputs);
  };
  try {
    if (runner !== undefined) withRunner(ledger, runner, write);
    else write();
  } catch (error) {
    attempt(() => pruneValues(workspace, ledger));
    throw error;
  }
  pruneValues(workspace, ledger);
  ledger.addNonGuards(conversion.from, options.guardsNothing ?? []);
  const after = modificationTimes(inputs);
  const changed = (now: Map<string, number>, was: Map<string, number>) =>
    [...now]
      .filter(([path, time]) => was.get(path) !== time)
      .map(([path]) => displayPath(path, workspace));
  const also = {
    kept: changed(after.kept, before.kept),
    backups: changed(after.backups, before.backups),
  };
  return { ...conversion, end: 'written', also };
}

/** Writes one file of the target, and what the ledger says of it. An empty text removes the file. */
function writeTarget(
  { from, to, adopted, writtenSettings, ...conversion }: FileConversion,
  text: string,
  { path, event, textOnDisk: was }: SettingsFile,
  { ledger }: Inputs,
): void {
  const file = ledgerNameOf(ledger.root, path);
  const inFile = (all: Entries): Entries =>
    event === undefined ? all : { ...(all[event] && { [event]: all[event] }) };
  const entries = inFile(conversion.entries);
  commitIfChanged(ledger, {
    file,
    was,
    text: text || undefined,
    entries: joinEntries(entries, inFile(conversion.theirs)),
    set: writtenSettings,
    sources: sourcesOf(ledger.fileAt(file), { from, to, entries }),
    adopted,
  });
}

/** Returns when the files that are written beside settings were last modified, by path. */
function modificationTimes({ root, targets }: Inputs) {
  const timesOf = (paths: readonly string[]) =>
    new Map(
      paths.flatMap((path): [string, number][] => {
        const { stats } = lookAt(path);
        return stats ? [[path, stats.mtimeMs]] : [];
      }),
    );
  const names = [...installedNames, valueRecordName, 'written.json'];
  return {
    kept: timesOf(names.map((name) => join(root.root, '.anyhook', name))),
    backups: timesOf(targets.map(({ path }) => backupPathOf(path))),
  };
}
