/** Says what a person can do about a finding. */
import { existsSync } from 'node:fs';
import type { Scope } from '../mapping/settings.ts';
import type { Finding } from '../settings/finding.ts';
import { neutralVendor } from '../settings/formats/index.ts';
import { writableFilesOf } from '../settings/vendor-files.ts';
import type { Workspace } from '../settings/workspace.ts';
import { adapterOf } from '../translate/host.ts';
import { quoteTypedPath } from '../util/shell/typed-word.ts';
import type { Remedy } from './types.ts';

const toJson = (value: unknown): string => JSON.stringify(value);

/** Returns the flag that a command needs to change the settings of the person. */
export const scopeFlagOf = (scope: Scope): string => (scope === 'user' ? ' --scope user' : '');

/** Tells whether there is a file with the hooks of every agent. */
const hasNeutralFile = (workspace: Workspace): boolean =>
  writableFilesOf(neutralVendor(), workspace).some(({ path }) => existsSync(path));

/** Returns what writes the file of a module again: a command only where there is a file for every agent. */
export const rewriteModule = (file: string, workspace: Workspace): Remedy =>
  hasNeutralFile(workspace)
    ? { command: `anyhook sync${scopeFlagOf(workspace.scope)}`, text: 'Write the file again.' }
    : { text: `Restore ${file}, or remove the entry.` };

/** Returns what writes the values of hooks again: a command only where there is a file for every agent. */
function rewriteValues(workspace: Workspace): Remedy {
  return hasNeutralFile(workspace)
    ? { command: `anyhook sync${scopeFlagOf(workspace.scope)}`, text: 'Write the values again.' }
    : { text: 'Convert the hooks again, or restore .anyhook/kept.json.' };
}

const rewriteForAgent: Remedy = {
  text: 'If its script is written for another agent, let anyhook convert the hook from that agent.',
};

/** Where a hook stands that a finding is about. */
export interface HookPlace {
  /** The file and the line, such as `.claude/settings.json:7`. */
  place: string;
  /** Whether the file is the one with the hooks of every agent. */
  isSource: boolean;
  /** Whether anyhook wrote the entry. */
  wrapped: boolean;
}

/** Returns what to do where a script is missing: it may have been renamed. */
function replaceScript(script: string, place: HookPlace | undefined): Remedy {
  if (place?.isSource)
    return { text: `Write ${script}, or change run: in ${place.place}, or remove the hook.` };
  return place?.wrapped
    ? {
        text: `Write ${script}, or correct its path where the hook comes from, and convert or sync the hook again.`,
      }
    : { text: `Write ${script}, or remove the entry.` };
}

/**
 * Returns what to do about a finding. Undefined: the finding says it itself, or nobody knows.
 *
 * @param workspace Where the settings are that the finding is about.
 * @param place Where the hook stands. Absent: the finding is about the file.
 */
export function remedyFor(
  finding: Finding,
  workspace: Workspace,
  place?: HookPlace,
): Remedy | undefined {
  if ('mend' in finding && finding.mend !== undefined) {
    if (!('matcher' in finding)) return { command: finding.mend, text: 'Run this command.' };
    // In `anyhook.yaml` other keys are to be written, not another matcher.
    return finding.code.startsWith('match-')
      ? { text: `Write ${finding.mend} instead of match.` }
      : { text: `Write ${toJson(finding.mend)} as the matcher.` };
  }
  switch (finding.code) {
    case 'script-not-executable':
      return {
        command: `chmod +x ${quoteTypedPath(finding.script)}`,
        text: 'Make the script executable.',
        fix: 'make-executable',
      };
    case 'script-missing':
      if (workspace.scope === 'user' && !/^[~/\\]/.test(finding.script))
        return {
          text: `Write a path that begins with ~/, such as ~/.anyhook/${finding.script}, then: anyhook sync --scope user`,
        };
      return replaceScript(finding.script, place);
    case 'module-missing':
      return {
        command: `anyhook sync${scopeFlagOf(workspace.scope)}`,
        text: `Write ${finding.path}, or change module: in ${place?.place.replace(/:\d+$/, '') ?? 'the file'}. Then:`,
      };
    case 'no-handler':
      return { text: `Add ${finding.handler} to ${finding.path}, or remove the hook.` };
    case 'misnamed-handler':
      return {
        text:
          finding.near === undefined
            ? `Remove ${finding.name} from ${finding.path}.`
            : `Rename ${finding.name} to ${finding.near} in ${finding.path}.`,
      };
    case 'setting-missing':
      return {
        text: `Write ${toJson(finding.path)}: ${toJson(finding.wanted)} into the file.`,
        fix: 'add-setting',
      };
    case 'values-lost':
    case 'carry-lost':
      return rewriteValues(workspace);
    case 'comments':
      return { text: 'Remove the comments from the file.' };
    case 'trailing-comma':
      return { text: 'Remove the comma before the closing bracket.' };
    case 'byte-order-mark':
      return { text: 'Save the file without a byte order mark.' };
    case 'wrong-value':
      return { text: `Write ${toJson(finding.wanted)} there.` };
    case 'unknown-event':
      return finding.instead?.length
        ? { text: `Write ${finding.instead.join(' or ')} instead.` }
        : { text: 'Remove the event, or correct its name.' };
    case 'entry-for-group':
      return { text: 'Put the entry into { "hooks": [ … ] }.' };
    case 'odd-timeout':
      return { text: 'Write the time limit in the unit that this agent reads.' };
    case 'group-for-entry':
      return { text: 'Write the hook in the form that this agent reads.' };
    case 'reads-another':
      if (finding.agent === adapterOf(neutralVendor()).title) return undefined;
      return rewriteForAgent;
    case 'speaks-another':
      return rewriteForAgent;
    case 'exit-not-refusal':
      return { text: `End the script with exit code ${finding.instead} there.` };
    case 'unquoted-variable':
      return { text: `Write ${finding.instead} in the command.` };
    case 'doubtful':
      return finding.never
        ? { text: 'Name those that are meant, or remove the key: then all are meant.' }
        : undefined;
    case 'hooks-elsewhere':
      return { text: 'Move the list into "hooks".' };
    default:
      return undefined;
  }
}
