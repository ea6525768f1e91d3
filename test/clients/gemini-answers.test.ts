// What the oracle of Gemini CLI says, held against the client's own classes that read what hooks print.
import { expect, test } from 'vitest';
import { isSameJson } from '../../src/util/equal.ts';
import { askedOfGemini } from './gemini-asked.ts';
import { pinned, realGemini } from './gemini-core.ts';

test('the oracle of Gemini CLI agrees with the client’s own code on every output that the matrix tries', async () => {
  const asked = askedOfGemini();
  expect(asked.size).toBeGreaterThan(60_000);
  const gemini = realGemini(pinned);
  const other: unknown[] = [];
  await gemini.playing(async () => {
    for (const { event, ran, heard } of asked.values()) {
      const said = await gemini.heard(event, ran);
      if (!isSameJson(said, heard))
        other.push({ event, ran: JSON.stringify(ran).slice(0, 300), said, heard });
    }
  });
  expect(other.slice(0, 5)).toEqual([]);
});
