import type { Command } from 'commander';
import { convertFile } from '../convert/convert-file.ts';
import type { Job } from '../convert/job.ts';
import type { Scope } from '../mapping/settings.ts';
import { neutralVendor } from '../settings/formats/index.ts';
import { findPluginFiles } from '../settings/vendor-files.ts';
import { resolveWorkspace } from '../settings/workspace.ts';
import { readHookNumbers } from '../survey/index.ts';
import { computeStep } from '../util/progress.ts';
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

/**
 * Puts the hooks of one agent's settings into another's.
 *
 * @param source The word for the agent whose hooks they are.
 * @param target The word for the agent that gets them.
 */
export async function convertHooks(
  source: string,
  target: string,
  { json, strict, verbose, ...flags }: Flags,
  command: Command,
): Promise<void> {
  const [from, to] = [readVendor(source), readVendor(target)];
  const usesProjectFiles = flags.scope === 'project' && !flags.input && !flags.output;
  const root = usesProjectFiles ? findProject(from) : undefined;
  const workspace = resolveWorkspace({ root, scope: flags.scope });
  const writesToStdout = flags.output === '-'; // the report then goes to stderr
  const isPreview = flags.dryRun || !(flags.write || flags.output);
  const done = await convertFile({
    ...flags,
    acceptLoss: acceptedLossOf(flags),
    numbers: computeStep('Reading the settings', () => readHookNumbers(workspace)),
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
