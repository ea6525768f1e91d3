import { digest } from '../util/digest.ts';
import { asObject } from '../util/equal.ts';
import { hash } from '../util/hash.ts';
import type { Json } from '../util/json.ts';
import { isRaw } from './tools.ts';

/** Texts beyond it are told apart by themselves. */
const long = 32_768;

/** A value as text that no other value has, and that ends where it says. */
function plain(value: unknown): string {
  if (typeof value !== 'string') return `${JSON.stringify(value)},`;
  return `${value.length}:${value.length > long ? digest(value) : value}`;
}

/** Hashes all that an event says of its call: all events of one call have one hash, and other calls another. */
export function fingerprint({ session, tool, name, mcp, input }: Json): string {
  let text = plain(session) + plain(tool);
  if (isRaw(tool)) {
    const { server, tool: called } = asObject(mcp);
    text += plain(server) + plain(called ?? name);
  }
  const given = asObject(input);
  for (const key in given) text += plain(key) + plain(given[key]);
  return hash(text);
}
