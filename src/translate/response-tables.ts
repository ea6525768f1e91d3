/** The places in responses that the tables of all vendors know, for hooks that may answer any agent's way. */

import { outcomeKeysWith } from '../canonical/kinds.ts';
import { hasOutcomeTrait } from '../canonical/traits.ts';
import type { Adapter, Binding } from '../mapping/adapter.ts';
import { type FieldOp, formsOf } from '../mapping/fields.ts';
import { knownAdapters } from './known-adapters.ts';
import { isOutcomeKey } from './outcome-keys.ts';
import { verdictPathsOf } from './read-response.ts';
import { outcomeOpsOf } from './response.ts';
import { foldKey, verdictOfWord } from './verdict-words.ts';

/** A native path of a vendor's response that holds a part of an outcome. */
export interface ResponsePlace {
  adapter: Adapter;
  binding: Binding;
  op: FieldOp;
  /** The path is an older spelling: it is read, and never written. */
  isOlder: boolean;
}

/** The places of all vendors. Paths are native keys with dots between. */
interface ResponseTables {
  /** Every vendor with tools; the neutral dialect has none. */
  agents: readonly Adapter[];
  placesByPath: ReadonlyMap<string, readonly ResponsePlace[]>;
  /** Paths of the objects that contain places. */
  parentPaths: ReadonlySet<string>;
  /** Paths that vendors want beside a place, and that say nothing by themselves. */
  neutralPaths: ReadonlySet<string>;
  /** Last keys of the paths that hold a decision or a halt, folded. */
  foldedVerdictKeys: ReadonlySet<string>;
  /** Paths that hold nothing but a verdict, folded. */
  foldedVerdictPaths: ReadonlySet<string>;
}

/** Tells whether a key is that of a call's result in an event. A hook that prints its event must not replace the result with it. */
export const isResultKey = (key: string | undefined): boolean => key === 'result';

/** The tables, with the adapters that they were made of. */
let made: { of: object; tables: ResponseTables } | undefined;

/** Returns the tables of the known adapters, made at the first call: most runs do not need them. */
export function responseTables(): ResponseTables {
  const of = knownAdapters();
  if (made?.of !== of) made = { of, tables: makeTables(Object.values(of)) };
  return made.tables;
}

function makeTables(adapters: readonly Adapter[]): ResponseTables {
  const agents = adapters.filter(({ tools }) => tools.length);
  const placesByPath = new Map<string, ResponsePlace[]>();
  const parentPaths = new Set<string>();
  const neutralPaths = new Set<string>();
  const addOp = (adapter: Adapter, binding: Binding, op: FieldOp): void => {
    for (const parts of op.readPaths) {
      if (isResultKey(parts[0])) continue;
      const path = parts.join('.');
      const places = placesByPath.get(path) ?? [];
      placesByPath.set(path, places);
      places.push({
        adapter,
        binding,
        op: { ...op, alternative: undefined },
        isOlder: op.olderPaths.includes(parts),
      });
      for (let i = 1; i < parts.length; i++) parentPaths.add(parts.slice(0, i).join('.'));
    }
    for (const keys of [op.row.implies, op.row.with])
      for (const key of Object.keys(keys ?? {})) neutralPaths.add(key);
  };
  for (const adapter of agents) {
    for (const binding of adapter.bindings.all())
      for (const op of outcomeOpsOf(binding).flatMap(formsOf)) addOp(adapter, binding, op);
  }
  const foldedVerdictKeys = new Set(['verdict', 'halt']);
  const foldedVerdictPaths = new Set<string>(outcomeKeysWith.isVerdict.map(foldKey));
  for (const [path, places] of placesByPath) {
    const canons = places.map(({ op }) => op.canonicalName);
    if (canons.some((canon) => canon === 'decision' || canon === 'halt'))
      foldedVerdictKeys.add(foldKey(path.slice(path.lastIndexOf('.') + 1)));
    if (canons.every((canon) => hasOutcomeTrait(canon, 'isVerdict')))
      foldedVerdictPaths.add(foldKey(path));
  }
  return { agents, placesByPath, parentPaths, neutralPaths, foldedVerdictKeys, foldedVerdictPaths };
}

/**
 * Tells whether a key carries a verdict wherever it stands and however it is spelled, such as `deny`,
 * `Decision` or `hook_specific_output.updated_input`.
 *
 * @param path Path of the key, which is its last part.
 */
export function isVerdictKey(path: string, key: string): boolean {
  const { foldedVerdictKeys, foldedVerdictPaths } = responseTables();
  return (
    verdictOfWord(key) !== undefined ||
    foldedVerdictKeys.has(foldKey(key)) ||
    foldedVerdictPaths.has(foldKey(path))
  );
}

/**
 * Tells whether a verdict may be read from a path of a response. That is everywhere except inside the
 * texts and contents that an outcome holds beside its verdict.
 */
export function canHoldVerdict(path: string): boolean {
  const { agents, placesByPath } = responseTables();
  for (let end = path.indexOf('.'); ; end = path.indexOf('.', end + 1)) {
    const ancestor = end < 0 ? path : path.slice(0, end);
    if (isOutcomeKey(ancestor) || placesByPath.has(ancestor)) break;
    if (end < 0) return true;
  }
  return (
    hasOutcomeTrait(path, 'isVerdict') || agents.some((agent) => verdictPathsOf(agent).has(path))
  );
}
