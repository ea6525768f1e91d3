/**
 * Events that no table knows: the agent is newer than this anyhook, or somebody added an event to it.
 */
import { adapters } from '../adapters/index.ts';
import { type Flags, startsHook } from '../canonical/flags.ts';
import type { Adapter, Finished } from '../mapping/adapter.ts';
import { describeCutOff } from '../mapping/finished-command.ts';
import { bindingOf, isGate, nativeEventOf, requireBinding } from '../translate/bindings.ts';
import { recogniseByEnvelope } from '../translate/candidates.ts';
import { isOurFailure, policyFor } from '../translate/failure-policy.ts';
import { adapterOf, findAdapter, findOtherAgent } from '../translate/host.ts';
import { canBeGate } from '../translate/likely-event.ts';
import { formatNotice, type ShimOutput } from '../translate/shim-output.ts';
import type { Json } from '../util/json.ts';

/**
 * Finds out whether a payload is of an event that its host's tables lack.
 *
 * @returns the host and its name of the event, which is empty where neither payload nor line states
 *   one; undefined where the tables have the event, or the payload is not of this host.
 */
export function findUnknownEvent(
  flags: Flags,
  payload: Json,
): { host: Adapter; name: string } | undefined {
  // Without `--host`, `--event` names an event of the hook's own agent.
  const host = findAdapter(flags.host ?? flags.as);
  const name = host && eventNameIn(host, flags, payload);
  if (!host || name === undefined || bindingOf(host, name)) return undefined;
  if (flags.host === undefined && flags.event !== name) return undefined;
  const certainty = recogniseByEnvelope(host, payload);
  // A name that other agents have, or none, takes a payload that is certainly of this host.
  const isAmbiguous = !name || Object.values<Adapter>(adapters).some((one) => bindingOf(one, name));
  const needed = isAmbiguous ? 2 : flags.host === undefined ? 1 : 0;
  return certainty < needed || findOtherAgent(host, payload, recogniseByEnvelope)
    ? undefined
    : { host, name };
}

/**
 * Returns what the line or the payload calls the event, or an empty text for an event without a name.
 * Undefined: the tables know the form of the payload, or line and payload name different events.
 */
function eventNameIn(host: Adapter, flags: Flags, payload: Json): string | undefined {
  const inPayload = payload[host.eventKey];
  const { as, event, hostEvent: named = inPayload } = flags;
  if (named !== undefined) {
    // The payload's own name counts first, then the event of its form: a payload of another event
    // than the line names is placed by the tables. Under its own dialect the line is believed.
    const actual = inPayload ?? (as === host.id ? named : (nativeEventOf(host, payload) ?? named));
    return typeof named === 'string' && named && actual === named ? named : undefined;
  }
  // The agent names no events: a payload whose form its tables do not know is of an unknown event.
  if (!host.nativeOf || host.nativeOf(payload) !== undefined) return undefined;
  if (host.recognises(payload) < 2) return undefined;
  return as === host.id && event !== undefined && !bindingOf(host, event) ? event : '';
}

/**
 * Answers an event that no table knows.
 *
 * 1. A hook of another dialect, or of another event, cannot be asked. A notice says so. Where the
 *    hook is for a gate, exit code 2 refuses, whoever the host is, unless the line says
 *    `--on-failure allow`.
 * 2. A hook of the host's own dialect is run on the payload byte for byte, and its output is passed
 *    on, or what the failure policy makes of it.
 *
 * Throws `event` where `--event` is no event of the dialect.
 *
 * @param run Runs the hook of the line.
 */
export async function answerUnknownEvent(
  flags: Flags,
  { host, name }: { host: Adapter; name: string },
  payload: Json,
  run: (dialect: Adapter) => Promise<Finished>,
): Promise<ShimOutput> {
  const dialect = adapterOf(flags.as, '--as');
  const log: Json = { host: host.id, event: name, as: dialect.id, in: payload };
  const makeOutput = (stderr: string, code = 0, stdout = ''): ShimOutput => ({
    stdout,
    stderr,
    code,
    log,
  });
  if (host !== dialect || (flags.event ?? name) !== name) {
    // A line without `--event` is for every event: by its name this one may be a gate.
    const isGuard =
      flags.event === undefined
        ? startsHook(flags) && canBeGate(name)
        : isGate(requireBinding(dialect, flags.event));
    const why = `${host.title} has no event ${name || 'of this form'} that is known here, so`;
    if (!isGuard || flags.onFailure === 'allow') {
      return makeOutput(formatNotice(`${why} this hook is not asked`));
    }
    const place = `${name && `${name} in `}${host.hooksIn}`;
    const wayOut = `A person can update anyhook, or take this hook out of ${place}.`;
    return makeOutput(
      formatNotice(`${why} nothing is let through until this is mended. ${wayOut}`),
      2,
    );
  }
  if (!startsHook(flags)) return makeOutput('');
  const finished = await run(dialect);
  log.ran = finished;
  const { code } = finished;
  const cut =
    describeCutOff(finished) ?? (code === null ? `was ended by ${finished.signal}` : undefined);
  const failure = cut ?? (code && code !== 2 ? `ended with ${code}` : undefined);
  const whose = isOurFailure(finished) && canBeGate(name) ? 'shim' : 'hook';
  const policy = policyFor(whose, flags.onFailure);
  if (failure === undefined || policy === 'native') {
    const stderr = cut === undefined ? finished.stderr : formatNotice(`the hook ${cut}`);
    // A shell that cannot start a command ends with 127.
    const exitCode = finished.notStarted === undefined ? (code ?? 0) : 127;
    return makeOutput(stderr, exitCode, cut ? '' : finished.stdout);
  }
  const text = formatNotice(`the hook${flags.name ? ` ${flags.name}` : ''} ${failure}`);
  return makeOutput(text, policy === 'block' ? 2 : 0);
}
