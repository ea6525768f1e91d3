/** An event that no table knows, since it is newer, or its agent's own. */

import { adapters } from '../adapters/index.ts';
import { type Flags, isHook } from '../canonical/flags.ts';
import type { Adapter, Finished } from '../mapping/adapter.ts';
import { cutOff } from '../mapping/finished.ts';
import { bindingOf, isGate, nativeEventOf, requireBinding } from '../translate/bindings.ts';
import { recogniseByEnvelope } from '../translate/candidates.ts';
import { isOurFailure, policyFor } from '../translate/failure-policy.ts';
import { adapterOf, findAdapter, findOtherAgent } from '../translate/host.ts';
import { canBeGate } from '../translate/likely-event.ts';
import { formatNotice, type ShimOutput } from '../translate/shim-output.ts';
import type { Json } from '../util/json.ts';

/**
 * The host and what it calls the event, where its tables lack it; undefined: they have it, or the
 * payload is not this host's. The name is empty where neither the payload nor the line tells it.
 */
export function findUnknownEvent(
  flags: Flags,
  payload: Json,
): { host: Adapter; name: string } | undefined {
  // Without `--host`, an event that `--event` names is of the dialect that has it.
  const host = findAdapter(flags.host ?? flags.as);
  const name = host && eventNameIn(host, flags, payload);
  if (!host || name === undefined || bindingOf(host, name)) return undefined;
  if (flags.host === undefined && flags.event !== name) return undefined;
  const sure = recogniseByEnvelope(host, payload);
  const isElsewhere = !name || Object.values<Adapter>(adapters).some((one) => bindingOf(one, name));
  const least = isElsewhere ? 2 : flags.host === undefined ? 1 : 0;
  return sure < least || findOtherAgent(host, payload, recogniseByEnvelope)
    ? undefined
    : { host, name };
}

/** What the line or the payload calls the event; undefined: nothing, or the tables know its form. */
function eventNameIn(host: Adapter, flags: Flags, payload: Json): string | undefined {
  const own = payload[host.eventKey];
  const { as, event, hostEvent: named = own } = flags;
  if (named !== undefined) {
    // A payload that says otherwise is placed; by its form alone it may be newer to its own dialect.
    const is = own ?? (as === host.id ? named : (nativeEventOf(host, payload) ?? named));
    return typeof named === 'string' && named && is === named ? named : undefined;
  }
  // Where most payloads name no event, one whose form is unknown is newer as well.
  if (!host.nativeOf || host.nativeOf(payload) !== undefined) return undefined;
  if (host.recognises(payload) < 2) return undefined;
  return as === host.id && event !== undefined && !bindingOf(host, event) ? event : '';
}

/**
 * Under its own dialect such an event passes through, bytes and all. Another dialect cannot be told
 * it, nor a hook of another event: that is said, and where the hook is for a gate, 2 refuses, whoever
 * the host is. Throws `event` where `--event` is no event either.
 */
export async function answerUnknownEvent(
  flags: Flags,
  { host, name }: { host: Adapter; name: string },
  payload: Json,
  run: (dialect: Adapter) => Promise<Finished>,
): Promise<ShimOutput> {
  const dialect = adapterOf(flags.as as string, '--as');
  const log: Json = { host: host.id, event: name, as: dialect.id, in: payload };
  const said = (stderr: string, code = 0, stdout = ''): ShimOutput => ({
    stdout,
    stderr,
    code,
    log,
  });
  if (host !== dialect || (flags.event ?? name) !== name) {
    // A line without `--event` is for every event, and guards what by its name may be a gate.
    const guards =
      flags.event === undefined
        ? isHook(flags) && canBeGate(name)
        : isGate(requireBinding(dialect, flags.event));
    const why = `${host.title} has no event ${name || 'of this form'} that is known here, so`;
    if (!guards || flags.onFailure === 'allow') {
      return said(formatNotice(`${why} this hook is not asked`));
    }
    const place = `${name && `${name} in `}${host.hooksIn}`;
    const out = `A person can update anyhook, or take this hook out of ${place}.`;
    return said(formatNotice(`${why} nothing is let through until this is mended. ${out}`), 2);
  }
  if (!isHook(flags)) return said('');
  const ran = await run(dialect);
  log.ran = ran;
  const why = cutOff(ran) ?? (ran.code === null ? `was ended by ${ran.signal}` : undefined);
  const failed = why ?? (ran.code && ran.code !== 2 ? `ended with ${ran.code}` : undefined);
  const whose = isOurFailure(ran) && canBeGate(name) ? 'ours' : 'hook';
  const policy = policyFor(whose, flags.onFailure);
  if (failed === undefined || policy === 'native') {
    const noted = why === undefined ? ran.stderr : formatNotice(`the hook ${why}`);
    // As a shell would end that cannot start it.
    return said(noted, ran.notStarted === undefined ? (ran.code ?? 0) : 127, why ? '' : ran.stdout);
  }
  const text = formatNotice(`the hook${flags.name ? ` ${flags.name}` : ''} ${failed}`);
  return said(text, policy === 'block' ? 2 : 0);
}
