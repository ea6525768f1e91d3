import type { Draft, Fields, Paths } from '../../mapping/adapter.ts';
import { codec } from '../../mapping/fields.ts';
import { absolute } from '../../mapping/opened.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';

const mapItems = (value: unknown, turn: (item: unknown) => unknown) =>
  Array.isArray(value) ? value.map(turn) : value;

const toDrivePath = (path: string) => path.replace(/^\/(?=[A-Za-z]:)/, '');

/** Directories, which are `/c:/…` on Windows. */
const folderList = codec((value) =>
  mapItems(value, (item) => (typeof item === 'string' ? toDrivePath(item) : item)),
);

/** Before the fields of an agent event. `session_id` is undocumented, and always there. */
const leadingFields = {
  session: { at: ['conversation_id', 'session_id'], all: true, supply: '' },
  turn: { at: 'generation_id', supply: (event: Draft) => event.session ?? '' },
  // A subagent's own, where the pages until February 2026 had it.
  model: { at: 'model', supply: (event: Draft) => event.subagentModel ?? 'default' },
  modelId: 'model_id',
  modelParams: 'model_params',
} as const;

/** After the fields of any event. */
export const trailingFields = {
  event: 'hook_event_name',
  version: { at: 'cursor_version', supply: '3.22.7' }, // where another agent is the host
  roots: { at: 'workspace_roots', codec: folderList, supply: () => [] },
  user: { at: 'user_email', supply: null },
} as const;

const transcriptField = { transcript: { at: 'transcript_path', supply: null } } as const;

/** The fields of an agent event in their usual order. */
export const addAgentFields = <const F extends Fields>(fields: F) => ({
  ...leadingFields,
  ...fields,
  ...trailingFields,
  ...transcriptField,
});

/** The project is the first workspace folder; `cwd` is a shell command's, and usually empty. */
export const inferProject = {
  cwd: ({ roots }: { roots?: readonly string[] | undefined }) => roots?.[0],
};
export const deriveRoots = {
  roots: ({ cwd }: { cwd?: string | undefined }) => (cwd === undefined ? undefined : [cwd]),
};

/** What most bindings share. */
export const sharedParts = { infer: inferProject, derive: deriveRoots, silence: {} } as const;

/** Arguments of reads on the way to an edit: `beforeReadFile` is not fired for a new file then. */
export const readsBeforeEdits = new WeakSet<object>();

/** `/c:/Users` on Windows. How a relative path is resolved is not known: both ways are told. */
export const paths: Paths = {
  opens({ text, root }) {
    const path = toDrivePath(text);
    return absolute(path, path === text && root !== undefined ? toDrivePath(root) : undefined);
  },
  byLink: true,
};

const makeKeyRenamer = (from: string, to: string) => (item: unknown) => {
  if (typeof item !== 'object' || item === null || !(from in item)) return item;
  const { [from]: value, ...rest } = item as Json;
  return { ...rest, [to]: value };
};
const addOldKey = (item: unknown) =>
  isObject(item) && 'file_path' in item ? { filePath: item.file_path, ...item } : item;

/** `filePath` until February 2026. */
export const attachments = {
  ...codec(
    (value) => mapItems(value, makeKeyRenamer('filePath', 'file_path')),
    (value, { foreign }) => (foreign ? mapItems(value, addOldKey) : value),
  ),
  respells: true,
} as const;

/** Old and new text of every edit; further keys stay. */
export const edits = codec(
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
