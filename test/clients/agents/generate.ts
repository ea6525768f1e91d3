// Google's generateContent API.
import { type Answer, type Body, list, type Protocol } from './protocol.ts';

const whole = ({ text, calls, tokens = 100 }: Answer) => ({
  candidates: [
    {
      content: {
        role: 'model',
        parts: [
          ...(text === undefined ? [] : [{ text }]),
          ...calls.map(({ id, name, args }) => ({ functionCall: { id, name, args } })),
        ],
      },
      finishReason: 'STOP',
      index: 0,
    },
  ],
  usageMetadata: {
    promptTokenCount: tokens,
    candidatesTokenCount: 10,
    totalTokenCount: tokens + 10,
  },
});

export const generate: Protocol = {
  path: /:(streamG|g)enerateContent$/,
  isTurn: (_, path) => path.endsWith(':streamGenerateContent'),
  isStream: (_, path) => path.endsWith(':streamGenerateContent'),
  stream: (answer) => [['', whole(answer)]],
  whole,
  told({ contents, systemInstruction }) {
    const results = new Map<string, string>();
    const texts: string[] = [];
    for (const { role, parts } of [...list(contents), systemInstruction as Body])
      for (const { text, functionResponse } of list(parts)) {
        const { id, response } = (functionResponse ?? {}) as Body;
        if (response) {
          const { output, error } = response as Body;
          results.set(String(id), String(output ?? error));
        } else if (role !== 'model' && text !== undefined) texts.push(String(text));
      }
    return { results, texts };
  },
};
