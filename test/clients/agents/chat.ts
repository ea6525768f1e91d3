// OpenAI's Chat Completions API.
import {
  type Answer,
  type Body,
  hasTools,
  isStream,
  list,
  type Protocol,
  textOf,
} from './protocol.ts';

const callsOf = ({ calls }: Answer) =>
  calls.map(({ id, name, args }, index) => ({
    index,
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }));
const finish = ({ calls }: Answer) => (calls.length ? 'tool_calls' : 'stop');
const usageOf = ({ tokens = 100 }: Answer) => ({
  prompt_tokens: tokens,
  completion_tokens: 20,
  total_tokens: tokens + 20,
});
const head = ({ model }: Body, object: string) => ({ id: 'chat-1', created: 1, model, object });

export const chat: Protocol = {
  path: /\/chat\/completions$/,
  isTurn: hasTools,
  isStream,
  stream(answer, body) {
    const chunk = (delta: Body, finish_reason: string | null = null): [string, unknown] => [
      '',
      { ...head(body, 'chat.completion.chunk'), choices: [{ index: 0, delta, finish_reason }] },
    ];
    return [
      chunk({ role: 'assistant', content: answer.text ?? '' }),
      ...callsOf(answer).map((call) => chunk({ tool_calls: [call] })),
      chunk({}, finish(answer)),
      ['', { ...head(body, 'chat.completion.chunk'), choices: [], usage: usageOf(answer) }],
      ['', '[DONE]'],
    ];
  },
  whole(answer, body) {
    const calls = answer.calls.length ? { tool_calls: callsOf(answer) } : {};
    const message = { role: 'assistant', content: answer.text ?? null, ...calls };
    const choices = [{ index: 0, message, finish_reason: finish(answer) }];
    return { ...head(body, 'chat.completion'), choices, usage: usageOf(answer) };
  },
  told({ messages }) {
    const all = list(messages);
    const results = all.filter(({ role }) => role === 'tool');
    const others = all.filter(({ role }) => role === 'user' || role === 'system');
    return {
      results: new Map(
        results.map(({ tool_call_id: id, content }) => [String(id), textOf(content)]),
      ),
      texts: others.map(({ content }) => textOf(content)),
    };
  },
};
