import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { hookToSource, sourceToHook } from '../source/hook.ts';
import type { HookSource } from '../source/schema.ts';
import { mergeSource, readSource, writeSource } from '../yaml.ts';
import type { Format } from './format.ts';

/** The one list of the file. */
const event = 'hooks';

/** `anyhook.yaml`: hooks of every dialect, each in its own words. */
export const yaml: Format = {
  anyDialect: true,
  read(_, text, file) {
    const found = readSource(text, file).hooks;
    const hooks = found.map(({ hook, line }, index) => ({
      index,
      hook,
      event,
      at: { line, column: 1 },
      wrapped: false,
    }));
    const elements = found.map(({ hook }, index) => ({ event, index, value: hookToSource(hook) }));
    return { file, text, value: {}, hooks, unknown: [], elements, findings: [], comments: false };
  },
  edit(_, text, file, { lists }) {
    const hooks = (add: readonly unknown[]) => add.map((one) => sourceToHook(one as HookSource));
    return lists.reduce((now, { remove, add }) => {
      if (now.trim()) return mergeSource(now, file, { remove, add: hooks(add) });
      return add.length ? writeSource(hooks(add)) : now;
    }, text);
  },
  entriesOf: (element) => [[element, {}, []]],
  elementOf: ({ entry }) => entry,
  state: (_, hook) => ({ event, entry: { ...hookToSource(hook) }, group: {} }),
  says: () => true,
  speaker: (vendor, element) => (element as HookSource).speaks ?? vendor,
  meaning: (_, entry: Json) => (isObject(entry) ? entry : undefined),
};
