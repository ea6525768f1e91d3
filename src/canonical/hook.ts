import { z } from 'zod';

const text = z.string();
const whole = z.number().int().min(0);

/** One configured hook, whoever's settings it stands in. */
export const hookFields = {
  speaks: text.min(1).describe('the vendor whose dialect the command speaks'),
  event: text.min(1).describe('the event, as that vendor names it'),
  command: text.describe('a shell line, as that vendor would run it'),
  tools: z
    .array(text)
    .optional()
    .describe(
      'the only canonical tools it is for, beside the matcher; canonical tool events alone',
    ),
  matcher: text.optional().describe('as that vendor means it, on that event'),
  timeout: z.number().min(0).optional().describe('milliseconds'),
  onFailure: z.enum(['block', 'allow']).optional().describe('absent: as that vendor does'),
  ask: z.enum(['host', 'deny']).optional().describe('what becomes of a question; absent: auto'),
  halt: z
    .enum(['strict'])
    .optional()
    .describe('strict: after a halt that nothing else honours, it refuses until the next prompt'),
  loopLimit: whole.nullable().optional().describe('follow-ups in a row; null: no limit'),
  cwd: text.optional().describe('working directory; absent: as that vendor has it'),
  env: z.record(text, text).optional().describe('variables of the command'),
  name: text.optional(),
  description: text.optional(),
  log: text.optional().describe('a file for one JSON line a run'),
  sequential: z.boolean().optional().describe('not beside the other hooks of its event'),
  agents: z.array(text).optional().describe('the only vendors it is for'),
  rest: z
    .record(text, z.unknown())
    .optional()
    .describe('further keys of its entry in that vendor’s settings, kept for the way back'),
  group: z
    .record(text, z.unknown())
    .optional()
    .describe('the same of the group its entry stands in'),
};

export const hookSchema = z.strictObject(hookFields);
export type Hook = z.infer<typeof hookSchema>;
export type HookField = keyof Hook;
