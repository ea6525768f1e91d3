import type { Fields } from '../../mapping/adapter.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { isObject } from '../../util/equal.ts';

/** Returns the name that the client gives to the folder of a project's transcripts, below `~/.claude/projects`. */
const transcriptFolderNameOf = (path: string): string => path.replace(/[^A-Za-z0-9]/g, '-');

/**
 * Finds the project folder of a payload. `cwd` alone does not tell it, since the model's `cd` commands
 * change `cwd`, 2.1.330. The folder of the transcript is named after the project's path, so the project is
 * the nearest folder, from `cwd` upwards, whose path gives that name.
 *
 * @param transcript the path of the transcript
 * @returns `cwd` if no folder's path gives that name
 */
function findProject(cwd: string, transcript: unknown): string {
  const wantedName = typeof transcript === 'string' && transcript.split('/').at(-2);
  for (let length = cwd.length; length > 0; length = cwd.lastIndexOf('/', length - 1)) {
    const folder = cwd.slice(0, length);
    if (transcriptFolderNameOf(folder) === wantedName) return folder;
  }
  return cwd;
}

/** Reads the project folder from `cwd`. Writes the folder that the call works in, as the client does. */
const projectFolderCodec = makeCodec(
  (value, { event }) => (typeof value === 'string' ? findProject(value, event.transcript) : value),
  (value, { event }) => event.directory ?? event.input?.directory ?? value,
);

/** Reads the working folder of the shell from `cwd`. Undefined: it is the project folder. */
const shellFolderCodec = makeCodec((value, { event }) => (value === event.cwd ? undefined : value));

/** The canonical value is the level alone. In payloads it is in an object: `{ level: 'high' }`. */
const effortCodec = makeCodec(
  (value) => (isObject(value) ? value.level : value),
  (value) => ({ level: value }),
);

/** The common fields that come first in payloads. */
const leadingFields = {
  session: { at: 'session_id', supply: '' },
  transcript: { at: 'transcript_path', supply: '' },
  cwd: { at: 'cwd', codec: projectFolderCodec, supply: '' },
  directory: { at: 'cwd', codec: shellFolderCodec, readOnly: true },
  turn: 'prompt_id',
} as const;

/** The common fields that follow {@link leadingFields}, or `permission_mode` where an event has it. */
const trailingFields = {
  agent: 'agent_id',
  agentType: 'agent_type',
  effort: { at: 'effort', codec: effortCodec },
  event: 'hook_event_name',
} as const;

export const modeField = { permissionMode: { at: 'permission_mode', supply: 'default' } } as const;

/** Adds the fields that most events have before the given fields, in the order of the client's payloads. */
export const addCommonFields = <const F extends Fields>(fields: F) => ({
  ...leadingFields,
  ...trailingFields,
  ...fields,
});

/**
 * Adds the common fields to an event that is about a sub-agent. `agent_id` and `agent_type` are left out:
 * here they name that sub-agent and not the agent in which the event happened, so the event has rows for them.
 */
export const addSubagentFields = <const F extends Fields>(fields: F) => ({
  ...leadingFields,
  event: 'hook_event_name' as const,
  effort: trailingFields.effort,
  ...fields,
});

/** Adds the common fields and `permission_mode`, which tool, prompt and stop events have. */
export const addFieldsWithMode = <const F extends Fields>(fields: F) => ({
  ...leadingFields,
  ...modeField,
  ...trailingFields,
  ...fields,
});
