import type { Fields } from '../../mapping/adapter.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { isObject } from '../../util/equal.ts';
import { posix } from '../../util/path.ts';

/** Returns the name of a project's folder below `~/.claude/projects`. */
const slugOf = (path: string): string => path.replace(/[^A-Za-z0-9]/g, '-');

/**
 * Finds the project folder from a payload alone. `cwd` follows the `cd` commands of the model, the
 * transcript's folder is named after the project and does not, 2.1.330. So the project is the
 * nearest folder from `cwd` upwards that has the name of the transcript's folder.
 *
 * @returns `cwd` where no folder has that name
 */
function projectOf(cwd: string, transcript: unknown): string {
  const slugInPath =
    typeof transcript === 'string' ? posix.basename(posix.dirname(transcript)) : '';
  for (let folder = cwd; folder !== posix.dirname(folder); folder = posix.dirname(folder)) {
    if (slugOf(folder) === slugInPath) return folder;
  }
  return cwd;
}

/** Reads the project folder from `cwd`; writes the folder that the call works in to it. */
const projectFolder = makeCodec(
  (value, { event }) => (typeof value === 'string' ? projectOf(value, event.transcript) : value),
  (value, { event }) => event.directory ?? event.input?.directory ?? value,
);

/** Reads the working folder of the shell. It is absent where that is the project folder. */
const shellFolder = makeCodec((value, { event }) => (value === event.cwd ? undefined : value));

const effortLevel = makeCodec(
  (value) => (isObject(value) ? value.level : value),
  (value) => ({ level: value }),
);

const leadingFields = {
  session: { at: 'session_id', supply: '' },
  transcript: { at: 'transcript_path', supply: '' },
  cwd: { at: 'cwd', codec: projectFolder, supply: '' },
  directory: { at: 'cwd', codec: shellFolder, readOnly: true },
  turn: 'prompt_id',
} as const;

const trailingFields = {
  agent: 'agent_id',
  agentType: 'agent_type',
  effort: { at: 'effort', codec: effortLevel },
  event: 'hook_event_name',
} as const;

export const modeField = { permissionMode: { at: 'permission_mode', supply: 'default' } } as const;

/** Adds the fields that most events have, in the order of the client's payloads. */
export const addCommonFields = <const F extends Fields>(fields: F) => ({
  ...leadingFields,
  ...trailingFields,
  ...fields,
});

/**
 * Adds the common fields to an event about a sub-agent, whose own fields hold `agent_id` and
 * `agent_type`.
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
