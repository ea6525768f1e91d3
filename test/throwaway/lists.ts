import type { PathOrRow } from '../../src/mapping/adapter.ts';
import { httpHookFields } from '../../src/mapping/codecs.ts';
import { defineAdapter } from '../../src/mapping/index.ts';
import { expressions, type Matchers } from '../../src/mapping/matchers.ts';
import type { SettingsTable } from '../../src/mapping/settings.ts';
import { plain, usual } from './common.ts';

/** Of these signs alone a matcher is a list of names; with any other it is searched for. */
const list = /^[\w ,|-]+$/;

const matchers: Matchers = {
  read(text, binding) {
    if (['', '*'].includes(text)) return 'every';
    if (list.test(text)) return { names: text.split(/[|,]/).map((name) => name.trim()) };
    return isExpression(text) ? expressions.read(text, binding) : 'nothing';
  },
  write(wanted) {
    if (wanted === 'every') return undefined;
    const { names, pattern } = wanted;
    const listed = names.join('|');
    if (pattern === undefined && list.test(listed)) return listed;
    const text = expressions.write(wanted, false) ?? '';
    return list.test(text) ? `(${text})` : text; // else it would be names
  },
};

function isExpression(text: string): boolean {
  try {
    return Boolean(new RegExp(text));
  } catch {
    return false;
  }
}

/** Matchers are lists of names, or expressions; more than lines answers for hooks. */
export const adapter = defineAdapter({
  ...usual,
  id: 'lists',
  title: 'Lists',
  hooksIn: '.lists/settings.json',
  matchers,
});

const text = (value: unknown) => String(value);

const defaults = plain(adapter.hooksIn);

export const settings: SettingsTable = {
  ...defaults,
  entry: {
    ...defaults.entry,
    http: {
      fields: {
        url: httpHookFields.url,
        timeout: defaults.entry.fields.timeout as PathOrRow,
        headers: httpHookFields.headers,
        headerEnv: httpHookFields.headerEnv,
      },
      constants: { type: 'http' },
    },
    handlerOf({ type, command, args, server, tool }) {
      if (type === 'prompt' || type === 'agent') return { kind: 'model' };
      if (type === 'mcp_tool') return { kind: 'mcp', server: text(server), tool: text(tool) };
      const isProgram = Array.isArray(args) && typeof command === 'string';
      return isProgram ? { kind: 'program', words: [command, ...args.map(text)] } : undefined;
    },
  },
};
