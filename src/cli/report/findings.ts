/** Prints the findings about settings files. */
import type { FileConversion } from '../../convert/job.ts';
import {
  describeFinding,
  type Finding,
  isDetail,
  kindOfFinding,
  saysNeverIn,
} from '../../settings/finding.ts';
import { adapterOf } from '../../translate/host.ts';
import { groupBy } from '../../util/group.ts';
import { paint, toPlainLine, wrapText } from '../paint.ts';
import { linkFinding } from '../site-pages.ts';

/** Findings with one sentence, and where they are. */
interface SharedFinding {
  code: Finding['code'] | undefined;
  text: string;
  isBroken: boolean;
  place: string;
}

/** The most places that a short report names for one sentence. */
const maxPlaces = 3;
/** The most sentences about a file in a short report. */
const maxSentences = 8;

/** A file, and what a person should know about it. */
export interface FileFindings {
  file: string;
  findings: readonly Finding[];
}

/** A finding, and the file and the line that it is about. */
type PlacedFinding = Finding & { where: string };

/**
 * Returns the findings about files, each sentence once, with the lines that it is about. First come the hooks that
 * do nothing or refuse every call.
 *
 * @param isVerbose Whether to include findings that need no decision, and all lines of each.
 */
export function formatFindings(files: readonly FileFindings[], isVerbose = false): string[] {
  const placed = files.flatMap(({ file, findings }) =>
    findings
      .filter((one) => isVerbose || !isDetail(one))
      .toSorted((a, b) => (a.at?.line ?? 0) - (b.at?.line ?? 0))
      .map((one): PlacedFinding => ({ ...one, where: whereOf(file, one) })),
  );
  const sorted = placed.toSorted((a, b) => Number(isBroken(b)) - Number(isBroken(a)));
  const shared = [...groupBy(sorted, textOf)].map(
    ([text, group]): SharedFinding => ({
      code: group[0]?.code,
      text,
      isBroken: group.some(isBroken),
      place: namePlaces(group, isVerbose),
    }),
  );
  const shown =
    isVerbose || shared.length <= maxSentences + 1 ? shared : shared.slice(0, maxSentences);
  const rest = shared.length - shown.length;
  return [...shown.map(formatShared), ...(rest ? [`  and ${rest} more (-v shows all)`] : [])];
}

const isBroken = (finding: Finding): boolean => kindOfFinding(finding) !== 'odd';

/** Returns the sentence of a finding without the event in front of it. */
function textOf(finding: Finding): string {
  const text = toPlainLine(describeFinding(finding));
  const event = 'event' in finding ? `${toPlainLine(finding.event)}: ` : '';
  return event && text.startsWith(event) ? text.slice(event.length) : text;
}

const formatShared = ({ code, text, isBroken: broken, place }: SharedFinding): string => {
  const line = wrapText(broken ? '✗ ' : '! ', `${place}: ${text}`);
  return paint('yellow', linkFinding(line, code));
};

/** Returns where findings are: `FILE:7, 18 (BeforeTool)`, or with the event behind each line where they differ. */
function namePlaces(findings: readonly PlacedFinding[], isVerbose: boolean): string {
  const places = [...groupBy(findings, ({ where }) => where)].map(([where, group]) => ({
    where,
    events: [...new Set(group.flatMap((one) => ('event' in one ? toPlainLine(one.event) : [])))],
  }));
  const shown = isVerbose ? places : places.slice(0, maxPlaces);
  const more = places.length - shown.length;
  const eventsOf = ({ events }: (typeof places)[number]): string =>
    events.length ? ` (${events.join(', ')})` : '';
  const isSame = shown.every((one) => eventsOf(one) === eventsOf(shown[0] ?? one));
  const [first] = shown;
  const fileOf = ({ where }: (typeof places)[number]) => where.slice(0, where.lastIndexOf(':') + 1);
  const texts = shown.map((one, i) => {
    const before = shown[i - 1];
    const isShort = before && fileOf(one) && fileOf(one) === fileOf(before);
    const where = isShort ? one.where.slice(fileOf(one).length) : one.where;
    return isSame ? where : where + eventsOf(one);
  });
  const all = [...texts, ...(more ? [`and ${more} more`] : [])].join(', ');
  return isSame && first ? all + eventsOf(first) : all;
}

const whereOf = (file: string, { at }: Finding): string =>
  at ? `${at.file ?? file}:${at.line}` : file;

/** Tells whether some hook of the source or the target never runs, or refuses every call. */
export const hasDeadHook = (all: readonly FileConversion[]): boolean =>
  all.some(({ to, findings: { source, target } }) =>
    [...source, ...target].some((one) => isBroken(one) || saysNeverIn(one, adapterOf(to).title)),
  );

/** Tells whether a module has no handler for the event of its hook, which then refuses every call wherever it is written. */
export const hasModuleWithoutHandler = ({ findings: { source } }: FileConversion): boolean =>
  source.some(
    (one) => (one.code === 'no-handler' || one.code === 'misnamed-handler') && one.refuses,
  );

/** Tells whether the target's agent would run none of what is written. */
export const isTargetSwitchedOff = ({ findings: { target } }: FileConversion): boolean =>
  target.some(
    (finding) => finding.code === 'switched-off' || finding.code === 'void' || dropsFile(finding),
  );

/** Tells whether a finding is about something because of which the agent ignores the whole file. */
const dropsFile = (finding: Finding): boolean =>
  ('ends' in finding && finding.ends) || (finding.code === 'unknown-event' && finding.voids);

/** Findings that say what is written. */
const writingCodes: ReadonlySet<Finding['code']> = new Set([
  'own-entry-wrapped',
  'taken-out',
  'renamed',
  'restored',
  'setting-written',
]);

/** Tells whether a finding says what is written. It is untrue where a conversion is refused. */
export const isAboutWriting = ({ code }: Finding): boolean => writingCodes.has(code);
