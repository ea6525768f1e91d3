import type { World } from '../../mapping/adapter.ts';
import { emptyIsNull } from '../../mapping/codecs.ts';
import { codec } from '../../mapping/fields.ts';

/** What others call its modes. */
const modes: Readonly<Record<string, string>> = {
  bypassPermissions: 'yolo',
  acceptEdits: 'auto_edit',
};

const mode = codec(
  (value) => value,
  (value) => modes[value as string] ?? value,
);

/** Before the fields of any event. */
export const base = {
  session: { at: 'session_id', supply: '' },
  transcript: { at: 'transcript_path', codec: emptyIsNull, supply: '' },
  cwd: { at: 'cwd', supply: '' },
  event: 'hook_event_name',
  time: 'timestamp',
  permissionMode: { at: 'permission_mode', codec: mode, supply: 'default' },
  turn: 'prompt_id',
} as const;

/** The same, inside a sub-agent too. */
export const inside = { ...base, agent: 'agent_id' } as const;

export const now = { time: (_: unknown, world: World) => world.now().toISOString() };

/** What runs beside the conversation: of another agent, nobody knows. */
export const beside = { background_tasks: [], crons: [] } as const;
