import type { Hook } from '../canonical/hook.ts';
import { inLines } from '../edit/yaml/lines.ts';
import { type Edit, edited, inNodes } from '../edit/yaml/nodes.ts';
import { at, failure, locate, parse, type Spot } from '../edit/yaml/parse.ts';
import { AnyhookError } from '../errors.ts';
import { equal, isObject } from '../util/equal.ts';
import { hookToSource, sourceToHook } from './source/hook.ts';
import { problemsOf } from './source/problems.ts';
import { doubts } from './source/relations.ts';
import type { HookSource } from './source/schema.ts';

/** What `anyhook.yaml` says. */
export interface Source {
  /** Each with the line it begins on, from 1. */
  hooks: { hook: Hook; line: number }[];
  /** What is right and yet hardly meant: `file:line:column: message`. */
  warnings: string[];
}

/** What becomes of the list of hooks. */
export interface SourceEdit {
  /** Indices of what goes. */
  remove: readonly number[];
  /** What comes, in the place of the first that goes, else at the end. */
  add: readonly Hook[];
}

/** Reads `anyhook.yaml`; `file` is what errors call it. Throws `settings`, with every problem. */
export function readSource(text: string, file: string): Source {
  const parsed = parse(text, file);
  const problems = problemsOf(parsed.value ?? {}).map(
    (problem): Spot => [locate(parsed, problem), problem.message],
  );
  const spots = [...parsed.reader.spots, ...problems];
  if (spots.length) throw failure(parsed, spots);
  const { hooks } = parsed.value as { hooks?: HookSource[] | null };
  const warnings: string[] = [];
  const read = (hooks ?? []).map((source, i) => {
    const hook = sourceToHook(source);
    for (const [key, message] of doubts(hook)) {
      warnings.push(at(parsed, [locate(parsed, { path: ['hooks', i, key] }), message]));
    }
    return { hook, line: parsed.lines.linePos(locate(parsed, { path: ['hooks', i] })).line };
  });
  return { hooks: read, warnings };
}

const header = '# yaml-language-server: $schema=./node_modules/anyhook/dist/anyhook.schema.json';

/** A fresh `anyhook.yaml`. */
export function writeSource(hooks: readonly Hook[]): string {
  const empty = `${header}\nversion: 1\nhooks: []\n`;
  return mergeSource(empty, 'anyhook.yaml', { remove: [], add: hooks });
}

/**
 * The text with hooks taken out and put in; every other byte stays, as far as the file is laid out
 * in lines. Throws `settings`.
 */
export function mergeSource(whole: string, file: string, { remove, add }: SourceEdit): string {
  if (remove.length + add.length === 0) return whole;
  const parsed = parse(whole, file);
  if (parsed.reader.spots.length) throw failure(parsed, parsed.reader.spots);
  const value = parsed.value ?? { version: 1 };
  const hooks = isObject(value) ? (value.hooks ?? []) : undefined;
  if (!isObject(value) || !Array.isArray(hooks)) {
    const offset = locate(parsed, { path: ['hooks'], key: true });
    throw failure(parsed, [[offset, 'expected a map with a list "hooks"']]);
  }
  for (const index of remove) if (!(index in hooks)) throw new RangeError(`no hook ${index}`);
  const edit: Edit = { gone: new Set(remove), add: add.map(hookToSource) };
  const odd = problemsOf({ version: 1, hooks: edit.add })[0];
  if (odd) throw new AnyhookError('settings', `a hook that ${file} cannot hold: ${odd.message}`);
  const wanted = { ...value, hooks: edited(hooks, edit, (source): unknown => source) };
  const bom = whole.slice(0, whole.length - parsed.text.length);
  for (const way of [inLines, inNodes]) {
    const text = way(parsed, edit);
    if (text !== undefined && says(text, wanted)) return bom + text;
  }
  throw new AnyhookError(
    'settings',
    `${file}: its anchors or its layout do not allow a change of the hooks alone; change it by hand`,
  );
}

function says(text: string, wanted: unknown): boolean {
  try {
    return equal(parse(text, '').value, wanted);
  } catch {
    return false;
  }
}
