import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../src/util/json.ts';
import type { Effect } from '../oracles/effect.ts';

/**
 * Whether a host does anything that it would not do if the hook said nothing. `own`: what the hook's
 * own agent takes from the answer; context that it takes as well does not count.
 */
export const acts = (
  { verdict, message: _, reason: __, ...more }: Effect,
  payload: Json,
  own?: Effect,
): boolean =>
  verdict === 'allow' ||
  Object.entries(more)
    .filter(([key, value]) => key !== 'context' || value !== own?.context)
    .some(([key, value]) => !isDeepStrictEqual(value, payload[key]));
