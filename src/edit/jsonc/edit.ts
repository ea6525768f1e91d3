import { applied, type Item, layoutOf, newDocument } from './layout.ts';
import { type Change, type Fresh, rewrite } from './rewrite.ts';
import { commented } from './tokens.ts';
import { kindOf, type Node, type Parsed, type Path, parseJsonc } from './tree.ts';

/** What becomes of one list of a settings file. */
export interface ListEdit {
  path: readonly string[];
  /** Indices of what goes. */
  remove: readonly number[];
  add: readonly unknown[];
  /** Where in the list, after the removal; absent: where the first one went, else the end. */
  at?: number | undefined;
  /** Objects that are left empty because the list goes, go as well; never the root. */
  prune?: boolean | undefined;
}

/** All that is to change in one file. */
export interface Edits {
  lists: readonly ListEdit[];
  /** Written where the file holds nothing. */
  set?: readonly { path: readonly string[]; value: unknown }[] | undefined;
  /** Goes, where it is there; so do as many objects around it, if they are left empty. */
  unset?: readonly { path: readonly string[]; around: number }[] | undefined;
}

/**
 * The text with elements of lists taken out and put in; every other byte stays. A list that is left
 * empty goes, unless a comment stands in it. `file` is what errors call it. Throws `settings`.
 */
export function editLists(
  source: string,
  file: string,
  { lists, set = [], unset = [] }: Edits,
): string {
  const busy = lists.filter(({ remove, add }) => remove.length + add.length);
  if (busy.length + set.length + unset.length === 0) return source;
  const parsed = parseJsonc(source, file);
  const bom = source.slice(0, source.length - parsed.text.length);
  const sown: Fresh = Object.create(null);
  const changes = new Map<Node, Change>();
  const change = (chain: readonly Node[]): Change => {
    const node = chain.at(-1) as Node;
    const made = changes.get(node) ?? {
      chain,
      drop: new Set(),
      put: new Map(),
      fresh: Object.create(null),
    };
    changes.set(node, made);
    return made;
  };
  const sow = ({ chain, rest }: Reached, value: unknown) => {
    let into = chain.length ? change(chain).fresh : sown;
    for (const key of rest.slice(0, -1)) {
      into[key] ??= Object.create(null);
      into = into[key] as Fresh;
    }
    const last = rest.at(-1) as string;
    into[last] ??= value;
    return into[last];
  };

  for (const { path, value } of set) {
    const reached = reach(parsed, path);
    if (reached.rest.length) sow(reached, value);
  }
  const found: [ListEdit, Change][] = [];
  for (const edit of busy) {
    const reached = reach(parsed, edit.path);
    const { chain, rest } = reached;
    const list = chain.at(-1);
    if (rest.length === 0) expectKind(parsed, list as Node, edit.path, 'array');
    for (const index of edit.remove) {
      if (rest.length || !list?.children[index])
        throw new RangeError(`nothing at ${edit.path.join('.')}[${index}]`);
      change(chain).drop.add(index);
    }
    if (rest.length === 0) found.push([edit, change(chain)]);
    else for (const value of edit.add) (sow(reached, []) as unknown[]).push(value);
  }
  if (!parsed.root) return bom + newDocument(parsed.text, sown);
  for (const [edit, made] of found) putInto(made, slotOf(edit, made), edit.add.map(asItem));

  const vanish = (chain: readonly Node[], around: number): void => {
    const node = chain.at(-1) as Node;
    const parent = chain.at(-2);
    if (!parent || commented(parsed.text, node)) return;
    // Else the key before it would count again.
    if (parent.children.filter(({ key }) => key === node.key).length > 1) return;
    const outer = change(chain.slice(0, -1));
    outer.drop.add(parent.children.indexOf(node));
    changes.delete(node);
    if (around > 0 && emptied(outer)) vanish(outer.chain, around - 1);
  };
  for (const [edit, made] of found)
    if (changes.has(made.chain.at(-1) as Node) && emptied(made))
      vanish(made.chain, edit.prune ? Number.POSITIVE_INFINITY : 0);
  for (const { path, around } of unset) {
    const { chain, rest } = reach(parsed, path);
    if (!rest.length) vanish(chain, around);
  }

  const paper = layoutOf(parsed);
  for (const made of changes.values()) {
    const items = Object.entries(made.fresh).map(([key, value]) => ({ key, value }));
    putInto(made, (made.chain.at(-1) as Node).children.length, items);
    rewrite(paper, made);
  }
  return bom + applied(parsed.text, paper.edits);
}

interface Reached {
  chain: readonly Node[];
  /** Keys that are missing below it. */
  rest: readonly string[];
}

function reach(parsed: Parsed, path: readonly string[]): Reached {
  if (!parsed.root) return { chain: [], rest: path };
  const chain = [parsed.root];
  for (const [depth, name] of path.entries()) {
    const node = chain[depth] as Node;
    expectKind(parsed, node, path.slice(0, depth), 'object');
    const child = node.children.findLast(({ key }) => key === name);
    if (!child) return { chain, rest: path.slice(depth) };
    chain.push(child);
  }
  return { chain, rest: [] };
}

function expectKind(parsed: Parsed, node: Node, path: Path, type: 'object' | 'array'): void {
  if (node.type === type) return;
  const wanted = type === 'array' ? 'a list' : 'an object';
  const name = path.join('.') || 'the file';
  throw parsed.error(node.offset, `${name} is ${kindOf(node)}, expected ${wanted}`);
}

const asItem = (value: unknown): Item => ({ value });

const emptied = ({ chain, drop, put, fresh }: Change): boolean =>
  drop.size > 0 &&
  drop.size === chain.at(-1)?.children.length &&
  put.size + Object.keys(fresh).length === 0;

function slotOf({ remove, at }: ListEdit, { chain, drop }: Change): number {
  const end = chain.at(-1)?.children.length ?? 0;
  if (at === undefined) return remove.reduce((least, index) => Math.min(least, index), end);
  let slot = 0;
  for (let kept = 0; slot < end && kept < at; slot++) if (!drop.has(slot)) kept++;
  return slot;
}

function putInto({ put, drop }: Change, slot: number, items: Item[]): void {
  let first = slot;
  while (drop.has(first - 1)) first--;
  if (items.length) put.set(first, (put.get(first) ?? []).concat(items));
}
