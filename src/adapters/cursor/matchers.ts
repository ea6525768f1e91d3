import { expressions, type Matchers, makeWholeNameExpression } from '../../mapping/matchers.ts';
import { tools } from './tools.ts';

const isToolName = (name: string): boolean =>
  tools.some((row) => (row.names as readonly string[]).includes(name));

/** Matches every name except `MCP:…`. */
const builtInTools = '^([^M]|M[^C]|MC[^P]|MCP[^:])';

/** Tells whether an alternative never matches in `MCP:…`, in any flavour of expressions. */
const cannotMatchMcp = (one: string): boolean =>
  /^\^?(?![MCP])[\w-](?![*?{])/.test(one) || (/^[\w-]+$/.test(one) && !'MCP'.includes(one));

/** Matchers of autumn 2026. The flavour of the expressions is not documented. */
export const matchers: Matchers = {
  read(text, binding) {
    const names = text.trim().split('|');
    const isList = binding.subject === 'tool_name' && names.every(isToolName);
    return isList ? { names } : expressions.read(text, binding);
  },
  write(wanted, builtIn) {
    const every = builtIn ? builtInTools : undefined;
    if (wanted === 'every') return every;
    const { pattern } = wanted;
    const names = builtIn ? wanted.names.filter((name) => !/^MCP\b/.test(name)) : wanted.names;
    const namesPattern = names.length ? [makeWholeNameExpression(names)] : [];
    if (pattern === undefined) return namesPattern[0] ?? every;
    const isPortable = !/\(\?|\\[^.$^|()[\]{}*+?-]/.test(pattern);
    if (!isPortable || (builtIn && !pattern.split('|').every(cannotMatchMcp))) return every;
    return [...namesPattern, builtIn ? `^[^:]*(${pattern})` : pattern].join('|');
  },
};
