import type { Adapter, Binding } from '../../src/mapping/adapter.ts';
import { makeBindings } from '../../src/mapping/define.ts';
import { isObject } from '../../src/util/equal.ts';

/** An adapter with one deliberate fault, and the description of the fault. */
export interface Mutant {
  name: string;
  vendor: string;
  /** Makes the broken adapter. Each process makes only the adapters of its share. */
  makeAdapter: () => Adapter;
}

type Tree = Record<string, unknown> | readonly unknown[];
type Change = readonly [what: string, broken: (value: unknown) => unknown];

/**
 * Copies an adapter as plain data: events become a list, getters are read once, functions stay as they
 * are.
 */
type Plain = Omit<Adapter, 'bindings'> & { bindings: readonly Binding[] };

const plainly = (adapter: Adapter): Plain =>
  plain({ ...adapter, bindings: adapter.bindings.all() }) as Plain;

const adapterOf = ({ bindings = [], ...rest }: Plain): Adapter => ({
  ...rest,
  bindings: makeBindings(
    Object.fromEntries(bindings.map((one) => [one.native, { event: one.event, make: () => one }])),
  ),
});

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

/** Copies adapters in the form that mutants have, to learn which failures have nothing to do with a fault. */
export const copies = (adapters: Readonly<Record<string, Adapter>>): Record<string, Adapter> =>
  Object.fromEntries(
    Object.entries(adapters).map(([vendor, adapter]) => [vendor, adapterOf(plainly(adapter))]),
  );

/** Yields every mutant of every adapter. What is not broken is shared between them. */
export function* mutants(adapters: Readonly<Record<string, Adapter>>): Generator<Mutant> {
  for (const [vendor, adapter] of Object.entries(adapters)) {
    for (const { path, what, tree } of broken(plainly(adapter) as never, [])) {
      yield {
        name: `${vendor}.${path.join('.')}: ${what}`,
        vendor,
        makeAdapter: () => adapterOf(tree as never),
      };
    }
  }
}

interface Broken {
  path: readonly string[];
  what: string;
  tree: Tree;
}

/** `readOnly`: in a row that is only read. */
function* broken(tree: Tree, above: readonly string[], readOnly = false): Generator<Broken> {
  const only = readOnly || (tree as Record<string, unknown>).readOnly === true;
  for (const [key, value] of Object.entries(tree)) {
    if (only && key === 'write') continue;
    const path = [...above, key];
    for (const [what, change] of changes(key, value)) {
      if (!(only && what === 'reversed' && key === 'names')) {
        yield { path, what, tree: put(tree, key, change(value)) };
      }
    }
    if (!needed(path, value)) yield { path, what: 'deleted', tree: without(tree, key) };
    if (typeof value !== 'object' || value === null) continue;
    for (const one of broken(value as Tree, path, only)) {
      yield { ...one, tree: put(tree, key, one.tree) };
    }
  }
}

/**
 * Keys that the types demand and that have no effect while they are empty, so that breaking them proves
 * nothing.
 */
const needed = (path: readonly string[], value: unknown): boolean =>
  path.at(-1) === 'neutralResponse'
    ? value === null
    : empty(value) && !(path.at(-1) === 'result' && path.length > 1);

const empty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Object.keys(value).length;

/** Lists whose order decides which item is written or preferred. */
const ordered = /^(at|names|bindings)$/;
const identity = /^\(?(\w+)\)?\s*=>\s*\1$/;
const same = (value: unknown) => value;
const silent = () => undefined;

function* changes(key: string, value: unknown): Generator<Change> {
  if (typeof value === 'string') yield ['misspelt', (text) => `${text}X`];
  else if (typeof value === 'number') yield ['off by one', (count) => (count as number) + 1];
  else if (typeof value === 'boolean') yield ['flipped', (flag) => !flag];
  else if (value === null) yield ['no longer null', () => 'X'];
  else if (typeof value === 'function') {
    if (String(value) !== String(silent)) yield ['says nothing', () => silent];
    if (/^(read|write)$/.test(key) && !identity.test(String(value))) yield ['dropped', () => same];
  } else if (Array.isArray(value) && value.length > 1 && ordered.test(key)) {
    yield ['reversed', (list) => [...(list as unknown[])].reverse()];
  } else if (key === 'neutralResponse' && empty(value)) yield ['null', () => null];
}

const put = (tree: Tree, key: string, value: unknown): Tree =>
  Array.isArray(tree)
    ? tree.map((item, index) => (String(index) === key ? value : item))
    : { ...tree, [key]: value };

function without(tree: Tree, key: string): Tree {
  if (Array.isArray(tree)) return tree.filter((_, index) => String(index) !== key);
  const { [key]: _, ...rest } = tree as Record<string, unknown>;
  return rest;
}
