/** Makes a trial's call of what a person wrote. */
import { resolve } from 'node:path';
import type { EventName } from '../canonical/event.ts';
import { AnyhookError } from '../errors.ts';
import { type CallProblem, type CallSource, readCall } from '../settings/neutral/call-source.ts';
import { readText } from '../translate/machine.ts';
import type { Json } from '../util/json.ts';
import type { TrialCall } from './call.ts';

/** Arguments that are paths. Agents state them as absolute paths. */
const pathKeys = ['path', 'directory'];

/**
 * Makes the call that a person wrote as a shell command, or as a tool with its arguments. Paths may be relative to
 * the project.
 *
 * @param source What the person wrote.
 * @param root The project.
 * @param describeKey Returns what a message calls a key of the call. Default: the key.
 * @throws {AnyhookError} `usage` for every mistake, such as an unknown tool or a missing argument
 */
export function callFrom(
  event: EventName,
  source: string | CallSource,
  root: string,
  describeKey = (_key: string, message: string) => message,
): TrialCall {
  const problems: CallProblem[] = [];
  const { input, fields, ...named } = readCall(event, source, problems);
  const [problem] = problems;
  if (problem) throw new AnyhookError('usage', describeKey(...problem));
  const absolute =
    named.tool === 'mcp' || named.tool === 'other' ? input : withAbsolutePaths(input, root);
  const isOldStated = typeof source !== 'string' && (source.old ?? source.edits) !== undefined;
  const old = named.tool === 'edit' && !isOldStated ? findTextToReplace(absolute.path) : undefined;
  return {
    event,
    ...named,
    input: old === undefined ? absolute : { ...absolute, old },
    fields: withAbsolutePaths(fields, root),
  };
}

/** Returns a line that a file has exactly once, as the text that a made-up edit replaces. Undefined: there is none. */
function findTextToReplace(path: unknown): string | undefined {
  const file = typeof path === 'string' ? readText(path) : undefined;
  if (!file || !('text' in file)) return undefined;
  const { text } = file;
  const isOnce = (line: string) => text.indexOf(line) === text.lastIndexOf(line);
  return text.split(/\r?\n/).find((line) => line.trim() !== '' && isOnce(line));
}

/** Resolves the paths among arguments against the project. */
const withAbsolutePaths = (values: Json, root: string): Json =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      pathKeys.includes(key) && typeof value === 'string' ? resolve(root, value) : value,
    ]),
  );
