import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';

/** Makes the function that tells how certain it is that a payload is of Pi: only its own has an event beside a `ctx`. */
export const makeRecogniser =
  (nativeNames: readonly string[]) =>
  (payload: Json): 0 | 1 | 2 => {
    const { event, ctx } = payload;
    if (!isObject(event) || !nativeNames.includes(event.type as string)) return 0;
    return isObject(ctx) ? 2 : 1;
  };
