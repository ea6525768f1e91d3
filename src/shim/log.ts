import type { Flags } from '../canonical/flags.ts';
import { formatNotice, type ShimOutput } from '../translate/shim-output.ts';
import type { Json } from '../util/json.ts';
import { ascii } from '../util/json.ts';
import { writeNotice } from './notices.ts';
import { readOwnConfig } from './own-config.ts';
import { appendLine } from './private-files.ts';

/** Bytes after which a log makes way for a new one. */
const rotateAt = 10 * 1024 * 1024;

/** One JSON line a run, where the command line or the user's own config says. Never fails a run. */
export function writeLog(flags: Flags, said: ShimOutput): void {
  const path = flags.log ?? readOwnConfig().log;
  if (typeof path !== 'string') return;
  const milliseconds = Math.round(process.uptime() * 100_000) / 100;
  const time = new Date().toISOString();
  const name = flags.name ?? flags.url ?? (flags.command.join(' ') || undefined); // to tell one from another
  const line = toLogLine({ time, name, ...said.log, milliseconds });
  if (appendLine(path, line, rotateAt)) return;
  if (!said.stdout) return; // where silence is asked for, a word here acts
  writeNotice(formatNotice(`${path}: cannot be used as a log (a file of yours, mode 0600)`));
}

/** What is nested too deep to be written is left out. */
function toLogLine(line: Json): string {
  try {
    return ascii(line);
  } catch (error) {
    const { time, name, host, event, as, milliseconds } = line;
    const why = (error as Error).message;
    return ascii({ time, name, host, event, as, error: `not written: ${why}`, milliseconds });
  }
}
