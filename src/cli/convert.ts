import { Command, Option } from 'commander';
import { adapters } from '../adapters/index.ts';
import { convertFile } from '../convert/convert-file.ts';
import type { Job } from '../convert/job.ts';
import type { Scope } from '../mapping/settings.ts';
import { neutralVendor } from '../settings/formats/index.ts';
import { findPluginFiles } from '../settings/vendor-files.ts';
import { resolveWorkspace } from '../settings/workspace.ts';
import { readHookNumbers } from '../survey/index.ts';
import { asJson, wrapText } from './paint.ts';
import { describeProject, findProject } from './project.ts';
import {
  conversionToJson,
  describeConversions,
  describePreview,
  describeWritten,
  explainRefusal,
  formatChanges,
  hasDeadHook,
  withBlankLine,
} from './report/index.ts';
import { print, printError } from './spelling.ts';
import { formatCommand, typedWordsOf } from './typed-command.ts';
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

/** Makes the option `--verbose`. */
export const makeVerboseOption = () =>
  new Option('-v, --verbose', 'also each loss, every changed line, and what else is known');

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
  verbose?: boolean;
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
    .addOption(makeVerboseOption())
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
    .action(
      async (from: string, to: string, { json, strict, verbose, ...flags }: Flags, command) => {
        const usesProjectFiles = flags.scope === 'project' && !flags.input && !flags.output;
        const root = usesProjectFiles ? findProject(from) : undefined;
        const workspace = resolveWorkspace({ root, scope: flags.scope });
        const writesToStdout = flags.output === '-'; // the report then goes to stderr
        const isPreview = flags.dryRun || !(flags.write || flags.output);
        const done = await convertFile({
          ...flags,
          acceptLoss: acceptedLossOf(flags),
          numbers: readHookNumbers(workspace),
          root,
          from,
          to,
        });
        const typed = typedWordsOf(command);
        const place = { scope: flags.scope, root, typed, isVerbose: verbose };
        const describeEnd = () => {
          if (done.end === 'written') return withBlankLine(describeWritten([done], place));
          if (done.end === 'refused') {
            const change = isPreview && done.changed ? ['', formatChanges(done, verbose)] : [];
            return [...change, ...withBlankLine(explainRefusal([done], typed))];
          }
          return writesToStdout ? [] : withBlankLine(describePreview([done], place));
        };
        const ofPlugins = flags.input === undefined ? findPluginFiles(from, workspace) : [];
        const lines = [
          ...describeProject(root),
          ...describeConversions([done], verbose),
          ...withBlankLine(describePluginFiles(ofPlugins, from, to)),
          ...describeEnd(),
        ];
        const report = json ? asJson(conversionToJson(done)) : lines.join('\n');
        if (!writesToStdout) print(report);
        else {
          if (done.end !== 'refused') process.stdout.write(done.text);
          printError(report);
        }
        if (done.end === 'refused') process.exitCode = 1;
        else if (strict && hasDeadHook([done])) process.exitCode = 5;
      },
    );
}

/**
 * Says that the hooks of plugins are not converted with those of settings files, and what to type for these. They go by
 * way of the neutral file, from which `sync` writes them for further agents as well.
 */
function describePluginFiles(files: readonly string[], from: string, to: string): string[] {
  const [first, ...others] = files;
  const neutral = neutralVendor();
  if (first === undefined || to === neutral || to === from) return [];
  const more = others.length ? `, and ${others.length} more such files,` : '';
  const text = `${first}${more}: the hooks of a plugin are not among these. To have them as well, type:`;
  return [
    wrapText('! ', text),
    formatCommand(['anyhook', 'convert', from, neutral, '--input', first, '--write']),
    formatCommand(['anyhook', 'sync', '--to', to]),
  ];
}

const help = `
Example:
  $ anyhook convert cursor gemini --write

Exit codes: 0 done; 1 a guard would be lost or weaker, nothing written;
2 bad usage or unreadable input; 4 could not write; 5 a hook never runs, or
refuses every call (--strict).`;
