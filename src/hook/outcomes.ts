/** Helpers that make outcomes. Each returns a plain object, so several are combined by spreading them. */
import type { Outcome } from '../canonical/outcome.ts';

/** Refuses. At a stop, asks for another turn. The agent is told the reason. */
export const deny = (reason: string): Outcome & { decision: 'deny' } => ({
  decision: 'deny',
  reason,
});
/** Asks the person. Where nobody can be asked, it refuses. */
export const ask = (reason?: string): Outcome & { decision: 'ask' } => ({
  decision: 'ask',
  ...(reason !== undefined && { reason }),
});
/** Lets a call through without asking the person, where the agent knows that. */
export const allow = (reason?: string): Outcome & { decision: 'allow' } => ({
  decision: 'allow',
  ...(reason !== undefined && { reason }),
});
