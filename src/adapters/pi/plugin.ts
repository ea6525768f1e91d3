import type { HostPlugin } from '../../mapping/host-plugin.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { applyResponse } from './apply-response.ts';
import type { ClientContext, ClientInterface, Given } from './client-types.ts';
import { copyEvent } from './copy-event.ts';

/** Names the arguments of a handler: the event, the context, and the interface that our plugin adds. */
const readGiven = ([event, ctx, pi]: readonly unknown[]): Given => ({
  event: event as Json,
  ctx: ctx as ClientContext,
  pi: pi as ClientInterface,
});

/** Copies the fields of a context that payloads have. The file of a session is absent with `--no-session`. */
function copyContext(ctx: ClientContext): Json {
  const { cwd, mode, hasUI, model, sessionManager } = ctx;
  const sessionFile = sessionManager.getSessionFile();
  return {
    cwd,
    mode,
    hasUI,
    sessionId: sessionManager.getSessionId(),
    ...(sessionFile !== undefined && { sessionFile }),
    ...(ctx.isProjectTrusted && { trusted: ctx.isProjectTrusted() }), // absent before 0.74
    ...(model && { model: `${model.provider}/${model.id}` }),
  };
}

/** Makes the part of the plugin that knows Pi, for one instance of it. Handlers are called with an event, a context and the interface. */
export function createPlugin(): HostPlugin {
  let started: string | undefined;
  return {
    makePayload(native, given) {
      const { event, ctx } = readGiven(given);
      const payload = { event: { ...copyEvent(event), type: native }, ctx: copyContext(ctx) };
      if (native !== 'session_start') return payload;
      const { sessionId } = payload.ctx;
      // After `new_session`, the mode rpc fires the event twice for one session, 1.5.2.
      if (started === sessionId) Object.assign(payload.event, { again: true });
      started = String(sessionId);
      return payload;
    },
    signalOf: (_, given) => readGiven(given).ctx.signal,
    applyResponse: (native, given, response) =>
      isObject(response) ? applyResponse(native, readGiven(given), response) : undefined,
  };
}
