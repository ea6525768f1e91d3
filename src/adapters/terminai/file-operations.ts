import type { ToolName } from '../../canonical/tool.ts';
import { AnyhookError } from '../../errors.ts';
import type { Composite, Draft, World } from '../../mapping/adapter.ts';
import { recordWrittenPaths, toAbsolutePath } from '../../mapping/path-codecs.ts';
import { asText, type Json } from '../../util/json.ts';

/** Returns the text of an argument as the client uses it: without blanks at both ends. */
const textAt = ({ input }: Draft, key: string): string => asText((input as Json)[key] ?? '').trim();

const pathOf = (event: Draft, key: string): string => toAbsolutePath(textAt(event, key), event.cwd);

/**
 * Builds a call of a canonical tool for one of the files of the operation.
 *
 * @param key The argument of the operation that holds the path.
 * @param otherArguments The arguments of the call besides its path.
 */
const buildCall = (event: Draft, key: string, tool: ToolName, otherArguments: Json = {}): Draft =>
  recordWrittenPaths(
    { ...event, tool, input: { path: pathOf(event, key), ...otherArguments } },
    textAt(event, key),
  );

/**
 * Builds the `write` call that makes a copy of a file. Throws `tool` before the call if the content of the file
 * cannot be known.
 */
function buildCopyCall(event: Draft, from: string, { readFile }: World): Draft {
  const source = readFile(from);
  if (!('text' in source) && event.event === 'before-tool') {
    throw new AnyhookError(
      'tool',
      `${from}: what would be at ${pathOf(event, 'to')} cannot be known`,
    );
  }
  return buildCall(event, 'to', 'write', { content: 'text' in source ? source.text : '' });
}

/** The tool that moves, copies, deletes and lists files, as read in the source of 0.28.0. */
export const fileOperations: Composite = {
  sample: { operation: 'move', from: '/x', to: '/y' },
  calls(event, world) {
    const { operation } = event.input ?? {};
    if (operation === 'delete') return [buildCall(event, 'path', 'delete')];
    if (operation === 'list_tree') return [buildCall(event, 'path', 'list')];
    if (operation !== 'copy' && operation !== 'move') return [event];
    const copy = [
      buildCall(event, 'from', 'read'),
      buildCopyCall(event, pathOf(event, 'from'), world),
    ];
    return operation === 'copy' ? copy : [...copy, buildCall(event, 'from', 'delete')];
  },
};
