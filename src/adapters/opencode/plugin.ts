import { refusedByHook, stoppedByHook } from '../../mapping/default-reasons.ts';
import type { HostPlugin } from '../../mapping/host-plugin.ts';
import { isObject } from '../../util/equal.ts';
import { asText, type Json } from '../../util/json.ts';
import { childSuffix } from './base.ts';
import type { Given, PluginContext } from './client.ts';
import { beginStop, finishStops, sendFollowUp, takeFollowUp } from './follow-ups.ts';
import { addText, hideParts, replacePrompt } from './messages.ts';
import { partsCodec } from './prompt-parts.ts';
import { withChild } from './recogniser.ts';
import { changeResult, replaceArguments } from './result-changes.ts';
import {
  isAutomatic,
  keep,
  propertiesOf,
  type Session,
  Sessions,
  sessionIdOf,
} from './sessions.ts';

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Returns the reason for which a response refuses. Undefined: it does not. */
const refusalOf = ({ throw: refuses, message }: Json): string | undefined =>
  refuses === true || textOf(refuses)
    ? (textOf(message) ?? textOf(refuses) ?? refusedByHook)
    : undefined;

/** Returns the reason for which a response ends the turn. Undefined: it does not. */
const haltOf = ({ abort, message, abortMessage }: Json): string | undefined =>
  abort === true
    ? [...new Set([message, abortMessage].map(textOf))].filter(Boolean).join('\n') || stoppedByHook
    : undefined;

/**
 * Returns the project and the folder in which its client works, if that is another: the plugins of each folder up to the root of
 * the git repository are loaded, 1.18.33.
 */
const foldersOf = (folder: string, project: string | undefined): Json =>
  project !== undefined && folder.startsWith(project) && /^[\\/]/.test(folder.slice(project.length))
    ? { directory: project, folder }
    : { directory: folder };

/** The name of the error of a turn that a person or a hook has ended. */
const abortError = 'MessageAbortedError';

/** How long a prompt waits for the hooks at the start of its session, in milliseconds. */
const startLimit = 120_000;

/** Waits for the hooks at the start of a session, which the client does not wait for. */
async function waitForStart({ start }: Session): Promise<void> {
  if (!start) return;
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, startLimit);
  });
  await Promise.race([start, limit]);
  clearTimeout(timer);
}

/** Answers a question about a permission in place of the person. */
const replyToPermission = async (
  { client }: PluginContext,
  requestID: unknown,
  { reply, message }: Json,
): Promise<void> => {
  const isRefusal = reply === 'reject';
  const body = { reply, ...(isRefusal && { message: textOf(message) ?? refusedByHook }) };
  // The typed client has only an older address, which takes no message, 1.18.33.
  const options = { url: '/permission/{requestID}/reply', path: { requestID }, body };
  await client._client
    .post({ ...options, headers: { 'Content-Type': 'application/json' } })
    .catch(() => undefined);
};

/**
 * Makes the part of the generated plugin that knows OpenCode. `given` is what the client calls a hook with, and the context
 * of the plugin. The native `chat.params` is no event: the client shows the message of an error that is thrown there.
 *
 * @param client What each payload has in `client`, by which it is known for that of a fork. Absent: nothing.
 */
export function createPlugin(client?: string): HostPlugin {
  const sessions = new Sessions();
  /** The calls that have begun, by their ids. */
  const calls = new Map<string, { tool: unknown; args: unknown }>();
  /** The reasons of the messages that are refused, by their ids. */
  const refusals = new Map<string, string>();
  /** Functions to call when the hooks of an event are over, by what the client called the plugin with. */
  const ends = new WeakMap<readonly unknown[], () => void>();
  let lastSession: string | undefined;

  /** Notes a prompt. Returns false for a follow-up of ours, which is no prompt of the person. */
  function notePrompt(session: Session, output: Json): boolean {
    const { agent, model } = (output.message ?? {}) as Session['with'];
    Object.assign(session, {
      with: { ...(agent && { agent }), ...(model !== undefined && { model }) },
      ...{ isBusy: true, text: undefined, error: undefined },
    });
    return !takeFollowUp(session.id, partsCodec.read(output.parts, {} as never));
  }

  /** Notes what a hook or an event says. Returns false if there is nothing new in it for hooks. */
  function note(type: string, session: Session, input: Json, output: Json): boolean {
    switch (type) {
      case 'chat.message':
        return notePrompt(session, output);
      case 'tool.execute.before':
        keep(calls, asText(input.callID), { tool: input.tool, args: output.args });
        session.isBusy = true; // also if the bridge could not be loaded when the turn began
        return true;
      case 'experimental.text.complete':
        session.text = textOf(output.text);
        return true;
      case 'session.error':
        session.error = asText((propertiesOf(input).error as Json | undefined)?.name);
        // The client fires it at once when a person or a hook ends the turn, while hooks are running, 1.18.33.
        if (session.error === abortError) sessions.endHooks(session.id);
        return true;
      case 'session.idle': {
        // The client fires it twice after an error, and after what is no turn, 1.18.33. A turn that was ended is not told,
        // since no hook is to go on with it.
        const { isBusy } = session;
        session.isBusy = false;
        return isBusy && session.error !== abortError;
      }
      default:
        return type !== 'chat.params';
    }
  }

  /** Returns what our plugin adds to what the client tells of an event. */
  function describe(type: string, session: Session, input: Json): Json {
    const { agent, text, error } = session;
    // The message, or the description of the session, states the rest.
    if (type === 'chat.message' || type === 'session.created') return {};
    if (type === 'session.idle') return { agent, text, error: textOf(error) };
    if (type === 'session.compacted') return { agent, auto: session.auto };
    if (type.startsWith('session.')) return { agent };
    const { tool } = propertiesOf(input);
    const call = type === 'permission.asked' && isObject(tool) && calls.get(asText(tool.callID));
    const own = type === 'experimental.session.compacting' && { auto: session.auto };
    return { agent, model: session.with.model?.modelID, ...call, ...own };
  }

  /** Refuses a prompt. An error that is thrown at once would not be shown: the one thrown at the request to the model is. */
  function refusePrompt(session: Session, output: Json, reason: string): void {
    keep(refusals, asText((output.message as Json).id), reason);
    session.isBusy = false;
    hideParts(output);
  }

  /** Applies a response to a prompt of the person. */
  function changePrompt(session: Session, output: Json, response: Json): void {
    const refusal = haltOf(response) ?? refusalOf(response) ?? session.refusal;
    session.refusal = undefined;
    if (refusal !== undefined) {
      refusePrompt(session, output, refusal);
      return;
    }
    if (typeof response.prompt === 'string') replacePrompt(output, response.prompt);
    for (const text of [...session.contexts.splice(0), textOf(response.append)])
      if (text) addText(output, text, session.id);
  }

  /** Goes on with a turn that is over. */
  async function continueTurn({ client: api }: PluginContext, session: Session, response: Json) {
    const text = textOf(response.prompt);
    if (text === undefined) return;
    await sendFollowUp(api, session.id, text, { ...session.with }).catch(() => undefined);
  }

  return {
    async makePayload(native, given) {
      const [input, output = {}, { client: api, directory }, project] = given as Given;
      const type = native.replace(childSuffix, '');
      const own = { ...foldersOf(directory, project), client };
      if (type === 'dispose') {
        await finishStops();
        return copyJson({ hook: type, input: {}, ...own, sessionID: lastSession });
      }
      const id = sessionIdOf(input);
      if (type === 'session.created')
        sessions.noteCreated(id, (propertiesOf(input).info ?? {}) as Json);
      // Before anything is waited for, since the client may be about to end.
      const end = native === 'session.idle' ? beginStop() : undefined;
      const session = await sessions.find(id, api);
      const { parentID } = session;
      const isChild = parentID !== undefined;
      const isThisEvent = !withChild.includes(type) || isChild === native.endsWith(childSuffix);
      if (!isThisEvent || !note(type, session, input, output)) {
        end?.();
        return undefined;
      }
      if (end) ends.set(given, end);
      if (!isChild) lastSession = id;
      if (native === 'session.created')
        session.start = new Promise((resolve) => ends.set(given, resolve));
      if (native === 'chat.message') await waitForStart(session);
      if (native === 'experimental.session.compacting') session.auto = await isAutomatic(id, api);
      const told =
        input.event === undefined ? { hook: type, input, output } : { hook: 'event', input };
      return copyJson({ ...told, ...own, parentID, ...describe(type, session, input) });
    },
    signalOf: (_, [input]) => sessions.of(sessionIdOf(input as Json)).aborting.signal,
    async applyResponse(native, given, response) {
      const [input, output = {}, context] = given as Given;
      const session = sessions.of(sessionIdOf(input));
      const { id, parentID } = session;
      const refusal = refusalOf(response);
      const halt = haltOf(response);
      const append = textOf(response.append);
      const abort = () =>
        context.client.session.abort({ path: { id: parentID ?? id } }).catch(() => undefined);
      /** Ends the turn if the response says so, and throws where it refuses or ends something. */
      const throwRefusal = async () => {
        if (halt !== undefined) await abort();
        const reason = halt ?? refusal;
        if (reason !== undefined) throw new Error(reason);
      };
      switch (native) {
        case 'chat.params': {
          const reason = refusals.get(asText((input.message as Json | undefined)?.id));
          if (reason !== undefined) throw new Error(reason);
          return;
        }
        case 'session.created':
          session.refusal = halt;
          if (append) session.contexts.push(append);
          ends.get(given)?.();
          return;
        case 'command.execute.before': // the prompt that it becomes follows
          session.refusal = halt ?? refusal;
          if (append) session.contexts.push(append);
          return;
        case 'chat.message':
          if (parentID === undefined) changePrompt(session, output, response);
          return;
        case 'chat.message.child':
          await throwRefusal();
          if (append) addText(output, append, id);
          return;
        case 'tool.execute.before':
          await throwRefusal();
          if (isObject(response.args)) replaceArguments(output.args as Json, response.args);
          return;
        case 'tool.execute.after':
          changeResult(output, response);
          if (halt !== undefined) await abort();
          return;
        case 'permission.asked':
          if (textOf(response.reply))
            await replyToPermission(context, propertiesOf(input).id, response);
          if (halt !== undefined) await abort();
          return;
        case 'experimental.text.complete':
        case 'session.compacted':
        case 'session.idle.child':
          if (halt !== undefined) await abort();
          return;
        case 'experimental.session.compacting':
          await throwRefusal();
          if (append) (output.context as unknown[]).push(append);
          return;
        case 'session.idle':
          if (parentID === undefined) await continueTurn(context, session, response);
          ends.get(given)?.();
      }
    },
  };
}

/** Returns a copy of a value as JSON has it, without what is undefined. */
const copyJson = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json;
