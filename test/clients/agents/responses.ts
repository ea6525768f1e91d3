// OpenAI's Responses API.
import {
  type Answer,
  type Body,
  hasTools,
  isStream,
  list,
  type Protocol,
  textOf,
} from './protocol.ts';

const itemsOf = ({ text, calls }: Answer): Body[] => [
  ...(text === undefined
    ? []
    : [
        {
          type: 'message',
          id: 'msg_1',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text, annotations: [] }],
        },
      ]),
  ...calls.map(({ id, name, namespace, args }) => {
    const said =
      typeof args === 'string'
        ? { type: 'custom_tool_call', input: args }
        : { type: 'function_call', arguments: JSON.stringify(args) };
    const where = namespace === undefined ? {} : { namespace };
    return { ...said, id: `item_${id}`, call_id: id, status: 'completed', name, ...where };
  }),
];
const usageOf = ({ tokens = 100 }: Answer) => ({
  input_tokens: tokens,
  output_tokens: 20,
  total_tokens: tokens + 20,
});
const whole = (answer: Answer, { model }: Body) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  status: 'completed',
  model,
  output: itemsOf(answer),
  usage: usageOf(answer),
});

export const responses: Protocol = {
  path: /\/responses$/,
  isTurn: hasTools,
  isStream,
  stream(answer, body) {
    const all: [string, Body][] = [];
    const say = (type: string, rest: Body) => all.push([type, { type, ...rest }]);
    const response = whole(answer, body);
    say('response.created', { response: { ...response, status: 'in_progress', output: [] } });
    itemsOf(answer).forEach((item, output_index) => {
      const bare = item.type === 'message' ? { ...item, content: [] } : item;
      say('response.output_item.added', { output_index, item: bare });
      say('response.output_item.done', { output_index, item });
    });
    say('response.completed', { response });
    return all;
  },
  whole,
  told({ input }) {
    const results = new Map<string, string>();
    const texts: string[] = [];
    for (const { type, role, call_id, output, content } of list(input)) {
      if (String(type).endsWith('_call_output')) results.set(String(call_id), textOf(output));
      else if (role === 'user' || role === 'developer') texts.push(textOf(content));
    }
    return { results, texts };
  },
};
