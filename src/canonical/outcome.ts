import { z } from 'zod';
import type { OutcomeKey, Severity } from './types.ts';

export type { Decision, Outcome, OutcomeKey, Severity } from './types.ts';

const text = z.string();
const anything = z.record(z.string(), z.unknown());

/** The severities of losses, the worst first. */
export const severities = ['unsafe', 'lossy', 'cosmetic'] as const satisfies readonly Severity[];

/**
 * The traits of one key of an outcome, for the code that translates outcomes and reports losses. An
 * absent trait does not hold.
 */
export interface OutcomeTraits {
  /** A label for the key, in messages about conversion. */
  readonly label: string;
  /** How much is lost where a host cannot express the key. */
  readonly severity: Severity;
  /**
   * A hook counts as a guard if its event lets it set this key: with the key it can refuse something, or keep
   * a result or tools from the agent. Keys that only rewrite a call or a prompt do not count.
   */
  readonly isGuard?: true;
  /**
   * The key is a verdict: it refuses or rewrites a call, replaces a result, ends the turn or goes on with it.
   * A hook that sets it to a value of an unknown form has failed. On any other key such a value is left
   * out.
   */
  readonly isVerdict?: true;
  /** The key only explains another key. An outcome with nothing else says nothing. */
  readonly isReason?: true;
  /** The value is a text, which is cut short if a host reads fewer characters than it has. */
  readonly isText?: true;
  /**
   * The hook input has a field of this name, and a hook may print that field back. A value that is equal to the
   * field of the input asks for nothing.
   */
  readonly mayBeEcho?: true;
  /**
   * The code of the loss to report where the host is a gate that cannot express the key, so that the call
   * or the prompt is refused instead.
   */
  readonly refusalLoss?: 'rewrite-refuses' | 'prompt-refuses' | 'halt-refuses';
}

/** A row of the table: the traits of a key, and the schema of its value. */
type Row = OutcomeTraits & { readonly schema: z.ZodType };

/** Everything a hook may ask for, each key once. An absent key: the hook has no opinion. */
export const outcomeTable = {
  // Synonyms of `deny` and `allow` are listed in `translate/verdict-words.ts`. At a stop, `deny` asks for
  // another turn. After a tool call it hides the result.
  decision: {
    schema: z
      .enum(['allow', 'ask', 'deny'])
      .optional()
      .describe(
        'absent: no opinion, the host decides as if there were no hook; deny after the fact asks for ' +
          'another turn, or hides a result; another word for deny denies, another word for allow is no ' +
          'opinion, and any other word is a failure of the hook, which refuses at a gate',
      ),
    label: 'a decision',
    severity: 'unsafe',
    isGuard: true,
    isVerdict: true,
  },
  reason: {
    schema: text.optional().describe('why, for the agent'),
    label: 'a reason',
    severity: 'cosmetic',
    isReason: true,
    isText: true,
  },
  message: {
    schema: text.optional().describe('for the person'),
    label: 'a message to the person',
    severity: 'lossy',
    isText: true,
  },
  context: {
    schema: text.optional().describe('for the agent, beside what it was about to see'),
    label: 'context for the agent',
    severity: 'lossy',
    isText: true,
  },
  input: {
    schema: anything.optional().describe('the whole rewritten tool input, in canonical terms'),
    label: 'a changed input',
    severity: 'unsafe',
    isVerdict: true,
    refusalLoss: 'rewrite-refuses',
  },
  // This is the result object of the tool, rewritten; `replaced` is a text instead.
  output: {
    schema: anything.optional().describe('the whole rewritten tool output'),
    label: 'a rewritten result',
    severity: 'unsafe',
    isGuard: true,
  },
  // A text that the agent sees instead of the whole result.
  replaced: {
    schema: text.optional().describe('what the agent sees in place of the result'),
    label: 'a result in place of the tool’s',
    severity: 'unsafe',
    isGuard: true,
    isVerdict: true,
    isText: true,
  },
  tail: {
    schema: z
      .object({ name: text, args: anything })
      .optional()
      .describe('a tool to run right after this one'),
    label: 'a further tool call',
    severity: 'lossy',
  },
  followUp: {
    schema: text.optional().describe('a further prompt, at a stop'),
    label: 'a further prompt',
    severity: 'lossy',
    isVerdict: true,
    isText: true,
  },
  clear: {
    schema: z.boolean().optional().describe('forget the conversation before the follow-up'),
    label: 'clearing the conversation',
    severity: 'lossy',
  },
  halt: {
    schema: z.boolean().optional().describe('end the turn at once'),
    label: 'a halt',
    severity: 'unsafe',
    isVerdict: true,
    refusalLoss: 'halt-refuses',
  },
  haltReason: {
    schema: text.optional().describe('why the turn ends, for the person'),
    label: 'the reason of a halt',
    severity: 'cosmetic',
    isReason: true,
    isText: true,
  },
  request: {
    schema: anything.optional().describe('changes to the model request'),
    label: 'a changed model request',
    severity: 'unsafe',
    mayBeEcho: true,
  },
  // The response of the model, as in the event `after-model`.
  response: {
    schema: anything.optional().describe('an answer in place of the model’s'),
    label: 'an answer in place of the model’s',
    severity: 'unsafe',
    isGuard: true,
    mayBeEcho: true,
  },
  toolMode: {
    schema: text.optional().describe('AUTO, ANY or NONE'),
    label: 'a choice of tools',
    severity: 'unsafe',
  },
  toolNames: {
    schema: z.array(text).optional().describe('the only tools offered'),
    label: 'a list of tools',
    severity: 'unsafe',
    isGuard: true,
  },
  env: {
    schema: anything.optional().describe('environment for the hooks of this session'),
    label: 'variables for later hooks',
    severity: 'lossy',
  },
  plugins: {
    schema: z.array(text).optional().describe('plugin folders to load'),
    label: 'a list of plugins',
    severity: 'lossy',
  },
  prompt: {
    schema: text.optional().describe('the rewritten prompt'),
    label: 'a rewritten prompt',
    severity: 'unsafe',
    refusalLoss: 'prompt-refuses',
  },
  title: {
    schema: text.optional().describe('a title for the session'),
    label: 'a title of the session',
    severity: 'cosmetic',
    isText: true,
  },
  firstPrompt: {
    schema: text.optional().describe('a prompt to begin the session with'),
    label: 'a prompt to begin with',
    severity: 'lossy',
  },
  // Replaces a text of the model on the screen, and not for the model.
  display: {
    schema: text.optional().describe('what the person sees in place of the text'),
    label: 'a text in place of the one shown',
    severity: 'lossy',
    isText: true,
  },
  quiet: {
    schema: z.boolean().optional().describe('do not show that the hook ran'),
    label: 'a wish to be quiet',
    severity: 'cosmetic',
  },
} as const satisfies Record<string, Row>;

type Fields = { [K in OutcomeKey]: (typeof outcomeTable)[K]['schema'] };

/** The schemas of an outcome's keys. */
export const outcomeFields = Object.fromEntries(
  Object.entries(outcomeTable).map(([key, { schema }]) => [key, schema]),
) as Fields;

/** The schema of an outcome. */
export const outcomeSchema = z.object(outcomeFields);
/** Returns the traits of a key of an outcome. */
export const outcomeTraitsOf = (key: OutcomeKey): OutcomeTraits => outcomeTable[key];
