/** Says why nothing was written, and which command writes it all the same. */

import { describeHookLoss } from '../../convert/hook-loss.ts';
import type { HookResult } from '../../convert/hook-result.ts';
import type { FileConversion } from '../../convert/job.ts';
import { lossesOf } from '../../convert/losses.ts';
import { entryPointsOf } from '../../coverage/entry-points.ts';
import { neutralVendor } from '../../settings/formats/index.ts';
import { adapterOf } from '../../translate/host.ts';
import { groupBy } from '../../util/group.ts';
import { paint, toPlainLine, wrapText } from '../paint.ts';
import { formatCommand, type TypedWords, withFlags, writeFlagFor } from '../typed-command.ts';
import { nameOf, numberOf } from './hook-status.ts';
import { formatLosses } from './shared-losses.ts';

/** A name that every shell reads as one word. */
const plainName = /^[\w@%+:,./-]+$/;
/** With more hooks than this, a command accepts the losses of all hooks, instead of naming each. */
const maxNamed = 4;

/** Returns what an option calls a hook: its name, or its number if the name is another hook's too or needs quotes. */
function optionNameOf(row: HookResult, rows: readonly HookResult[]): string {
  const name = nameOf(row);
  const isShared = rows.some((one) => one.number !== row.number && nameOf(one) === name);
  return !isShared && plainName.test(name) ? name : numberOf(row);
}

/** Tells whether a hook would lose nothing if its owner said that it guards nothing. */
const helpsToGuardNothing = ({ showsNoVerdict, how, losses }: HookResult): boolean =>
  showsNoVerdict === true &&
  how !== 'kept' &&
  how !== 'native' &&
  !losses.some(({ code, severity }) => severity === 'unsafe' && fileLosses.has(code));

/** Losses of a hook whose script is not there: also a hook that guards nothing has them. */
const fileLosses: ReadonlySet<string> = new Set(['left-behind', 'plugin-elsewhere', 'values-lost']);

/**
 * Explains a refusal: the guards that would be lost or weaker, each with the reason, and one command that writes the
 * rest.
 *
 * @param typed The words that were typed. Absent: the command has no flags that accept a loss, and none is proposed.
 * @param isCheck Whether the command never writes. What is out of date is then named, and what holds for later checks too
 * is proposed first.
 */
export function explainRefusal(
  all: readonly FileConversion[],
  typed?: TypedWords,
  isCheck = false,
): string[] {
  const refused = all.flatMap((done) => done.unaccepted.map((row) => ({ done, row })));
  const hooks = [...groupBy(refused, ({ row }) => numberOf(row)).values()].map((group) =>
    group.map(({ row }) => row),
  );
  const rows = all.flatMap((done) => done.rows);
  const [quiet, weak] = [true, false].map((wanted) =>
    hooks
      .filter((group) => group.every(helpsToGuardNothing) === wanted)
      .flatMap(([row]) => row ?? []),
  ) as [HookResult[], HookResult[]];
  const needs = flagsOfKept(refused.filter(({ row }) => row.how === 'kept'));
  const accepted = weak.filter((row) => needs(row).accept);
  const flags = [
    ...(weak.some((row) => needs(row).force) ? ['--force'] : []),
    ...quiet.map((row) => `--guards-nothing=${optionNameOf(row, rows)}`),
    ...(accepted.length > maxNamed
      ? ['--accept-loss']
      : accepted.map((row) => `--accept-loss=${optionNameOf(row, rows)}`)),
  ];
  const count = hooks.length === 1 ? 'a guard' : `${hooks.length} guards`;
  const forNow = typed
    ? [
        weak.length ? 'To write it all the same, type:' : 'If that is right, type:',
        formatCommand(withFlags(typed, [...writeFlagFor(typed), ...new Set(flags)])),
      ]
    : [];
  const forGood =
    weak.length && all.every(({ from }) => from === neutralVendor())
      ? [wrapText('', 'To accept it for good, write "accept-loss: true" beside the hook.')]
      : [];
  const said = isCheck ? describeRefusedCheck(all, count) : describeUnwritten(all, count);
  return [
    paint('red', wrapText('', said)),
    ...explainQuiet(quiet, rows),
    ...(isCheck ? [...forGood, ...forNow] : [...forNow, ...forGood]),
  ];
}

/** Says what a check found that asked about losses which nobody has accepted in the source. */
function describeRefusedCheck(all: readonly FileConversion[], count: string): string {
  const stale = all.flatMap(({ changed, file, outdated }) => [
    ...(changed ? [file] : []),
    ...outdated,
  ]);
  const names = [...new Set(stale)].join(', ');
  const because = `anyhook sync writes no settings, because ${count} would be lost or weaker.`;
  return names ? `Out of date: ${names}. ${because}` : because;
}

/** Says what was written nevertheless, and why the rest was not. */
function describeUnwritten([first]: readonly FileConversion[], count: string): string {
  const { renewed = [], staysOutdated = [] } = first ?? {};
  const because = `because ${count} would be lost or weaker.`;
  const stays = staysOutdated.length ? ` Still out of date: ${staysOutdated.join(', ')}.` : '';
  if (!renewed.length) return `Nothing was written, ${because}${stays}`;
  return `Made anew for lines that are written already: ${renewed.join(', ')}. Nothing else was written, ${because}${stays}`;
}

/** Returns a line for each reason why a guard is lost or weaker, with the hooks and the agents that it holds for. */
export const explainGuardLosses = (all: readonly FileConversion[]): string[] =>
  formatLosses(all, 'unsafe', '✗ ').map((line) => paint('red', line));

/** Returns a line about hooks that seem to be no guards. */
function explainQuiet(quiet: readonly HookResult[], rows: readonly HookResult[]): string[] {
  if (!quiet.length) return [];
  const names = [...new Set(quiet.map(nameOf))].join(', ');
  const [shows, refuses] =
    quiet.length === 1
      ? ['shows', 'it never refuses or hides']
      : ['show', 'they never refuse or hide'];
  const flags = quiet.map((row) => `--guards-nothing=${optionNameOf(row, rows)}`);
  const text = `${names} ${shows} no verdict. If ${refuses} anything, nothing is lost, and ${[...new Set(flags)].join(' ')} says so.`;
  return [wrapText('  ', text)];
}

/** Returns a line for each hook that was left out because its tool serves several agents: what to register instead. */
export function explainKept(all: readonly FileConversion[]): string[] {
  const kept = all.flatMap(({ to, rows }) =>
    rows.flatMap((row) => {
      const loss = row.losses.find(({ code }) => code === 'serves-several');
      return loss && row.how === 'kept' ? [{ title: adapterOf(to).title, row, loss }] : [];
    }),
  );
  return [...groupBy(kept, ({ row }) => numberOf(row)).values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const titles = group.map(({ title }) => title).join(', ');
    const lines = group.flatMap(({ row }) =>
      row.how === 'kept' && row.instead !== undefined ? [toPlainLine(row.instead)] : [],
    );
    const whom = group.length === 1 ? titles : 'one of them';
    const instead = lines.length
      ? ` If the tool serves ${whom} itself, register this instead: ${lines.join(', ')}.`
      : '';
    const text = `${numberOf(first.row)} ${nameOf(first.row)} is not written into ${titles}, because ${describeHookLoss(first.loss)}.${instead} To write it as it is: --force`;
    const isUnsafe = group.some(({ loss }) => loss.severity === 'unsafe');
    return [paint(isUnsafe ? 'red' : 'yellow', wrapText('✗ ', text))];
  });
}

/** Returns the flags without which a hook that was left out on purpose is refused: `--force` if its tool serves several agents. */
function flagsOfKept(
  kept: readonly { done: FileConversion; row: HookResult }[],
): (row: HookResult) => { force: boolean; accept: boolean } {
  const served = ({ losses }: HookResult) => losses.some(({ code }) => code === 'serves-several');
  // Values of one person are never proposed to be written where others read them.
  const force = kept.length > 0 && kept.every(({ row }) => served(row));
  return (row) => {
    if (!force || row.how !== 'kept') return { force: false, accept: true };
    const agents = kept.filter((one) => one.row.number === row.number).map(({ done }) => done.to);
    const accept = agents.some((to) => {
      const host = adapterOf(to);
      const losses = lossesOf(host, row.hook, entryPointsOf(host, row.hook));
      return losses.some(({ severity }) => severity === 'unsafe');
    });
    return { force, accept };
  };
}
