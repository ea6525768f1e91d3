import type { Composite, Draft, World } from '../../mapping/adapter.ts';
import { patched, samplePatch } from '../../mapping/patched.ts';
import { surelyApplied } from '../../util/applied.ts';
import type { Json } from '../../util/json.ts';
import { asText, valueIn } from '../../util/json.ts';
import { readPatch } from './patch.ts';
import { paths } from './paths.ts';
import { diffName, edits } from './permission.ts';
import { searchesOf, splits } from './tools.ts';

const patch: Composite = {
  sample: { patch: samplePatch },
  text: 'patch',
  calls(event, world) {
    const { patch: said } = event.input as Json;
    const text = asText(said);
    const inner = text[0] === '"' ? valueIn(text) : undefined; // JSON in JSON
    const changes = readPatch(typeof inner === 'string' ? inner : text);
    return patched(event, world, changes, { paths, applied: surelyApplied });
  },
};

/** What GPT models edit with, and what a person is asked about any edit. */
export const composites = { apply_patch: patch, [diffName]: edits };

/** A server's name may end at any dash; a folder is viewed as a file is. */
export function meanings(event: Draft, { disk }: World): Draft[][] {
  if (event.event !== 'before-tool') return [];
  if (event.tool === 'mcp') {
    const all = splits(event).map((mcp) => ({ ...event, mcp }));
    return all.length ? [all] : [];
  }
  const searches = searchesOf(event);
  if (searches.length) return searches.map((one) => [one]);
  const { path } = event.input as Json;
  const listed = event.tool === 'read' && disk && disk.entries(asText(path)).length > 0;
  return listed ? [[event, { ...event, tool: 'list', input: { path } }]] : [];
}
