import { isDeepStrictEqual } from 'node:util';
import { AnyhookError, defineAdapter, type Json } from '../../src/mapping/index.ts';
import type { SettingsTable, Syntax } from '../../src/mapping/settings.ts';
import { plain, usual } from './common.ts';

/** A group of hooks, the lines it stands in, and where its entries begin. */
interface Group {
  event: string;
  from: number;
  to: number;
  value: Json & { hooks: Json[] };
  lines: number[];
}

const header = /^\s*\[\[?\s*([^\]]*?)\s*\]\]?\s*(?:#.*)?$/;
const pair = /^\s*([\w-]+)\s*=\s*("(?:[^"\\]|\\.)*"|'[^']*'|\d+|true|false)\s*(?:#.*)?$/;

/** The groups in `[[hooks.EVENT]]` and `[[hooks.EVENT.hooks]]`; all else is somebody's. */
function groupsIn(lines: readonly string[], file: string): Group[] {
  const groups: Group[] = [];
  let into: Json | undefined;
  let quote: string | undefined;
  for (const [at, line] of lines.entries()) {
    for (const [mark] of line.matchAll(/"""|'''/g)) {
      if (quote === undefined) quote = mark;
      else if (quote === mark) quote = undefined;
    }
    if (quote !== undefined) continue;
    const [, table] = header.exec(line) ?? [];
    const [root, event, below] = table?.split('.') ?? [];
    const last = groups.at(-1);
    if (table !== undefined) {
      into = undefined;
      if (root !== 'hooks' || event === undefined || !line.includes('[[')) continue;
      if (below === undefined) {
        const value = { hooks: [] };
        groups.push({ event, from: at, to: at + 1, value, lines: [] });
        into = value;
      } else if (last?.event === event) {
        into = {};
        last.value.hooks.push(into);
        last.lines.push(at);
        last.to = at + 1;
      }
      continue;
    }
    if (!into || !last || /^\s*(?:#.*)?$/.test(line)) continue;
    const [, key, value = ''] = pair.exec(line) ?? [];
    if (key === undefined)
      throw new AnyhookError('settings', `${file}:${at + 1}: write it as KEY = VALUE, on one line`);
    into[key] = value.startsWith("'") ? value.slice(1, -1) : JSON.parse(value);
    last.to = at + 1;
  }
  return groups;
}

/** A table of what is no list. */
const pairs = (value: Json): string[] =>
  Object.entries(value)
    .filter(([, one]) => !Array.isArray(one))
    .map(([key, one]) => `${key} = ${JSON.stringify(one)}`);

const stated = (event: string, { hooks, ...group }: Json): string[] => [
  '',
  `[[hooks.${event}]]`,
  ...pairs(group),
  ...(hooks as Json[]).flatMap((entry) => ['', `[[hooks.${event}.hooks]]`, ...pairs(entry)]),
];

const listsOf = (groups: readonly Group[]): Record<string, unknown[]> => {
  const lists: Record<string, unknown[]> = {};
  for (const { event, value } of groups) lists[event] = [...(lists[event] ?? []), value];
  return lists;
};

const syntax: Syntax = {
  read(text, file) {
    const groups = groupsIn(text.split('\n'), file);
    return {
      value: groups.length ? { hooks: listsOf(groups) } : {},
      at([, event, index, , entry]) {
        const group = groups.filter((one) => one.event === event)[index as number];
        const line = group && (entry === undefined ? group.from : group.lines[entry as number]);
        return line === undefined ? undefined : { line: line + 1, column: 1 };
      },
    };
  },
  edit(text, file, { lists }) {
    const lines = text.split('\n');
    const groups = groupsIn(lines, file);
    const wanted = listsOf(groups);
    const gone = new Set<number>();
    const fresh: string[] = [];
    for (const { path, remove, add } of lists) {
      const event = path[1] as string;
      const own = groups.filter((one) => one.event === event);
      for (const index of remove) {
        const { from, to } = own[index] as Group;
        for (let at = from; at < to; at++) gone.add(at);
        if (lines[from - 1] === '') gone.add(from - 1);
      }
      const left = (wanted[event] ?? []).filter((_, index) => !remove.includes(index));
      wanted[event] = [...left, ...add];
      if (!wanted[event].length) delete wanted[event];
      fresh.push(...add.flatMap((one) => stated(event, one as Json)));
    }
    const kept = lines.filter((_, at) => !gone.has(at)).join('\n');
    const base = kept === '' || kept.endsWith('\n') || !fresh.length ? kept : `${kept}\n`;
    const made = fresh.length ? `${base}${fresh.join('\n')}\n` : base;
    const result = text.trim() ? made : made.trimStart();
    if (!isDeepStrictEqual(listsOf(groupsIn(result.split('\n'), file)), wanted))
      throw new AnyhookError('settings', `${file}: its layout allows no change of the hooks alone`);
    return result;
  },
};

/** Its settings are TOML, where hooks stand in arrays of tables. */
export const adapter = defineAdapter({
  ...usual,
  id: 'toml',
  title: 'Toml',
  hooksIn: '.toml/config.toml',
});

const defaults = plain(adapter.hooksIn);

export const settings: SettingsTable = {
  ...defaults,
  syntax: {
    ...defaults.syntax,
    custom: syntax,
  },
};
