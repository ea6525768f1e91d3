/**
 * One run of `anyhook run`, without the process around it. The steps of a run, and where they are:
 *
 * 1. `run.ts` parses the flags, reads the host's payload from stdin, and calls {@link runShim}.
 * 2. {@link runShim} parses the payload and finds the host (`translate/host.ts`). An event that no
 *    table has is answered by `unknown-event.ts`. If the shim line stands in another agent's settings,
 *    which the host loads as well, `cross-loaded.ts` finds out whether the host also starts the hook from
 *    its own settings.
 * 3. `answerEvent` decodes the event (`prepare-run.ts`), adds what the session remembers
 *    (`session-memory.ts`), and makes the hook inputs (`hook-inputs.ts`): none if the hook is not about
 *    the event, several if one call of the host stands for several calls of the hook's dialect.
 * 4. `askHook` runs the hook (`start-hook.ts`) once for each hook input.
 * 5. `hook-answer.ts` turns what the hook printed into the answer for the host.
 * 6. `run.ts` prints the answer, writes the log and ends the process.
 *
 * If a step throws, `failure-answer.ts` makes the answer. A run is *verbatim* if host and dialect are one
 * agent: nothing is translated, and the hook gets the payload byte for byte.
 */
import { resolve } from 'node:path';
import { type Flags, type ParsedLine, startsHook } from '../canonical/flags.ts';
import type { Outcome } from '../canonical/outcome.ts';
import { traitsOf } from '../canonical/traits.ts';
import { AnyhookError } from '../errors.ts';
import type { Adapter, Draft, Finished } from '../mapping/adapter.ts';
import { isGate } from '../translate/bindings.ts';
import type { HookInput } from '../translate/hook-input.ts';
import { adapterOf, findHost, type Host, parsePayload } from '../translate/host.ts';
import { isExpression } from '../translate/matching.ts';
import { requireBinding } from '../translate/named-bindings.ts';
import {
  formatNotice,
  neutralAnswer,
  renderAnswer,
  type ShimOutput,
} from '../translate/shim-output.ts';
import type { Json } from '../util/json.ts';
import { encodeUnmoved } from '../util/large.ts';
import { isAlsoStartedByHost } from './cross-loaded.ts';
import { startDetachedRun } from './detached-run.ts';
import { answerFailure } from './failure-answer.ts';
import { makeFiringNote } from './firings.ts';
import { answerFromHook, answerWithoutHook } from './hook-answer.ts';
import { hookInputsOf } from './hook-inputs.ts';
import { type HookRun, isRefusal } from './judge-hook.ts';
import { addRecordedValues } from './line-values.ts';
import { type Platform, worldOf } from './platform.ts';
import { prepareRun, type Run } from './prepare-run.ts';
import { openSession } from './session.ts';
import * as memory from './session-memory.ts';
import { runHook, runHookOnUnknownEvent } from './start-hook.ts';
import type { Stdin } from './stdin.ts';
import { hookTimeWithin, timeLimitOf } from './time-limits.ts';
import { answerUnknownEvent, findUnknownEvent } from './unknown-event.ts';

/**
 * Answers the event on stdin, in the steps that the top of this file lists. Never throws: makes an answer
 * for a failure, too.
 */
export async function runShim(
  line: ParsedLine,
  stdin: Stdin,
  platform: Platform,
): Promise<ShimOutput> {
  const { flags, problem } = line;
  let host: Host | undefined;
  try {
    const payload = readPayload(stdin, line);
    const unknown = findUnknownEvent(flags, payload);
    if (unknown && !problem) {
      const output = await answerUnknownEvent(flags, unknown, payload, (dialect) =>
        runHookOnUnknownEvent(flags, unknown.name, dialect, stdin, platform),
      );
      return flags.answer === 'heard' ? output : { ...output, stdout: '', code: 0 };
    }
    host = findHost(flags, payload, process.env);
    if (problem) throw problem;
    const dialect = adapterOf(flags.as, '--as');
    refuseMissingCommand(flags, host, dialect);
    if (host.isCrossLoaded) {
      if (isAlsoStartedByHost(host, flags, worldOf(platform), platform))
        return renderAnswer(host, neutralAnswer(host), {});
      // The ending of the line was written for the agent in whose settings it stands, and would treat most
      // exit codes as a sign that the runner is missing. So the answer is always JSON with exit code 0.
      flags.exit = '0';
    }
    // Leaves a note that this run was started. The host may start the same hook from another agent's
    // settings as well: that run looks for the note (`cross-loaded.ts`).
    const noteStart = makeFiringNote(host, flags, worldOf(platform));
    const { sideBySide } = host.agents[0]?.ownHooks ?? {};
    if (sideBySide) noteStart?.();
    const output = await answerEvent(flags, host, dialect, stdin, platform);
    // If the host starts hooks one after another, the start is noted when there is an answer: a run that
    // the host ended early gave none, and must not count.
    if (!sideBySide) noteStart?.();
    return isGate(host.bindings[0]) ? { ...output, isAtGate: true } : output;
  } catch (error) {
    return answerFailure(error, flags, host ? { host } : stdin);
  }
}

/**
 * Parses the payload on stdin. If stdin holds no valid payload, throws the first of these errors that there
 * is. Those of the shim line come first, since a person has to correct them first.
 *
 * 1. An unknown vendor in `--host` or `--as`.
 * 2. The first error in the words of the line (`problem`).
 * 3. The error of the payload.
 */
function readPayload(stdin: Stdin, { flags, problem }: ParsedLine): Json {
  try {
    return parsePayload(stdin.bytes, stdin.isCut, stdin.openAfter);
  } catch (error) {
    for (const flag of ['host', 'as'] as const)
      if (flags[flag] !== undefined) adapterOf(flags[flag], `--${flag}`);
    throw problem ?? error;
  }
}

/**
 * Throws `usage` for a line without a command if the line names an event (`--event`) that is a gate, and the
 * host's event is a gate too: such a line was meant to guard. At a prompt, at an event that is no gate, and
 * without `--event`, a line without a command only records the event.
 */
function refuseMissingCommand(flags: Flags, { bindings: [binding] }: Host, dialect: Adapter): void {
  const { event } = flags;
  if (startsHook(flags) || event === undefined || traitsOf(binding?.event).begins === 'turn')
    return;
  if (isGate(binding) && isGate(requireBinding(dialect, event)))
    throw new AnyhookError('usage', 'there is no command: it comes after --');
}

/**
 * Answers an event whose host and binding are known.
 *
 * 1. Prepares the run, and adds to the event what the session remembers.
 * 2. Refuses at once where a hook has halted the session (`--halt strict`).
 * 3. Makes the hook inputs, runs the hook on them, and answers. With `--answer later`, another process runs
 *    the hook, and this process answers at once. A hook of another dialect is not run for an event that
 *    is fired again although nothing new has happened (`continues`). If the host fires an event many times
 *    for one prompt (`firesSpeculatively`) and the hook's own agent does not, the hook is run the first time
 *    only.
 * 4. If no hook was run: records the event for a line without a command, and answers with the context that
 *    earlier hooks gave for a later event, if there is any.
 *
 * Removes the memory of the session at its end, unless another process has yet to run the hook.
 */
async function answerEvent(
  flags: Flags,
  host: Host,
  dialect: Adapter,
  stdin: Stdin,
  platform: Platform,
): Promise<ShimOutput> {
  const hook = hookKey(flags);
  const openSessionOfHook = (agent: Adapter, project: string | undefined, event: Draft) =>
    openSession(agent, project, event, hook);
  const run = prepareRun(
    flags,
    host,
    dialect,
    worldOf(platform),
    openSessionOfHook,
    platform.pause,
  );
  const { event } = run;
  if (flags.log !== undefined) flags.log = resolve(event.cwd ?? '', flags.log);
  let isDetached = false;
  try {
    const isContinued = memory.isContinuedPrompt(run);
    if (!isContinued) memory.addRememberedFields(run);
    const haltReason = memory.haltReasonOf(run);
    if (haltReason !== undefined) return answerWithoutHook(run, { halt: true, haltReason });
    const inputs = hookInputsOf(run, platform.runBounded);
    if (startsHook(flags) && inputs.length && (run.isVerbatim || !isContinued)) {
      addRecordedValues(flags, platform.runnerPath);
      isDetached = flags.answer === 'later' && (await startDetachedRun(stdin.bytes));
      if (isDetached) return answerWithoutHook(run, {});
      const isAskedEveryTime = inputs[0]?.binding.firesSpeculatively !== undefined;
      // Checks whether the hook was run in this turn, and notes that it is run now.
      const wasRunInTurn = !isAskedEveryTime && memory.isRepeatedInTurn(run);
      if (!wasRunInTurn) return await askHook(run, inputs, stdin.bytes, platform);
    }
    if (!startsHook(flags) && !isContinued) memory.rememberValues(run);
    const outcome: Outcome = {};
    // Of an empty outcome nothing goes into the memory. This only takes out context, and adds it to the outcome.
    memory.exchangeWithMemory(outcome, run);
    const output = answerWithoutHook(run, outcome);
    return inputs.length ? output : { ...output, stderr: output.stderr + noticeOfMatcher(flags) };
  } finally {
    if (traitsOf(event.event).ends === 'session' && !isDetached) run.session().forget();
  }
}

/** Returns a notice if the matcher is no regular expression, which may be why no hook was run; else an empty text. */
const noticeOfMatcher = ({ matcher }: Flags): string =>
  matcher === undefined || isExpression(matcher)
    ? ''
    : formatNotice(`--matcher ${matcher} is no regular expression`);

/**
 * Runs the hook on its inputs, one after the other, and makes the answer. All inputs share the time of one
 * run: `--timeout`, or else a little less than the shorter of the limits of host and dialect. It begins with this
 * process, so that a call which takes long to read and translate is refused before the host's limit. An input that is an
 * earlier one in other words (`isRepeat`) is skipped if the hook has refused any input. Unless `--answer` is `heard`,
 * only the log gets what the hook printed.
 */
async function askHook(
  run: Run,
  inputs: readonly HookInput[],
  bytes: Buffer,
  platform: Platform,
): Promise<ShimOutput> {
  const { flags, dialect, host, isVerbatim } = run;
  const agent = host.agents[0];
  const limits = [timeLimitOf(dialect, inputs[0]?.binding), timeLimitOf(agent, host.bindings[0])];
  const limit = flags.timeout ?? hookTimeWithin(Math.min(...limits));
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
    hookRuns.push({ input, finished, hadLessTime: i > 0 || left < limit / 2 });
  }
  if (flags.answer === 'heard') return answerFromHook(run, hookRuns);
  const output = answerWithoutHook(run, {});
  return { ...output, log: { ...output.log, ran: hookRuns.map(({ finished }) => finished) } };
}

/** What counts as the end of a hook that was not started because no time was left. */
const notStartedInTime: Finished = { code: null, timedOut: true, stdout: '', stderr: '' };

/**
 * Returns the key under which the session keeps what belongs to one hook. A script that is started for
 * several agents or events is several hooks.
 */
const hookKey = ({ name = '', as, event, command, url, module }: Flags): string =>
  JSON.stringify([name, as, event, command, url, module]);
