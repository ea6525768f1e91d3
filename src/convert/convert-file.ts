import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AnyhookError } from '../errors.ts';
import { withLock } from '../files/lock.ts';
import type { Finding } from '../settings/finding.ts';
import { neutralVendor } from '../settings/formats/index.ts';
import {
  describeAlteration,
  moduleBaseOf,
  moduleFileOf,
  moduleStateOf,
  sourceOfModuleFile,
} from '../settings/modules/state.ts';
import { tableOf } from '../settings/tables.ts';
import {
  displayPath,
  resolveWorkspace,
  scopeRootOf,
  type Workspace,
} from '../settings/workspace.ts';
import { valueRecordName } from '../shim/line-values.ts';
import { adapterOf } from '../translate/host.ts';
import { computeStep } from '../util/progress.ts';
import { findUnaccepted } from './accepted-losses.ts';
import type { ModuleUse } from './bundle-module.ts';
import { type Conversion, convertText } from './convert-text.ts';
import { gapsOf } from './gaps.ts';
import { type ConversionInputs, readInputs } from './inputs.ts';
import type { FileConversion, Job } from './job.ts';
import { requireProgram } from './launcher.ts';
import { findOutdatedModules, type ModuleFiles, makeModules } from './module-files.ts';
import { findOutdatedFiles, hasPlugin } from './runner.ts';
import { lacksValues } from './value-record.ts';
import { writeConversion } from './write-conversion.ts';

/** The path of the runner in this package, of which a project gets a copy. */
export const packagedRunner = fileURLToPath(new URL('../run.cjs', import.meta.url));

/**
 * Converts a vendor's settings files into another's, and writes the result if the job asks for it
 * and no guard would be lost without consent. Throws `settings`, `vendor`, `usage` or `write`.
 */
export async function convertFile(job: Job): Promise<FileConversion> {
  const workspace = resolveWorkspace(job);
  for (const vendor of [job.from, job.to]) adapterOf(vendor);
  if (job.launcher !== undefined) requireProgram(job.launcher);
  const isWriting = !job.dryRun && (job.output === undefined ? job.write : job.output !== '-');
  const convert = async () => {
    const inputs = readInputs(job, workspace);
    const conversion = computeStep(`Converting for ${adapterOf(job.to).title}`, () =>
      convertInputs(job, inputs),
    );
    if (conversion.modules.length) requireOwnModules(job, inputs);
    if (!isWriting || conversion.unaccepted.length) return conversion;
    const modules =
      job.modules ?? (await makeModules(findModulesToMake(job, conversion, workspace), workspace));
    return writeConversion(
      { ...conversion, findings: addNotBundled(conversion, modules) },
      inputs,
      usesOwnRunner(job, conversion) ? packagedRunner : undefined,
      modules,
    );
  };
  return isWriting ? withLock(scopeRootOf(workspace), convert) : convert();
}

/** Adds to the findings about the source which modules its bundles ask for and do not hold, if they were made for this conversion. */
function addNotBundled({ findings, rows }: FileConversion, modules: ModuleFiles) {
  const notBundled = [...modules].flatMap(([name, { absent }]): Finding[] => {
    const path = sourceOfModuleFile(name) ?? name;
    const at = rows.find(({ hook: { module } }) => module === path)?.at;
    return absent.length ? [{ code: 'not-bundled', path, absent: absent.slice(0, 10), at }] : [];
  });
  return { ...findings, source: [...findings.source, ...notBundled] };
}

/** Returns the modules of a conversion whose files are not up to date. */
export const findModulesToMake = (
  { from }: Pick<Job, 'from'>,
  { modules }: Pick<Conversion, 'modules'>,
  workspace: Workspace,
): ModuleUse[] => findOutdatedModules(modules, workspace, from === neutralVendor());

/** Throws `usage` where the lines of hooks with `module` would start a runner that does not have these modules beside it. */
function requireOwnModules(
  { launcher, hasModulesBeside }: Job,
  { workspace, sources: [{ file }], options }: ConversionInputs,
): void {
  if (launcher !== undefined && options.valuesOnLine && !hasModulesBeside)
    throw new AnyhookError(
      'usage',
      `--launcher ${JSON.stringify(launcher)}: a hook with "module" needs the runner in .anyhook; leave --launcher out`,
    );
  const { sourceWorkspace = workspace } = options;
  if (scopeRootOf(sourceWorkspace).path !== scopeRootOf(workspace).path)
    throw new AnyhookError(
      'usage',
      `${file}: hooks with "module" are written only for the folder that this file is in; go there, and run anyhook sync`,
    );
}

/** Tells whether lines of a conversion start the runner in `.anyhook`, and not a launcher that the caller named. */
const usesOwnRunner = ({ launcher }: Job, { startsShim }: Conversion): boolean =>
  startsShim && launcher === undefined;

/** Says what a missing module file means for lines that load it, as the end of a sentence. */
const missingModule =
  'is not there, so its hooks fail: a guard refuses every call, or guards nothing';

/** Converts the files that were read. The result also says which files in `.anyhook` its lines would need. */
function convertInputs(
  job: Job,
  { workspace, ledger, sources, sourceName, targets, options }: ConversionInputs,
): FileConversion {
  const { from, to } = job;
  const { root } = ledger;
  const conversion = convertText(options);
  const unaccepted = findUnaccepted(
    conversion.rows,
    job.acceptLoss,
    ledger.acceptedOf(sourceName, to),
  );
  const files = conversion.files.map((converted, i) => {
    // A file that we created, and that holds nothing any more, gets an empty text: it is then removed.
    const { created } = (targets[i] && ledger.fileAt(targets[i].path)) ?? {};
    const isBlank = created && converted.text.replace(/\s/g, '') === '{}';
    return isBlank ? { ...converted, text: '' } : converted;
  });
  const nameOf = (name: string) => displayPath(join(root.path, '.anyhook', name), workspace);
  const usesRunner = usesOwnRunner(job, conversion);
  const modules = usesRunner ? findModulesToMake(job, conversion, workspace) : [];
  const outdated = [
    ...(usesRunner ? findOutdatedFiles(root, packagedRunner, hasPlugin(files)) : []),
    ...modules.map(({ path }) => moduleFileOf(path)),
    ...(lacksValues(root, conversion.record) ? [valueRecordName] : []),
  ].map(nameOf);
  const altered = modules.flatMap(({ path }) => {
    const found = moduleStateOf(path, workspace);
    // Lines that stand cannot start without it. Before the first sync it is only not made yet.
    const isMissing = found.state === 'missing' && !conversion.changed;
    const why = isMissing ? missingModule : describeAlteration(found);
    return why === undefined
      ? []
      : [
          {
            file: nameOf(moduleFileOf(path)),
            why,
            source: displayPath(join(moduleBaseOf(workspace), path), workspace),
          },
        ];
  });
  return {
    ...conversion,
    files,
    text: files.map(({ text }) => text).join(''),
    from,
    to,
    source: sources.map(({ file }) => file).join(', '),
    // Several files, one for each event, have one name together: that with `<event>` in it.
    file: targets.length > 1 ? tableOf(to).files.own[workspace.scope] : (targets[0]?.file ?? ''),
    before: targets.map(({ text }) => text).join(''),
    stale: outdated.length > 0,
    outdated,
    altered,
    edited: conversion.findings.target.some(({ code }) => code === 'edited'),
    alsoWritten: { anyhookFiles: [], backups: [] },
    gaps: gapsOf(to, conversion.rows, workspace.scope),
    unaccepted,
    end: unaccepted.length ? 'refused' : 'shown',
  };
}
