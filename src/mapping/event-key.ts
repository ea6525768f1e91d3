import type { Json } from '../util/json.ts';
import type { Dialect } from './adapter.ts';
import { getAtPath, splitPath } from './paths.ts';

type EventKey = Pick<Dialect, 'eventKey'>;

/** Returns the value that a payload has where an agent names its event. It may be of any type. */
export const statedNameOf = ({ eventKey }: EventKey, payload: Json): unknown =>
  getAtPath(payload, splitPath(eventKey));

/** Returns a copy of a payload that names another event. */
export function withStatedName({ eventKey }: EventKey, payload: Json, name: unknown): Json {
  const [first, second] = splitPath(eventKey);
  if (second === undefined) return { ...payload, [first]: name };
  return { ...payload, [first]: { ...(payload[first] as Json | undefined), [second]: name } };
}

/** Returns the key at the top of a payload whose value names the event, or holds the object that does. */
export const topKeyOf = ({ eventKey }: EventKey): string => splitPath(eventKey)[0];
