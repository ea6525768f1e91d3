import type { Binding } from '../../mapping/adapter.ts';
import { type Matchers, searched } from '../../mapping/matchers.ts';
import { bothNames } from './tools.ts';

const list = /^[\w-]+(?:\|[\w-]+)*$/;
const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Settings name it as Claude's do. */
const isPascal = ({ native }: Binding): boolean => /^[A-Z]/.test(native);

/** Expressions that must fit the whole; no `*` and no empty one in camelCase, 1.0.102. */
export const matchers: Matchers = {
  read(text, binding) {
    const pascal = isPascal(binding);
    if (text === '' || (!pascal && text === '*')) return 'nothing';
    if (text === '.*' || (pascal && (text === '*' || text === '**'))) return 'every';
    if (list.test(text)) {
      const names = text.split('|');
      return { names: pascal ? names.flatMap(bothNames) : names };
    }
    return (searched(text) && searched(`^(?:${text})$`)) ?? 'nothing';
  },
  write(wanted, builtIn) {
    // A tool of a server has a dash in its name, and no other has.
    const every = builtIn ? '[^-]+' : undefined;
    if (wanted === 'every') return every;
    const { names, pattern } = wanted;
    const found = pattern === undefined ? [] : [`.*(?:${pattern}).*`];
    return [...names.map(escaped), ...found].join('|') || every;
  },
};
