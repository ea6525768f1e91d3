// Hooks of each client's own, without anyhook: what the other tests hold it to.
import { describe, expect, test } from 'vitest';
import type { Hook, Moment } from './client.ts';
import { clients, others, session } from './index.ts';
import { granted, reaches, turns } from './wishes.ts';
import { type Dialect, dialects, script } from './words.ts';

const hooks = (dialect: Dialect): Record<Moment, Hook[]> => {
  const one = (moment: Moment): Hook[] => [{ line: script(dialect, moment) }];
  return {
    start: one('start'),
    prompt: one('prompt'),
    before: one('before'),
    after: one('after'),
    stop: one('stop'),
  };
};

describe.each(others)('%s', (id) => {
  const own = dialects[id];
  test('lets its own hooks deny, ask, rewrite, add context and go on as other tests expect it to', async () => {
    const run = await session(id, {
      hooks: hooks(own),
      turns: turns(clients[id], own, reaches[id]),
    });
    granted(run, own, reaches[id]);
  });
  test('sends its model no prompt that its own hook refuses', async () => {
    const run = await session(id, { hooks: hooks(own), prompt: 'Use sk-live-123 to log in.' });
    expect(run.asked).toBe(0);
    expect(run.exitCode).toBe(clients[id].exitCodeOfRefusedPrompt);
  });
});
