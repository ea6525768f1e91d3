/**
 * One run of `anyhook run`, without the process around it. The steps of a run, and where they are:
 *
 * 1. `run.ts` parses the flags, reads the host's payload from stdin, and calls {@link runShim}.
 * 2. {@link runShim} parses the payload and finds the host (`translate/host.ts`). An event that no
 *    table has is answered by `unknown-event.ts`. If the shim line stands in another agent's settings,
 *    which the host loads as well, `cross-loaded.ts` finds out whether the host also starts the hook from
 *    its own settings.
 * 3. `event-run.ts` decodes the event (`prepare-run.ts`), adds what the session remembers
 *    (`session-memory.ts`), and makes the hook inputs (`hook-inputs.ts`): none if the hook is not about
 *    the event, several if one call of the host stands for several calls of the hook's dialect.
 * 4. It runs the hook (`start-hook.ts`) once for each hook input.
 * 5. `hook-answer.ts` turns what the hook printed into the answer for the host.
 * 6. `run.ts` prints the answer, writes the log and ends the process.
 *
 * A line may have several hooks (`--hook`). Then step 1 is done once, steps 3 and 4 for each hook, in the order of
 * `hook-order.ts`, and `several-hooks.ts` merges what the hooks say before step 5. The payload is parsed once.
 *
 * If a step throws, `failure-answer.ts` makes the answer. A run is *verbatim* if host and dialect are one
 * agent: nothing is translated, and the hook gets the payload byte for byte.
 */
import { type Flags, type ParsedLine, startsHook } from '../canonical/flags.ts';
import { traitsOf } from '../canonical/traits.ts';
import { AnyhookError } from '../errors.ts';
import type { Adapter } from '../mapping/adapter.ts';
import { isGate } from '../translate/bindings.ts';
import { adapterOf, findHost, type Host, parsePayload } from '../translate/host.ts';
import { requireBinding } from '../translate/named-bindings.ts';
import { neutralAnswer, renderAnswer, type ShimOutput } from '../translate/shim-output.ts';
import type { Json } from '../util/json.ts';
import { isAlsoStartedByHost } from './cross-loaded.ts';
import { isAtSessionEnd, prepareHookRun, runHookOnEvent } from './event-run.ts';
import { answerFailure } from './failure-answer.ts';
import { makeFiringNote } from './firings.ts';
import { answerFromHook, answerWithoutHook } from './hook-answer.ts';
import { titleOfHook } from './hook-name.ts';
import { type LineHook, lineHookOf, listLineHooks } from './hook-order.ts';
import { type Platform, worldOf } from './platform.ts';
import * as memory from './session-memory.ts';
import { answerWithHooks } from './several-hooks.ts';
import { runHookOnUnknownEvent } from './start-hook.ts';
import type { Stdin } from './stdin.ts';
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
  const { flags, hooks, problem } = line;
  let host: Host | undefined;
  try {
    const payload = readPayload(stdin, line);
    const unknown = findUnknownEvent(hooks[0] ?? flags, payload);
    if (unknown && !problem) {
      if (hooks.length > 1) {
        const why = 'the answers of several hooks cannot be merged there';
        throw new AnyhookError(
          'event',
          `${unknown.host.title}: ${unknown.name} is no event we know, and ${why}`,
        );
      }
      const output = await answerUnknownEvent(flags, unknown, payload, (dialect) =>
        runHookOnUnknownEvent(flags, unknown.name, dialect, stdin, platform),
      );
      return flags.answer === 'heard' ? output : { ...output, stdout: '', code: 0 };
    }
    host = findHost(flags, payload, process.env);
    if (problem) throw problem;
    const isToRun = (one: LineHook) => !isStartedElsewhere(one, host as Host, platform);
    const agent = host.agents[0];
    const all = hooks.length > 1 ? listLineHooks(line, agent) : [lineHookOf(flags)];
    const toRun = all.filter(isToRun);
    // Leaves notes that the hooks were started. The host may start the same hooks from another agent's
    // settings as well: those runs look for the notes (`cross-loaded.ts`).
    const notes = toRun
      .filter((one) => !one.problem)
      .map((one) => makeFiringNote(host as Host, one.flags, worldOf(platform)));
    const noteStarts = () => {
      for (const note of notes) note?.();
    };
    const { sideBySide } = agent.ownHooks ?? {};
    if (sideBySide) noteStarts();
    const [only] = toRun;
    const output = !only
      ? renderAnswer(host, neutralAnswer(host), {})
      : hooks.length === 1
        ? await answerEvent(only, host, stdin, platform)
        : await answerWithHooks(toRun, flags, host, stdin.bytes, platform);
    // If the host starts hooks one after another, the start is noted when there is an answer: a run that
    // the host ended early gave none, and must not count.
    if (!sideBySide) noteStarts();
    return isGate(host.bindings[0]) ? { ...output, isAtGate: true } : output;
  } catch (error) {
    return answerFailure(error, hooks, host ? { host } : stdin);
  }
}

/**
 * Tells whether the host starts a hook of the line from its own settings as well, for a line in another agent's settings,
 * which the host loads. Throws `usage` for a line that was meant to start a hook, and starts none.
 */
function isStartedElsewhere({ flags, dialect }: LineHook, host: Host, platform: Platform): boolean {
  refuseMissingCommand(flags, host, dialect);
  if (!host.isCrossLoaded) return false;
  if (isAlsoStartedByHost(host, flags, worldOf(platform), platform)) return true;
  // The ending of the line was written for the agent in whose settings it stands, and would treat most
  // exit codes as a sign that the runner is missing. So the answer is always JSON with exit code 0.
  flags.exit = '0';
  return false;
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
 * Answers an event whose host and binding are known, on a line with one hook. If no hook was run, the answer has the
 * context that earlier hooks gave for a later event, if there is any.
 *
 * Removes the memory of the session at its end, unless another process has yet to run the hook.
 */
async function answerEvent(
  { flags, dialect }: LineHook,
  host: Host,
  stdin: Stdin,
  platform: Platform,
): Promise<ShimOutput> {
  const run = prepareHookRun(flags, titleOfHook(flags, true), host, dialect, platform);
  let isDetached: boolean | undefined = false;
  try {
    const end = await runHookOnEvent(run, stdin.bytes, platform);
    ({ isDetached } = end);
    const { hookRuns, outcome, notice, isFinal } = end;
    if (hookRuns && flags.answer === 'heard') return answerFromHook(run, hookRuns);
    if (hookRuns) {
      const output = answerWithoutHook(run, {});
      return { ...output, log: { ...output.log, ran: hookRuns.map(({ finished }) => finished) } };
    }
    // Of an empty outcome nothing goes into the memory. This only takes out context, and adds it to the outcome.
    if (!isFinal) memory.exchangeWithMemory(outcome, run);
    const output = answerWithoutHook(run, outcome);
    return { ...output, stderr: output.stderr + notice };
  } finally {
    if (isAtSessionEnd(run) && !isDetached) run.session().forget();
  }
}
