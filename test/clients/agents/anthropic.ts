// Anthropic's Messages API.
import {
  type Answer,
  type Body,
  hasTools,
  isStream,
  list,
  type Protocol,
  textOf,
} from './protocol.ts';

const blocksOf = ({ text, calls }: Answer) => [
  ...(text === undefined ? [] : [{ type: 'text' as const, text }]),
  ...calls.map(({ id, name, args }) => ({ type: 'tool_use' as const, id, name, input: args })),
];
const stop = ({ calls }: Answer) => (calls.length ? 'tool_use' : 'end_turn');
const usageOf = ({ tokens = 100 }: Answer) => ({ input_tokens: tokens, output_tokens: 20 });
const head = ({ model }: Body) => ({ id: 'msg_1', type: 'message', role: 'assistant', model });

export const anthropic: Protocol = {
  path: /\/messages$/,
  isTurn: hasTools,
  isStream,
  stream(answer, body) {
    const all: [string, Body][] = [];
    const usage = usageOf(answer);
    const say = (type: string, rest: Body) => all.push([type, { type, ...rest }]);
    say('message_start', { message: { ...head(body), content: [], stop_reason: null, usage } });
    blocksOf(answer).forEach((block, index) => {
      const [start, delta] =
        block.type === 'text'
          ? [
              { ...block, text: '' },
              { type: 'text_delta', text: block.text },
            ]
          : [
              { ...block, input: {} },
              { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
            ];
      say('content_block_start', { index, content_block: start });
      say('content_block_delta', { index, delta });
      say('content_block_stop', { index });
    });
    say('message_delta', { delta: { stop_reason: stop(answer) }, usage });
    say('message_stop', {});
    return all;
  },
  whole: (answer, body) => ({
    ...head(body),
    content: blocksOf(answer),
    stop_reason: stop(answer),
    usage: usageOf(answer),
  }),
  told({ messages }) {
    const results = new Map<string, string>();
    const texts: string[] = [];
    for (const { role, content } of list(messages)) {
      if (role !== 'user') continue;
      if (typeof content === 'string') texts.push(content);
      for (const block of list(content)) {
        if (block.type === 'tool_result')
          results.set(String(block.tool_use_id), textOf(block.content));
        else texts.push(textOf([block]));
      }
    }
    return { results, texts };
  },
};
