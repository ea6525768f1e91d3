// What OpenCode 1.18.33 does with the plugin in it: how it calls a hook, and what it makes of what the hook did.
import { type CallPlugin, type Effect, isObject, type Json, pass } from './effect.ts';

/** What a plugin did by calls of the client. */
interface Calls {
  prompts: string[];
  replies: Json[];
  isAborted: boolean;
}

type Part = { type: string; text?: string; ignored?: boolean; synthetic?: boolean };

/** The interface of a client with the session of a payload, which notes what is called. */
function makeClient({ parentID, agent, auto }: Json, calls: Calls) {
  const notePrompt = async ({ body }: { body: { parts: Part[] } }) =>
    void calls.prompts.push(body.parts.map(({ text }) => text).join('\n'));
  return {
    session: {
      get: async ({ path: { id } }: { path: { id: string } }) => ({
        data: parentID === undefined || id === parentID ? { id } : { id, parentID, agent },
      }),
      messages: async () => ({
        data: auto === undefined ? [] : [{ parts: [{ type: 'compaction', auto }] }],
      }),
      abort: async () => {
        calls.isAborted = true;
      },
      prompt: notePrompt,
      promptAsync: notePrompt,
    },
    _client: { post: async ({ body }: { body: Json }) => void calls.replies.push(body) },
  };
}

const textsOf = (parts: readonly Part[], synthetic: boolean): string =>
  parts
    .filter(
      (part) => part.type === 'text' && !part.ignored && (part.synthetic === true) === synthetic,
    )
    .map(({ text }) => text)
    .join('\n');

const contextField = (text: string): Partial<Effect> => (text ? { context: text } : {});

/** What a plugin did to the result of a tool: it added a text behind it, or put another one in its place. */
function resultEffect(before: Json, after: Json): Effect {
  const textOf = ({ content, output }: Json): string =>
    Array.isArray(content)
      ? content.map((part) => (part as Part).text ?? JSON.stringify(part)).join('\n')
      : String(output);
  const [was, is] = [textOf(before), textOf(after)];
  if (is === was) return pass;
  return is.startsWith(`${was}\n`)
    ? { ...pass, context: is.slice(was.length + 1) }
    : { ...pass, replaced: is };
}

/** The effect of what a hook threw, changed or called; facts/opencode.md, 2 and 3. */
export const callPlugin: CallPlugin = async (native, payload, handle, signal) => {
  const calls: Calls = { prompts: [], replies: [], isAborted: false };
  const { input, output = {}, directory } = structuredClone(payload) as Record<string, Json>;
  const before = structuredClone(output) as Json;
  const context = { client: makeClient(payload, calls), directory };
  const call = (name: string, i: Json, o: Json): Promise<string | undefined> =>
    handle(name, [i, o, context]).then(
      () => undefined,
      (error: Error) => error.message,
    );
  const { properties } = ((input as Json).event ?? {}) as { properties?: Json };
  const { sessionID } = properties ?? (input as Json);
  // It fires an event when a person ends the turn, and does not wait for the hooks that are running.
  const aborted = { sessionID, error: { name: 'MessageAbortedError' } };
  const event = { type: 'session.error', properties: aborted };
  signal?.addEventListener('abort', () => void call('session.error', { event }, {}));
  const message = { id: 'msg_1', agent: 'build' };
  const prompt = { message, parts: [{ type: 'text', text: 'p' }] as Part[] };
  /** Sends a prompt to the session. Returns what the model gets beside it, or the reason for which it gets nothing. */
  const send = async (): Promise<{ context: string } | { refused: string }> => {
    await call('chat.message', { sessionID }, prompt);
    const refused = await call('chat.params', { sessionID, message }, {});
    return refused === undefined ? { context: textsOf(prompt.parts, true) } : { refused };
  };
  if (native === 'session.idle' || native === 'session.idle.child') await send();
  const thrown = await call(native, input as Json, output as Json);
  const refusal: Effect = { verdict: 'deny', ...(thrown !== undefined && { reason: thrown }) };
  if (calls.isAborted) return { ...refusal, verdict: 'halt' };
  switch (native) {
    case 'tool.execute.before': {
      if (thrown !== undefined) return refusal;
      const { args } = output as { args: Json };
      const isChanged = JSON.stringify(args) !== JSON.stringify((before as Json).args);
      return { ...pass, ...(isChanged && { input: args }) };
    }
    case 'tool.execute.after':
      return resultEffect(before, output as Json);
    case 'chat.message': {
      const { message: own, parts } = output as unknown as typeof prompt;
      const refused = await call('chat.params', { sessionID, message: own }, {});
      if (refused !== undefined) return { verdict: 'deny', reason: refused };
      const added = parts.slice((before as unknown as typeof prompt).parts.length);
      return { ...pass, ...contextField(textsOf(added, true)) };
    }
    case 'command.execute.before':
    case 'session.created': {
      const said = await send();
      const verdict = native === 'session.created' ? 'halt' : 'deny';
      if ('refused' in said) return { verdict, reason: said.refused };
      return { ...pass, ...contextField(said.context) };
    }
    case 'chat.message.child': {
      if (thrown !== undefined) return refusal;
      const { parts } = output as unknown as typeof prompt;
      const added = parts.slice((before as unknown as typeof prompt).parts.length);
      return { ...pass, ...contextField(textsOf(added, true)) };
    }
    case 'experimental.session.compacting': {
      if (thrown !== undefined) return refusal;
      const { context: texts } = output as { context: unknown };
      return { ...pass, ...contextField(Array.isArray(texts) ? texts.join('\n') : '') };
    }
    case 'session.idle': {
      const [followUp] = calls.prompts;
      return { ...pass, ...(followUp !== undefined && { followUp }) };
    }
    case 'permission.asked': {
      const [reply] = calls.replies;
      return isObject(reply) && reply.reply === 'reject' ? { verdict: 'deny' } : pass;
    }
    default:
      return pass;
  }
};
