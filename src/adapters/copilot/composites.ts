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
  bareInputKey: 'patch',
  calls(event, world) {
    const { patch: argument } = event.input ?? {};
    const text = asText(argument);
    const decoded = text[0] === '"' ? parseJson(text) : undefined; // a JSON string in the JSON string
    const changes = readPatch(typeof decoded === 'string' ? decoded : text);
    return listCallsOfPatch(event, world, changes, { paths, applied: applyHunksIfCertain });
  },
};

/** `apply_patch`, with which GPT models edit, and the diff of a permission request for any edit. */
export const composites = { apply_patch: applyPatch, [diffName]: editDiff };

/**
 * Lists the calls that an ambiguous call may mean: the MCP tools of every place where the server's
 * name may end, a search in each of its folders, or both a read and a listing of a folder, since
 * `view` does both.
 *
 * @returns a list of alternatives for each thing the call does; empty where it is not ambiguous
 */
export function listCallMeanings(event: Draft, { disk }: World): Draft[][] {
  if (event.event !== 'before-tool') return [];
  if (event.tool === 'mcp') {
    const everySplit = listMcpSplits(event).map((mcp) => ({ ...event, mcp }));
    return everySplit.length ? [everySplit] : [];
  }
  const searches = listSearches(event);
  if (searches.length) return searches.map((one) => [one]);
  const { path } = event.input ?? {};
  const isFolder = event.tool === 'read' && disk && disk.entries(asText(path)).length > 0;
  return isFolder ? [[event, { ...event, tool: 'list', input: { path } }]] : [];
}
