/** What Codex CLI 0.169.0 was seen to take for a `hooks.json`; of any other it runs nothing, and says so. */
import { z } from 'zod';

const text = z.string();
const whole = z.int().gte(0).nullish();

const entry = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('command'),
    command: text,
    commandWindows: text.nullish(),
    command_windows: text.nullish(),
    timeout: whole,
    async: z.boolean().optional(),
    statusMessage: text.nullish(),
    additionalContextLimit: whole,
  }),
  z.looseObject({
    type: z.literal('mcp_tool'),
    server: text,
    tool: text,
    timeout: whole,
    input: z.record(text, z.unknown()).optional(),
  }),
  z.looseObject({ type: z.literal('prompt') }),
  z.looseObject({ type: z.literal('agent') }),
]);

const list = z
  .array(z.looseObject({ matcher: text.nullish(), hooks: z.array(entry).optional() }))
  .optional();

const events = [
  ...['PreToolUse', 'PermissionRequest', 'PostToolUse', 'PreCompact', 'PostCompact'],
  ...['SessionStart', 'SessionEnd', 'UserPromptSubmit', 'SubagentStart', 'SubagentStop', 'Stop'],
  'Interrupt',
];
const hooks = z.looseObject(Object.fromEntries(events.map((event) => [event, list]))).optional();

/** Why no hook of what a file holds runs; undefined: all do that are as they should. */
export const dropped = (value: unknown, isToml = false): string | undefined =>
  (isToml ? z.looseObject({ hooks }) : z.strictObject({ description: text.nullish(), hooks }))
    .safeParse(value)
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    .join('; ');
