import { Command, Option } from 'commander';
import { adapters } from '../adapters/index.ts';
import { convertFile } from '../convert/convert-file.ts';
import type { FileConversion, Job } from '../convert/job.ts';
import { replacesEntries } from '../convert/ownership/replaced.ts';
import { findNeededFiles } from '../convert/runner.ts';
import type { Scope } from '../mapping/settings.ts';
import { tableOf } from '../settings/tables.ts';
import { adapterOf } from '../translate/host.ts';
import { quoteWord } from '../util/shell/quote.ts';
import { listIgnoredFiles } from './git.ts';
import { asJson, wrapText } from './paint.ts';
import { describeProject, findProject } from './project.ts';
import {
  conversionToJson,
  describeGaps,
  describeLosses,
  describeRepeatedStarts,
  describeWindowsShell,
  explainRefusal,
  explainReportWords,
  formatChanges,
  formatFindings,
  formatHookTable,
  hasDeadHook,
} from './report.ts';
import { readVendor } from './words.ts';

const vendors = Object.keys(adapters).join(', ');
const readVendorArgument = (word: string) => readVendor(word);

/** Makes the option `--scope`. */
export const makeScopeOption = () =>
  new Option('--scope <scope>', 'whose settings').choices(['project', 'user']).default('project');

/** Makes the option `--for`. */
export const makeForOption = () =>
  new Option('--for <platform>', 'where the agent will run (default: here)').choices(['windows']);

/** Makes the option `--accept-loss`, for all hooks. */
export const makeAcceptLossOption = () =>
  new Option('--accept-loss', 'write although a guard is lost or weaker; =NAME: this one');

/** Adds the value of an option that may be given several times to those before it. */
const collectNames = (name: string, names: string[] = []): string[] => [...names, name];

/**
 * Makes the hidden option that `--accept-loss=NAME` is rewritten to. If `--accept-loss` had an optional
 * value, it would take the next word of the line as its value.
 */
export const makeAcceptLossOfOption = () =>
  new Option('--accept-loss-of <name>').argParser(collectNames).hideHelp();

/** Makes the option `--guards-nothing`, which can be given several times. */
export const makeGuardsNothingOption = () =>
  new Option(
    '--guards-nothing <name>',
    'this hook neither refuses nor hides anything: a logger, a formatter (remembered)',
  ).argParser(collectNames);

/** Makes the option `--strict`. */
export const makeStrictOption = () =>
  new Option('--strict', 'end with 5 if a hook never runs, or refuses every call');

export interface AcceptLossFlags {
  acceptLoss?: boolean;
  acceptLossOf?: string[];
}

/** Returns the hooks whose losses are accepted: true for all hooks, a list of names, or undefined for none. */
export const acceptedLossOf = ({ acceptLoss, acceptLossOf }: AcceptLossFlags): Job['acceptLoss'] =>
  acceptLoss || acceptLossOf;

interface Flags extends Omit<Job, 'from' | 'to' | 'acceptLoss'>, AcceptLossFlags {
  json?: boolean;
  strict?: boolean;
  scope: Scope;
}

/** Makes `anyhook convert FROM TO`, which puts the hooks of one agent's settings into another's. */
export function makeConvertCommand(): Command {
  return new Command('convert')
    .description('put the hooks of one agent into the settings of another')
    .argument('<from>', `whose hooks: ${vendors}`, readVendorArgument)
    .argument('<to>', 'into whose settings', readVendorArgument)
    .option('--input <file>', "read this file instead of the agent's own")
    .option('--output <file>', "write this file instead of the agent's own; - for stdout")
    .addOption(new Option('--write', "write the agent's own file").conflicts('output'))
    .addOption(makeScopeOption())
    .option('--dry-run', 'show the change, write nothing (the default)')
    .option('--json', 'print JSON instead of the table')
    .addOption(makeAcceptLossOption())
    .addOption(makeAcceptLossOfOption())
    .addOption(makeGuardsNothingOption())
    .addOption(makeStrictOption())
    .option(
      '--force',
      'write what is kept out on purpose: commands that choose their agent themselves, values of one person; with FROM as TO: its own hooks, which then run once in agents that load its file too',
    )
    .option('--raw', 'rename events and keys only; the scripts must speak the other dialect')
    .addOption(makeForOption())
    .option('--launcher <text>', 'what starts the shim, such as anyhook')
    .addHelpText('after', help)
    .action(async (from: string, to: string, { json, strict, ...flags }: Flags) => {
      const usesProjectFiles = flags.scope === 'project' && !flags.input && !flags.output;
      const root = usesProjectFiles ? findProject(from) : undefined;
      const writesToStdout = flags.output === '-'; // the report then goes to stderr
      const isPreview = flags.dryRun || !(flags.write || flags.output);
      const done = await convertFile({
        ...flags,
        acceptLoss: acceptedLossOf(flags),
        root,
        from,
        to,
      });
      const place = { scope: flags.scope, root, isPreview };
      const lines = [
        ...describeProject(root),
        ...describeConversion(done),
        ...withBlankLine(explainReportWords([done])),
        ...(writesToStdout && done.end !== 'refused' ? [] : describeEnd(done, place)),
      ];
      const report = json ? asJson(conversionToJson(done)) : lines.join('\n');
      if (!writesToStdout) console.log(report);
      else {
        if (done.end !== 'refused') process.stdout.write(done.text);
        console.error(report);
      }
      if (done.end === 'refused') process.exitCode = 1;
      else if (strict && hasDeadHook([done])) process.exitCode = 5;
    });
}

/**
 * Returns the report about one target: a table of what becomes of the hooks, then losses and findings.
 *
 * @param omitsSource - Whether to leave out the findings about the source, because an earlier report has them.
 */
export function describeConversion(done: FileConversion, omitsSource = false): string[] {
  const sourceFindings = omitsSource ? [] : done.findings.source;
  const findings = [
    ...formatFindings(done.source, sourceFindings),
    ...formatFindings(done.file, done.findings.target),
  ];
  const losses = [
    ...describeLosses(done),
    ...describeGaps(done),
    ...describeRepeatedStarts(done),
    ...describeWindowsShell(done),
    ...warnOfShellNode(done),
  ];
  return [
    `${done.source} → ${done.file}`,
    '',
    formatHookTable(done),
    ...withBlankLine(losses),
    ...withBlankLine(findings),
  ];
}

/** Returns lines with an empty line before them, or no lines if there are none. */
export const withBlankLine = (lines: readonly string[]): string[] =>
  lines.length ? ['', ...lines] : [];

/** A path of a Node that a version manager has put on the PATH of one person's shells, and of nothing else. */
const shellNodePattern =
  /[/\\]\.?(nvm|volta|fnm|asdf|nodenv|mise|nvs)[/\\]|[/\\]fnm_multishells[/\\]/;

/** Returns a note if the written lines start a `node` that may not be on the PATH of an agent. */
function warnOfShellNode({ startsShim, rows }: FileConversion): string[] {
  const { execPath, argv } = process;
  if (!startsShim || !rows.length || !shellNodePattern.test(execPath)) return [];
  const words = [execPath, argv[1] ?? ''].map((word) => quoteWord(word, false));
  const launcher = `--launcher ${quoteWord(words.join(' '), false)}`;
  const text = `these lines start \`node\` from PATH. An agent that is started from a desktop may not see this one (${execPath}), and its guards then refuse every call; for this machine alone: ${launcher}`;
  return [wrapText('note    ', text)];
}

/**
 * Returns the end of a report: which files were written and what to do next, or why nothing was written.
 *
 * @param place - `isPreview`: no flag asks to write, so the change is shown even if it is refused.
 */
export function describeEnd(
  done: FileConversion,
  {
    scope,
    root,
    isPreview = false,
  }: { scope: Scope; root?: string | undefined; isPreview?: boolean | undefined },
): string[] {
  if (done.end === 'refused') {
    const change = isPreview && done.changed ? ['', formatChanges(done)] : [];
    return [...change, '', ...explainRefusal(done)];
  }
  const changed = done.files.filter(({ before, text }) => before !== text);
  if (!changed.length && !done.outdated.length) {
    const isThere = done.files.some(({ before }) => before);
    const nothing = `Nothing to write: ${done.file} is not there, and none of these hooks would be in it`;
    return ['', isThere ? `Up to date: ${done.file}` : nothing];
  }
  if (done.end === 'written') {
    const { anyhookFiles, backups } = done.alsoWritten;
    const folder = scope === 'project' ? '.anyhook' : '~/.anyhook';
    const files = changed.map(({ file }) => file);
    const written = [...files, ...(anyhookFiles.length ? [folder] : [])].join(', ');
    return [
      '',
      wrapText('Written: ', written),
      ...(backups.length ? [wrapText('As it was before: ', backups.join(', '))] : []),
      ...(scope === 'project'
        ? [wrapText('To commit: ', `${written}${backups.length ? ', not the backup' : ''}`)]
        : []),
      ...warnOfIgnoredFiles(done, root),
      wrapText('Next: ', describeNextStep(done, scope)),
    ];
  }
  const { title } = adapterOf(done.to);
  // If the settings do not change, only our own files do, such as the runner.
  const outdated = done.stale ? [`Out of date: ${done.outdated.join(', ')}`] : [];
  const change = done.changed ? [formatChanges(done), ''] : outdated;
  return ['', ...change, `Nothing was written. To write ${title}'s file: --write`];
}

/** Returns what a person must do before the written hooks run. */
function describeNextStep({ to, files }: FileConversion, scope: Scope): string {
  const { nextStep, changedStep } = tableOf(to).activation;
  const hasChangedStep = changedStep && files.some((file) => replacesEntries(to, file));
  return hasChangedStep ? changedStep : nextStep[scope];
}

/**
 * Returns a note if git ignores the files in `.anyhook` that the written hooks need: on another machine they
 * would be missing. Returns none if git ignores a settings file as well, since the hooks are then not there either.
 */
function warnOfIgnoredFiles({ files }: FileConversion, root = '.'): string[] {
  const needed = findNeededFiles(files.map(({ text }) => text).join('\n')).map(
    (name) => `.anyhook/${name}`,
  );
  const ignored = needed.length
    ? listIgnoredFiles(root, [...needed, ...files.map(({ file }) => file)])
    : [];
  if (!ignored.length || !ignored.every((file) => needed.includes(file))) return [];
  const them = ignored.length > 1 ? 'them' : 'it';
  const why = `git ignores ${ignored.join(', ')}, and on another machine these hooks would refuse every call without ${them}: take ${them} out of .gitignore`;
  return [wrapText('note    ', why)];
}

const help = `
Example:
  $ anyhook convert cursor gemini --write

Exit codes: 0 done; 1 a guard would be lost or weaker, nothing written;
2 bad usage or unreadable input; 4 could not write; 5 a hook never runs, or
refuses every call (--strict).`;
