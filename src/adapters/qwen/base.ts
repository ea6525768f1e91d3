import type { World } from '../../mapping/adapter.ts';
import { emptyIsNull } from '../../mapping/codecs.ts';
import { makeCodec } from '../../mapping/fields.ts';

/** Permission mode of another agent → mode of Qwen Code. */
const modeNames: Readonly<Record<string, string>> = {
  bypassPermissions: 'yolo',
  acceptEdits: 'auto_edit',
};

const permissionMode = makeCodec(
  (value) => value,
  (value) => modeNames[value as string] ?? value,
);

/** The fields that every event begins with. */
export const commonFields = {
  session: { at: 'session_id', supply: '' },
  transcript: { at: 'transcript_path', codec: emptyIsNull, supply: '' },
  cwd: { at: 'cwd', supply: '' },
  event: 'hook_event_name',
  time: 'timestamp',
  permissionMode: { at: 'permission_mode', codec: permissionMode, supply: 'default' },
  turn: 'prompt_id',
} as const;

/** The fields of events that are also fired inside a subagent. */
export const agentFields = { ...commonFields, agent: 'agent_id' } as const;

/** Fills in the time of an event of another agent. */
export const currentTime = { time: (_: unknown, world: World) => world.now().toISOString() };

/** The native lists of background work. They are empty in events of other agents, for which it is not known. */
export const backgroundSupply = { background_tasks: [], crons: [] } as const;
