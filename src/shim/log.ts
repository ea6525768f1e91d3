import type { Flags } from '../canonical/flags.ts';
import { formatNotice, type ShimOutput } from '../translate/shim-output.ts';
import { errorMessageOf } from '../util/errors.ts';
import type { Json } from '../util/json.ts';
import { toAsciiJson } from '../util/json.ts';
import { writeNotice } from './notices.ts';
import { readOwnConfig } from './own-config.ts';
import { appendLine } from './private-files.ts';

/** Size in bytes above which a log is renamed to `PATH.1` and a new one begun. */
const rotateAt = 10 * 1024 * 1024;

/**
 * Appends a JSON line about this run to the log that `--log` or the person's own configuration names.
 * Never throws. Where the log cannot be written, prints a notice, unless the answer was nothing: some
 * hosts take a text on stderr for an answer then.
 */
export function writeLog(flags: Flags, output: ShimOutput): void {
  const path = flags.log ?? readOwnConfig().log;
  if (typeof path !== 'string') return;
  const milliseconds = Math.round(process.uptime() * 100_000) / 100;
  const time = new Date().toISOString();
  const name = flags.name ?? flags.url ?? (flags.command.join(' ') || undefined);
  const line = toLogLine({ time, name, ...output.log, milliseconds });
  if (appendLine(path, line, rotateAt)) return;
  if (!output.stdout) return;
  writeNotice(formatNotice(`${path}: cannot be used as a log (a file of yours, mode 0600)`));
}

/** Formats a line of the log in ASCII. Where it is nested too deep, only what names the run is left. */
function toLogLine(line: Json): string {
  try {
    return toAsciiJson(line);
  } catch (error) {
    const { time, name, host, event, as, milliseconds } = line;
    const why = errorMessageOf(error);
    return toAsciiJson({ time, name, host, event, as, error: `not written: ${why}`, milliseconds });
  }
}
