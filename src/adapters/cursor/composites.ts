import { AnyhookError } from '../../errors.ts';
import type { Composite, Draft } from '../../mapping/adapter.ts';
import { selectTexts } from '../../mapping/codecs.ts';
import {
  listCallsOfPatch,
  makeCall,
  makeEditCall,
  samplePatch,
} from '../../mapping/patch-calls.ts';
import { resolveOpenedPath } from '../../mapping/path-codecs.ts';
import { applyHunksIfCertain } from '../../util/apply-patch.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { paths } from './base.ts';
import { readsBeforeEdits } from './filled-fields.ts';
import { readPatch } from './read-patch.ts';

const inputOf = (event: Draft): Json => event.input ?? {};

/** Throws `tool` for a call that lacks an argument. */
const throwMissing = (event: Draft, argument: string): never => {
  throw new AnyhookError('tool', `${event.name} was called without ${argument}`);
};

/** Returns the first of the named arguments that is a text. Throws `tool` if none of them is one. */
const readArgument = (event: Draft, ...names: string[]): string =>
  selectTexts(names.map((name) => inputOf(event)[name]))[0] ??
  throwMissing(event, names[0] as string);

const resolvePath = ({ cwd }: Draft, text: string): string =>
  resolveOpenedPath({ text, use: 'file', root: cwd }, paths);
const fileOf = (event: Draft): string =>
  resolvePath(
    event,
    readArgument(event, 'file_path', 'target_file', 'target_notebook', 'path', 'filePath'),
  );

/** Tools that are in no recording of autumn 2026. Their names and arguments are those that other projects read. */
export const composites: Readonly<Record<string, Composite>> = {
  ApplyPatch: {
    sample: { patch: samplePatch },
    calls: (event, world) =>
      listCallsOfPatch(event, world, readPatch(readArgument(event, 'patch')), {
        paths,
        applyHunks: applyHunksIfCertain,
      }),
  },
  MultiEdit: {
    sample: {
      file_path: '/x',
      edits: [
        { old_string: 'a', new_string: 'b' },
        { old_string: 'b', new_string: 'c', replace_all: true },
      ],
    },
    calls(event) {
      const { edits } = inputOf(event);
      if (!Array.isArray(edits) || !edits.every(isObject)) return throwMissing(event, 'edits');
      const replacements = edits.map(({ old_string, new_string, replace_all }) => ({
        old: old_string,
        new: new_string,
        ...(replace_all === undefined ? {} : { all: replace_all }),
      }));
      return [makeEditCall(event, fileOf(event), replacements)];
    },
  },
  EditNotebook: {
    sample: { target_notebook: '/x', old_string: 'a', new_string: 'b' },
    calls: (event) => [
      makeCall(event, 'edit', {
        path: fileOf(event),
        old: selectTexts([inputOf(event).old_string])[0] ?? '',
        new: readArgument(event, 'new_string', 'new_source'),
      }),
    ],
  },
  edit_file: {
    sample: { target_file: '/x', old_string: 'a', code_edit: 'b' },
    calls: (event) => [
      makeCall(event, 'edit', {
        path: fileOf(event),
        old: selectTexts([inputOf(event).old_string])[0] ?? '',
        new: readArgument(event, 'code_edit', 'new_string'),
      }),
    ],
  },
};

/** Lists the calls that the client makes before a call. It begins every edit with a `Read`, CLI 2026.09.28. */
export function listPrecedingCalls(event: Draft): Draft[] {
  if (event.event !== 'before-tool' || !['write', 'edit'].includes(event.tool ?? '')) return [];
  const args = { path: inputOf(event).path };
  readsBeforeEdits.add(args);
  return [{ ...event, tool: 'read', name: 'Read', input: args }];
}
