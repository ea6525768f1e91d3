import type { EventName, Outcome, OutcomeKey } from './types.ts';

/** The keys of a refusal, and the words beside it. */
const refusal = ['decision', 'reason', 'message'] as const;
/** The keys that end the turn. */
const halt = ['halt', 'haltReason'] as const;

/** Makes the table. A bundler leaves it out of a program that does not ask for it. */
/* @__NO_SIDE_EFFECTS__ */
function makeOutcomeKeys() {
  const keys = {
    'session-start': ['message', 'context', ...halt, 'env', 'title', 'firstPrompt', 'quiet'],
    'session-end': ['message', 'quiet'],
    prompt: [...refusal, 'context', ...halt, 'prompt', 'title', 'quiet'],
    stop: [...refusal, 'followUp', 'clear', ...halt, 'quiet'],
    'before-model': [...refusal, ...halt, 'request', 'response', 'quiet'],
    'after-model': [...refusal, 'replaced', ...halt, 'response', 'quiet'],
    'tool-selection': ['toolMode', 'toolNames'],
    'before-tool': [...refusal, 'context', 'input', ...halt, 'quiet'],
    'after-tool': [...refusal, 'context', 'output', 'replaced', 'tail', ...halt, 'quiet'],
    'tool-batch': [...refusal, 'context', 'replaced', ...halt, 'quiet'],
    permission: [...refusal, 'input', ...halt],
    expansion: [...refusal, 'context', ...halt, 'quiet'],
    'prompt-transformed': ['prompt'],
    'task-created': [...refusal, ...halt],
    'task-completed': [...refusal, ...halt],
    compact: [...refusal, 'context', ...halt, 'quiet'],
    compacted: ['message', ...halt],
    notification: ['message', 'context', 'quiet'],
    display: ['display'],
    'subagent-start': [...refusal, 'context', ...halt],
    response: ['halt'],
    'subagent-stop': [...refusal, 'replaced', 'followUp', 'halt'],
    'completion-read': [...refusal, ...halt],
    'workspace-open': ['plugins'],
    'config-changed': [...refusal, ...halt],
    'before-model-switch': [...refusal, ...halt],
    'model-switched': ['context'],
  } as const satisfies Partial<Record<EventName, readonly OutcomeKey[]>>;
  for (const list of Object.values(keys)) Object.freeze(list);
  return Object.freeze(keys);
}

/**
 * The keys of an outcome that have an effect at an event in some agent: that agent honours the key there, or the answer
 * says in other words what the key asks for (a `deny` at a stop is a further prompt).
 */
export const outcomeKeysAt: ReturnType<typeof makeOutcomeKeys> = makeOutcomeKeys();

/** An outcome without any key. (`Record<never, never>` would take every value, also in a union with other outcomes.) */
type NoOutcome = { [K in OutcomeKey]?: never };

/**
 * An outcome at an event: the keys that some agent honours there. Where no agent hears an answer, there are none. For
 * several events: an outcome of any of them.
 */
export type OutcomeOf<E extends EventName = EventName> = E extends keyof typeof outcomeKeysAt
  ? Pick<Outcome, (typeof outcomeKeysAt)[E][number]>
  : NoOutcome;
