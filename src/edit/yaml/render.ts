import { Document, isScalar, type Scalar, visit } from 'yaml';
import { parseOptions } from './parse.ts';

/** How the library writes a document. */
export const writeOptions = {
  lineWidth: 0, // lines are never folded, since that may change a text
  singleQuote: true,
  doubleQuotedAsJSON: true,
  flowCollectionPadding: false,
} as const;

/** Returns the lines of an item of a list, with its dash. The lines have no line ends. */
export function toYamlItem(item: unknown): string[] {
  const doc = new Document([item], { ...parseOptions, aliasDuplicateObjects: false });
  visit(doc, {
    // Inside the item, a list of single values is written on one line.
    Seq(_, list, path) {
      if (path.length > 1 && list.items.every(isScalar)) list.flow = true;
    },
    Scalar(key, node) {
      if (typeof node.value !== 'string') return;
      if (key !== 'key') node.type = styleOf(node.value);
      else if (node.value === '<<') node.type = 'QUOTE_DOUBLE';
    },
  });
  return doc.toString(writeOptions).split('\n').slice(0, -1);
}

/** Unquoted texts that YAML 1.1 reads as another kind of value. */
const notTextInYaml11 = /^(y|yes|n|no|on|off|[-+]?\d[\d_]*(:\d+)+(\.\d*)?)$/i;

/** Returns how a text is quoted, so that a person sees everything that is in it. */
function styleOf(text: string): Scalar.Type {
  if (!text.includes('\n')) return notTextInYaml11.test(text) ? 'QUOTE_SINGLE' : 'PLAIN';
  // In a block of lines (`|`), blanks at the ends of lines and of the text are not seen, and editors remove them.
  const hidden = /^\s|\n\n$|[ \t](\n|$)|\r/.test(text);
  return hidden ? 'QUOTE_DOUBLE' : 'BLOCK_LITERAL';
}
