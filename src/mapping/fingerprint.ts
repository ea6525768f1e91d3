import { digest } from '../util/digest.ts';
import { asObject } from '../util/equal.ts';
import { hash } from '../util/hash.ts';
import type { Json } from '../util/json.ts';
import { hasNativeArguments } from './tools.ts';

/** A text of more characters is represented by its digest. */
const maxWholeLength = 32_768;

/** Returns a text for a value that no other value has. Each text shows where it ends, so that texts can be put one after another. */
function serialise(value: unknown): string {
  if (typeof value !== 'string') return `${JSON.stringify(value)},`;
  return `${value.length}:${value.length > maxWholeLength ? digest(value) : value}`;
}

/**
 * Returns a hash of an event's session, tool and arguments. The events of one call have equal hashes, and so have
 * equal calls of one session.
 */
export function fingerprint({ session, tool, name, mcp, input }: Json): string {
  let text = serialise(session) + serialise(tool);
  if (hasNativeArguments(tool)) {
    const { server, tool: mcpTool } = asObject(mcp);
    text += serialise(server) + serialise(mcpTool ?? name);
  }
  const args = asObject(input);
  for (const key in args) text += serialise(key) + serialise(args[key]);
  return hash(text);
}
