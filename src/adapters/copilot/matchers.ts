import type { Binding } from '../../mapping/adapter.ts';
import { type Matchers, readExpression } from '../../mapping/matchers.ts';
import { listToolNames } from './tools.ts';

/** Matches a list of names. Any other matcher is an expression. */
const listOfNames = /^[\w-]+(?:\|[\w-]+)*$/;
const escapePattern = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Tells whether an event has a PascalCase name, as in the settings of Claude Code. */
const isPascal = ({ native }: Binding): boolean => /^[A-Z]/.test(native);

/**
 * Matchers are expressions that must match the whole name. An empty matcher never matches; `*`
 * matches every name on events with a PascalCase name and none on the others, 1.0.102.
 */
export const matchers: Matchers = {
  read(text, binding) {
    const pascal = isPascal(binding);
    if (text === '' || (!pascal && text === '*')) return 'nothing';
    if (text === '.*' || (pascal && (text === '*' || text === '**'))) return 'every';
    if (listOfNames.test(text)) {
      const names = text.split('|');
      return { names: pascal ? names.flatMap(listToolNames) : names };
    }
    return (readExpression(text) && readExpression(`^(?:${text})$`)) ?? 'nothing';
  },
  write(wanted, builtIn) {
    // The names of MCP tools have a dash, those of built-in tools do not.
    const every = builtIn ? '[^-]+' : undefined;
    if (wanted === 'every') return every;
    const { names, pattern } = wanted;
    const patterns = pattern === undefined ? [] : [`.*(?:${pattern}).*`];
    return [...names.map(escapePattern), ...patterns].join('|') || every;
  },
};
