import { z } from 'zod';

const text = z.string();
const anything = z.record(z.string(), z.unknown());

/** What a hook may ask for. Absent everywhere: no opinion. */
export const outcomeFields = {
  decision: z
    .enum(['allow', 'ask', 'deny'])
    .optional()
    .describe(
      'absent: no opinion, the host decides as if there were no hook; deny after the fact asks for ' +
        'another turn, or hides a result; another word for deny denies, another word for allow is no ' +
        'opinion, and any other word is a failure of the hook, which refuses at a gate',
    ),
  reason: text.optional().describe('why, for the agent'),
  message: text.optional().describe('for the person'),
  context: text.optional().describe('for the agent, beside what it was about to see'),
  input: anything.optional().describe('the whole rewritten tool input, in canonical terms'),
  output: anything.optional().describe('the whole rewritten tool output'),
  replaced: text.optional().describe('what the agent sees in place of the result'),
  tail: z
    .object({ name: text, args: anything })
    .optional()
    .describe('a tool to run right after this one'),
  followUp: text.optional().describe('a further prompt, at a stop'),
  clear: z.boolean().optional().describe('forget the conversation before the follow-up'),
  halt: z.boolean().optional().describe('end the turn at once'),
  haltReason: text.optional(),
  request: anything.optional().describe('changes to the model request'),
  response: anything.optional().describe('an answer in place of the model’s'),
  toolMode: text.optional().describe('AUTO, ANY or NONE'),
  toolNames: z.array(text).optional().describe('the only tools offered'),
  env: anything.optional().describe('environment for the hooks of this session'),
  plugins: z.array(text).optional().describe('plugin folders to load'),
  prompt: text.optional().describe('the rewritten prompt'),
  title: text.optional().describe('a title for the session'),
  firstPrompt: text.optional().describe('a prompt to begin the session with'),
  display: text.optional().describe('what the person sees in place of the text'),
  quiet: z.boolean().optional().describe('do not show that the hook ran'),
};

export const outcomeSchema = z.object(outcomeFields);
export type Outcome = z.infer<typeof outcomeSchema>;
export type OutcomeKey = keyof Outcome;
export type Decision = NonNullable<Outcome['decision']>;
