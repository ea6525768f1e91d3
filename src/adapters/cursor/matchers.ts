import { expressions, type Matchers, whole } from '../../mapping/matchers.ts';
import { tools } from './tools.ts';

const known = (name: string): boolean =>
  tools.some((row) => (row.names as readonly string[]).includes(name));

/** Every name but `MCP:…`. */
const builtInTools = '^([^M]|M[^C]|MC[^P]|MCP[^:])';

/** Whether an alternative is never found from within `MCP:` on, whatever its flavour. */
const passesBy = (one: string): boolean =>
  /^\^?(?![MCP])[\w-](?![*?{])/.test(one) || (/^[\w-]+$/.test(one) && !'MCP'.includes(one));

/** Matchers of autumn 2026: the flavour of the expressions is not documented. */
export const matchers: Matchers = {
  read(text, binding) {
    const names = text.trim().split('|');
    const isList = binding.subject === 'tool_name' && names.every(known);
    return isList ? { names } : expressions.read(text, binding);
  },
  write(wanted, builtIn) {
    const every = builtIn ? builtInTools : undefined;
    if (wanted === 'every') return every;
    const { pattern } = wanted;
    const names = builtIn ? wanted.names.filter((name) => !/^MCP\b/.test(name)) : wanted.names;
    const listed = names.length ? [whole(names)] : [];
    if (pattern === undefined) return listed[0] ?? every;
    const isModest = !/\(\?|\\[^.$^|()[\]{}*+?-]/.test(pattern);
    if (!isModest || (builtIn && !pattern.split('|').every(passesBy))) return every;
    return [...listed, builtIn ? `^[^:]*(${pattern})` : pattern].join('|');
  },
};
