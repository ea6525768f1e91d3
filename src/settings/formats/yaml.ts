import { editHooks } from '../../edit/yaml/edit.ts';
import { parseYaml, type YamlProblem } from '../../edit/yaml/parse.ts';
import { AnyhookError } from '../../errors.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { hookToSource, sourceToHook } from '../neutral/hook.ts';
import { isEvent } from '../neutral/names.ts';
import { problemsOf } from '../neutral/problems.ts';
import type { HookSource } from '../neutral/schema.ts';
import type { Format } from './format.ts';

/** The one list of the file. */
const event = 'hooks';

const fresh = `\
# yaml-language-server: $schema=./node_modules/anyhook/dist/anyhook.schema.json
version: 1
hooks: []
`;

/** `anyhook.yaml`: hooks of every dialect, each in its own words. */
export const yaml: Format = {
  anyDialect: true,
  /** Throws with every problem. */
  read(_, text, file) {
    const parsed = parseYaml(text, file);
    const problems = problemsOf(parsed.value ?? {}).map(
      (problem): YamlProblem => [parsed.locate(problem), problem.message],
    );
    const spots = [...parsed.spots, ...problems];
    if (spots.length) throw parsed.error(spots);
    const sources = (parsed.value as { hooks?: HookSource[] | null }).hooks ?? [];
    const hooks = sources.map((source, index) => {
      const { line } = parsed.lines.linePos(parsed.locate({ path: ['hooks', index] }));
      const at = { line, column: 1 };
      return { hook: sourceToHook(source), event, index, at, wrapped: false };
    });
    const elements = hooks.map(({ hook, index }) => ({ event, index, value: hookToSource(hook) }));
    return { file, text, value: {}, hooks, unknown: [], elements, findings: [], comments: false };
  },
  edit(_, text, file, { lists: [list] }) {
    if (!list) return text;
    const odd = problemsOf({ version: 1, hooks: list.add })[0];
    if (odd) throw new AnyhookError('settings', `a hook that ${file} cannot hold: ${odd.message}`);
    return editHooks(text.trim() ? text : fresh, file, list);
  },
  entriesOf: (element) => [[element, {}, []]],
  elementOf: ({ entry }) => entry,
  stateHook: (_, hook) => ({ event, entry: { ...hookToSource(hook) }, group: {} }),
  canState: (_, { speaks, event: name }) => isEvent(speaks, name),
  dialectOf: (vendor, element) => (element as HookSource).speaks ?? vendor,
  meaningOf: (_, entry: Json) => (isObject(entry) ? entry : undefined),
};
