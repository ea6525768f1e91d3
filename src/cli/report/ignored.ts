/** Says which of the files that hooks need git ignores: they are on no other machine. */
import type { FileConversion } from '../../convert/job.ts';
import { findNeededFiles } from '../../convert/runner.ts';
import type { Scope } from '../../mapping/settings.ts';
import { groupBy } from '../../util/group.ts';
import { findIgnoredFiles, type IgnoredFile } from '../git.ts';
import { toPlainLine, wrapText } from '../paint.ts';
import { formatCommand } from '../typed-command.ts';

/** Files of a project that a teammate needs. */
export interface NeededFiles {
  /** The settings of agents. */
  settings: readonly string[];
  /** What the hooks in them start: scripts, and files in `.anyhook`. */
  started: readonly string[];
}

/** Returns the names of the files in `.anyhook` that the lines in texts of settings need. */
export const listRunnerFiles = (texts: readonly string[]): string[] =>
  findNeededFiles(texts.join('\n')).map((name) => `.anyhook/${name}`);

/** A needed file that git ignores. */
export interface IgnoredNeed extends IgnoredFile {
  /** Whether it holds the settings of an agent. */
  isSettings: boolean;
}

/** Returns those files that git ignores. */
export const findIgnored = (root: string, { settings, started }: NeededFiles): IgnoredNeed[] =>
  findIgnoredFiles(root, [...settings, ...started]).map((one) => ({
    ...one,
    isSettings: settings.includes(one.file),
  }));

/** Returns the settings that conversions write or have written before, and the files in `.anyhook` for their lines. */
function listNeededFiles(all: readonly FileConversion[]): NeededFiles {
  const files = all.flatMap((done) =>
    done.files.filter(
      ({ before, text }) => text && (before !== text || findNeededFiles(text).length),
    ),
  );
  return {
    settings: files.map(({ file }) => file),
    started: listRunnerFiles(files.map(({ text }) => text)),
  };
}

/**
 * Returns a note about those files of conversions that git ignores. No lines: there are none, or the files are those of
 * one person.
 *
 * @param scripts The scripts of the hooks, as far as they are known.
 */
export function warnOfIgnoredFiles(
  all: readonly FileConversion[],
  { scope, root = '.' }: { scope: Scope; root?: string | undefined },
  scripts: readonly string[] = [],
): string[] {
  if (scope === 'user') return [];
  const { settings, started } = listNeededFiles(all);
  return describeIgnored(findIgnored(root, { settings, started: [...started, ...scripts] }));
}

/** Returns what it means that git ignores files, and what to do. No lines: it ignores none. */
export function describeIgnored(ignored: readonly IgnoredNeed[]): string[] {
  if (!ignored.length) return [];
  const names = [...groupBy(ignored, ({ rule }) => rule)].map(
    ([rule, of]) => `${of.map(({ file }) => file).join(', ')} (${rule})`,
  );
  const them = ignored.length > 1 ? 'them' : 'it';
  const result = ignored.some(({ isSettings }) => isSettings)
    ? 'the hooks are on this machine alone, and a teammate has no guard'
    : `on another machine the hooks would refuse every call without ${them}`;
  const isOfRunner = (file: string) => /^\.anyhook\/(?:run\.cjs|sh|modules\/.*)$/.test(file);
  const added = new Set(ignored.map(({ file }) => (isOfRunner(file) ? '.anyhook' : file)));
  const rules = new Set(ignored.map(({ rule }) => rule)).size > 1 ? 'those lines' : 'that line';
  const text = `git ignores ${names.join(', ')}: ${result}. Change ${rules}, or type:`;
  return [wrapText('! ', toPlainLine(text)), formatCommand(['git', 'add', '--force', ...added])];
}
