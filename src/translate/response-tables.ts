/** What the tables of all vendors know of answers. */

import { outcomeKeysWith } from '../canonical/kinds.ts';
import { hasOutcomeTrait } from '../canonical/traits.ts';
import type { Adapter, Binding } from '../mapping/adapter.ts';
import { formsOf, type Op } from '../mapping/fields.ts';
import { once } from '../util/once.ts';
import { listAdapters } from './host.ts';
import { isOutcomeKey } from './outcome-keys.ts';
import { outcomeOpsOf, verdictPathsOf } from './response.ts';
import { foldKey, verdictOfWord } from './verdict-words.ts';

/** A place of a vendor's answers that holds a part of an outcome. */
export interface ResponsePlace {
  adapter: Adapter;
  binding: Binding;
  op: Op;
  /** A spelling that is only understood. */
  isOlder: boolean;
}

/** All that they know. */
interface ResponseTables {
  agents: readonly Adapter[];
  placesByPath: ReadonlyMap<string, readonly ResponsePlace[]>;
  /** Objects that hold such places. */
  parentPaths: ReadonlySet<string>;
  /** Keys beside them, which say nothing by themselves. */
  neutralPaths: ReadonlySet<string>;
  /** Names of keys that hold a decision or a halt in any object, folded. */
  verdictKeyNames: ReadonlySet<string>;
  /** Paths that hold nothing but a verdict, folded. */
  verdictPaths: ReadonlySet<string>;
}

/** Made when an answer needs it: a run that does not pays for none of it. */
export const responseTables = once((): ResponseTables => {
  const agents = listAdapters().filter(({ tools }) => tools.length);
  const places = new Map<string, ResponsePlace[]>();
  const parents = new Set<string>();
  const beside = new Set<string>();
  const add = (adapter: Adapter, binding: Binding, op: Op): void => {
    for (const parts of op.paths) {
      const path = parts.join('.');
      const same = places.get(path) ?? [];
      places.set(path, same);
      same.push({
        adapter,
        binding,
        op: { ...op, or: undefined },
        isOlder: op.older.includes(parts),
      });
      for (let i = 1; i < parts.length; i++) parents.add(parts.slice(0, i).join('.'));
    }
    for (const keys of [op.row.implies, op.row.with])
      for (const key of Object.keys(keys ?? {})) beside.add(key);
  };
  for (const adapter of agents) {
    for (const binding of adapter.bindings.all())
      for (const op of outcomeOpsOf(binding).flatMap(formsOf)) add(adapter, binding, op);
  }
  const names = new Set(['verdict', 'halt']);
  const spelled = new Set<string>(outcomeKeysWith.isVerdict.map(foldKey));
  for (const [path, same] of places) {
    const canons = same.map(({ op }) => op.canon);
    if (canons.some((canon) => canon === 'decision' || canon === 'halt'))
      names.add(foldKey(path.slice(path.lastIndexOf('.') + 1)));
    if (canons.every((canon) => hasOutcomeTrait(canon, 'isVerdict'))) spelled.add(foldKey(path));
  }
  return {
    agents,
    placesByPath: places,
    parentPaths: parents,
    neutralPaths: beside,
    verdictKeyNames: names,
    verdictPaths: spelled,
  };
});

/**
 * Whether a key carries a verdict wherever it stands and however it is spelled: `deny`, `Decision`,
 * `hook_specific_output.updated_input`.
 */
export function isVerdictKey(path: string, key: string): boolean {
  const { verdictKeyNames, verdictPaths } = responseTables();
  return (
    verdictOfWord(key) !== undefined ||
    verdictKeyNames.has(foldKey(key)) ||
    verdictPaths.has(foldKey(path))
  );
}

/**
 * Whether a verdict is read from a path, or looked for there: everywhere but in the texts and the
 * contents that an outcome holds beside one.
 */
export function canHoldVerdict(path: string): boolean {
  const { agents, placesByPath } = responseTables();
  for (let end = path.indexOf('.'); ; end = path.indexOf('.', end + 1)) {
    const above = end < 0 ? path : path.slice(0, end);
    if (isOutcomeKey(above) || placesByPath.has(above)) break;
    if (end < 0) return true;
  }
  return (
    hasOutcomeTrait(path, 'isVerdict') || agents.some((agent) => verdictPathsOf(agent).has(path))
  );
}
