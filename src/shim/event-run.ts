/** Runs one hook of a line on the event of the host. */
import { resolve } from 'node:path';
import { type Flags, startsHook } from '../canonical/flags.ts';
import type { Outcome } from '../canonical/outcome.ts';
import { traitsOf } from '../canonical/traits.ts';
import type { Adapter, Draft, Finished } from '../mapping/adapter.ts';
import type { HookInput } from '../translate/hook-input.ts';
import type { Host } from '../translate/host.ts';
import { isExpression } from '../translate/matching.ts';
import { formatNotice } from '../translate/shim-output.ts';
import { encodeUnmoved } from '../util/large.ts';
import { startDetachedRun } from './detached-run.ts';
import { hookInputsOf } from './hook-inputs.ts';
import { remarkOn } from './hook-name.ts';
import { type HookRun, isRefusal } from './judge-hook.ts';
import { addRecordedValues } from './line-values.ts';
import { type Platform, worldOf } from './platform.ts';
import { prepareRun, type Run } from './prepare-run.ts';
import { openSession } from './session.ts';
import * as memory from './session-memory.ts';
import { runHook } from './start-hook.ts';
import { hookTimeWithin, timeLimitOf } from './time-limits.ts';

/** How the run of a hook on an event ended. */
export interface EventRun {
  /** The runs of the hook, one for each of its inputs. Absent: the hook was not run. */
  hookRuns?: readonly HookRun[];
  /** What is answered if the hook was not run. */
  outcome: Outcome;
  /** A text for stderr, or an empty one. */
  notice: string;
  /** Nothing is added to the outcome from the memory of the session. */
  isFinal?: true;
  /** Another process has yet to run the hook. */
  isDetached?: true;
}

/**
 * Prepares the run of one hook, with the session memory of this hook. Throws as `prepareRun` does.
 *
 * @param title What messages call the hook.
 */
export function prepareHookRun(
  flags: Flags,
  title: string,
  host: Host,
  dialect: Adapter,
  platform: Platform,
): Run {
  const hook = hookKey(flags);
  const openSessionOfHook = (agent: Adapter, project: string | undefined, event: Draft) =>
    openSession(agent, project, event, hook);
  const run = prepareRun(
    flags,
    title,
    host,
    dialect,
    worldOf(platform),
    openSessionOfHook,
    platform.pause,
  );
  if (flags.log !== undefined) flags.log = resolve(run.event.cwd ?? '', flags.log);
  return run;
}

/** Tells whether the session is over after the event of a run, so that nobody needs its memory any more. */
export const isAtSessionEnd = ({ event }: Run): boolean => traitsOf(event.event).ends === 'session';

/**
 * Runs the hook of a run.
 *
 * 1. Adds to the event what the session remembers.
 * 2. Refuses at once where a hook has halted the session (`--halt strict`).
 * 3. Makes the hook inputs, and runs the hook on them. With `--answer later`, another process runs the hook. A hook of
 *    another dialect is not run for an event that is fired again although nothing new has happened (`continues`). If the
 *    host fires an event many times for one prompt (`firesSpeculatively`) and the hook's own agent does not, the
 *    hook is run the first time only.
 * 4. If no hook was run, records the event for a line without a command.
 *
 * @param bytes The host's payload, which the hook of a verbatim run gets.
 */
export async function runHookOnEvent(
  run: Run,
  bytes: Buffer,
  platform: Platform,
): Promise<EventRun> {
  const { flags } = run;
  const none = { outcome: {}, notice: '' };
  const isContinued = memory.isContinuedPrompt(run);
  if (!isContinued) memory.addRememberedFields(run);
  const haltReason = memory.haltReasonOf(run);
  if (haltReason !== undefined)
    return { outcome: { halt: true, haltReason }, notice: '', isFinal: true };
  const inputs = hookInputsOf(run, platform.runBounded);
  if (startsHook(flags) && inputs.length && (run.isVerbatim || !isContinued)) {
    addRecordedValues(flags, platform.runnerPath);
    const startDetached = platform.shared?.startDetachedRun ?? startDetachedRun;
    if (flags.answer === 'later' && (await startDetached(bytes)))
      return { ...none, isFinal: true, isDetached: true };
    const isAskedEveryTime = inputs[0]?.binding.firesSpeculatively !== undefined;
    // Checks whether the hook was run in this turn, and notes that it is run now.
    const wasRunInTurn = !isAskedEveryTime && memory.isRepeatedInTurn(run);
    if (!wasRunInTurn) return { ...none, hookRuns: await askHook(run, inputs, bytes, platform) };
  }
  if (!startsHook(flags) && !isContinued) memory.rememberValues(run);
  return inputs.length ? none : { ...none, notice: noticeOfMatcher(run) };
}

/** Returns a notice if the matcher is no regular expression, which may be why no hook was run; else an empty text. */
const noticeOfMatcher = ({ flags: { matcher }, title }: Run): string =>
  matcher === undefined || isExpression(matcher)
    ? ''
    : formatNotice(remarkOn(title, `--matcher ${matcher} is no regular expression`));

/**
 * Runs the hook on its inputs, one after the other. All inputs share the time of one
 * run: `--timeout`, or else a little less than the shorter of the limits of host and dialect. It begins with this
 * process, so that a call which takes long to read and translate is refused before the host's limit. An input that is an
 * earlier one in other words (`isRepeat`) is skipped if the hook has refused any input.
 */
async function askHook(
  run: Run,
  inputs: readonly HookInput[],
  bytes: Buffer,
  platform: Platform,
): Promise<HookRun[]> {
  const { flags, dialect, host, isVerbatim } = run;
  const agent = host.agents[0];
  const limits = [timeLimitOf(dialect, inputs[0]?.binding), timeLimitOf(agent, host.bindings[0])];
  const hostTime = hookTimeWithin(timeLimitOf(agent, host.bindings[0]));
  const ownTime = flags.timeout ?? hookTimeWithin(Math.min(...limits));
  const isCut = host.bindings[0].hasFixedTimeout === true && hostTime < ownTime;
  const limit = isCut ? hostTime : ownTime;
  const timeLeft = () => limit - (platform.elapsed?.() ?? 0);
  const hookRuns: HookRun[] = [];
  for (const [i, input] of inputs.entries()) {
    if (input.isRepeat && hookRuns.some((one) => isRefusal(run, one))) continue;
    const left = timeLeft();
    // `encodeUnmoved` spares the garbage collector the moving of a long text.
    const text = isVerbatim ? bytes : encodeUnmoved(`${JSON.stringify(input.payload)}\n`);
    // The hook may end while a child of it still holds the pipes open. That is waited for no longer than an
    // equal share of the time, so that later inputs have some.
    const times = { timeout: left, openPipeLimit: left / (inputs.length - i) };
    const finished = left > 0 ? await runHook(run, input, text, times, platform) : notStartedInTime;
    // A little of the time is always over at the first input.
    hookRuns.push({ input, finished, hadLessTime: isCut || i > 0 || left < limit / 2 });
  }
  return hookRuns;
}

/** What counts as the end of a hook that was not started because no time was left. */
const notStartedInTime: Finished = { code: null, timedOut: true, stdout: '', stderr: '' };

/**
 * Returns the key under which the session keeps what belongs to one hook. A script that is started for
 * several agents or events is several hooks.
 */
const hookKey = ({ name = '', as, event, command, url, module }: Flags): string =>
  JSON.stringify([name, as, event, command, url, module]);
