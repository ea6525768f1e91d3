import { Document, isScalar, type Scalar, visit } from 'yaml';
import { options } from './parse.ts';

export const writing = {
  lineWidth: 0, // a fold may change what is folded
  singleQuote: true,
  doubleQuotedAsJSON: true,
  flowCollectionPadding: false,
} as const;

/** A list of one, in lines without their ends. */
export function render(source: unknown): string[] {
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
  return doc.toString(writing).split('\n').slice(0, -1);
}

/** What YAML 1.1 reads as something else than text. */
const older = /^(y|yes|n|no|on|off|[-+]?\d[\d_]*(:\d+)+(\.\d*)?)$/i;

function styleOf(text: string): Scalar.Type {
  if (!text.includes('\n')) return older.test(text) ? 'QUOTE_SINGLE' : 'PLAIN';
  // what an eye cannot see in a block, or an editor takes away
  const hidden = /^\s|\n\n$|[ \t](\n|$)|\r/.test(text);
  return hidden ? 'QUOTE_DOUBLE' : 'BLOCK_LITERAL';
}
