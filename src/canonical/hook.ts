import { z } from 'zod';
import { helpOf, wordsOf } from './option.ts';

const text = z.string();
const whole = z.number().int().min(0);

/** What a choice may be, when it is not what is meant anyway. */
const choice = <T extends string>([, ...words]: readonly [string, ...T[]]) =>
  z.enum(words as [T, ...T[]]).optional();
const kept = z.record(text, z.unknown()).optional();

/** One configured hook, whoever's settings it stands in; each field as the option of its name. */
export const hookFields = {
  speaks: text.min(1).describe(helpOf('as')),
  event: text.min(1).describe(helpOf('event')),
  command: text.describe(`${helpOf('command')}; empty beside \`url\``),
  tools: z.array(text).optional().describe(helpOf('tools')),
  matcher: text.optional().describe(helpOf('matcher')),
  condition: text.optional().describe(helpOf('condition')),
  answer: choice(wordsOf('answer')).describe(helpOf('answer')),
  timeout: z.number().min(0).optional().describe('milliseconds'),
  onFailure: choice(wordsOf('onFailure')).describe(helpOf('onFailure')),
  guard: z.boolean().optional().describe(helpOf('guard')),
  wordings: choice(wordsOf('wordings')).describe(helpOf('wordings')),
  ask: choice(wordsOf('ask')).describe(helpOf('ask')),
  halt: choice(wordsOf('halt')).describe(helpOf('halt')),
  loopLimit: whole.nullable().optional().describe('follow-ups in a row; null: no limit'),
  cwd: text.optional().describe(helpOf('cwd')),
  env: z.record(text, text).optional().describe(helpOf('env')),
  url: text.optional().describe(helpOf('url')),
  headers: z.record(text, text).optional().describe(helpOf('headers')),
  headerEnv: z.array(text).optional().describe(helpOf('headerEnv')),
  name: text.optional().describe(helpOf('name')),
  description: text.optional().describe(helpOf('description')),
  log: text.optional().describe(helpOf('log')),
  sequential: z.boolean().optional().describe(helpOf('sequential')),
  agents: z.array(text).optional().describe(helpOf('agents')),
  rest: kept.describe(helpOf('rest')),
  group: kept.describe(helpOf('group')),
};

/** How the address of a server begins. */
export const server = /^https?:\/\/[^/]/i;

export const hookSchema = z.strictObject(hookFields);
export type Hook = z.infer<typeof hookSchema>;
export type HookField = keyof Hook;
