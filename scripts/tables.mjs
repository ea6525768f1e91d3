/**
 * Objects without a prototype, in a text that is run once: V8 then keeps a hash table of each from
 * the start, where it would make a hidden class for each of its keys.
 */
import { parse } from 'acorn';
import { simple } from 'acorn-walk';
import MagicString from 'magic-string';

const plain = ({ type, kind, method, key }) =>
  type === 'SpreadElement' || (kind === 'init' && !method && key.name !== '__proto__');

/** The text with `__proto__: null` in every object of two keys or more. */
export function asTables(text) {
  const changed = new MagicString(text);
  simple(parse(text, { ecmaVersion: 'latest' }), {
    ObjectExpression({ start, properties }) {
      if (properties.length > 1 && properties.every(plain))
        changed.appendLeft(start + 1, '__proto__:null,');
    },
  });
  return changed.toString();
}
