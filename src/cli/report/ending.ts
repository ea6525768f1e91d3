/** Prints the end of a report: what was written, or would be, and what to do next. */
import type { FileConversion } from '../../convert/job.ts';
import { replacesEntries } from '../../convert/ownership/replaced.ts';
import type { Scope } from '../../mapping/settings.ts';
import { tableOf } from '../../settings/tables.ts';
import { adapterOf } from '../../translate/host.ts';
import { groupBy } from '../../util/group.ts';
import { quoteWord } from '../../util/shell/quote.ts';
import { wrapText } from '../paint.ts';
import { describeSubfolder } from '../project.ts';
import { formatCommand, type TypedWords, withFlags, writeFlagFor } from '../typed-command.ts';
import { formatChanges } from './changes.ts';
import { warnOfIgnoredFiles } from './ignored.ts';

/** Where a conversion writes, and what was typed to start it. */
export interface Place {
  scope: Scope;
  /** The root of the project. Absent: the working directory. */
  root?: string | undefined;
  typed: TypedWords;
  isVerbose?: boolean | undefined;
}

const changedFilesOf = ({ files }: FileConversion): string[] =>
  files.filter(({ before, text }) => before !== text).map(({ file }) => file);

/** Tells whether a conversion would write, or has written, something. */
const writesSomething = (done: FileConversion): boolean =>
  changedFilesOf(done).length > 0 || done.outdated.length > 0;

/** Returns what was written for all agents, and what to do next. */
export function describeWritten(all: readonly FileConversion[], place: Place): string[] {
  const { scope, typed } = place;
  const written = all.filter((done) => done.end === 'written' && writesSomething(done));
  const changed = written.filter((done) => changedFilesOf(done).length);
  const idle = describeIdle(all.filter((done) => !changed.includes(done)));
  const edited = describeEdited(all, place);
  const ignored = warnOfIgnoredFiles(all, place);
  if (!written.length) return [...idle, ...ignored, ...edited];
  const folder = scope === 'project' ? '.anyhook' : '~/.anyhook';
  const isOfOurs = written.some(({ alsoWritten }) => alsoWritten.anyhookFiles.length > 0);
  const files = [...written.flatMap(changedFilesOf), ...(isOfOurs ? [folder] : [])];
  const backups = written.flatMap(({ alsoWritten }) => alsoWritten.backups);
  return [
    ...idle,
    wrapText('Written: ', files.join(', ')),
    ...(backups.length ? [wrapText('As it was before: ', backups.join(', '))] : []),
    ...(scope === 'project' && typed[0] === 'convert' ? describeSubfolder(place.root) : []),
    ...ignored,
    ...warnOfShellNode(written),
    ...(scope === 'project'
      ? [
          `Next: Commit these files${backups.length ? `, but not the backup${backups.length > 1 ? 's' : ''}` : ''}.`,
        ]
      : []),
    ...(changed.length ? describeNextSteps(changed, scope) : []),
    ...edited,
  ];
}

/** Returns a line about the targets that need no change. */
export function describeIdle(all: readonly FileConversion[]): string[] {
  const isThere = ({ files }: FileConversion) => files.some(({ before }) => before);
  const upToDate = all.filter((done) => isThere(done) && !done.edited).map(({ file }) => file);
  const edited = all.filter((done) => isThere(done) && done.edited).map(({ file }) => file);
  const absent = all.filter((done) => !isThere(done)).map(({ file }) => file);
  return [
    ...(upToDate.length ? [wrapText('', `Up to date: ${upToDate.join(', ')}`)] : []),
    ...(edited.length
      ? [wrapText('', `Changed by hand, else up to date: ${edited.join(', ')}`)]
      : []),
    ...(absent.length
      ? [
          wrapText(
            '',
            `Nothing to write into ${absent.join(', ')}: none of these hooks can be there.`,
          ),
        ]
      : []),
  ];
}

/** Returns the change of files that were not written, and the command that writes them. */
export function describePreview(all: readonly FileConversion[], place: Place): string[] {
  const pending = all.filter(writesSomething);
  const idle = describeIdle(all.filter((done) => !changedFilesOf(done).length));
  if (!pending.length) return [...idle, ...describeEdited(all, place)];
  const changes = pending.filter(({ changed }) => changed);
  // If the settings do not change, only our own files do, such as the runner.
  const outdated = [
    ...new Set(pending.filter(({ changed }) => !changed).flatMap((one) => one.outdated)),
  ];
  return [
    ...changes.flatMap((done) => [formatChanges(done, place.isVerbose), '']),
    ...(outdated.length ? [wrapText('', `Out of date: ${outdated.join(', ')}`)] : []),
    ...idle,
    'Nothing was written. To write it, type:',
    formatCommand(withFlags(place.typed, writeFlagFor(place.typed))),
  ];
}

/** Returns the command that writes the entries that a person changed anew, once they are deleted. No lines: there are none. */
export function describeEdited(
  all: readonly FileConversion[],
  { typed, scope }: Pick<Place, 'typed' | 'scope'>,
): string[] {
  const count = all.flatMap(({ findings: { target } }) =>
    target.filter(({ code }) => code === 'edited'),
  ).length;
  if (!count) return [];
  const subject = count === 1 ? 'that entry is deleted' : 'those entries are deleted';
  const commit = scope === 'project' ? ', and commit what it writes' : '';
  return [
    wrapText('', `When ${subject}, type this${commit}:`),
    formatCommand(withFlags(typed, writeFlagFor(typed))),
  ];
}

/** Returns what a person must do before the written hooks run, once for agents that need the same. */
function describeNextSteps(written: readonly FileConversion[], scope: Scope): string[] {
  const steps = groupBy(written, (done) => nextStepOf(done, scope));
  if (steps.size === 1) return [...steps.keys()].map((step) => wrapText('Next: ', step));
  return [...steps].map(([step, all]) =>
    wrapText('Next: ', `${all.map(({ to }) => adapterOf(to).title).join(', ')}: ${step}`),
  );
}

function nextStepOf({ to, files }: FileConversion, scope: Scope): string {
  const { nextStep, changedStep } = tableOf(to).activation;
  const hasChangedStep = changedStep && files.some((file) => replacesEntries(to, file));
  return hasChangedStep ? changedStep : nextStep[scope];
}

/** A path of a Node that a version manager has put on the PATH of one person's shells, and of nothing else. */
const shellNodePattern =
  /[/\\]\.?(nvm|volta|fnm|asdf|nodenv|mise|nvs)[/\\]|[/\\]fnm_multishells[/\\]/;

/** Returns a note if the written lines start a `node` that may not be on the PATH of an agent. */
function warnOfShellNode(written: readonly FileConversion[]): string[] {
  const { execPath, argv } = process;
  const startsNode = written.some(({ startsShim, rows }) => startsShim && rows.length);
  if (!startsNode || !shellNodePattern.test(execPath)) return [];
  const words = [execPath, argv[1] ?? ''].map((word) => quoteWord(word, false));
  const launcher = `--launcher ${quoteWord(words.join(' '), false)}`;
  const text = `These lines start \`node\` from PATH. An agent that is started from a desktop may not see this one (${execPath}), and its guards then refuse every call. For this machine alone: anyhook convert … ${launcher}`;
  return [wrapText('! ', text)];
}
