import { AnyhookError } from '../../src/mapping/index.ts';
import type { FileEdits, Syntax } from '../../src/mapping/settings.ts';

/** Event → its entries. */
export type Lists = Readonly<Record<string, readonly unknown[]>>;

/** The lists with a change. */
export function changed(lists: Lists, { lists: edits }: FileEdits): Lists {
  const all: Record<string, readonly unknown[]> = { ...lists };
  for (const { path, remove, add } of edits) {
    const event = path[1] as string;
    const left = (all[event] ?? []).filter((_, index) => !remove.includes(index));
    all[event] = [...left, ...add];
  }
  return Object.fromEntries(Object.entries(all).filter(([, list]) => list.length));
}

const data = /^const hooks = (\{.*\});$/m;

/** A program that is written anew with each change; what it runs stands in it as data. */
export const generated = (
  program: (hooks: string) => string,
  others: (file: string) => Lists = () => ({}),
): Syntax => {
  const listsIn = (text: string): Lists | undefined => {
    const [, json] = data.exec(text) ?? [];
    if (json !== undefined) return JSON.parse(json) as Lists;
    return text.trim() ? undefined : {};
  };
  return {
    read: (text, file) => ({ value: { hooks: listsIn(text) ?? others(file) } }),
    edit(text, file, edits) {
      const known = listsIn(text);
      if (!known)
        throw new AnyhookError('settings', `${file} was not made by anyhook: move it away`);
      const lists = changed(known, edits);
      if (!Object.keys(lists).length) return '';
      return program(`const hooks = ${JSON.stringify(lists)};`);
    },
  };
};
