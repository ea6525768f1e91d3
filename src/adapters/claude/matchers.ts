import { expressions, type Matchers, mayFind } from '../../mapping/matchers.ts';

/** Names between `|` or `,`, with blanks around them; any other sign makes an expression of it, 2.1.330. */
const list = /^[\w ,|-]+$/;

const isName = (text: string): boolean => /^[\w-]+$/.test(text);
const names = (text: string, between: RegExp): string[] =>
  text.split(between).map((one) => one.trim());
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

// `Task` is `Agent` since 2.1.
export const matchers: Matchers = {
  read(text, { native }) {
    if (text === '' || text === '*') return 'every';
    if (native === 'FileChanged') {
      // Names of files to watch.
      return {
        pattern: names(text, /\|/)
          .map((name) => `[/\\\\]${escaped(name)}$`)
          .join('|'),
      };
    }
    if (list.test(text)) {
      const found = names(text, /[|,]/);
      return { names: found.includes('Task') ? [...found, 'Agent'] : found };
    }
    try {
      return { pattern: mayFind(text, 'Task') ? `${text}|^Agent$` : text };
    } catch {
      return 'nothing';
    }
  },
  write(wanted, builtIn) {
    const listed = wanted !== 'every' && wanted.pattern === undefined && wanted.names.every(isName);
    if (listed) return wanted.names.join('|');
    const text = expressions.write(wanted, builtIn);
    return text && list.test(text) ? `(?:${text})` : text; // else it would be names
  },
};
