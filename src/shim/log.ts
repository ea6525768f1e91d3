import type { Flags, ParsedLine } from '../canonical/flags.ts';
import { formatNotice, type ShimOutput } from '../translate/shim-output.ts';
import { errorMessageOf } from '../util/errors.ts';
import type { Json } from '../util/json.ts';
import { toAsciiJson } from '../util/json.ts';
import { writeNotice } from './notices.ts';
import { readOwnConfig } from './own-config.ts';
import { appendLine } from './private-files.ts';

/** Size in bytes above which a log is renamed to `PATH.1`, so that a new one begins. */
const rotateAt = 10 * 1024 * 1024;

/**
 * Appends to the log of each hook of a line what became of it.
 *
 * @param milliseconds How long the run took.
 */
export function writeLogs(
  { hooks }: Pick<ParsedLine, 'hooks'>,
  { log, logs, stdout }: ShimOutput,
  milliseconds: number,
): void {
  const time = Math.round(milliseconds * 100) / 100;
  for (const one of logs ?? hooks.map((flags) => ({ flags, log })))
    writeLog(one.flags, { log: one.log, stdout }, time);
}

/**
 * Appends a JSON line about this run to the log that `--log` or the person's own configuration names.
 * Never throws. If the log cannot be written, a notice says so. It is left out if stdout is empty, since
 * some hosts then take the text on stderr for an answer.
 */
function writeLog(
  flags: Flags,
  output: Pick<ShimOutput, 'log' | 'stdout'>,
  milliseconds: number,
): void {
  const path = flags.log ?? readOwnConfig().log;
  if (typeof path !== 'string') return;
  const time = new Date().toISOString();
  const name = flags.name ?? flags.url ?? flags.module ?? (flags.command.join(' ') || undefined);
  const line = toLogLine({ time, name, ...output.log, milliseconds });
  if (appendLine(path, line, rotateAt) || !output.stdout) return;
  writeNotice(formatNotice(`${path}: cannot be used as a log (a file of yours, mode 0600)`));
}

/** Formats a line of the log in ASCII. If it is nested too deep, only the fields that identify the run are left. */
function toLogLine(line: Json): string {
  try {
    return toAsciiJson(line);
  } catch (error) {
    const { time, name, host, event, as, milliseconds } = line;
    const why = errorMessageOf(error);
    return toAsciiJson({ time, name, host, event, as, error: `not written: ${why}`, milliseconds });
  }
}
