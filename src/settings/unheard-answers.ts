import type { Finished } from '../mapping/adapter.ts';
import type { UnheardAnswer } from '../mapping/settings.ts';
import { tableOf } from './tables.ts';

/**
 * Finds out why an agent may take no refusal or question from a hook in which anyhook reads one.
 *
 * @param agent The id of the agent.
 * @param native The agent's name of the event.
 * @returns Undefined: it takes what anyhook reads.
 */
export const findUnheardAnswer = (
  agent: string,
  native: string,
  finished: Finished,
): UnheardAnswer | undefined =>
  tableOf(agent).unheardAnswers?.find(
    ({ natives, holds }) => natives?.includes(native) !== false && holds(finished),
  );

/** Returns the sentence about an answer that an agent may not take, without its full stop. */
export const describeUnheardAnswer = ({ isSeen, why }: UnheardAnswer): string =>
  isSeen ? why : `it is not known what happens: ${why}`;
