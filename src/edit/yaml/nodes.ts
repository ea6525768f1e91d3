import {
  Document,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  type Scalar,
  visit,
  type YAMLSeq,
} from 'yaml';
import type { Json } from '../../util/json.ts';
import { options, type Parsed } from './parse.ts';

/** What becomes of the list of hooks. */
export interface Edit {
  gone: ReadonlySet<number>;
  add: readonly Json[];
}

export function edited<T>(list: readonly T[], { gone, add }: Edit, make: (source: Json) => T): T[] {
  const slot = gone.size ? Math.min(...gone) : list.length;
  const kept = (item: T, i: number) => (gone.has(i) ? [] : [item]);
  const after = list.slice(slot).flatMap((item, i) => kept(item, slot + i));
  return [...list.slice(0, slot), ...add.map(make), ...after];
}

/** The edit made in the nodes: the whole text is laid out anew. */
export function inNodes({ text }: Parsed, edit: Edit): string | undefined {
  try {
    const doc = parseDocument(text, options);
    const found = doc.get('hooks', true);
    const list = isSeq(found) ? found : doc.createNode([]);
    if (list !== found) doc.set('hooks', list);
    list.items = edited(list.items, edit, (source): unknown => nodeOf(source).get(0));
    if (edit.add.length) list.flow = false;
    const written = doc.toString(writing);
    return text.includes('\r\n') ? written.replace(/\r?\n/g, '\r\n') : written;
  } catch {
    return undefined; // an alias has lost its anchor, or the list has no place
  }
}

const writing = {
  lineWidth: 0, // a fold may change what is folded
  singleQuote: true,
  doubleQuotedAsJSON: true,
  flowCollectionPadding: false,
} as const;

export const render = (source: Json): string[] =>
  nodeOf(source).toString(writing).split('\n').slice(0, -1);

function nodeOf(source: Json): Document<YAMLSeq<Node>, false> {
  const doc = new Document([source], { ...options, aliasDuplicateObjects: false });
  visit(doc, {
    Seq(_, list, path) {
      if (path.length > 1 && list.items.every(isScalar)) list.flow = true;
    },
    Scalar(key, node) {
      if (typeof node.value !== 'string') return;
      if (key !== 'key') node.type = styleOf(node.value);
      else if (node.value === '<<') node.type = 'QUOTE_DOUBLE';
    },
  });
  return doc as never;
}

/** What YAML 1.1 reads as something else than text. */
const older = /^(y|yes|n|no|on|off|[-+]?\d[\d_]*(:\d+)+(\.\d*)?)$/i;

function styleOf(text: string): Scalar.Type {
  if (!text.includes('\n')) return older.test(text) ? 'QUOTE_SINGLE' : 'PLAIN';
  // what an eye cannot see in a block, or an editor takes away
  const hidden = /^\s|\n\n$|[ \t](\n|$)|\r/.test(text);
  return hidden ? 'QUOTE_DOUBLE' : 'BLOCK_LITERAL';
}
