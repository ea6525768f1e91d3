/** Says in a few words what becomes of a hook in a conversion. */
import { severities } from '../../canonical/outcome.ts';
import { briefHookLoss, describeHookLoss } from '../../convert/hook-loss.ts';
import type { HookResult } from '../../convert/hook-result.ts';
import type { FileConversion } from '../../convert/job.ts';
import { kindOfFinding, saysNeverIn } from '../../settings/finding.ts';
import { displayNameOf, formatHookNumber } from '../../settings/hook-names.ts';
import { answersGate, hasKnownEvent } from '../../settings/own-agent.ts';
import { adapterOf } from '../../translate/host.ts';
import { groupBy } from '../../util/group.ts';
import { rememberByObject } from '../../util/remember.ts';
import { toPlainLine } from '../paint.ts';
import { isTargetSwitchedOff } from './findings.ts';

/** How a hook does in the target: `done` loses nothing, `some` loses something, `guard` is a guard that is lost or weaker. */
export type Grade = 'done' | 'some' | 'guard';

/** What becomes of a hook, for a line of a report. */
export interface HookStatus {
  grade: Grade;
  /** The mark before the hook. */
  mark: '✓' | '!' | '✗';
  /** One or two words: `guards`, `runs`, `lost`. */
  verb: string;
  /** Where the hook runs in the target, or what it loses there. */
  note: string;
}

/** Returns the name of a hook as reports print it, on one line. */
export const nameOf = ({ hook }: Pick<HookResult, 'hook'>): string =>
  toPlainLine(displayNameOf(hook));

/** Returns the number of a hook as reports print it. */
export const numberOf = ({ number = 0 }: Pick<HookResult, 'number'>): string =>
  formatHookNumber(number);

/** Tells whether a hook is a guard, as far as its event, its owner and its script say. */
const isGuard = ({ hook, guardsNothing }: HookResult): boolean =>
  !guardsNothing && hook.guard !== false && hasKnownEvent(hook) && answersGate(hook);

/** Returns the worst of a hook's losses, or undefined if none is more than cosmetic. */
const worstLossOf = ({ losses }: HookResult) =>
  severities
    .filter((severity) => severity !== 'cosmetic')
    .flatMap((severity) => losses.filter((loss) => loss.severity === severity))[0];

const statusesIn = rememberByObject((done: FileConversion) =>
  rememberByObject((row: HookResult) => findStatus(done, row)),
);

/** Returns what becomes of a hook in a conversion. A report asks that of each hook several times. */
export const statusOf = (done: FileConversion, row: HookResult): HookStatus =>
  statusesIn(done)(row);

function findStatus(done: FileConversion, row: HookResult): HookStatus {
  const worst = worstLossOf(row);
  const grade = worst === undefined ? 'done' : worst.severity === 'unsafe' ? 'guard' : 'some';
  // The reason of a weaker guard stands below the table, where there is room for it.
  const isShown = grade === 'some' && worst?.code !== 'serves-several';
  const reason = worst && isShown ? describeHookLoss(worst) : '';
  if (row.how === 'lost') return { grade, mark: '✗', verb: 'lost', note: reason };
  if (row.how === 'kept' && worst) return { grade, mark: '✗', verb: 'not written', note: reason };
  if (row.how === 'kept')
    return { grade, mark: '✓', verb: 'is there', note: 'it came from there, and stays as it is' };
  if (isTargetSwitchedOff(done) && grade !== 'guard')
    return { grade: 'some', mark: '✗', verb: 'never runs', note: `see ${done.file} below` };
  const dead = findingAbout(done, row);
  if (dead && grade !== 'guard') return { grade: 'some', mark: '!', ...dead };
  const lost = row.losses.filter(({ severity }) => severity === 'lossy').map(briefHookLoss);
  if (grade === 'guard') {
    const note = [row.events.join(', '), ...lost].join('; ');
    return { grade, mark: '✗', verb: 'weaker', note };
  }
  if (row.editedByHand) {
    const line = row.editedByHand.at?.line;
    const where = line === undefined ? '' : `: see line ${line} below`;
    return { grade: 'some', mark: '!', verb: 'changed', note: `by hand${where}` };
  }
  if (grade === 'some') return { grade, mark: '!', verb: 'loses', note: lost.join('; ') };
  const way = row.how === 'native' ? 'as it is' : 'through anyhook';
  return {
    grade,
    mark: '✓',
    verb: isGuard(row) ? 'guards' : 'runs',
    note: [...new Set(row.events), way].join(', '),
  };
}

type Finding = FileConversion['findings']['source'][number];

const placeOf = ({ line, column, file }: NonNullable<Finding['at']>): string =>
  JSON.stringify([line, column, file]);

/** Returns findings by the places that they are about. A file of a thousand hooks has as many findings. */
const findingsByPlace = rememberByObject((findings: readonly Finding[]) =>
  groupBy(findings, ({ at }) => (at ? placeOf(at) : '')),
);

/** Returns the words for a hook that does nothing in its own agent, or refuses every call there. Undefined: nothing is known to be so. */
function findingAbout(
  { to, findings: { source } }: FileConversion,
  { at }: HookResult,
): Pick<HookStatus, 'verb' | 'note'> | undefined {
  if (!at) return undefined;
  const about = findingsByPlace(source).get(placeOf(at)) ?? [];
  const kinds = new Set(about.map(kindOfFinding));
  if (kinds.has('refuses')) return { verb: 'refuses all', note: `see line ${at.line} below` };
  const isDead = kinds.has('dead') || about.some((one) => saysNeverIn(one, adapterOf(to).title));
  return isDead ? { verb: 'never runs', note: `see line ${at.line} below` } : undefined;
}
