/** Computes the fields that events of other agents lack, before payloads are written. */

import { AnyhookError } from '../../errors.ts';
import type { Draft, FillsByEvent, World } from '../../mapping/adapter.ts';
import type { Json } from '../../util/json.ts';

/**
 * The arguments of every read that Cursor makes before an edit. If the file of such a read does not exist
 * yet, `beforeReadFile` is not fired.
 */
export const readsBeforeEdits = new WeakSet<object>();

const inputOf = (event: Draft): Json => event.input ?? {};
const resultOf = (event: Draft): Json => event.result ?? {};

/** Returns the text that the model was shown for a shell command. Undefined: another tool, or no text. */
const getShellOutput = (event: Draft) =>
  event.tool === 'shell' ? resultOf(event).text : undefined;

/** Returns the `error_message` of a failed call, for an event that has none. */
const describeFailure = (event: Draft) => {
  const { output, text, exitCode } = resultOf(event);
  return output || text || `Command failed with exit code ${exitCode ?? 1}`;
};

/**
 * Returns the content of the file that a call is about to read. If there is no such file, returns an empty
 * text, but undefined for a read before an edit, so that `beforeReadFile` is not fired.
 *
 * Throws `tool` for a file that cannot be read as a whole.
 */
function readContent(event: Draft, world: World): unknown {
  const path = inputOf(event).path as string | undefined;
  if (path === undefined) return ''; // the call reads no file
  const file = world.readFile(path);
  if ('unreadable' in file) throw new AnyhookError('tool', `${path}: ${file.unreadable}`);
  if ('text' in file) return file.text;
  return readsBeforeEdits.has(inputOf(event)) ? undefined : '';
}

const shellOutput = { 'result.output': getShellOutput };

/** The functions by native event. */
export const fillBeforeEncoding: FillsByEvent = {
  // The list of workspace folders holds only the project.
  '*': { roots: ({ cwd }) => (cwd === undefined ? undefined : [cwd]) },
  beforeReadFile: { 'input.content': readContent },
  postToolUse: shellOutput,
  postToolUseFailure: { 'result.error.message': describeFailure },
  afterShellExecution: shellOutput,
  afterFileEdit: {
    'input.edits': (event) => [{ old: inputOf(event).old, new: inputOf(event).new }],
  },
  stop: { loopCount: (_, world) => world.recall('loopCount') },
};
