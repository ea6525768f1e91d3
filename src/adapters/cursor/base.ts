import type { Draft, Fields, Paths } from '../../mapping/adapter.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { filePath, toAbsolutePath } from '../../mapping/path-codecs.ts';
import { isObject } from '../../util/equal.ts';

/** Converts each item of a list. A value that is no list is returned as it is. */
const mapItems = (value: unknown, convert: (item: unknown) => unknown) =>
  Array.isArray(value) ? value.map(convert) : value;

/** Removes the slash before the drive of a path such as `/c:/…`. */
const toDrivePath = (path: string) => path.replace(/^\/(?=[A-Za-z]:)/, '');

/** Reads a list of folders. On Windows each begins with a slash and the drive, such as `/c:/…`. */
const folderList = makeCodec((value) =>
  mapItems(value, (item) => (typeof item === 'string' ? toDrivePath(item) : item)),
);

/**
 * The common fields that come first in the payload of an agent event. `session_id` is in every payload,
 * although it is not documented.
 */
const leadingFields = {
  session: { at: ['conversation_id', 'session_id'], all: true, supply: '' },
  turn: { at: 'generation_id', supply: (event: Draft) => event.session ?? '' },
  // The docs until February 2026 have the model of the subagent here, in the events of a subagent.
  model: { at: 'model', supply: (event: Draft) => event.subagentModel ?? 'default' },
  modelId: 'model_id',
  modelParams: 'model_params',
} as const;

/** The common fields that come last in a payload. */
export const trailingFields = {
  event: 'hook_event_name',
  version: { at: 'cursor_version', supply: '3.22.7' }, // written into events of another agent
  roots: { at: 'workspace_roots', codec: folderList, supply: () => [] },
  user: { at: 'user_email', supply: null },
} as const;

const transcriptField = { transcript: { at: 'transcript_path', supply: null } } as const;

/** Returns the fields of one agent event with those that all agent events have, in the order of the client's payloads. */
export const addAgentFields = <const F extends Fields>(fields: F) => ({
  ...leadingFields,
  ...fields,
  ...trailingFields,
  ...transcriptField,
});

/**
 * Fills in the project, which is the first workspace folder. The native `cwd` is that of a shell command,
 * and usually empty.
 */
export const fillAfterDecoding = {
  cwd: ({ roots }: Draft) => (roots as readonly unknown[] | undefined)?.[0],
};
/**
 * Reads paths of the form `/c:/Users`, which Cursor has on Windows. It is not known whether Cursor follows a
 * link before it applies a `..` behind that link, so hooks are run for both results.
 */
export const paths: Paths = {
  resolveOpened({ text, root }) {
    const path = toDrivePath(text);
    const isRelative = path === text;
    return toAbsolutePath(path, isRelative && root !== undefined ? toDrivePath(root) : undefined);
  },
  byLink: true,
};

/** Renames the key `filePath` of an attachment from an older client to today's `file_path`. */
const renameOldKey = (item: unknown) => {
  if (!isObject(item) || !('filePath' in item)) return item;
  const { filePath, ...otherKeys } = item;
  return { ...otherKeys, file_path: filePath };
};
/** Adds the key of older clients to an attachment. */
const addOldKey = (item: unknown) =>
  isObject(item) && 'file_path' in item ? { filePath: item.file_path, ...item } : item;

/** Converts a list of attachments, whose key `file_path` was `filePath` until February 2026. */
const attachmentList = {
  ...makeCodec(
    (value) => mapItems(value, renameOldKey),
    (value, { foreign }) => (foreign ? mapItems(value, addOldKey) : value),
  ),
  renamesOldKeys: true,
} as const;

/** The field for attachments. Hooks receive both keys of one in an event of another agent. */
export const attachments = {
  at: 'attachments',
  codec: attachmentList,
  supply: () => [],
} as const;

/** The field for the file of an event that is about one file. */
export const openedFile = { at: 'file_path', codec: filePath } as const;

/** The field for the kind of a subagent. */
export const subagentType = { at: 'subagent_type', supply: 'generalPurpose' } as const;

/** Renames the keys of the old and the new text of every edit. Other keys stay. */
const editList = makeCodec(
  (value) =>
    mapItems(value, (item) => {
      if (!isObject(item)) return item;
      const { old_string, new_string, ...otherKeys } = item;
      return { old: old_string, new: new_string, ...otherKeys };
    }),
  (value) =>
    mapItems(value, (item) => {
      if (!isObject(item)) return item;
      const { old, new: newText, ...otherKeys } = item;
      return { old_string: old, new_string: newText, ...otherKeys };
    }),
);

/** The field for the edits of a file. */
export const edits = { at: 'edits', codec: editList } as const;
