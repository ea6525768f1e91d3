import type { World } from '../../mapping/adapter.ts';
import { emptyIsNull } from '../../mapping/codecs.ts';
import { codec } from '../../mapping/fields.ts';

/** What others call its modes. */
const modeNames: Readonly<Record<string, string>> = {
  bypassPermissions: 'yolo',
  acceptEdits: 'auto_edit',
};

const permissionMode = codec(
  (value) => value,
  (value) => modeNames[value as string] ?? value,
);

/** Before the fields of any event. */
export const commonFields = {
  session: { at: 'session_id', supply: '' },
  transcript: { at: 'transcript_path', codec: emptyIsNull, supply: '' },
  cwd: { at: 'cwd', supply: '' },
  event: 'hook_event_name',
  time: 'timestamp',
  permissionMode: { at: 'permission_mode', codec: permissionMode, supply: 'default' },
  turn: 'prompt_id',
} as const;

/** The same, inside a sub-agent too. */
export const agentFields = { ...commonFields, agent: 'agent_id' } as const;

export const deriveTime = { time: (_: unknown, world: World) => world.now().toISOString() };

/** What runs beside the conversation: of another agent, nobody knows. */
export const backgroundSupply = { background_tasks: [], crons: [] } as const;
