import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../src/util/json.ts';
import type { Effect } from '../oracles/effect.ts';

/**
 * Whether a host does anything that it would not do if the hook said nothing. `own`: what the hook's
 * own agent takes from the answer; context that it takes as well does not count. A value that stands anywhere in the payload under
 * the name of the field, or as the text of a prompt or a result, is no change.
 */
export const acts = (
  { verdict, message: _, reason: __, ...more }: Effect,
  payload: Json,
  own?: Effect,
): boolean =>
  verdict === 'allow' ||
  Object.entries(more)
    .filter(([key, value]) => key !== 'context' || value !== own?.context)
    .some(
      ([key, value]) =>
        !isDeepStrictEqual(value, payload[key]) &&
        !(['prompt', 'replaced'].includes(key) && holdsText(payload, value)),
    );

/** Tells whether a payload has a text as one of its values. */
const holdsText = (payload: unknown, text: unknown): boolean =>
  payload === text ||
  (typeof payload === 'object' &&
    payload !== null &&
    Object.values(payload).some((one) => holdsText(one, text)));
