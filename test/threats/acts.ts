import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../src/util/json.ts';
import type { Heard } from '../oracles/heard.ts';

/** Whether a host does anything a hook without an opinion would not have it do. `own`: said by its agent as well. */
export const acts = (
  { verdict, message: _, reason: __, ...more }: Heard,
  payload: Json,
  own?: Heard,
): boolean =>
  verdict === 'allow' ||
  Object.entries(more)
    .filter(([key, value]) => key !== 'context' || value !== own?.context)
    .some(([key, value]) => !isDeepStrictEqual(value, payload[key]));
