/** Prints what a conversion does: short by default, in full with `-v`. */
import type { FileConversion } from '../../convert/job.ts';
import { paint, wrapText } from '../paint.ts';
import { describeFindingPages } from '../site-pages.ts';
import { describeDetails } from './details.ts';
import { formatFindings, isAboutWriting } from './findings.ts';
import { formatAgentTable, formatHookLines, summarize } from './hook-table.ts';
import { explainGuardLosses, explainKept } from './refusal.ts';

export { formatChange, formatChanges } from './changes.ts';
export { describePreview, describeWritten, type Place } from './ending.ts';
export {
  formatFindings,
  hasDeadHook,
  hasModuleWithoutHandler,
  isTargetSwitchedOff,
} from './findings.ts';
export { conversionToJson } from './json.ts';
export { explainRefusal } from './refusal.ts';

/** Returns lines with an empty line before them, or no lines if there are none. */
export const withBlankLine = (lines: readonly string[]): string[] =>
  lines.length ? ['', ...lines] : [];

/**
 * Returns what becomes of the hooks of one source in all targets: a line for each hook, a summary, and the findings
 * about the files. `isVerbose` adds each loss and whatever else is known.
 */
export function describeConversions(all: readonly FileConversion[], isVerbose = false): string[] {
  const [first] = all;
  if (!first) return [];
  const source = first.findings.source;
  const found = [
    ...formatFindings([{ file: first.source, findings: source }], isVerbose),
    ...formatFindings(
      all.map(({ file, findings: { target }, end }) => ({
        file,
        findings: end === 'refused' ? target.filter((one) => !isAboutWriting(one)) : target,
      })),
      isVerbose,
    ),
  ];
  return [
    wrapText('', `${first.source} → ${all.map(({ file }) => file).join(', ')}`),
    '',
    ...formatTables(all, isVerbose),
    ...(first.rows.length ? ['', summarize(all, isVerbose)] : []),
    ...withBlankLine([
      ...(isVerbose ? [] : explainGuardLosses(all)),
      ...explainKept(all),
      ...found,
      ...(isVerbose && found.length ? describeFindingPages() : []),
    ]),
    ...(isVerbose ? describeDetails(all) : []),
  ];
}

/** Returns one table for all agents, or one for each agent where that is too wide or more is asked for. */
function formatTables(all: readonly FileConversion[], isVerbose: boolean): string[] {
  const table = isVerbose || all.length === 1 ? undefined : formatAgentTable(all);
  if (table) return table;
  return all.flatMap((done, i) => [
    ...(all.length > 1 ? [...(i ? [''] : []), paint('bold', `${done.file}:`)] : []),
    ...formatHookLines(done, isVerbose),
  ]);
}
