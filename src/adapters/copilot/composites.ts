import type { Composite, Draft, World } from '../../mapping/adapter.ts';
import { listCallsOfPatch, samplePatch } from '../../mapping/patch-calls.ts';
import { applyHunksIfCertain } from '../../util/apply-patch.ts';
import { asText, parseJson } from '../../util/json.ts';
import { paths } from './paths.ts';
import { diffName, editDiff } from './permission.ts';
import { readPatch } from './read-patch.ts';
import { listMcpSplits, listSearches } from './tools.ts';

const applyPatch: Composite = {
  sample: { patch: samplePatch },
  calls(event, world) {
    const { patch: argument } = event.input ?? {};
    const text = asText(argument);
    const decoded = text[0] === '"' ? parseJson(text) : undefined; // the patch may be encoded as JSON a second time
    const changes = readPatch(typeof decoded === 'string' ? decoded : text);
    return listCallsOfPatch(event, world, changes, { paths, applyHunks: applyHunksIfCertain });
  },
};

/** Tools whose calls stand for several calls: `apply_patch`, with which GPT models edit, and {@link editDiff}. */
export const composites = { apply_patch: applyPatch, [diffName]: editDiff };

/**
 * Lists the calls that a call may mean:
 *
 * - an MCP tool whose name can be split into server and tool in several ways: one thing, with each split as
 *   an alternative;
 * - a search in several folders: one thing for each folder;
 * - `view` of a folder: one thing, a read or a listing.
 *
 * @returns a list of alternatives for each thing that the call does. Empty: the call means what it says.
 */
export function listCallMeanings(event: Draft, { disk }: World): Draft[][] {
  if (event.event !== 'before-tool') return [];
  if (event.tool === 'mcp') {
    const everySplit = listMcpSplits(event).map((mcp) => ({ ...event, mcp }));
    return everySplit.length ? [everySplit] : [];
  }
  const searches = listSearches(event);
  if (searches.length) return searches.map((search) => [search]);
  const { path } = event.input ?? {};
  const isFolder = event.tool === 'read' && disk && disk.entries(asText(path)).length > 0;
  return isFolder ? [[event, { ...event, tool: 'list', input: { path } }]] : [];
}
