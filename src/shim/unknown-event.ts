/**
 * Answers events that are in no adapter's tables: the agent is newer than this anyhook, or somebody has
 * added an event to it.
 */

import { adapters } from '../adapters/index.ts';
import { type Flags, startsHook } from '../canonical/flags.ts';
import type { Adapter, Finished } from '../mapping/adapter.ts';
import { statedNameOf } from '../mapping/event-key.ts';
import { describeCutOff } from '../mapping/finished-command.ts';
import { bindingOf, isGate, nativeEventOf } from '../translate/bindings.ts';
import { recogniseByEnvelope } from '../translate/candidates.ts';
import { isOurFailure, policyFor } from '../translate/failure-policy.ts';
import { adapterOf, findAdapter, findOtherAgent } from '../translate/host.ts';
import { canBeGate } from '../translate/likely-event.ts';
import { requireBinding } from '../translate/named-bindings.ts';
import { formatNotice, type ShimOutput } from '../translate/shim-output.ts';
import type { Json } from '../util/json.ts';
import { titleOfHook } from './hook-name.ts';

/**
 * Returns the host of a payload and its name of the event, if the host's tables lack this event.
 *
 * A payload may just as well come from another agent than the line says. So how certain it must be that
 * the payload is of this host (0 to 2, see `Adapter.recognises`) depends on what else is known: nothing
 * is needed if the line says `--host`, 1 if it does not, and 2 if other agents have an event of that
 * name or the event has no name.
 *
 * @returns the name is empty if neither payload nor line states one. Undefined: the tables have the
 *   event, or the payload may be of another agent.
 */
export function findUnknownEvent(
  flags: Flags,
  payload: Json,
): { host: Adapter; name: string } | undefined {
  // A line without `--host` stands in the settings of the hook's own agent.
  const host = findAdapter(flags.host ?? flags.as);
  const name = host && eventNameIn(host, flags, payload);
  if (!host || name === undefined || bindingOf(host, name)) return undefined;
  if (flags.host === undefined && flags.event !== name) return undefined;
  const certainty = recogniseByEnvelope(host, payload);
  const isAmbiguous =
    !name || Object.values<Adapter>(adapters).some((agent) => bindingOf(agent, name));
  const neededCertainty = isAmbiguous ? 2 : flags.host === undefined ? 1 : 0;
  return certainty < neededCertainty || findOtherAgent(host, payload, recogniseByEnvelope)
    ? undefined
    : { host, name };
}

/**
 * Returns the host's name of the event, as `--host-event` or else the payload states it. Returns an
 * empty text for an event that neither names, if the payload is surely of this host and has the form of
 * none of its events.
 *
 * @returns undefined if the tables can tell the event: the payload has the form of one of the host's
 *   events, or names another event than the line.
 */
function eventNameIn(host: Adapter, flags: Flags, payload: Json): string | undefined {
  const stated = statedNameOf(host, payload);
  // What a payload states may be the kind of its event only, beside other fields that tell the event.
  const isKindOnly =
    stated !== undefined && !bindingOf(host, stated) && host.nativeOf !== undefined;
  const told = isKindOnly ? host.nativeOf?.(payload) : undefined;
  const nameInPayload = bindingOf(host, told) ? told : stated;
  const { as, event, hostEvent: statedName = nameInPayload } = flags;
  if (statedName !== undefined) {
    // Which event the payload is of: by its own name, else by its form. The line of a hook of the host's
    // own dialect is believed without looking at the form.
    const nameByForm = as === host.id ? undefined : nativeEventOf(host, payload);
    const actualName = nameInPayload ?? nameByForm ?? statedName;
    return typeof statedName === 'string' && statedName && actualName === statedName
      ? statedName
      : undefined;
  }
  // Only a host whose payloads name no events is told from the form of the payload (`nativeOf`).
  if (!host.nativeOf || host.nativeOf(payload) !== undefined) return undefined;
  if (host.recognises(payload) < 2) return undefined;
  return as === host.id && event !== undefined && !bindingOf(host, event) ? event : '';
}

/**
 * Answers an event that is not in the tables of its host.
 *
 * 1. A hook of another dialect, or for another event, cannot be run, since nothing can be translated. A
 *    notice says so. If the hook is for a gate, the answer also is a refusal by exit code 2, which every
 *    agent understands, unless the line says `--on-failure allow`.
 * 2. A hook of the host's own dialect is run on the payload byte for byte. Its output is passed on
 *    unchanged, unless the failure policy (`--on-failure`) refuses or lets through in its place.
 *
 * Throws `event` if `--event` is no event of the dialect.
 *
 * @param runHook Runs the hook of the line on the payload.
 */
export async function answerUnknownEvent(
  flags: Flags,
  { host, name }: { host: Adapter; name: string },
  payload: Json,
  runHook: (dialect: Adapter) => Promise<Finished>,
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
    // A line without `--event` is for every event, and only the name shows whether this one may be a gate.
    const isForGate =
      flags.event === undefined
        ? startsHook(flags) && canBeGate(name)
        : isGate(requireBinding(dialect, flags.event));
    const why = `${host.title} has no event ${name || 'of this form'} that is known here, so`;
    if (!isForGate || flags.onFailure === 'allow') {
      return makeOutput(formatNotice(`${why} this hook is not run`));
    }
    const place = `${name && `${name} in `}${host.hooksIn}`;
    const wayOut = `A person can update anyhook, or take this hook out of ${place}.`;
    return makeOutput(
      formatNotice(`${why} nothing is let through until this is fixed. ${wayOut}`),
      2,
    );
  }
  if (!startsHook(flags)) return makeOutput('');
  const finished = await runHook(dialect);
  log.ran = finished;
  const { code } = finished;
  const title = titleOfHook(flags, true);
  // What broke the hook off, so that what it printed may be only a part.
  const cutOff =
    describeCutOff(finished) ?? (code === null ? `was ended by ${finished.signal}` : undefined);
  // With code 2 a hook refuses; any other code but 0 is a failure.
  const failure = cutOff ?? (code && code !== 2 ? `ended with ${code}` : undefined);
  const failed = isOurFailure(finished) && canBeGate(name) ? 'shim' : 'hook';
  const policy = policyFor(failed, flags.onFailure);
  if (failure === undefined || policy === 'native') {
    const stderr = cutOff === undefined ? finished.stderr : formatNotice(`${title} ${cutOff}`);
    // As a shell that cannot start a command, which ends with 127.
    const exitCode = finished.notStarted === undefined ? (code ?? 0) : 127;
    return makeOutput(stderr, exitCode, cutOff ? '' : finished.stdout);
  }
  const text = formatNotice(`${title} ${failure}`);
  return makeOutput(text, policy === 'block' ? 2 : 0);
}
