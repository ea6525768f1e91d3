/** Learns from the runner's own log what the hook behind a shim line was told, and what it said. */
import { readFileSync } from 'node:fs';
import type { Outcome } from '../canonical/outcome.ts';
import { findVerdict } from '../canonical/verdict.ts';
import type { Finished } from '../mapping/adapter.ts';
import { parseShimLines } from '../settings/command-line/shim-line.ts';
import { decodeReading } from '../translate/hook-outcome.ts';
import { findAdapter } from '../translate/host.ts';
import { readHookOutput } from '../translate/reading.ts';
import { attempt } from '../util/attempt.ts';
import { isObject } from '../util/equal.ts';
import { type Json, parseJsonObject } from '../util/json.ts';
import { quoteForShell } from '../util/quote-for-shell.ts';
import type { TrialScene } from './call.ts';
import { recordedInput, worldOfScene } from './payloads.ts';

/** One start of the command of a hook by the runner. */
export interface InnerRun {
  /** What the command got on stdin, in the words of its own dialect. */
  payload: Json;
  finished: Finished;
  /** How it failed. Absent: it did not. */
  failure?: string;
  /** What it decided, in canonical words. */
  verdict: 'halt' | 'deny' | 'ask' | 'allow' | 'pass';
}

/** What the runner did for one event. */
export interface InnerStory {
  /** The id of the dialect of the hook. */
  dialect: string;
  /** What the log calls the hook: its name, or what it starts. */
  name?: string;
  /** Empty: the runner did not start the command, because the event is not what the hook is for. */
  runs: InnerRun[];
  /** What the hook says to the host, in canonical words, where its line starts further hooks. */
  said?: Outcome;
  /** Why the runner itself failed. Absent: it did not. */
  error?: string;
  /** The keys of the outcome that the runner keeps for a later event, since the agent takes them at others only. */
  delayed?: string[];
}

/**
 * Returns a shim line that also writes a log to a file.
 *
 * @returns Undefined: the line is no shim line, or has a log already.
 */
export function withLog(line: string, file: string): string | undefined {
  const parsed = parseShimLines(line)[0];
  const at = line.indexOf(' --host ');
  if (!parsed || parsed.flags.log !== undefined || at < 0) return undefined;
  return `${line.slice(0, at)} --log ${quoteForShell(file)}${line.slice(at)}`;
}

/** Reads the log of one run of a line: what it says of each hook that was run, in any order. Empty: there is no log. */
export function readShimLog(file: string, scene: TrialScene): InnerStory[] {
  const text = attempt(() => readFileSync(file, 'utf8')) ?? '';
  const lines = text.trim().split('\n');
  return lines.flatMap((line) => readLogLine(line, scene) ?? []);
}

/** Reads what a line of a log says of one hook. */
function readLogLine(line: string, scene: TrialScene): InnerStory | undefined {
  const log = parseJsonObject(line);
  if (!log || typeof log.as !== 'string') return undefined;
  const { as: dialect, error, name, said } = log;
  const payloads = [log.told ?? log.in ?? []].flat().filter(isObject);
  const ran = [log.ran ?? []].flat() as Finished[];
  const runs = ran.map((finished, i) => judgeRun(dialect, payloads[i] ?? {}, finished, scene));
  // The losses are those of all hooks of the line.
  const isOwn = (key: string) => !isObject(said) || key in said;
  const delayed = [log.losses ?? []]
    .flat()
    .filter(isObject)
    .flatMap(({ kind, path }) => (kind === 'delayed' ? [String(path)] : []))
    .filter(isOwn);
  return {
    ...{ dialect, runs },
    ...(typeof name === 'string' && { name }),
    ...(isObject(said) && { said: said as Outcome }),
    ...(typeof error === 'string' && { error }),
    ...(delayed.length && { delayed: [...new Set(delayed)] }),
  };
}

/** Returns what the hook's own agent takes from one start of its command. */
function judgeRun(dialect: string, payload: Json, finished: Finished, scene: TrialScene): InnerRun {
  const adapter = findAdapter(dialect);
  const judged = attempt(() => {
    if (!adapter) return undefined;
    const input = recordedInput(adapter, payload, scene);
    const { event } = input.variant;
    const reading = readHookOutput(adapter, input.binding, finished, event);
    const context = { adapter, event, world: worldOfScene(scene) };
    const { failure } = reading;
    const verdict = findVerdict(decodeReading(reading, context, input));
    return { verdict, ...(failure !== undefined && { failure }) };
  });
  return { payload, finished, verdict: 'pass', ...judged };
}
