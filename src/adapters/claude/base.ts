import type { Draft, Fields } from '../../mapping/adapter.ts';
import { codec } from '../../mapping/fields.ts';
import { isObject } from '../../util/equal.ts';
import { posix } from '../../util/path.ts';

/** What a project's folder is called below `~/.claude/projects`. */
const slug = (folder: string): string => folder.replace(/[^A-Za-z0-9]/g, '-');

/** The project by a payload alone: `cwd` goes with `cd`, the transcript's folder does not; 2.1.330. */
function projectOf(cwd: string, transcript: unknown): string {
  const home = typeof transcript === 'string' ? posix.basename(posix.dirname(transcript)) : '';
  for (let at = cwd; at !== posix.dirname(at); at = posix.dirname(at)) {
    if (slug(at) === home) return at;
  }
  return cwd;
}

const project = codec(
  (value, { event }) => (typeof value === 'string' ? projectOf(value, event.transcript) : value),
  (value, { event }) => event.directory ?? (event.input as Draft | undefined)?.directory ?? value,
);

/** Where the shell stands, unless in the project. */
const directory = codec((value, { event }) => (value === event.cwd ? undefined : value));

const level = codec(
  (value) => (isObject(value) ? value.level : value),
  (value) => ({ level: value }),
);

const start = {
  session: { at: 'session_id', supply: '' },
  transcript: { at: 'transcript_path', supply: '' },
  cwd: { at: 'cwd', codec: project, supply: '' },
  directory: { at: 'cwd', codec: directory, readOnly: true },
  turn: 'prompt_id',
} as const;

const end = {
  agent: 'agent_id',
  agentType: 'agent_type',
  effort: { at: 'effort', codec: level },
  event: 'hook_event_name',
} as const;

export const mode = { permissionMode: { at: 'permission_mode', supply: 'default' } } as const;

/** The fields of most events in their usual order. */
export const common = <const F extends Fields>(fields: F) => ({ ...start, ...end, ...fields });

/** The same, of the events that are about a sub-agent themselves. */
export const ofAgent = <const F extends Fields>(fields: F) => ({
  ...start,
  event: 'hook_event_name' as const,
  effort: end.effort,
  ...fields,
});

/** The same, of events that tell what is asked of the person. */
export const asked = <const F extends Fields>(fields: F) => ({
  ...start,
  ...mode,
  ...end,
  ...fields,
});
