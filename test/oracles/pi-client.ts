// What Pi 1.5.2 does with the plugin in it: how it calls a handler, and what it makes of what the handler did.
import { type CallPlugin, type Effect, isObject, type Json, pass, reasonField } from './effect.ts';

/** What handlers did by calls of the client. */
interface Calls {
  messages: Json[];
  notices: string[];
  questions: string[];
  isAborted: boolean;
}

/** The context and the interface of a client with the session of a payload, which note what is called. */
function makeClient(ctx: Json, calls: Calls, signal: AbortSignal | undefined) {
  const context = {
    cwd: ctx.cwd,
    mode: ctx.mode,
    hasUI: true, // whatever was recorded: a person is there, who says no
    signal,
    isProjectTrusted: () => ctx.trusted === true,
    sessionManager: {
      getSessionId: () => ctx.sessionId,
      getSessionFile: () => ctx.sessionFile,
    },
    ui: {
      confirm: async (_: string, text: string) => {
        calls.questions.push(text);
        return false;
      },
      notify: (text: string) => void calls.notices.push(text),
    },
    abort: () => {
      calls.isAborted = true;
    },
  };
  const api = { sendMessage: (message: Json) => void calls.messages.push(message) };
  return { context, api };
}

/** Text of messages that the model sees. */
const contextOf = (messages: readonly unknown[]): Partial<Effect> => {
  const texts = messages.flatMap((one) =>
    isObject(one) && typeof one.content === 'string' ? [one.content] : [],
  );
  return texts.length ? { context: texts.join('\n') } : {};
};

const textsIn = (content: unknown): string[] =>
  (Array.isArray(content) ? content : []).flatMap((part) =>
    isObject(part) && typeof part.text === 'string' ? [part.text] : [],
  );

/** The verdict of what a handler returned, threw or called; facts of 1.5.2, 0 #4, #7 and 4. */
export const callPlugin: CallPlugin = async (native, payload, handle, signal) => {
  const calls: Calls = { messages: [], notices: [], questions: [], isAborted: false };
  const { event, ctx } = structuredClone(payload) as { event: Json; ctx: Json };
  const before = JSON.stringify(event.input);
  const { context, api } = makeClient(ctx, calls, signal);
  let returned: unknown;
  try {
    returned = await handle(native, [event, context, api]);
  } catch (error) {
    return native === 'tool_call' ? { verdict: 'deny', reason: (error as Error).message } : pass;
  }
  const said = isObject(returned) ? returned : {};
  const sent = contextOf(calls.messages);
  const reason = reasonField(said.reason);
  switch (native) {
    case 'tool_call': {
      if (said.block && calls.isAborted) return { verdict: 'halt', ...reason, ...sent };
      if (said.block) return { verdict: 'deny', ...reason, ...sent };
      const after = JSON.stringify(event.input);
      return { ...pass, ...(after !== before && { input: event.input as Json }), ...sent };
    }
    case 'input':
      return said.action === 'handled' ? { verdict: 'deny' } : { ...pass, ...sent };
    case 'before_agent_start':
      return calls.isAborted ? { verdict: 'deny' } : { ...pass, ...contextOf([said.message]) };
    case 'user_bash':
      return returned === undefined ? pass : { verdict: 'deny' };
    case 'tool_result': {
      const texts = textsIn(said.content);
      const kept = textsIn(event.content);
      const isKept = kept.every((text, i) => texts[i] === text);
      if (calls.isAborted) return { verdict: 'halt' };
      if (!('content' in said)) return pass;
      return isKept && said.isError === undefined
        ? { ...pass, context: texts.slice(kept.length).join('\n') }
        : { ...pass, replaced: texts.join('\n') };
    }
    case 'agent_before_settle': {
      const own = Array.isArray(said.entries) ? said.entries : [];
      const texts = contextOf(own).context;
      return texts === undefined ? pass : { ...pass, followUp: texts };
    }
    case 'session_before_compact':
      if (said.cancel !== true) return pass;
      return { verdict: calls.isAborted ? 'halt' : 'deny' };
    default:
      return { ...pass, ...sent };
  }
};
