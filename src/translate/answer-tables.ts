/** What the tables of all vendors know of answers. */

import type { Adapter, Binding } from '../mapping/adapter.ts';
import { formsOf, type Op } from '../mapping/fields.ts';
import { once } from '../util/once.ts';
import { allAdapters } from './host.ts';
import { outcomeOps } from './response.ts';

/** A place of a vendor's answers that holds a part of an outcome. */
export interface Place {
  adapter: Adapter;
  binding: Binding;
  op: Op;
  /** A spelling that is only understood. */
  older: boolean;
}

/** All that they know. */
interface AnswerTables {
  agents: readonly Adapter[];
  places: ReadonlyMap<string, readonly Place[]>;
  /** Objects that hold such places. */
  parents: ReadonlySet<string>;
  /** Keys beside them, which say nothing by themselves. */
  beside: ReadonlySet<string>;
}

/** Made when an answer needs it: a run that does not pays for none of it. */
export const answerTables = once((): AnswerTables => {
  const agents = allAdapters().filter(({ tools }) => tools.length);
  const places = new Map<string, Place[]>();
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
        older: op.older.includes(parts),
      });
      for (let i = 1; i < parts.length; i++) parents.add(parts.slice(0, i).join('.'));
    }
    for (const keys of [op.row.implies, op.row.with])
      for (const key of Object.keys(keys ?? {})) beside.add(key);
  };
  for (const adapter of agents) {
    for (const binding of adapter.bindings.all())
      for (const op of outcomeOps(binding).flatMap(formsOf)) add(adapter, binding, op);
  }
  return { agents, places, parents, beside };
});
