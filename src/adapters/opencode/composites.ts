import type { Composite, Draft, World } from '../../mapping/adapter.ts';
import { listCallsOfPatch, samplePatch } from '../../mapping/patch-calls.ts';
import { applyHunksIfCertain } from '../../util/apply-patch.ts';
import { asText } from '../../util/json.ts';
import { paths } from './paths.ts';
import { readPatch } from './read-patch.ts';
import { listMcpSplits } from './tools.ts';

/** The tool with which GPT models edit, in place of `edit` and `write`. */
const applyPatch: Composite = {
  sample: { patchText: samplePatch.trimEnd() },
  calls: (event, world) =>
    listCallsOfPatch(event, world, readPatch(asText(event.input?.patchText)), {
      paths,
      applyHunks: applyHunksIfCertain,
    }),
};

export const composites = { apply_patch: applyPatch };

/**
 * Lists the calls that a call may mean: an MCP tool whose name can be split into server and tool in several ways, with
 * each split as an alternative; and `read` of a folder, which is a read or a listing.
 *
 * @returns a list of alternatives for each thing that the call does. Empty: the call means what it says.
 */
export function listCallMeanings(event: Draft, { disk }: World): Draft[][] {
  if (event.event !== 'before-tool') return [];
  if (event.tool === 'mcp') {
    const everySplit = listMcpSplits(event).map((mcp) => ({ ...event, mcp }));
    return everySplit.length ? [everySplit] : [];
  }
  const { path } = event.input ?? {};
  const isFolder = event.tool === 'read' && disk && disk.entries(asText(path)).length > 0;
  return isFolder ? [[event, { ...event, tool: 'list', input: { path } }]] : [];
}
