import type { z } from 'zod';
import { editYaml } from '../../edit/yaml/edit.ts';
import { parseYaml, type YamlProblem } from '../../edit/yaml/parse.ts';
import { AnyhookError } from '../../errors.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { hookToSource, sourceToHook } from '../neutral/hook.ts';
import { mayBeEvent } from '../neutral/names.ts';
import { findProblems } from '../neutral/problems.ts';
import type { HookSource, sourceSchema } from '../neutral/schema.ts';
import { schemaUrl } from '../neutral/schema-url.ts';
import { emptyContent, type Format } from './format.ts';

/** The key of the only list. Where other formats have the event of a list or an entry, this format has `hooks`. */
const event = 'hooks';

const firstLine = 'version: 1';
const emptyFile = `\
# yaml-language-server: $schema=${schemaUrl}
${firstLine}
${event}: []
`;

/** The format of `anyhook.yaml`: one list of hooks of every dialect, each in the words of its dialect. */
export const yaml: Format = {
  holdsAllDialects: true,
  /** Throws one `settings` error that names every problem. */
  read(_, text, file) {
    const parsed = parseYaml(text, file);
    const problems = findProblems(parsed.value ?? {}).map(
      (problem): YamlProblem => [parsed.offsetOf(problem), problem.message],
    );
    const all = [...parsed.problems, ...problems];
    if (all.length) throw parsed.errorFor(all);
    const { lines, hooks: list } = parsed.value as z.infer<typeof sourceSchema>;
    const sources = list ?? [];
    const hooks = sources.map((source, index) => {
      const { line } = parsed.lines.linePos(parsed.offsetOf({ path: ['hooks', index] }));
      const at = { line, column: 1 };
      return { hook: sourceToHook(source), event, index, at, wrapped: false };
    });
    const elements = hooks.map(({ hook, index }) => ({ event, index, value: hookToSource(hook) }));
    return { ...emptyContent(), file, text, value: {}, hooks, elements, lines, comments: false };
  },
  edit(_, text, file, { lists: [list] }) {
    if (!list) return text;
    const problem = findProblems({ version: 1, hooks: list.add })[0];
    if (problem)
      throw new AnyhookError('settings', `a hook that ${file} cannot hold: ${problem.message}`);
    return editYaml(text.trim() ? text : emptyFile, file, { ...list, key: event, firstLine });
  },
  editsInside: () => false,
  entriesOf: (element) => [[element, {}, []]],
  elementOf: ({ entry }) => entry,
  stateHook: (_, hook) => ({ event, entry: { ...hookToSource(hook) }, group: {} }),
  canState: (_, { speaks, event: name }) => mayBeEvent(speaks, name),
  dialectOf: (vendor, element) => (element as HookSource).speaks ?? vendor,
  meaningOf: (_, entry: Json) => (isObject(entry) ? entry : undefined),
};
