import type { Draft, Fields, Paths } from '../../mapping/adapter.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { toAbsolutePath } from '../../mapping/path-codecs.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';

const mapItems = (value: unknown, turn: (item: unknown) => unknown) =>
  Array.isArray(value) ? value.map(turn) : value;

/** Removes the slash before the drive of a path such as `/c:/…`. */
const toDrivePath = (path: string) => path.replace(/^\/(?=[A-Za-z]:)/, '');

/** A list of folders. On Windows they have the form `/c:/…`. */
const folderList = makeCodec((value) =>
  mapItems(value, (item) => (typeof item === 'string' ? toDrivePath(item) : item)),
);

/**
 * The common fields before those of an agent event. `session_id` is undocumented but always there.
 */
const leadingFields = {
  session: { at: ['conversation_id', 'session_id'], all: true, supply: '' },
  turn: { at: 'generation_id', supply: (event: Draft) => event.session ?? '' },
  // Docs until February 2026 gave the model of a sub-agent here.
  model: { at: 'model', supply: (event: Draft) => event.subagentModel ?? 'default' },
  modelId: 'model_id',
  modelParams: 'model_params',
} as const;

/** The common fields after those of an event. */
export const trailingFields = {
  event: 'hook_event_name',
  version: { at: 'cursor_version', supply: '3.22.7' }, // written when another agent is the host
  roots: { at: 'workspace_roots', codec: folderList, supply: () => [] },
  user: { at: 'user_email', supply: null },
} as const;

const transcriptField = { transcript: { at: 'transcript_path', supply: null } } as const;

/** Adds the fields that every agent event has, in the order of the client's payloads. */
export const addAgentFields = <const F extends Fields>(fields: F) => ({
  ...leadingFields,
  ...fields,
  ...trailingFields,
  ...transcriptField,
});

/**
 * The project is the first workspace folder. `cwd` belongs to shell commands and is usually empty.
 */
export const inferProject = {
  cwd: ({ roots }: { roots?: readonly string[] | undefined }) => roots?.[0],
};
export const deriveRoots = {
  roots: ({ cwd }: { cwd?: string | undefined }) => (cwd === undefined ? undefined : [cwd]),
};

/** The parts that most bindings share. */
export const sharedParts = {
  fillAfterDecoding: inferProject,
  fillBeforeEncoding: deriveRoots,
  neutralResponse: {},
} as const;

/**
 * The arguments of reads that precede an edit. For such a read of a file that does not exist yet
 * `beforeReadFile` is not fired.
 */
export const readsBeforeEdits = new WeakSet<object>();

/**
 * Paths have the form `/c:/Users` on Windows. How links in a relative path are resolved is not
 * known, so hooks are run for both results.
 */
export const paths: Paths = {
  resolveOpened({ text, root }) {
    const path = toDrivePath(text);
    return toAbsolutePath(
      path,
      path === text && root !== undefined ? toDrivePath(root) : undefined,
    );
  },
  byLink: true,
};

/** Makes a function that renames a key of an object. */
const makeKeyRenamer = (from: string, to: string) => (item: unknown) => {
  if (typeof item !== 'object' || item === null || !(from in item)) return item;
  const { [from]: value, ...rest } = item as Json;
  return { ...rest, [to]: value };
};
/** Adds the key that older clients have to an attachment. */
const addOldKey = (item: unknown) =>
  isObject(item) && 'file_path' in item ? { filePath: item.file_path, ...item } : item;

/** Attachments. Their key `file_path` was `filePath` until February 2026. */
export const attachments = {
  ...makeCodec(
    (value) => mapItems(value, makeKeyRenamer('filePath', 'file_path')),
    (value, { foreign }) => (foreign ? mapItems(value, addOldKey) : value),
  ),
  renamesOldKeys: true,
} as const;

/** The old and new text of every edit. Other keys are kept. */
export const edits = makeCodec(
  (value) =>
    mapItems(value, (item) => {
      if (!isObject(item)) return item;
      const { old_string, new_string, ...more } = item;
      return { old: old_string, new: new_string, ...more };
    }),
  (value) =>
    mapItems(value, (item) => {
      if (!isObject(item)) return item;
      const { old, new: now, ...more } = item;
      return { old_string: old, new_string: now, ...more };
    }),
);
