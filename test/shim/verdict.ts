import { type Effect, rank } from '../oracles/effect.ts';
import { oracles } from '../oracles/index.ts';
import type { Host } from './payloads.ts';
import type { Result } from './run.ts';

/** What a host makes of what the shim printed; the same dialect reads it as its own. */
export function heard(host: Host, payload: object, said: Result, dialect?: string): Effect {
  const event = (payload as { hook_event_name: string }).hook_event_name;
  return oracles[host](event, said, dialect === host ? 'native' : 'host');
}

export const refused = (one: Effect): boolean => rank(one.verdict) >= rank('deny');

/** What a refusal of ours says: why, and the way out. */
export const words = /anyhook: .+, so nothing is let through until this is fixed\. \S/;

/** How a host is told nothing: the neutral answer of a gate. */
export const neutral = '{}\n';
