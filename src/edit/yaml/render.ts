import { Document, isScalar, type Scalar, visit } from 'yaml';
import { options } from './parse.ts';

export const writing = {
  lineWidth: 0, // folding a text may change its value
  singleQuote: true,
  doubleQuotedAsJSON: true,
  flowCollectionPadding: false,
} as const;

/** Returns an item of a list, with its dash, as lines without their ends. */
export function toYamlItem(source: unknown): string[] {
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

/** Plain texts that YAML 1.1 reads as another kind of value. */
const notTextIn11 = /^(y|yes|n|no|on|off|[-+]?\d[\d_]*(:\d+)+(\.\d*)?)$/i;

/** Returns how a text is quoted, so that what a reader sees is what the text holds. */
function styleOf(text: string): Scalar.Type {
  if (!text.includes('\n')) return notTextIn11.test(text) ? 'QUOTE_SINGLE' : 'PLAIN';
  // In a block nobody sees these blanks, and editors remove them.
  const hidden = /^\s|\n\n$|[ \t](\n|$)|\r/.test(text);
  return hidden ? 'QUOTE_DOUBLE' : 'BLOCK_LITERAL';
}
