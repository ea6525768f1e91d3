import { digest, hash } from '../util/hash.ts';
import type { Json } from '../util/json.ts';
import { isRaw } from './tools.ts';

/** Texts beyond it are told apart by themselves: it is cheaper than to escape and to hash them. */
const long = 4096;

/** The same for the events of one call, another for another: a hash of all that the call says. */
export function fingerprint({ session, tool, name, mcp, input }: Json): string {
  const { server, tool: called } = (mcp ?? {}) as { server?: string; tool?: string };
  const parts: unknown[] = [session, tool, isRaw(tool) ? [server, called ?? name] : null];
  const given = (input ?? {}) as Json;
  for (const key in given) {
    const value = given[key];
    const isLong = typeof value === 'string' && value.length > long;
    parts.push(key, isLong ? [digest(value)] : { value });
  }
  return hash(JSON.stringify(parts));
}
